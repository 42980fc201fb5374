import { Client } from 'pg'
import type { World } from '../support/world.ts'
import { isToBeChecked } from './follow-up-steps.ts'

/** Questions that explain why campaigns do not end, by name. */
const QUESTIONS = {
  campaigns: `select c.id, c.status, c.paused_because, c.scheduled_at, c.total_contacts, c.sent_count, c.failed_count,
      (select jsonb_agg(m) from campaign_mailboxes m where m.tenant_id = c.tenant_id and m.campaign_id = c.id) as mailboxes
    from campaigns c where c.status in ('sending', 'paused')`,
  emails: `select l.id, l.campaign_id, l.status, l.attempts, l.attempted_at, l.retry_at, l.look_at, l.protocol, l.draft_id, l.error, l.draft_history
    from email_logs l join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
    where c.status in ('sending', 'paused') and l.status in ('pending', 'sending') limit 20`,
  mailboxes: `select id, email, status, outage, breakdown, throttled_until, quota_until, drafts_checked_at, inbox_retry_at from mailboxes`,
  unchecked: `select l.id, l.campaign_id, l.sent_at, l.draft_id, l.mailbox_id from email_logs l
    join mailboxes m on m.tenant_id = l.tenant_id and m.id = l.mailbox_id where ${isToBeChecked('l', 'm')} limit 20`,
  jobs: `select state, singleton_key, start_after, created_on, started_on from pgboss.job where name = 'mailbox' order by created_on desc limit 12`,
  locks: `select pid, granted, objid from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
  connections: `select pid, application_name, state, left(query, 150) as query, query_start, xact_start, wait_event
    from pg_stat_activity where datname = current_database()`,
}

/** The state of the database when campaigns should be over and are not. */
export async function unfinishedWork({ databaseUrl }: World): Promise<Record<string, unknown>> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const found: Record<string, unknown> = { now: new Date() }
    for (const [name, question] of Object.entries(QUESTIONS)) found[name] = (await client.query(question)).rows
    return found
  } finally {
    await client.end()
  }
}
