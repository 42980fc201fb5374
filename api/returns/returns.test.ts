import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSendStore } from '../campaigns/send-store.ts'
import { mailboxOf } from '../testing/returned-mail.ts'
import { createSlices } from '../testing/scripted-campaign.ts'
import { rowsOf } from '../testing/sent-mail.ts'
import { createWorld, eventually, type TestPerson, type World } from '../testing/world.ts'

let world: World
/** A world that sends only what a test sends. */
let idle: World
beforeAll(async () => {
  world = await createWorld()
  idle = await createWorld({ send: false })
})
afterAll(() => Promise.all([world.close(), idle.close()]))

/** ms; as long as a test may take */
const PATIENCE = 120_000

/** Sends a campaign to new contacts with these addresses; returns its id. */
async function send(person: TestPerson, emails: readonly string[]): Promise<string> {
  const selectedContacts: string[] = []
  for (const email of emails) {
    const { body } = await person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email })
    selectedContacts.push(body.id)
  }
  const campaign = { name: 'News', subject: 'Hello', content: 'Dear all', selectedContacts }
  const { body } = await person.rest('POST', '/api/campaigns', campaign)
  expect((await person.rest('POST', `/api/campaigns/${body.id}/send`)).status).toBe(200)
  return body.id
}
const analytics = async (person: TestPerson, id: string) =>
  (await person.rest('GET', `/api/campaigns/${id}/analytics`)).body

describe.concurrent.each(['microsoft', 'google'] as const)(
  'a campaign sent from a mailbox at %s that may be read',
  (provider) => {
    it('shows by itself what became of each mail, and gives up addresses that do not exist', async () => {
      const person = await world.signUp({ unlimited: true })
      await world.connect(person, provider, `${provider}-returns@sandbox.test`, undefined, { reading: true })
      const id = await send(person, [
        ...['bounce@x.test', 'full-bounce@x.test', 'reply@x.test', 'away@x.test', 'delay@x.test', 'quiet@x.test'],
      ])
      const done = await eventually(
        'bounces and the reply are seen',
        async () => {
          const now = await analytics(person, id)
          return now.status === 'sent' && now.failedCount === 2 && now.deliveredCount === 1 && now
        },
        PATIENCE,
      )
      expect(done).toMatchObject({ totalContacts: 6, sentCount: 4, failedCount: 2, pendingCount: 0, deliveredCount: 1 })
      const became = Object.fromEntries(
        done.emailLogs.map((log: Record<string, any>) => [
          log['contactEmail'].split('@')[0],
          [log['status'], log['failure']?.message],
        ]),
      )
      expect(became).toEqual({
        bounce: ['failed', 'The email came back: this address does not exist'],
        'full-bounce': ['failed', 'The email came back: the mailbox could not take it'],
        reply: ['delivered', undefined],
        away: ['sent', undefined],
        delay: ['sent', undefined],
        quiet: ['sent', undefined],
      })
      expect(done.failedEmails.map((failed: { howToFix: string }) => failed.howToFix)).toContainEqual(
        expect.stringContaining("Correct the contact's address"),
      )
      const { data } = await person.graphql(`{
      suppressions(first: 10) { edges { node { email reason } } }
      mailAccounts { status dailySent lastUsed reputation reputationReason readsReplies }
    }`)
      expect(data.suppressions.edges.map(({ node }: { node: object }) => node)).toEqual([
        { email: 'bounce@x.test', reason: 'bounced' },
      ])
      expect(data.mailAccounts).toEqual([
        {
          status: 'connected',
          dailySent: 6,
          lastUsed: expect.any(String),
          reputation: 'good',
          reputationReason: 'Good until there is more to go by: 6 mails in the last 30 days.',
          readsReplies: true,
        },
      ])
    })
  },
)

describe.concurrent('a draft whose making fell silent', () => {
  it.each([
    ['microsoft', false],
    ['google', false],
    ['google', true],
  ] as const)(
    'at %s leaves nothing behind in Drafts, and the mail is sent once (mailbox away: %s)',
    async (provider, away) => {
      const person = await idle.signUp({ unlimited: true })
      const email = `${provider}-silent-${away}@sandbox.test`
      await idle.connect(person, provider, email)
      await idle.fault({ kind: 'cutAfter', email, operation: 'draft', count: 1 })
      if (away) await idle.fault({ kind: 'unavailable', email, operation: 'read', count: 1 })
      const drafts = async () => {
        const url = `${idle.sandboxUrl}/sandbox/mailboxes/${provider}/${email}/messages?folder=drafts`
        return ((await (await fetch(url)).json()) as { messages: object[] }).messages.length
      }
      const id = await send(person, [`silent-${provider}@x.test`])
      const slices = createSlices(
        createSendStore(idle.app, () => []),
        await mailboxOf(idle, person),
      )
      await slices.next()
      const [log] = await rowsOf<{ attempts: number; retry_at: string | null }>(
        idle,
        person,
        'select attempts, retry_at from email_logs',
      )
      expect(log).toEqual({ attempts: 1, retry_at: expect.anything() })
      expect(await drafts()).toBe(away ? 1 : 0)
      await slices.toTheEnd()
      expect((await analytics(person, id)).sentCount).toBe(1)
      expect(await drafts()).toBe(0)
      expect(await idle.accepted(email)).toHaveLength(1)
    },
  )
})
