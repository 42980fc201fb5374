import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { firstOf } from '#tests/support/full-run-only.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

interface Sent {
  id: string
  subject: string
  internetMessageId: string
}

/** Returns what lies in the folder Sent of a mailbox of the sandbox, oldest first, with its headers. */
async function sentFrom(provider: string, email: string) {
  const get = async (path: string) => fetch(`${world.sandboxUrl}/sandbox${path}`)
  const { messages } = (await (await get(`/mailboxes/${provider}/${email}/messages?folder=sent`)).json()) as {
    messages: Sent[]
  }
  return Promise.all(
    messages.toReversed().map(async ({ id, subject, internetMessageId }) => {
      const mime = await (await get(`/messages/${encodeURIComponent(id)}/mime`)).text()
      const [head = ''] = mime.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n\r?\n/)
      const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()
      return { subject, internetMessageId, inReplyTo: header('In-Reply-To'), references: header('References') }
    }),
  )
}

interface Thread {
  thread: string | null
}
const THREADS = 'select thread_id as thread from email_logs where tenant_id = :tenantId order by sent_at'
/** Gmail keeps emails with the same subject in one conversation. Another subject begins a new one. */
function expectThreads(threads: readonly Thread[]): void {
  const [first, second, third] = threads.map(({ thread }) => thread)
  expect(first).toEqual(expect.any(String))
  expect(second).toBe(first)
  expect(third).toEqual(expect.any(String))
  expect(third).not.toBe(first)
}

const followUps = [
  { waitDays: 1, timeOfDay: '10:00', content: 'Again' },
  { waitDays: 1, timeOfDay: '10:00', content: 'Last', subject: 'Another subject' },
]

// The sandbox gives every email a Message-ID of its own when it is sent, as the vendors may.
it.each([
  { provider: 'microsoft', reading: false },
  { provider: 'google', reading: true },
] as const)('follow-ups at $provider reply to the emails that were actually sent', async ({ provider, reading }) => {
  const email = `${provider}-threads@sandbox.test`
  const campaign = await followedCampaign(world, 1, { followUps }, { provider, email, reading })
  await campaign.launch()
  await campaign.live(3 * 24)
  const sent = await sentFrom(provider, email)
  expect(sent.map(({ subject }) => subject)).toEqual(['Hello', 'Re: Hello', 'Another subject'])
  const [first, second, third] = sent
  expect(first?.internetMessageId).not.toContain('<mw.')
  expect(first?.inReplyTo).toBeUndefined()
  expect(second?.inReplyTo).toBe(first?.internetMessageId)
  expect(third?.inReplyTo).toBe(second?.internetMessageId)
  expect(third?.references).toBe(`${first?.internetMessageId} ${second?.internetMessageId}`)
  if (provider === 'google') expectThreads(await campaign.sql<Thread>(THREADS))
})

const SENDS_ONLY = {
  microsoft: ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send'],
  google: ['https://www.googleapis.com/auth/gmail.send'],
}

// The ids that the emails left with cannot be read. Gmail keeps them in one conversation, but in the sender's mailbox only.
it.each(firstOf(['google', 'microsoft'], 1))(
  "follow-ups from a send-only mailbox at %s name the product's own Message-IDs in In-Reply-To, even if the provider replaced them",
  async (provider) => {
    const email = `${provider}-send-only@sandbox.test`
    const box = { provider, email, scopes: SENDS_ONLY[provider], reading: false }
    const campaign = await followedCampaign(world, 1, { followUps }, box)
    await campaign.launch()
    await campaign.live(3 * 24)
    const logs = await campaign.sql<{ id: string; attempts: number }>(
      'select id, attempts from email_logs where tenant_id = :tenantId order by sent_at',
    )
    const [one, two] = logs.map(({ id, attempts }) => ownMessageId(id, attempts, email))
    const sent = await sentFrom(provider, email)
    expect(sent).toMatchObject([
      { subject: 'Hello', inReplyTo: undefined, references: undefined },
      { subject: 'Re: Hello', inReplyTo: one, references: one },
      { subject: 'Another subject', inReplyTo: two, references: `${one} ${two}` },
    ])
    expect(sent.map(({ internetMessageId }) => internetMessageId)).not.toContain(one)
    const threads = await campaign.sql<Thread>(THREADS)
    if (provider === 'google') expectThreads(threads)
    else expect(threads.map(({ thread }) => thread)).toEqual([null, null, null])
  },
)
