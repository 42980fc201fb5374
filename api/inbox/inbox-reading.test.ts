import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { firstOf, itInFull } from '#tests/support/full-run-only.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createSlices } from '#tests/support/scripted-campaign.ts'
import { campaignWith, rowsOf } from '#tests/support/sent-mail.ts'
import { openWorking } from './read-mailbox.ts'
import { discardStrayDrafts, mailboxesWithStrayDrafts } from './stray-provider-drafts.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
/** A world that sends only what the test sends. */
let idle: World
beforeAll(async () => {
  world = await createWorld()
  idle = await createWorld({ send: false })
})
afterAll(() => Promise.all([world.close(), idle.close()]))

/** timeout of a test, in ms */
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

describe.concurrent.each(firstOf(['google', 'microsoft'], 1))(
  'a campaign sent from a mailbox at %s whose inbox may be read',
  (provider) => {
    it('updates the status of each email live, and suppresses addresses that do not exist', async () => {
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
        bounce: ['failed', 'The email bounced: this address does not exist'],
        'full-bounce': ['failed', 'The email bounced: the recipient’s mailbox is full'],
        reply: ['delivered', undefined],
        away: ['sent', undefined],
        delay: ['sent', undefined],
        quiet: ['sent', undefined],
      })
      expect(done.failedEmails.map((failed: { howToFix: string }) => failed.howToFix)).toContainEqual(
        expect.stringContaining('Correct the contact’s address'),
      )
      const { data } = await person.graphql(`{
      suppressions(first: 10) { edges { node { email reason } } }
      mailboxes { status dailySent lastUsed reputation reputationReason readsReplies }
    }`)
      expect(data.suppressions.edges.map(({ node }: { node: object }) => node)).toEqual([
        { email: 'bounce@x.test', reason: 'bounced' },
      ])
      expect(data.mailboxes).toEqual([
        {
          status: 'connected',
          dailySent: 6,
          lastUsed: expect.any(String),
          reputation: 'good',
          reputationReason: 'Good until there is more data: 6 emails in the last 30 days.',
          readsReplies: true,
        },
      ])
    })
  },
)

describe.concurrent('a provider draft whose creation got no response', () => {
  itInFull.each([
    ['microsoft', 'cutAfter'],
    ['google', 'cutAfter'],
  ] as const)(
    'is found in a mailbox at %s by its marker and deleted; its email is sent once',
    async (provider, kind) => {
      const person = await idle.signUp({ unlimited: true })
      const email = `${provider}-silent@sandbox.test`
      await idle.connect(person, provider, email)
      await idle.fault({ kind, email, operation: 'draft', count: 1 })
      const drafts = async () => {
        const url = `${idle.sandboxUrl}/sandbox/mailboxes/${provider}/${email}/messages?folder=drafts`
        return ((await (await fetch(url)).json()) as { messages: object[] }).messages.length
      }
      const id = await send(person, [`silent-${provider}@x.test`])
      const key = await mailboxOf(idle, person)
      const slices = createSlices(
        createSendStore(idle.app, () => []),
        key,
      )
      await slices.toTheEnd()
      expect((await analytics(person, id)).sentCount).toBe(1)
      expect(await idle.accepted(email)).toHaveLength(1)
      expect(await drafts()).toBe(1)

      const later = (minutes: number) => ({ ...idle.app, clock: () => new Date(Date.now() + minutes * 60_000) })
      expect(await discardStrayDrafts(idle.app, key)).toBe(0)
      expect(await mailboxesWithStrayDrafts(later(2))).toContainEqual(key)
      await idle.fault({ kind: 'unavailable', email, operation: 'read', count: 1 })
      await expect(discardStrayDrafts(later(2), key)).rejects.toMatchObject({ kind: 'unavailable' })
      expect(await discardStrayDrafts(later(2), key)).toBe(1)
      expect(await drafts()).toBe(0)
      expect(await discardStrayDrafts(later(10), key)).toBe(0)
      expect(await mailboxesWithStrayDrafts(later(20))).not.toContainEqual(key)
    },
  )

  it('is not deleted while its email needs it, or if its email is unknown to this installation', async () => {
    const person = await idle.signUp({ unlimited: true })
    const email = 'strays@sandbox.test'
    await idle.connect(person, 'microsoft', email)
    const key = await mailboxOf(idle, person)
    const box = (await openWorking(idle.app, key))?.mailbox
    if (!box) throw new Error('The mailbox cannot be opened')
    const draft = (logId: string, attempt: number) =>
      box.createDraft({
        from: { name: '', address: email },
        to: { name: '', address: 'a@x.test' },
        subject: 'News',
        mark: { logId, attempt },
        html: '<p>News</p>',
        text: 'News',
        headers: [],
        attachments: [],
      })
    const { logs } = await campaignWith(idle, person, key, [
      { email: 'a@x.test', status: 'pending' },
      { email: 'b@x.test', status: 'failed', error: 'UNCERTAIN: x' },
    ])
    const [pending = '', uncertain = ''] = logs
    const kept = [await draft(pending, 1), await draft(uncertain, 1)]
    for (const [at, log] of logs.entries()) {
      await rowsOf(idle, person, 'update email_logs set draft_id = ? where id = ?', [kept[at], log])
    }
    kept.push(await draft('0190c5f2-7a3e-7cc1-b1a4-d2f0e6a81b22', 1))
    const stray = await draft(pending, 2)
    await createSendStore(idle.app, () => []).noteStrayDrafts(key, new Date(), new Date())
    const later = { ...idle.app, clock: () => new Date(Date.now() + 2 * 60_000) }
    expect(await discardStrayDrafts(later, key)).toBe(1)
    const left = (await box.findMarked(new Date(0), 'draft')).map(({ id }) => id)
    expect(left.toSorted()).toEqual(kept.toSorted())
    expect(left).not.toContain(stray)
  })
})
