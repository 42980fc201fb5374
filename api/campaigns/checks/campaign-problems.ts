import { ATTACHMENTS_TOTAL_MAX, formatSize } from '#domain/campaigns/attachments.ts'
import { mayDraft } from '#domain/mailboxes/mailboxes.ts'
import { fromAddressProblem } from '#domain/mailboxes/send-as.ts'
import { hasFeature } from '#domain/tenants/plans.ts'
import { effectiveTracking } from '#domain/tracking/tracking.ts'
import { needsSignature } from '#domain/content/mailbox-signatures.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import { viewerWith, type Call, type Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import { mailboxesToUse } from '#api/mailboxes/mailboxes-of-sender.ts'
import { base64LinesLength } from '#api/sending/message/base64-lines.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { Campaign } from '../campaign.ts'
import { bulkProblems } from './bulk-sender-problems.ts'
import { ceilingProblems } from './weekly-limit-problems.ts'
import { subjectBProblems } from '#api/rendering/content-problems.ts'
import { toApprove } from '#api/rendering/external-pictures.ts'
import type { MailProblem } from '#api/rendering/mail-problem.ts'
import { AFFECTED_MAX, ofAll, type CampaignProblem } from './campaign-problem.ts'
import { recipientProblems } from './recipient-problems.ts'
import { rowProblems } from './sheet-row-problems.ts'
import { copyProblems } from './cc-bcc-problems.ts'
import { followUpProblems } from './follow-up-problems.ts'
import { linkProblems } from './link-problems.ts'
import { mailContent, signed } from '../content/email-content.ts'
import { sizeOf } from '#api/rendering/rendering-tasks.ts'
import { demandsApproval } from '#api/settings/launch-approval.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { reviewedFor } from '../approval/launching-user.ts'
import { firstMailboxOf } from '../launch/mailbox-selection.ts'
import { campaignLimitText } from '#api/tenants/plan-limits.ts'
import { launchPace, paceProblems } from './sending-pace-problems.ts'
import { fontProblems, sameDocumentProblems } from './font-problems.ts'
import { personalProblems } from './personalization-problems.ts'
import { workspaceProblems } from './workspace-problems.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'
/**
 * Maximum message size in bytes that both Microsoft and Google accept; without permission to create drafts Microsoft
 * Graph accepts 4 MB only.
 */
const MESSAGE_MAX = 35 * 1_048_576
const REQUEST_MAX = 4 * 1_048_576

/**
 * Checks a draft before its launch and lists its problems, errors first, without duplicates; empty for a campaign that
 * was launched. A missing unsubscribe link is not a problem, because the footer adds one. Throws NOT_FOUND (the
 * campaign or a mailbox).
 *
 * @param scheduledAt when the campaign starts; null: immediately
 */
export async function campaignProblems(
  call: Call,
  id: string,
  mailboxIds: readonly string[],
  scheduledAt: Date | null,
): Promise<CampaignProblem[]> {
  const viewer = viewerWith(call, 'campaigns:read')
  const { tenantId } = viewer
  const checked = await call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id })
    if (!campaign) throw notFound('Campaign')
    const accounts = await mailboxesFor(em, viewer, campaign, mailboxIds)
    if (campaign.status !== 'draft') return null
    const mail = await checkMail(call, em, campaign, accounts)
    const { content, tenant, tracking, check } = mail
    const attachments = content.attachments.length + (content.documents?.length ?? 0)
    const found = [
      ...workspaceProblems(
        tenant,
        { ...campaign, attachments, tracking },
        call.app.clock(),
        await campaignLimitText(em, tenant),
      ).map(ofAll),
      ...(await ownProblems(call, em, viewer, campaign, accounts, mail)),
      ...(await linkProblems(em, campaign, check.guardedLinks)),
      ...fromProblems(accounts, campaign.fromAddress).map(ofAll),
      ...signatureProblems(campaign.content, accounts).map(ofAll),
      ...paceProblems(
        await launchPace(call, em, campaign, accounts, { scheduledAt }),
        accounts.length > 0,
        scheduledAt !== null && scheduledAt > call.app.clock(),
      ),
      ...(await ceilingProblems(em, campaign, { now: call.app.clock(), start: scheduledAt ?? call.app.clock() })),
      ...(await bulkProblems(em, campaign, accounts, call.app.clock())).map(ofAll),
    ]
    return { campaign, found }
  })
  if (!checked) return []
  const found = [...checked.found, ...(await personalProblems(call, checked.campaign))]
  return found.toSorted((a, b) => a.severity.localeCompare(b.severity))
}

/** The email of a draft as it would be sent from these mailboxes, and what the check of it found. */
async function checkMail(call: Call, em: Em, campaign: Campaign, accounts: readonly Mailbox[]) {
  const { tenantId, htmlTemplate } = campaign
  const written = await signed(call.app, tenantId, campaign, accounts[0]?.signature)
  const content = await mailContent(call.app, em, written, () => false)
  const subjectB = campaign.isAbTest ? (written.abVariantB ?? '') : null
  const subjects = [written.subject, subjectB ?? '', campaign.fromName ?? '', campaign.documentTags ?? '']
  const tenant = await em.findOneOrFail(Tenant, { id: tenantId })
  const tracking = campaign.tracking ?? (await settingsOf(em, tenantId)).tracking
  const { publicUrl, threads } = call.app
  const countsOpens =
    campaign.trackOpens && effectiveTracking(tracking, tracking, hasFeature(tenant.features, 'tracking')) !== 'off'
  const needsApproval = await demandsApproval(em, tenantId, call.app.clock())
  const approval = needsApproval ? toApprove(campaign, accounts) : null
  const asked = { publicUrl, countsOpens, approval, content, htmlTemplate, subjects }
  const check = await threads.run(tenantId, 'check', asked, sizeOf(content.content, htmlTemplate))
  return { content, subjectB, tenant, tracking, check, needsApproval }
}

/**
 * Finds the problems of a draft's texts, recipients, copies (CC, BCC), follow-ups and size, apart from those of its
 * launch.
 */
async function ownProblems(
  call: Call,
  em: Em,
  viewer: Pick<Viewer, 'scopes' | 'role'>,
  campaign: Campaign,
  accounts: readonly Mailbox[],
  { content, subjectB, tracking, check, needsApproval }: Awaited<ReturnType<typeof checkMail>>,
): Promise<CampaignProblem[]> {
  return [
    ...check.problems.map(ofAll),
    ...(subjectB === null ? [] : subjectBProblems(subjectB).map(ofAll)),
    ...(await recipientProblems(em, viewer, campaign, check)),
    ...(await rowProblems(em, campaign)),
    ...(await fontProblems(call.app, em, campaign)),
    ...(await sameDocumentProblems(em, campaign)),
    ...(await copyProblems(em, campaign)),
    ...(await followUpProblems(call, em, campaign, {
      accounts,
      tracking,
      needsApproval,
      ofTags: (mail) => recipientProblems(em, viewer, campaign, mail),
    })),
    ...mailboxProblems(
      accounts,
      [...content.attachments, ...(content.documents ?? [])].map(({ size }) => size),
      Buffer.byteLength(content.content),
    ),
  ]
}

/**
 * Returns why a draft may not be launched from these mailboxes: the messages of its errors. Null if it may.
 * Recipients, mailboxes and the workspace are left to the launch, which refuses them in words of its own.
 */
export async function launchRefusal(
  call: Call,
  em: Em,
  campaign: Campaign,
  accounts: readonly Mailbox[],
): Promise<string | null> {
  const asPerson = { scopes: null, role: 'user' } as const
  const found = await ownProblems(call, em, asPerson, campaign, accounts, await checkMail(call, em, campaign, accounts))
  const errors = found.filter(({ severity, code }) => severity === 'error' && !REFUSED_BY_LAUNCH.has(code))
  return errors.length === 0
    ? null
    : [...new Set(errors.map(({ message }) => message))].slice(0, AFFECTED_MAX).join(' ')
}

const REFUSED_BY_LAUNCH: ReadonlySet<MailProblem['code']> = new Set([
  ...([
    'NO_RECIPIENTS',
    'SUPPRESSED',
    'NO_MAILBOX',
    'MAILBOX_EXPIRED',
    'NO_SUBJECT',
    'NO_CONTENT',
    'NO_SUBJECT_B',
  ] as const),
])

/** Returns the mailboxes to check a draft with: the named ones, or the one that would be used by default. */
export async function mailboxesFor(
  em: Em,
  viewer: Viewer,
  campaign: Campaign,
  ids: readonly string[],
): Promise<Mailbox[]> {
  if (ids.length === 0) {
    const account = await firstMailboxOf(em, viewer, { mailboxId: null, campaign })
    return account ? [account] : []
  }
  const uuids = ids.map((id) => uuidOf('Mailbox', id))
  return mailboxesToUse(em, await reviewedFor(em, viewer, campaign, uuids), uuids)
}

function mailboxProblems(accounts: readonly Mailbox[], files: readonly number[], bytes: number): CampaignProblem[] {
  if (accounts.length === 0) {
    const message = 'No mailbox is connected. Connect Microsoft 365, Gmail or any other mailbox in the sidebar.'
    return [ofAll({ code: 'NO_MAILBOX', severity: 'error', message })]
  }
  const size = base64LinesLength(bytes) * 2 + files.reduce((sum, each) => sum + base64LinesLength(each), 0)
  return accounts.flatMap((account) => {
    const problems: MailProblem[] = []
    if (account.status === 'error') {
      const message = `${account.email} needs to be reconnected: its sign-in has expired or was revoked.`
      problems.push({ code: 'MAILBOX_EXPIRED', severity: 'error', message })
    }
    const uploads = !PROVIDERS[account.provider].uploadsNeedDrafts || mayDraft(account.scopes)
    const most = uploads ? MESSAGE_MAX : REQUEST_MAX
    if (size > most) {
      const advice = uploads
        ? 'Reduce the size, or link to the files.'
        : 'Allow safe sending under Settings → Connected Emails, or reduce the size.'
      const message = `With its files an email has ${formatSize(size)} as sent (attachments alone may have ${formatSize(ATTACHMENTS_TOTAL_MAX)}), and ${account.email} takes ${formatSize(most)} at most. ${advice}`
      problems.push({ code: 'TOO_LARGE', severity: 'error', message })
    }
    return problems.map(ofAll)
  })
}

/** Warns of mailboxes that cannot send from the campaign's From address. */
function fromProblems(accounts: readonly Mailbox[], fromAddress: string | null | undefined): MailProblem[] {
  const message = fromAddressProblem(accounts, fromAddress)
  return message === null ? [] : [{ code: 'FROM_ADDRESS', severity: 'error', message }]
}

/** Warns of mailboxes without a signature, if the email has {signature}: it would be empty there. */
function signatureProblems(content: string, accounts: readonly Mailbox[]): MailProblem[] {
  const without = accounts.filter(({ signature }) => !signature).map(({ email }) => email)
  if (without.length === 0 || !needsSignature(content)) return []
  const [named, verb] = [new Intl.ListFormat('en-GB').format(without), without.length === 1 ? 'has' : 'have']
  const message = `${named} ${verb} no signature, so {signature} stays empty there. Add one under Settings → Connected Emails.`
  return [{ code: 'NO_SIGNATURE', severity: 'warning', message }]
}
