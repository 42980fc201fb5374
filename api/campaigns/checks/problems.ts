import { mayUse } from '#domain/accounts/api-keys.ts'
import { ATTACHMENTS_TOTAL_MAX, formatSize } from '#domain/campaigns/attachments.ts'
import { SERIAL_NUMBER_FIELD } from '#domain/contacts/contact-columns.ts'
import { unreadText } from '#domain/content/formatted-tags.ts'
import { mayDraft } from '#domain/mailboxes/mailboxes.ts'
import { SALUTATION_TAG, SERIAL_NUMBER_TAGS, SIGNATURE_TAG, UNSUBSCRIBE_TAG } from '#domain/content/merge-tags.ts'
import { fromAddressProblem } from '#domain/mailboxes/send-as.ts'
import { hasFeature } from '#domain/tenants/plans.ts'
import { effectiveTracking } from '#domain/tracking/tracking.ts'
import { needsSignature } from '#domain/content/signatures.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { notFound, uuidOf } from '#schema/ids.ts'
import { Contact } from '#api/contacts/contact.ts'
import { viewerWith, type Call, type Viewer } from '#api/platform/call.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import { mailboxesToUse } from '#api/mailboxes/usable.ts'
import { base64LinesLength } from '#api/sending/message/base64-lines.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import type { Condition } from '#api/emails/conditions.ts'
import { Campaign } from '../campaign.ts'
import { bulkProblems } from './bulk-problems.ts'
import { ceilingProblems } from './ceiling-problems.ts'
import { subjectBProblems } from '#api/rendering/content-problems.ts'
import { toApprove } from '#api/rendering/foreign-pictures.ts'
import type { MailProblem } from '#api/rendering/mail-problem.ts'
import type { CampaignProblem } from './problem.ts'
import { copyProblems } from './copy-problems.ts'
import { plainValues, unreadTags } from './format-values.ts'
import { followUpProblems } from './follow-up-problems.ts'
import { onlyTitles } from './only-titles.ts'
import { linkProblems } from './link-problems.ts'
import { mailContent, signed } from '../content/mail-content.ts'
import { sizeOf, type RenderingTasks } from '#api/rendering/tasks.ts'
import { demandsApproval } from '#api/settings/launch-approval.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { reviewedFor } from '../approval/reviewer.ts'
import { firstMailboxOf } from '../launch/mailboxes.ts'
import { campaignLimitText } from '#api/tenants/limits.ts'
import { launchPace, paceProblems } from './pace-problems.ts'
import { personalProblems } from './personal-problems.ts'
import { workspaceProblems } from './workspace-problems.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'

/** Maximum recipients named per problem. */
const NAMED = 10
/** message size in bytes that both vendors accept; without permission to create drafts Graph accepts 4 MB */
const MESSAGE_MAX = 35 * 1_048_576
const REQUEST_MAX = 4 * 1_048_576

/**
 * A draft's problems, errors first, without duplicates; a started campaign has none. A missing unsubscribe link is not
 * a problem: the footer adds one. `scheduledAt`: when it starts; null = immediately. Throws NOT_FOUND (the campaign or
 * a mailbox).
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
    const attachments = content.attachments.length
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
      ...(await ceilingProblems(em, campaign, { now: call.app.clock(), start: scheduledAt ?? call.app.clock() })).map(
        ofAll,
      ),
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
  const subjects = [written.subject, subjectB ?? '', campaign.fromName ?? '']
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

/** Problems of a draft's own texts, recipients, copies, follow-ups and size. */
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
    ...(await copyProblems(em, campaign)),
    ...(await followUpProblems(call, em, campaign, {
      accounts,
      tracking,
      needsApproval,
      ofTags: (mail) => recipientProblems(em, viewer, campaign, mail),
    })),
    ...mailboxProblems(
      accounts,
      content.attachments.map(({ size }) => size),
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
  return errors.length === 0 ? null : [...new Set(errors.map(({ message }) => message))].slice(0, NAMED).join(' ')
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

const ofAll = (problem: MailProblem): CampaignProblem => ({ ...problem, count: null, contacts: [], finishesAt: null })

/** The mailboxes to send from: the named ones, or the usual one. */
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

/** SQL for a recipient's values of the built-in merge tags; null or blank: no value. */
const VALUES: Record<string, string> = {
  firstname: `case when c.first_name in (select jsonb_array_elements_text(:onlyTitles::jsonb)) then '' else c.first_name end`,
  lastname: 'c.last_name',
  fullname: `(c.first_name || ' ' || c.last_name)`,
  email: 'c.email',
  ...Object.fromEntries(
    SERIAL_NUMBER_TAGS.map((key) => [key, `coalesce(c.serial_number::text, c.fields->>'${SERIAL_NUMBER_FIELD}')`]),
  ),
}
const NEVER_EMPTY = new Set(['email', SALUTATION_TAG, SIGNATURE_TAG, UNSUBSCRIBE_TAG])

/** A merge tag of an email. */
interface UsedTag {
  name: string
  /** without a fallback */
  bare: boolean
  /** SQL for a recipient's values, one for each spelling of the column; none: no one has a value */
  values: readonly string[]
  parameters: Condition['values']
}

/** The merge tags that a check of an email found. */
type MailTags = Pick<ReturnType<RenderingTasks['check']>, 'tags' | 'formatted'>

async function tagsOf(em: Em, campaign: Campaign, found: MailTags['tags']): Promise<UsedTag[]> {
  const tags = found.filter(({ name }) => !NEVER_EMPTY.has(tagKey(name)))
  const columns = tags.every(({ name }) => tagKey(name) in VALUES) ? [] : await columnsOf(em, campaign)
  const isFirstName = (name: string) => tagKey(name) === 'firstname'
  const titles = tags.some(({ name }) => isFirstName(name))
    ? { onlyTitles: JSON.stringify(await onlyTitles(em, campaign)) }
    : {}
  return tags.map(({ name, bare }, tag) => {
    const own = VALUES[tagKey(name)]
    if (own) return { name, bare, values: [own], parameters: isFirstName(name) ? titles : {} }
    const spellings = columns.filter((column) => tagKey(column) === tagKey(name))
    const parameters = Object.fromEntries(spellings.map((spelling, index) => [`tag${tag}_${index}`, spelling]))
    return { name, bare, values: Object.keys(parameters).map((key) => `c.fields->>:${key}`), parameters }
  })
}

/** SQL that is true if a recipient has no value for a merge tag. */
const emptyOf = ({ values, parameters }: UsedTag): Condition => ({
  sql: values.map((value) => `coalesce(${value}, '') !~ '\\S'`).join(' and '),
  values: parameters,
})

/** SQL that is true if a value of a formatted merge tag has to be read to know whether its format can write it. */
function doubtful(tags: readonly UsedTag[], formatted: MailTags['formatted']): Condition | null {
  const parts = formatted.flatMap(({ key, format }, index) => {
    const own = VALUES[key]
    const tag = tags.find(({ name }) => tagKey(name) === key) ?? (own && { values: [own], parameters: {} })
    if (!tag) return []
    const sql = tag.values.map((value) => `(${value} ~ '\\S' and ${value} !~ :plain${index})`)
    return sql.map((each) => ({ sql: each, values: { ...tag.parameters, [`plain${index}`]: plainValues(format) } }))
  })
  if (parts.length === 0) return null
  const values = Object.assign({}, ...parts.map((part) => part.values)) as Condition['values']
  return { sql: parts.map(({ sql }) => sql).join(' or '), values }
}

function unknownTag(name: string, bare: boolean): MailProblem {
  const known = `No recipient has a value for {${name}}`
  return bare
    ? {
        code: 'UNKNOWN_TAG',
        severity: 'error',
        message: `${known}: it would stay empty. Correct it or add a fallback.`,
      }
    : { code: 'UNKNOWN_TAG', severity: 'warning', message: `${known}: every recipient would see its fallback.` }
}

/** The imported columns of the recipients. */
async function columnsOf(em: Em, { tenantId, id }: Campaign): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>(
    `select distinct name from campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id,
       jsonb_object_keys(c.fields) as name
     where r.tenant_id = :tenantId and r.campaign_id = :id`,
    { tenantId, id },
  )
  return rows.map(({ name }) => name)
}

/** For a recipient `c` of a campaign, suppressed if there is an `s`. */
const SUPPRESSED: Condition = { sql: 's.email_key is not null', values: {} }
const RECIPIENTS = `campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
  left join suppressions s on s.tenant_id = c.tenant_id and s.email_key = c.email_key
  where r.tenant_id = :tenantId and r.campaign_id = :id`

/** How many recipients match each condition, in a single pass. */
async function countRecipients(
  em: Em,
  { tenantId, id }: Campaign,
  conditions: readonly Condition[],
): Promise<readonly number[]> {
  const counts = conditions.map(({ sql }) => `count(*) filter (where ${sql})`).join(', ')
  const [row] = await em.execute<[{ counts: number[] }]>(
    `select jsonb_build_array(${counts}) as counts from ${RECIPIENTS}`,
    Object.assign({ tenantId, id }, ...conditions.map(({ values }) => values)) as Condition['values'],
  )
  return row.counts
}

async function firstRecipients(em: Em, { tenantId, id }: Campaign, { sql, values }: Condition): Promise<Contact[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select c.id from ${RECIPIENTS} and ${sql} order by c.id limit ${NAMED}`,
    { tenantId, id, ...values },
  )
  return em.find(Contact, { id: { $in: rows.map((row) => row.id) } }, { orderBy: { id: 'asc' } })
}

async function recipientProblems(
  em: Em,
  viewer: Pick<Viewer, 'scopes' | 'role'>,
  campaign: Campaign,
  found: MailTags,
): Promise<CampaignProblem[]> {
  const tags = await tagsOf(em, campaign, found.tags)
  const gaps = tags.filter(({ bare, values }) => bare && values.length > 0)
  const toRead = doubtful(tags, found.formatted)
  const everybody: Condition = { sql: 'true', values: {} }
  const conditions = [everybody, SUPPRESSED, toRead ?? { sql: 'false', values: {} }, ...gaps.map(emptyOf)]
  const [count = 0, suppressed = 0, unclear = 0, ...without] = await countRecipients(em, campaign, conditions)
  // A tag without any values is reported elsewhere.
  if (count === 0) {
    return [ofAll({ code: 'NO_RECIPIENTS', severity: 'error', message: 'The campaign has no recipients.' })]
  }
  const unknown = tags.filter(({ values }) => values.length === 0)
  const problems = unknown.map(({ name, bare }) => ofAll(unknownTag(name, bare)))
  for (const [index, tag] of gaps.entries()) {
    const concerned = without[index] ?? 0
    if (concerned > 0)
      problems.push(await concerning(em, campaign, emptyTag(tag.name, concerned), concerned, emptyOf(tag)))
  }
  if (toRead && unclear > 0) {
    const mayQuote = mayUse(viewer, 'contacts:read')
    for (const unread of await unreadTags(em, campaign, found.formatted, toRead, NAMED)) {
      const message = unreadText(unread.tag, unread.count, mayQuote ? unread.example : null)
      const contacts = await em.find(Contact, { id: { $in: unread.ids } }, { orderBy: { id: 'asc' } })
      problems.push({
        ...{ code: 'FORMAT_VALUE', severity: 'warning', message, count: unread.count, contacts, finishesAt: null },
      })
    }
  }
  if (suppressed > 0) {
    problems.push(await concerning(em, campaign, suppressedAre(suppressed, count), suppressed, SUPPRESSED))
  }
  return problems
}

async function concerning(
  em: Em,
  campaign: Campaign,
  problem: MailProblem,
  count: number,
  condition: Condition,
): Promise<CampaignProblem> {
  return { ...problem, count, contacts: await firstRecipients(em, campaign, condition), finishesAt: null }
}

function emptyTag(name: string, count: number): MailProblem {
  const who = count === 1 ? 'One recipient has' : `${count.toLocaleString('en-US')} recipients have`
  const message = `${who} no value for {${name}}. Add a fallback, as in {${name}|there}, or fill in the value.`
  return { code: 'EMPTY_TAG', severity: 'warning', message }
}

function suppressedAre(suppressed: number, count: number): MailProblem {
  const all = suppressed === count
  const message = all
    ? 'All recipients are on the suppression list, so this email would go to no one.'
    : `${suppressed.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} recipients are on the suppression list and will not get this email.`
  return { code: 'SUPPRESSED', severity: all ? 'error' : 'warning', message }
}

function mailboxProblems(accounts: readonly Mailbox[], files: readonly number[], bytes: number): CampaignProblem[] {
  if (accounts.length === 0) {
    const message = 'No mailbox is connected. Connect Microsoft 365 or Gmail in the sidebar.'
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

/** Mailboxes that cannot send from the chosen address. */
function fromProblems(accounts: readonly Mailbox[], fromAddress: string | null | undefined): MailProblem[] {
  const message = fromAddressProblem(accounts, fromAddress)
  return message === null ? [] : [{ code: 'FROM_ADDRESS', severity: 'error', message }]
}

/** Mailboxes whose emails would have a gap in place of {signature}. */
function signatureProblems(content: string, accounts: readonly Mailbox[]): MailProblem[] {
  const without = accounts.filter(({ signature }) => !signature).map(({ email }) => email)
  if (without.length === 0 || !needsSignature(content)) return []
  const [named, verb] = [new Intl.ListFormat('en-GB').format(without), without.length === 1 ? 'has' : 'have']
  const message = `${named} ${verb} no signature, so {signature} stays empty there. Add one under Settings → Connected Emails.`
  return [{ code: 'NO_SIGNATURE', severity: 'warning', message }]
}
