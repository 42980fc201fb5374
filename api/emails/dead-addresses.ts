import { DEAD_ADDRESSES, tooManyDead, type TakenEmails } from '#domain/emails/dead-addresses.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { isDead, wasTaken } from './email-sql-conditions.ts'
import { pauseToProtect } from './sending-state.ts'

/**
 * Pauses a mailbox's campaigns that send to many addresses that never existed: all of them if its newest emails do,
 * else each that does (product: campaigns.dead-addresses). What left before an admin resumed does not count.
 */
export async function pauseForDeadAddresses(
  app: Pick<App, 'events' | 'clock'>,
  em: Em,
  key: MailboxKey,
  now: Date,
): Promise<void> {
  const pause = (which: Parameters<typeof pauseToProtect>[4]) =>
    pauseToProtect(app, em, key.tenantId, 'DEAD_ADDRESSES', which)
  if (tooManyDead(await newestOfMailbox(em, key, now))) return pause({ mailboxId: key.mailboxId })
  const campaignIds: string[] = []
  for (const id of await suspectCampaigns(em, key)) {
    if (tooManyDead(await emailsOfCampaign(em, key.tenantId, id))) campaignIds.push(id)
  }
  if (campaignIds.length > 0) await pause({ campaignIds })
}

async function newestOfMailbox(em: Em, key: MailboxKey, now: Date): Promise<TakenEmails> {
  const newest = (table: string, dead: string, which: string) =>
    `(select t.attempted_at, ${dead} as dead from ${table} t
      where t.tenant_id = :tenantId and t.mailbox_id = a.id
        and t.attempted_at > greatest(:since::timestamptz, a.bounces_accepted_at) and ${which}
      order by t.attempted_at desc limit :newest)`
  const rows = await em.execute<TakenEmails[]>(
    `select count(*)::int as taken, count(*) filter (where l.dead)::int as dead from mailboxes a cross join lateral (
       select * from (${newest('email_logs', isDead('t'), wasTaken('t'))}
         union all ${newest('earlier_departures', 't.is_dead', 'true')}) as left_mailbox
       order by attempted_at desc limit :newest) as l
     where a.tenant_id = :tenantId and a.id = :mailboxId`,
    { ...key, since: new Date(now.getTime() - DEAD_ADDRESSES.days * 86_400_000), newest: DEAD_ADDRESSES.newest },
  )
  return rows[0] ?? { taken: 0, dead: 0 }
}

/**
 * Finds the campaigns of a mailbox that would be paused if every bounce were about a missing address: only for these
 * the exact count is made.
 */
async function suspectCampaigns(em: Em, key: MailboxKey): Promise<string[]> {
  const rows = await em.execute<{ id: string; sent: number; bounced: number }[]>(
    `select c.id, c.sent_count as sent, c.bounced_count as bounced
     from campaign_mailboxes m join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId and c.status = 'sending' and c.bounced_count > 0`,
    { ...key },
  )
  return rows.filter(({ sent, bounced }) => tooManyDead({ taken: sent + bounced, dead: bounced })).map(({ id }) => id)
}

async function emailsOfCampaign(em: Em, tenantId: string, campaignId: string): Promise<TakenEmails> {
  const rows = await em.execute<TakenEmails[]>(
    `select count(*)::int as taken, count(*) filter (where ${isDead('l')})::int as dead
     from email_logs l left join mailboxes a on a.tenant_id = l.tenant_id and a.id = l.mailbox_id
     where l.tenant_id = :tenantId and l.campaign_id = :campaignId and ${wasTaken('l')}
       and (a.bounces_accepted_at is null or l.attempted_at > a.bounces_accepted_at)`,
    { tenantId, campaignId },
  )
  return rows[0] ?? { taken: 0, dead: 0 }
}

/**
 * Records that an admin resumed a campaign although many of its addresses do not exist: its mailboxes are then judged
 * by later emails only.
 */
export async function acceptDeadAddresses(
  em: Em,
  { tenantId, id }: { tenantId: string; id: string },
  now: Date,
): Promise<void> {
  await em.execute(
    `update mailboxes a set bounces_accepted_at = :now
     where a.tenant_id = :tenantId and (
       exists (select from campaign_mailboxes m where m.tenant_id = :tenantId and m.campaign_id = :id and m.mailbox_id = a.id)
       or exists (select from email_logs l where l.tenant_id = :tenantId and l.campaign_id = :id and l.mailbox_id = a.id))`,
    { tenantId, id, now },
  )
}
