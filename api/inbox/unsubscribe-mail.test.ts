import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressesOf } from '#api/campaigns/content/email-urls.ts'
import { Campaign } from '#api/campaigns/campaign.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { firstOf } from '#tests/support/full-run-only.ts'
import { answer, mailboxOf } from '#tests/support/returned-mail.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { campaignOf, sendMails } from '#tests/support/tracked-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { readMailbox } from './read-mailbox.ts'
import { takeReturns } from './record-inbox-events.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ mailHost: true })
})
afterAll(() => world.close())

type Provider = 'microsoft' | 'google' | 'smtp'

/** A workspace that sent an email to an address of the test, from a mailbox that is read. */
async function sent(provider: Provider = 'microsoft', input: object = {}) {
  const person = await world.signUp({ unlimited: true })
  const email = `ada.${Math.random().toString(36).slice(2)}@example.com`
  const { id, mails, mailbox } = await sendMails(world, person, { emails: [email], provider, input, reading: true })
  const mail = mails[email]
  if (!mail) throw new Error('No email was sent')
  const header = mail.headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')?.value ?? ''
  const subject = `unsubscribe ${mail.unsubscribe.replace('/u/', '')}`
  return { person, id, email, mail, mailbox, provider, header, subject, key: await mailboxOf(world, person) }
}
type Sent = Awaited<ReturnType<typeof sent>>

/** Presses the button on the sandbox's page of the email, and lets the inbox be read. */
async function unsubscribeInOutlook({ mail, mailbox, provider, key }: Sent) {
  const path = `${world.sandboxUrl}/mailboxes/${provider}/${mailbox}/messages/${mail.id}`
  expect(await (await fetch(path)).text()).toContain('<button>Unsubscribe</button>')
  expect((await fetch(`${path}/unsubscribe`, { method: 'POST', redirect: 'manual' })).status).toBe(303)
  await readMailbox(world.app, key)
}
const take = ({ key, mailbox }: Pick<Sent, 'key' | 'mailbox'>, subject: string, from = 'anybody@else.test') =>
  takeReturns(world.app, key, mailbox, [{ ...answer(from), subject, headers: {} }])
const folder = async ({ provider, mailbox }: Sent, name: string) => {
  const url = `${world.sandboxUrl}/sandbox/mailboxes/${provider}/${mailbox}/messages?folder=${name}`
  return ((await (await fetch(url)).json()) as { messages: unknown[] }).messages.length
}
const suppressedOf = (person: TestPerson) =>
  rowsOf(world, person, 'select email, reason, note from suppressions order by email')
const cameBack = (person: TestPerson) =>
  rowsOf<{ kind: string }>(world, person, `select kind from email_events where kind in ('reply', 'automatic', 'away')`)

describe.each(firstOf(['smtp', 'microsoft', 'google'] as const, 2))(
  'the unsubscribe button of Outlook, for an email sent by %s,',
  (provider) => {
    it('suppresses the address as the unsubscribe page does, and is not stored as a reply', async () => {
      const space = await sent(provider)
      const { person, id, email, mail, mailbox, header } = space
      const token = mail.unsubscribe.replace('/u/', '')
      expect(header).toBe(`<${world.url}${mail.unsubscribe}>, <mailto:${mailbox}?subject=unsubscribe%20${token}>`)
      await unsubscribeInOutlook(space)
      expect(await suppressedOf(person)).toEqual([{ email, reason: 'unsubscribed', note: 'Via an email about “News”' }])
      expect(await campaignOf(person, id)).toMatchObject({ unsubscribedCount: 1, deliveredCount: 1 })
      expect(await rowsOf(world, person, `select kind from email_events where kind = 'unsubscribe'`)).toHaveLength(1)
      expect([await rowsOf(world, person, 'select id from replies'), await cameBack(person)]).toEqual([[], []])
      await unsubscribeInOutlook(space)
      expect(await campaignOf(person, id)).toMatchObject({ unsubscribedCount: 1 })
      expect([await folder(space, 'inbox'), await folder(space, 'archive')]).toEqual([0, 2])
    })

    it('unsubscribes although its message cannot be archived, and archives no forged message', async () => {
      const space = await sent(provider)
      await world.fault({ kind: 'forbidden', email: space.mailbox, operation: 'archive', count: 9 })
      await unsubscribeInOutlook(space)
      expect(await suppressedOf(space.person)).toMatchObject([{ email: space.email }])
      expect([await folder(space, 'inbox'), await folder(space, 'archive')]).toEqual([1, 0])
      const taken = await take(
        space,
        space.subject.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      )
      expect(taken.actedOn).toEqual([])
    })
  },
)

describe('a message that unsubscribes', () => {
  it('unsubscribes the recipient whom its token names, whoever sends it', async () => {
    const space = await sent()
    await take(space, space.subject, 'stranger@else.test')
    expect(await suppressedOf(space.person)).toMatchObject([{ email: space.email }])
  })

  it('does nothing with a token of another workspace, a changed token, or when it is a reply or forwarded', async () => {
    const [space, other] = [await sent(), await sent()]
    const changed = space.subject.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const subject of [other.subject, changed, `Re: ${space.subject}`, `Fwd: ${space.subject}`, 'unsubscribe'])
      await take(space, subject)
    expect([await suppressedOf(space.person), await suppressedOf(other.person)]).toEqual([[], []])
  })

  it("is not offered where the mailbox's inbox may not be read, or the campaign is sent from another address", async () => {
    const person = await world.signUp({ unlimited: true })
    const { id, mails } = await sendMails(world, person, { emails: ['ada@x.test'], provider: 'google' })
    const header = mails['ada@x.test']?.headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')
    expect(header?.value).toBe(`<${world.url}${mails['ada@x.test']?.unsubscribe}>`)

    const mailbox = { email: 'Me@here.test', scopes: ['Mail.ReadWrite'] }
    const from = (fromAddress: string | null) =>
      world.app.database.inTenant(person.tenantId, async (em) => {
        const campaign = await em.findOneOrFail(Campaign, { tenantId: person.tenantId, id: uuidOf('Campaign', id) })
        const own = await addressesOf(world.app, em, Object.assign(campaign, { fromAddress }), [], mailbox)
        campaign.fromAddress = null
        return own.unsubscribeByMail?.({ logId: person.tenantId, email: 'ada@x.test' }) ?? null
      })
    expect([await from('alias@here.test'), await from('me@here.test'), await from(null)]).toEqual([
      null,
      expect.stringMatching(/^mailto:Me@here.test\?subject=unsubscribe%20[\w-]{70,}$/),
      expect.stringMatching(/^mailto:/),
    ])
  })
})
