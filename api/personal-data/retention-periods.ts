import { eraseAnswers } from '#api/campaigns/answers/reply-answer-campaigns.ts'
import type { AuditChange } from '#domain/audit.ts'
import { ERASED } from '#domain/personal-data.ts'
import { recordProduct } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { deleteExpiredFiles } from './expired-files.ts'
import { isUncertain } from '#api/emails/email-sql-conditions.ts'
import { ERASED_ERROR, eraseOldEmails } from '#api/emails/erase-emails.ts'

/** seconds between two runs that delete what workspaces no longer want to keep */
const CLEANUP_INTERVAL_SECONDS = 6 * 3_600
/** emails changed in one transaction */
const BATCH = 2_000
/** campaigns looked up in one transaction */
const CAMPAIGNS = 100

/** Data that each period of retention deletes, and the column that marks a campaign as done. */
const KINDS = {
  contents: {
    days: 'contents_kept_days',
    mark: 'contents_deleted_at',
  },
  recipients: {
    days: 'recipients_kept_days',
    mark: 'recipients_deleted_at',
  },
} as const
type Kind = keyof typeof KINDS

/** Number of rows deleted in one run, as the activity log shows it. */
type Counts = Record<Kind | 'testEmails' | 'imports', number>

interface Period {
  tenantId: string
  contents: number | null
  recipients: number | null
}

interface Limits {
  batch: number
  stopped: () => boolean
}

/**
 * Deletes what workspaces no longer want to keep of finished campaigns: merged values of each person, and names and
 * addresses; the latter also in test emails and rejected rows of imports. Counts stay. Works in short transactions; can
 * be interrupted and repeated. Each workspace gets one entry in its activity log per run. A workspace that fails is
 * logged, and does not stop the others. Returns the number of emails changed.
 */
export async function applyRetention(
  app: Pick<App, 'database' | 'clock' | 'log'>,
  { batch = BATCH, stopped = () => false }: Partial<Limits> = {},
): Promise<number> {
  const { database, log } = app
  const now = app.clock()
  let [changed, ended] = [0, false]
  const halts = () => (ended ||= stopped())
  for (const period of await database.asSystem(periods)) {
    if (ended) break
    const { tenantId } = period
    const counts: Counts = { contents: 0, recipients: 0, testEmails: 0, imports: 0 }
    const orLog = (error: unknown) => {
      log.warn({ error: String(error), tenantId }, 'Retention periods could not be applied')
    }
    await applyTo(database, period, { now, batch, stopped: halts, counts }).catch(orLog)
    changed += counts.contents + counts.recipients
    // Also of a run that was interrupted or failed half-way.
    await recordCounts(app, tenantId, counts).catch(orLog)
  }
  return changed
}

async function recordCounts(
  app: Pick<App, 'database' | 'clock' | 'log'>,
  tenantId: string,
  counts: Counts,
): Promise<void> {
  const changes = Object.entries(counts).flatMap(([field, count]): AuditChange[] =>
    count === 0 ? [] : [{ field, from: null, to: String(count) }],
  )
  if (changes.length === 0) return
  await app.database.inTenant(tenantId, (em) =>
    recordProduct(app, em, { action: 'retention_applied', tenantId, changes }),
  )
}

/** Applies the retention periods of one workspace. Adds to `counts` what each transaction changed. */
async function applyTo(
  database: App['database'],
  period: Period,
  { now, batch, stopped, counts }: Limits & { now: Date; counts: Counts },
): Promise<void> {
  const { tenantId } = period
  const inTenant = <T>(work: (em: Em) => Promise<T>) => database.inTenant(tenantId, work)
  for (const kind of ['contents', 'recipients'] as const) {
    const days = period[kind]
    if (days === null) continue
    const values = { tenantId, before: new Date(now.getTime() - days * 86_400_000), now }
    if (kind === 'recipients') Object.assign(counts, await inTenant((em) => eraseElsewhere(em, values)))
    for (let after = ''; ;) {
      const campaigns = await inTenant((em) => dueCampaigns(em, kind, { ...values, after: after || null }))
      for (const { id } of campaigns) {
        for (let last = batch; last === batch; counts[kind] += last) {
          if (stopped()) return
          last = await inTenant((em) => eraseOldEmails(em, kind, { tenantId, id, batch }))
        }
        await inTenant((em) => markDone(em, kind, { ...values, id }))
      }
      after = campaigns.at(-1)?.id ?? ''
      if (campaigns.length < CAMPAIGNS) break
    }
  }
}

async function periods(em: Em): Promise<Period[]> {
  return em.execute<Period[]>(
    `select tenant_id as "tenantId", contents_kept_days as contents, recipients_kept_days as recipients from email_settings
     where contents_kept_days is not null or recipients_kept_days is not null order by tenant_id`,
  )
}

/**
 * Finds finished campaigns that ended before a time and were not handled since, from an id on. Follow-ups count as
 * ended with their campaign, because each follow-up copies the values of the email before.
 */
async function dueCampaigns(
  em: Em,
  kind: Kind,
  values: { tenantId: string; before: Date; after: string | null },
): Promise<{ id: string }[]> {
  const { mark } = KINDS[kind]
  return em.execute<{ id: string }[]>(
    `select c.id from campaigns c join campaigns whole on whole.tenant_id = :tenantId and whole.id = coalesce(c.parent_id, c.id)
     where c.tenant_id = :tenantId and c.status in ('sent', 'failed') and whole.status in ('sent', 'failed')
       and coalesce(whole.sent_at, whole.cancelled_at, whole.created_at) < :before
       and (c.${mark} is null or c.${mark} < c.sent_at) and (:after::uuid is null or c.id > :after::uuid)
     order by c.id limit ${CAMPAIGNS}`,
    values,
  )
}

/** Marks campaigns as done for a kind of data, once no email is left that a person must still decide about. */
async function markDone(em: Em, kind: Kind, values: { tenantId: string; id: string; now: Date }): Promise<void> {
  const { mark } = KINDS[kind]
  if (kind === 'recipients') {
    // A receiver of webhooks may have repeated the addresses that it was sent.
    await em.execute(
      `update webhook_deliveries set response_body = '' where tenant_id = :tenantId and response_body <> ''
         and data ->> 'campaignId' = :id`,
      values,
    )
    await em.execute(
      `delete from replies r using email_logs l where r.tenant_id = :tenantId and r.campaign_id = :id
         and l.tenant_id = :tenantId and l.id = r.log_id and l.email_key = :nobody`,
      { ...values, nobody: ERASED.email },
    )
  }
  await eraseAnswers(em, { sql: (l) => `${l}.campaign_id = :id`, values })
  await em.execute(
    `update campaigns c set ${mark} = :now where c.tenant_id = :tenantId and c.id = :id and c.status in ('sent', 'failed')
       and not exists (select from email_logs l where l.tenant_id = :tenantId and l.campaign_id = c.id
         and (l.status in ('pending', 'sending') or ${isUncertain('l')}))`,
    values,
  )
}

async function eraseElsewhere(
  em: Em,
  values: { tenantId: string; before: Date },
): Promise<Pick<Counts, 'testEmails' | 'imports'>> {
  const [{ testEmails }] = await em.execute<[{ testEmails: number }]>(
    `with erased as (update test_mails set email = :nobody, error = ${ERASED_ERROR}
       where tenant_id = :tenantId and attempted_at < :before and email <> :nobody and status <> 'sending' returning 1)
     select count(*)::int as "testEmails" from erased`,
    { ...values, nobody: ERASED.email },
  )
  const [{ imports }] = await em.execute<[{ imports: number }]>(
    `with erased as (update contact_imports set rejected_rows = '[]',
       undone = case when undone is null then null else jsonb_set(undone, '{leftEmails}', '[]') end
       where tenant_id = :tenantId and created_at < :before and (rejected_rows <> '[]' or undone -> 'leftEmails' <> '[]')
       returning 1)
     select count(*)::int as imports from erased`,
    values,
  )
  return { testEmails, imports }
}

/** Applies the periods now and a few times a day. */
export const startRetention = (app: App): Worker =>
  runPeriodically({
    name: 'Applying retention periods',
    seconds: CLEANUP_INTERVAL_SECONDS,
    work: async (signal) => {
      const stopped = () => signal.aborted
      await applyRetention(app, { stopped })
      await deleteExpiredFiles(app, stopped)
    },
    log: app.log,
  })
