import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { markDelivered } from '#api/emails/mark-delivered.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { answer, mailboxOf, report } from '#tests/support/returned-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { takeReturns } from './record-inbox-events.ts'
import { closeWindows } from './bounce-windows.ts'

let world: World
let person: TestPerson
let key: MailboxKey
beforeAll(async () => {
  world = await createWorld({ send: false })
  person = await world.signUp({ unlimited: true })
  await world.connect(person, 'google')
  key = await mailboxOf(world, person)
})
afterAll(() => world.close())

const MAILS = 2
const address = (mail: number) => `mail-${mail}@x.test`

/** A sending campaign with one recipient per email. */
async function begin(): Promise<{ campaignId: string; logs: string[] }> {
  const campaignId = newId()
  const logs = Array.from({ length: MAILS }, () => newId())
  await world.app.database.inTenant(person.tenantId, async (em) => {
    await em.execute(
      `insert into campaigns (tenant_id, id, user_id, name, subject, content, personalization, status, total_contacts)
       values (?, ?, ?, 'n', 's', 'c', 'both', 'sending', ?)`,
      [person.tenantId, campaignId, person.userId, MAILS],
    )
    await em.execute(`delete from suppressions where tenant_id = ?`, [person.tenantId])
    for (const [mail, id] of logs.entries()) {
      await em.execute(
        `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status)
         values (?, ?, ?, ?, 'n', ?, '{}', 'pending')`,
        [person.tenantId, id, campaignId, newId(), address(mail)],
      )
    }
  })
  return { campaignId, logs }
}

/** Like the engine: updates rows and counters in one statement. */
const settle = (log: string, set: string, counter: string) =>
  world.app.database.inTenant(person.tenantId, (em) =>
    em.execute(
      `with settled as (
         update email_logs set ${set}, mailbox_id = ?, attempted_at = now() - interval '1 hour', thread_id = null
         where tenant_id = ? and id = ? and status = 'pending' returning campaign_id)
       update campaigns c set ${counter} = ${counter} + 1 from settled where c.tenant_id = ? and c.id = settled.campaign_id`,
      [key.mailboxId, person.tenantId, log, person.tenantId],
    ),
  )

/** Events that can happen to an email. */
const EVENTS = {
  sent: (log: string) => settle(log, `status = 'sent', sent_at = now() - interval '1 hour'`, 'sent_count'),
  uncertain: (log: string) =>
    settle(log, `status = 'failed', error = 'UNCERTAIN: x', failed_at = now()`, 'failed_count'),
  refused: (log: string) => settle(log, `status = 'failed', error = '550 no', failed_at = now()`, 'failed_count'),
  opened: (log: string) =>
    world.app.database.inTenant(person.tenantId, (em) =>
      markDelivered(em, person.tenantId, [{ logId: log, at: new Date() }]),
    ),
  bounced: (log: string, mail: number) =>
    takeReturns(world.app, key, 'me@x.test', [report(address(mail), { original: ownMessageId(log, 1, 'me@x.test') })]),
  bouncedSoftly: (log: string, mail: number) =>
    takeReturns(world.app, key, 'me@x.test', [
      report(address(mail), { status: '4.4.7', original: ownMessageId(log, 1, 'me@x.test') }),
    ]),
  replied: (log: string, mail: number) =>
    takeReturns(world.app, key, 'me@x.test', [answer(address(mail), { to: ownMessageId(log, 1, 'me@x.test') })]),
  windowClosed: () => closeWindows(world.app),
}
type Event = keyof typeof EVENTS

async function check(campaignId: string) {
  const [row] = await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute<Record<string, number>[]>(
      `select c.total_contacts as total, c.sent_count as sent, c.failed_count as failed, c.delivered_count as delivered,
         c.bounced_count as bounced, c.replied_count as replied, l.*
       from campaigns c cross join lateral (
         select count(*) filter (where status in ('pending', 'sending'))::int as "rowsPending",
           count(*) filter (where status in ('sent', 'delivered'))::int as "rowsSent",
           count(*) filter (where status = 'failed')::int as "rowsFailed",
           count(*) filter (where status = 'delivered')::int as "rowsDelivered",
           count(*) filter (where bounced_at is not null)::int as "rowsBounced",
           count(*) filter (where replied_at is not null)::int as "rowsReplied",
           count(*) filter (where (status = 'failed') <> (error is not null))::int as "unexplained",
           count(*) filter (where bounced_at is not null and status <> 'failed')::int as "bouncedNotFailed",
           count(*) filter (where (status = 'delivered') <> (delivered_at is not null))::int as "otherwiseDelivered",
           (select count(*)::int from email_events e where e.tenant_id = c.tenant_id and e.campaign_id = c.id) as events
         from email_logs where tenant_id = c.tenant_id and campaign_id = c.id) as l
       where c.tenant_id = ? and c.id = ?`,
      [person.tenantId, campaignId],
    ),
  )
  return row as Record<string, number>
}

it('the counts of a campaign count every recipient once as sent, failed or pending, whatever happens to the emails in any order', async () => {
  const happens = fc.tuple(fc.constantFrom(...(Object.keys(EVENTS) as Event[])), fc.nat(MAILS - 1))
  await fc.assert(
    fc.asyncProperty(fc.nat(MAILS), fc.array(happens, { minLength: 1, maxLength: 14 }), async (sent, events) => {
      const { campaignId, logs } = await begin()
      const first = Array.from({ length: sent }, (_, mail) => ['sent', mail] as const)
      for (const [event, mail] of [...first, ...events]) {
        await EVENTS[event](logs[mail] ?? '', mail)
        const now = await check(campaignId)
        expect(now).toMatchObject({
          total: MAILS,
          sent: now['rowsSent'],
          failed: now['rowsFailed'],
          delivered: now['rowsDelivered'],
          bounced: now['rowsBounced'],
          replied: now['rowsReplied'],
          unexplained: 0,
          bouncedNotFailed: 0,
          otherwiseDelivered: 0,
          events: (now['rowsBounced'] ?? 0) + (now['rowsReplied'] ?? 0),
        })
        expect((now['sent'] ?? 0) + (now['failed'] ?? 0) + (now['rowsPending'] ?? 0)).toBe(MAILS)
        expect(now['delivered']).toBeLessThanOrEqual(now['sent'] ?? 0)
      }
    }),
    { numRuns: inject('everything') ? 40 : 10 },
  )
})
