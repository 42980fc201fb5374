import { CAUTION_DAYS, cautionOf, type Caution, type WelcomeCounts } from '#domain/pacing/complaint-slowdown.ts'
import { CHOICES } from '#api/emails/unsubscribe-choices.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { Mailbox } from './mailbox.ts'

/** Seconds between two judgments of a mailbox, whose figures cover days. */
const JUDGE_SECONDS = 3_600
const DAY = 86_400_000

type CautionApp = Pick<App, 'database' | 'clock'>

/**
 * Judges whether mailboxes must slow down, or no longer need to, because recipients complain or leave: mailboxes that
 * are slowed down, and those of workspaces with complaints or changed preferences in the last days. Several processes
 * may judge the same mailbox.
 *
 * @returns the number of mailboxes whose pace changed
 */
export async function judgeMailboxes(app: CautionApp, stopped: () => boolean = () => false): Promise<number> {
  const since = new Date(app.clock().getTime() - CAUTION_DAYS.recent * DAY)
  const due = await app.database.asSystem((em) =>
    em.execute<MailboxKey[]>(
      `select m.tenant_id as "tenantId", m.id as "mailboxId" from mailboxes m
       where m.caution is not null
         or exists (select from suppressions s where s.tenant_id = m.tenant_id and s.reason = 'complained' and s.created_at > :since)
         or exists (select from preferences p where p.tenant_id = m.tenant_id and p.changed_at > :since)
       order by m.tenant_id, m.id`,
      { since },
    ),
  )
  let changed = 0
  for (const key of due) {
    if (stopped()) break
    // oxlint-disable-next-line no-await-in-loop -- no hurry
    if (await judgeMailbox(app, key)) changed += 1
  }
  return changed
}

/** Starts {@link judgeMailboxes}, every hour. */
export const startCautions = (app: App): Worker =>
  runPeriodically({
    name: 'Judging how welcome the emails of mailboxes are',
    seconds: JUDGE_SECONDS,
    work: (signal) => judgeMailboxes(app, () => signal.aborted),
    log: app.log,
  })

async function judgeMailbox({ database, clock }: CautionApp, { tenantId, mailboxId }: MailboxKey): Promise<boolean> {
  return database.inTenant(tenantId, async (em) => {
    const mailbox = await em.findOne(Mailbox, { tenantId, id: mailboxId })
    if (!mailbox) return false
    const now = clock()
    const { recent, usual } = await countWelcome(em, { tenantId, mailboxId }, now)
    const before = mailbox.caution ?? null
    const caution: Caution | null = cautionOf(recent, usual, before, now)
    await em.nativeUpdate(Mailbox, { tenantId, id: mailboxId }, { caution })
    return caution?.perDay !== before?.perDay
  })
}

/**
 * Counts the emails of a mailbox, complaints about them, and people who left their topic: in the last days, and before.
 */
async function countWelcome(
  em: Em,
  key: MailboxKey,
  now: Date,
): Promise<{ recent: WelcomeCounts; usual: WelcomeCounts }> {
  const recentFrom = new Date(now.getTime() - CAUTION_DAYS.recent * DAY)
  const rows = await em.execute<(WelcomeCounts & { isRecent: boolean })[]>(
    `with chosen as materialized (${CHOICES})
     select l.sent_at > :recentFrom as "isRecent", count(*)::int as sent, count(distinct date_trunc('day', l.sent_at at time zone 'UTC'))::int as days,
       count(*) filter (where exists (select from email_events e
         where e.tenant_id = :tenantId and e.log_id = l.id and e.kind = 'complaint'))::int as complained,
       count(*) filter (where exists (select from chosen where chosen.log_id = l.id and chosen.sign = 'left'))::int as left
     from email_logs l join campaigns k on k.tenant_id = :tenantId and k.id = l.campaign_id and k.answers_reply_id is null
     where l.tenant_id = :tenantId and l.mailbox_id = :mailboxId and l.attempted_at > :since and l.sent_at is not null
     group by 1`,
    { ...key, recentFrom, since: new Date(recentFrom.getTime() - CAUTION_DAYS.usual * DAY) },
  )
  const none: WelcomeCounts = { sent: 0, days: 0, complained: 0, left: 0 }
  return {
    recent: rows.find(({ isRecent }) => isRecent) ?? none,
    usual: rows.find(({ isRecent }) => !isRecent) ?? none,
  }
}
