import { setTimeout as sleep } from 'node:timers/promises'
import { domainToUnicode } from 'node:url'
import tlds from 'tlds' with { type: 'json' }
import { AppError } from '#domain/errors.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import { followUpSpans } from '#domain/campaigns/follow-up-forecast.ts'
import type { FollowUpStep } from '#domain/campaigns/follow-ups.ts'
import { gapFinder } from '#domain/content/missing-values.ts'
import { bindingLimits } from '#domain/pacing/binding-limits.ts'
import { winnerRuleOf } from '#domain/campaigns/ab-winner-rule.ts'
import { forecastWinner } from '#domain/pacing/winner-forecast.ts'
import { scheduleOf, shareOf } from '#domain/pacing/sending-forecast.ts'
import { hasFeature } from '#domain/tenants/plans.ts'
import {
  EXAMPLES_MAX,
  type Finding,
  type LaunchFingerprint,
  type RehearsalReport,
} from '#domain/campaigns/rehearsals.ts'
import { imprintOf } from '#domain/settings/settings.ts'
import type { SendWindow } from '#domain/settings/setting-register.ts'
import { effectiveTracking } from '#domain/tracking/tracking.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import { base64LinesLength } from '#api/sending/message/base64-lines.ts'
import { ownFilesOf } from '#api/sending/message/recipient-attachments.ts'
import { settingsOf } from '#api/settings/settings.ts'
import type { TaskRun, TaskWork } from '#api/tasks/start-task.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { noteEvents } from '#api/webhooks/webhook-outbox.ts'
import { Campaign } from '../campaign.ts'
import { leavingWaves, zoneFinder, type LeavingWave } from '../launch/recipient-local-times.ts'
import { launchPace, pacedWaves, PER_SECOND, type LaunchPace } from '../checks/sending-pace-problems.ts'
import { ceilingOf } from '../launch/weekly-emails-per-person.ts'
import { withAnswerSubject } from '../follow-ups/reply-subject.ts'
import { followUpsIn, ruleOf } from '../follow-ups/campaign-with-follow-ups.ts'
import { documentsFor, loadTemplates, type LoadedTemplate } from '../content/recipient-documents.ts'
import { mailContent, senderTextsOf, signed, textsOf } from '../content/email-content.ts'
import { recipientBatches, type DraftRecipient } from '../drafts/recipient-batches.ts'
import { filePlanOf } from '../drafts/recipient-files.ts'
import type { EmailsToRehearse, RehearsedEmail } from '#api/rendering/rehearse-emails.ts'
import { factsOf } from './recipient-facts.ts'
import { collectFindings, type Rehearsed } from './rehearsal-findings.ts'
import { launchFingerprint } from './launch-fingerprint.ts'

/** Maximum characters and recipients that a thread renders in one step, so that other work waits only a moment. */
const RENDER_BATCH_MAX = { characters: 20_000_000, recipients: 500 }
/** Number of recipients for whom a rehearsal really makes documents: if all are Word files, or if some are PDFs. */
const REHEARSED_DOCUMENTS = { docx: 1_000, pdf: 100 }
/** Waiting for a full queue of threads: `pause` in ms between two attempts, and maximum number of attempts. */
const QUEUE = { pause: 1_000, times: 300 }

const DAY = 86_400_000
/** Top-level domains in use, and `example`, which the sandbox's people have. */
const TOP_LEVEL = new Set<string>([...tlds, 'example'])
const isTopLevel = (name: string) => TOP_LEVEL.has(domainToUnicode(name))

const DELETED = 'The campaign was deleted or launched, or its rehearsal was started again.'

/** The launch that a rehearsal task rehearses, as stored with the task. */
export interface RehearsalInput {
  campaignId: string
  mailboxIds: string[]
  /** ISO 8601; null = immediately */
  scheduledAt: string | null
  /** IANA zone of that time, if each recipient gets it at that time where they are; absent in older tasks */
  localTimeZone?: string | null
  /** the launch when the task was started; absent in older tasks */
  fingerprint?: LaunchFingerprint
}

/**
 * Renders a draft for all of its recipients in batches and writes the report; nothing is sent. Each batch is read in a
 * transaction of its own and rendered in the threads that serve requests, not those of sending.
 */
export const rehearseCampaignWork: TaskWork = async ({ app, em, task, report }) => {
  const { tenantId } = task
  const input = task.input as unknown as RehearsalInput
  const plan = await app.database.inTenant(tenantId, (own) => prepare(app, own, tenantId, input))
  await report(0, plan.pace.recipients)
  const found = await rehearseAll({ app, report }, plan)
  const files = plan.campaign.filePattern ? await fileFindings(app, plan.campaign) : []
  const { findings, byZone, ...totals } = found
  const result: RehearsalReport = {
    ...totals,
    ...timesOf(plan, totals.emails, byZone),
    ...plan.figures,
    findings: [...findings, ...files],
  }
  const written = await em.execute<object[]>(
    `update campaign_rehearsals r set report = :report::jsonb, fingerprint = :fingerprint::jsonb, reported_at = :now
     from campaigns c where r.tenant_id = :tenantId and r.campaign_id = :campaignId and r.task_id = :taskId
       and c.tenant_id = r.tenant_id and c.id = r.campaign_id and c.status = 'draft' returning r.campaign_id`,
    {
      report: JSON.stringify(result),
      fingerprint: JSON.stringify(plan.fingerprint),
      now: app.clock(),
      ...{ tenantId, campaignId: input.campaignId, taskId: task.id },
    },
  )
  if (written.length === 0) throw new AppError('GONE', DELETED)
  const { recipients, emails } = totals
  const data = { campaignId: input.campaignId, recipients, emails, findings: result.findings.length }
  await noteEvents(em, tenantId, [{ event: 'rehearsal_finished', data }])
  await app.events.publish(em, { kind: 'campaign', tenantId, id: input.campaignId })
  return { message: `Rehearsed with ${totals.recipients.toLocaleString('en-US')} recipients.` }
}

interface Plan {
  campaign: Campaign
  fingerprint: LaunchFingerprint
  pace: LaunchPace
  /** groups by time zone, earliest first; empty unless each recipient gets the email at their local time */
  waves: LeavingWave[]
  localTimeZone: string | null
  followUps: FollowUpStep[]
  sendWindow: SendWindow | null
  figures: Pick<RehearsalReport, 'collisionDays' | 'weeklyCeiling'>
  /** emails after this time count as recent; null: no email does */
  since: Date | null
  ceiling: Awaited<ReturnType<typeof ceilingOf>>
  /** the email and its follow-ups, in their order */
  mails: Omit<EmailsToRehearse, 'recipients'>[]
  /** texts of the campaign's email and of its follow-ups */
  texts: string[]
}

async function prepare(app: TaskRun['app'], em: Em, tenantId: string, input: RehearsalInput): Promise<Plan> {
  const campaign = await em.findOne(Campaign, { id: input.campaignId, status: 'draft' })
  if (!campaign) throw new AppError('GONE', DELETED)
  const found = await em.find(Mailbox, { id: { $in: input.mailboxIds } })
  const accounts = input.mailboxIds.flatMap((id) => found.find((account) => account.id === id) ?? [])
  const scheduledAt = input.scheduledAt === null ? null : new Date(input.scheduledAt)
  const settings = await settingsOf(em, tenantId)
  const { features } = await em.findOneOrFail(Tenant, { id: tenantId })
  const level = effectiveTracking(campaign.tracking, settings.tracking, hasFeature(features, 'tracking'))
  const localTimeZone = (scheduledAt && input.localTimeZone) ?? null
  const waves = await leavingWaves(em, campaign, { scheduledAt, localTimeZone, now: app.clock(), ...settings })
  const pace = await launchPace({ app }, em, campaign, accounts, { scheduledAt, waves })
  const { collisionDays, weeklyCeiling } = settings
  const followUps = await Promise.all((await followUpsIn(em, campaign)).map((each) => withAnswerSubject(em, each)))
  const shared = {
    from: { name: accounts[0]?.name ?? '', address: accounts[0]?.email ?? 'sender@example.com' },
    publicUrl: app.publicUrl,
    postalAddress: imprintOf(settings),
    opens: level !== 'off' && campaign.trackOpens,
    clicks: level !== 'off' && campaign.trackClicks,
  }
  const mails: Plan['mails'] = []
  for (const each of [campaign, ...followUps]) {
    const written = await signed(app, tenantId, each, accounts[0]?.signature)
    mails.push({ ...shared, content: await mailContent(app, em, written, () => false) })
  }
  return {
    campaign,
    ...{ pace, waves, localTimeZone, followUps: followUps.map(ruleOf), sendWindow: settings.sendWindow ?? null },
    fingerprint: await launchFingerprint(em, campaign, { accounts, scheduledAt, localTimeZone }),
    figures: { collisionDays, weeklyCeiling: weeklyCeiling ?? null },
    since: collisionDays > 0 ? new Date(app.clock().getTime() - collisionDays * DAY) : null,
    ceiling: await ceilingOf(em, campaign, { now: app.clock(), start: pace.startsAt }),
    mails,
    texts: [campaign, ...followUps].flatMap(textsOf),
  }
}

async function rehearseAll({ app, report }: Pick<TaskRun, 'app' | 'report'>, plan: Plan) {
  const { tenantId, id } = plan.campaign
  const ownFiles = plan.mails[0]?.content.ownFiles ?? null
  const gapsOf = gapFinder({
    texts: plan.texts,
    language: plan.mails[0]?.content.language,
    ...senderTextsOf(plan.campaign),
  })
  const findings = collectFindings(isTopLevel)
  const atOnce = Math.min(
    RENDER_BATCH_MAX.recipients,
    Math.max(
      1,
      Math.floor(RENDER_BATCH_MAX.characters / Math.max(1, ...plan.mails.map(({ content }) => content.content.length))),
    ),
  )
  const templates = await app.database.inTenant(tenantId, (em) =>
    loadTemplates(em, tenantId, plan.mails[0]?.content.documents),
  )
  const makeDocuments = documentMaker(app, tenantId, templates, plan.mails[0]?.content.language)
  const zoneOf = plan.localTimeZone === null ? null : await zoneFinder()
  const byZone = new Map<string | null, number>()
  let done = 0
  for await (const batch of recipientBatches(app.database, plan.campaign)) {
    const [first, last] = [batch[0]?.id, batch.at(-1)?.id]
    if (first === undefined || last === undefined) break
    const facts = await app.database.inTenant(tenantId, (em) =>
      factsOf(
        em,
        { tenantId, id, first, last, topicId: plan.campaign.topicId ?? null, now: app.clock() },
        plan.since,
        plan.ceiling,
        plan.pace.startsAt,
      ),
    )
    for (let start = 0; start < batch.length; start += atOnce) {
      const part = batch.slice(start, start + atOnce)
      const emails: RehearsedEmail[][] = []
      for (const mail of plan.mails) emails.push(await render(app, tenantId, mail, part))
      for (const [index, recipient] of part.entries()) {
        const own = ownFiles ? ownFilesOf(ownFiles, recipient) : { files: [], missing: null }
        const documents = await makeDocuments(recipient)
        const getsIt = findings.see({
          recipient,
          facts: facts.get(recipient.id),
          gaps: gapsOf(recipient),
          lacksFile: own.missing !== null,
          documentProblem: documents.problem,
          ...outcomeOf(
            emails.map((ofStep, step) =>
              withFiles(ofStep[index] ?? { problem: '' }, [
                ...(plan.mails[step]?.content.ownFiles ? own.files : []),
                ...(plan.mails[step]?.content.documents?.length ? documents.files : []),
              ]),
            ),
          ),
        })
        if (!getsIt || !zoneOf) continue
        const zone = zoneOf(recipient)?.timeZone ?? null
        byZone.set(zone, (byZone.get(zone) ?? 0) + 1)
      }
      done += part.length
      await report(done)
    }
  }
  return { ...findings.result(), byZone }
}

/** The documents of a recipient: their sizes, and why one cannot be made. */
interface MadeDocuments {
  files: { size: number }[]
  problem: string | null
}

/**
 * Makes the documents of the first recipients of a rehearsal. For later recipients it takes the largest sizes so far,
 * because making documents for a long list would take hours.
 */
function documentMaker(
  app: TaskRun['app'],
  tenantId: string,
  templates: readonly LoadedTemplate[],
  language: EmailLanguage = DEFAULT_LANGUAGE,
): (recipient: DraftRecipient) => Promise<MadeDocuments> {
  let left = REHEARSED_DOCUMENTS[templates.some(({ format }) => format === 'pdf') ? 'pdf' : 'docx']
  const largest = templates.map(() => ({ size: 0 }))
  return async (recipient) => {
    if (left === 0 || templates.length === 0) return { files: largest, problem: null }
    left -= 1
    const results = await patiently(() => documentsFor(app, tenantId, templates, { recipient, language }))
    const files: { size: number }[] = []
    let problem: string | null = null
    for (const [index, result] of results.entries()) {
      if ('problem' in result) problem ??= `${result.template.name}: ${result.problem}`
      else {
        files.push({ size: result.file.size })
        largest[index] = { size: Math.max(largest[index]?.size ?? 0, result.file.size) }
      }
    }
    return { files, problem }
  }
}

/** An email with the files of its recipient, which a thread leaves out. */
function withFiles(email: RehearsedEmail, files: readonly { size: number }[]): RehearsedEmail {
  if ('problem' in email) return email
  return { ...email, bytes: files.reduce((sum, { size }) => sum + base64LinesLength(size), email.bytes) }
}

/**
 * Summarizes the emails to one person: whether the first can be made, the largest sizes, and the first follow-up that
 * cannot be made.
 */
function outcomeOf(emails: readonly RehearsedEmail[]): Pick<Rehearsed, 'email' | 'followUpProblem'> {
  const [first = { problem: '' }] = emails
  if ('problem' in first) return { email: first, followUpProblem: null }
  const sizes = emails.flatMap((email) => ('problem' in email ? [] : [email]))
  const problems = emails.flatMap((email, step) => ('problem' in email ? [`Follow-up ${step}: ${email.problem}`] : []))
  return {
    email: {
      htmlBytes: Math.max(...sizes.map(({ htmlBytes }) => htmlBytes)),
      bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
    },
    followUpProblem: problems[0] ?? null,
  }
}

/** Renders in a thread; waits for its turn if the queue of the workspace is full. */
async function render(
  { threads }: Pick<TaskRun['app'], 'threads'>,
  tenantId: string,
  mail: Plan['mails'][number],
  recipients: readonly DraftRecipient[],
): Promise<RehearsedEmail[]> {
  // The files of all recipients are not copied to the thread: it makes the emails without them.
  const content = { ...mail.content, ownFiles: null }
  const size = mail.content.content.length * recipients.length
  return patiently(() => threads.run(tenantId, 'rehearse', { ...mail, content, recipients }, size))
}

/** Runs work in the threads, and tries again for a while if the queue of the workspace is full. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await work()
    } catch (error) {
      const isFull = error instanceof AppError && ['TOO_MANY_REQUESTS', 'UNAVAILABLE'].includes(error.code)
      if (!isFull || time >= QUEUE.times) throw error
      await sleep(QUEUE.pause)
    }
  }
}

/** Files that no recipient gets, that several get, and those with the name of somebody else. */
async function fileFindings(app: Pick<TaskRun['app'], 'database'>, campaign: Campaign): Promise<Finding[]> {
  const { doubtful, shared, unusedCount, first } = await filePlanOf(app, campaign, null)
  const found: Finding[] = []
  const examplesOf = (ids: readonly string[]) => ids.slice(0, EXAMPLES_MAX).map((contactId) => ({ contactId }))
  if (doubtful > 0) found.push({ code: 'FILE_DOUBTFUL', count: doubtful, examples: examplesOf(first.doubtful) })
  if (shared > 0) found.push({ code: 'FILE_SHARED', count: shared, examples: examplesOf(first.shared) })
  if (unusedCount > 0) found.push({ code: 'FILE_UNUSED', count: unusedCount, examples: [] })
  return found
}

/** Returns when the first and the last of this many emails leave, and which limit decides it. */
function timesOf(
  {
    campaign,
    localTimeZone,
    pace: { mailboxes, startsAt },
    ...plan
  }: Pick<Plan, 'campaign' | 'pace' | 'waves' | 'localTimeZone' | 'followUps' | 'sendWindow' | 'figures'>,
  emails: number,
  byZone: ReadonlyMap<string | null, number>,
): Pick<RehearsalReport, 'startsAt' | 'finishesAt' | 'limits' | 'decidesAt' | 'followUps' | 'waves' | 'localTimeZone'> {
  const waves = plan.waves.flatMap((wave) => {
    const recipients = byZone.get(wave.timeZone) ?? 0
    return recipients > 0 ? [{ ...wave, recipients }] : []
  })
  const { need, arrivals } = shareOf(emails, mailboxes.length, waves)
  const paced = pacedWaves(waves, { mailboxes, startsAt }, emails)
  const rule = winnerRuleOf(campaign)
  const winner = rule && forecastWinner(mailboxes, emails, rule, { perSecond: PER_SECOND, startsAt })
  const times = mailboxes.flatMap(({ rules, counts }, index) => {
    if (need === 0) return []
    const at = scheduleOf(rules, counts, need, PER_SECOND, startsAt, arrivals)
    const last = winner ? winner.finishes[index] : at(need)
    return last ? [{ first: at(1), last, rules, counts }] : []
  })
  const latest = times.toSorted((a, b) => b.last.getTime() - a.last.getTime())[0]
  const earliest = times.toSorted((a, b) => a.first.getTime() - b.first.getTime())[0]
  if (!latest || !earliest) return { startsAt: null, finishesAt: null, limits: [] }
  const groups = paced.map(({ timeZone, leavesAt, leftAt }) => ({ timeZone, firstAt: leavesAt, lastAt: leftAt }))
  const whole = [{ timeZone: null, firstAt: earliest.first, lastAt: latest.last }]
  const followUps = followUpSpans(
    groups.length > 0 ? groups : whole,
    plan.followUps,
    plan.sendWindow,
    plan.figures.weeklyCeiling,
  )
  return {
    startsAt: earliest.first.toISOString(),
    finishesAt: latest.last.toISOString(),
    ...(winner && { decidesAt: winner.decidesAt.toISOString() }),
    ...(followUps.length > 0 && {
      followUps: followUps.map(({ step, firstAt, lastAt }) => ({
        step,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
    }),
    ...(localTimeZone !== null && { localTimeZone, waves: paced.map(written) }),
    limits: bindingLimits(latest.rules, latest.counts, need, PER_SECOND, startsAt, arrivals),
  }
}

const written = ({ timeZone, recipients, doubts, at, leavesAt }: LeavingWave) => ({
  timeZone,
  recipients,
  doubts,
  at: at.toISOString(),
  leavesAt: leavesAt.toISOString(),
})
