import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AppEvent } from '#api/platform/events/events.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mailboxOf, report } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { takeReturns } from './record-inbox-events.ts'
import { closeWindows } from './bounce-windows.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/**
 * A workspace with a campaign of these emails, from a mailbox that can be read (Microsoft) or not (Google, unless
 * asked).
 */
async function workspace(provider: 'microsoft' | 'google', mails: readonly SentMail[]) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, provider)
  const key = await mailboxOf(world, person)
  return { person, key, ...(await campaignWith(world, person, key, mails)) }
}
const inMinutes = (minutes: number) => ({ ...world.app, clock: () => new Date(Date.now() + minutes * 60_000) })
const statuses = async (person: TestPerson, campaignId: string) =>
  (await rowsOf(world, person, 'select status from email_logs where campaign_id = ? order by id', [campaignId])).map(
    ({ status }) => status,
  )
const delivered = async (person: TestPerson, campaignId: string) =>
  (
    await rowsOf(world, person, 'select delivered_count as n, sent_count as sent from campaigns where id = ?', [
      campaignId,
    ])
  )[0]
const readUntil = (person: TestPerson, minutes: number) =>
  rowsOf(world, person, 'update mailboxes set inbox_read_at = ? where tenant_id = ?', [
    new Date(Date.now() + minutes * 60_000),
    person.tenantId,
  ])

describe('an email for which no bounce was reported', () => {
  it('counts as delivered once the bounce window of 15 minutes has closed, not before', async () => {
    const { person, campaignId } = await workspace('google', [
      { email: 'a@x.test', ago: 16 },
      { email: 'b@x.test', ago: 14 },
      { email: 'c@x.test', status: 'failed', ago: 60 },
    ])
    await closeWindows(world.app)
    expect(await statuses(person, campaignId)).toEqual(['delivered', 'sent', 'failed'])
    expect(await delivered(person, campaignId)).toEqual({ n: 1, sent: 2 })
    await closeWindows(inMinutes(2))
    expect(await delivered(person, campaignId)).toEqual({ n: 2, sent: 2 })
  })

  it('in a mailbox whose inbox may be read counts as delivered only after the inbox was read past the window', async () => {
    const { person, campaignId } = await workspace('microsoft', [
      { email: 'a@x.test', ago: 30 },
      { email: 'b@x.test', ago: 20 },
    ])
    await closeWindows(world.app)
    expect(await statuses(person, campaignId)).toEqual(['sent', 'sent'])
    await readUntil(person, -10)
    await closeWindows(world.app)
    expect(await statuses(person, campaignId)).toEqual(['delivered', 'sent'])
    await readUntil(person, 0)
    await closeWindows(world.app)
    expect(await statuses(person, campaignId)).toEqual(['delivered', 'delivered'])
  })

  it.each([
    ['needs reconnecting', `status = 'error', inbox_read_at = null`],
    ['refuses to be read', `inbox_error = '403', inbox_read_at = null`],
  ])('does not count as delivered while its mailbox %s, however long', async (_what, set) => {
    const { person, campaignId } = await workspace('microsoft', [{ email: 'a@x.test', ago: 30 }])
    await rowsOf(world, person, `update mailboxes set ${set} where tenant_id = ?`, [person.tenantId])
    await closeWindows(inMinutes(7 * 24 * 60))
    expect(await statuses(person, campaignId)).toEqual(['sent'])
    await readUntil(person, 0)
    await closeWindows(world.app)
    expect(await statuses(person, campaignId)).toEqual(['delivered'])
  })

  it('counts as delivered without waiting if its mailbox was removed', async () => {
    const { person, campaignId } = await workspace('microsoft', [{ email: 'a@x.test', ago: 30 }])
    await rowsOf(world, person, 'delete from mailboxes where tenant_id = ?', [person.tenantId])
    await closeWindows(world.app)
    expect(await statuses(person, campaignId)).toEqual(['delivered'])
  })

  it('that bounces later becomes failed', async () => {
    const { person, key, campaignId } = await workspace('google', [{ email: 'a@x.test', ago: 30 }])
    await closeWindows(world.app)
    await takeReturns(world.app, key, 'me@x.test', [report('a@x.test')])
    expect(await statuses(person, campaignId)).toEqual(['failed'])
    expect(await delivered(person, campaignId)).toEqual({ n: 0, sent: 0 })
  })

  itInFull(
    'is counted once when several processes close bounce windows at the same time, with one event per batch',
    async () => {
      const mails = Array.from({ length: 2_500 }, (_, index) => ({ email: `m${index}@x.test`, ago: 30 }))
      const { person, campaignId } = await workspace('google', mails)
      const told: (AppEvent | 'anything')[] = []
      onTestFinished(world.app.events.listen(person.tenantId, (event) => told.push(event)))
      await Promise.all([1, 2, 3].map(() => closeWindows(world.app)))
      await closeWindows(world.app)
      expect(await delivered(person, campaignId)).toEqual({ n: 2_500, sent: 2_500 })
      await eventually('the events are there', async () => told.length >= 2)
      expect(told).toHaveLength(2)
    },
  )

  it('is counted only in its own workspace', async () => {
    const ours = await workspace('google', [{ email: 'a@x.test', ago: 30 }])
    const theirs = await workspace('google', [
      { email: 'a@x.test', ago: 30 },
      { email: 'b@x.test', ago: 1 },
    ])
    await closeWindows(world.app)
    expect(await delivered(ours.person, ours.campaignId)).toEqual({ n: 1, sent: 1 })
    expect(await delivered(theirs.person, theirs.campaignId)).toEqual({ n: 1, sent: 2 })
  })
})
