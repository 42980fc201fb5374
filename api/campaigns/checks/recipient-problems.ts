import { mayUse } from '#domain/accounts/api-keys.ts'
import { CONTACT_FIELD_NAMES, entryOf, isInteger } from '#domain/contacts/contact-fields.ts'
import { unreadText } from '#domain/content/formatted-tags.ts'
import { SALUTATION_TAG, SIGNATURE_TAG, UNSUBSCRIBE_TAG } from '#domain/content/merge-tags.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { Contact } from '#api/contacts/contact.ts'
import { type Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Condition } from '#api/emails/email-sql-conditions.ts'
import { Campaign } from '../campaign.ts'
import type { MailProblem } from '#api/rendering/mail-problem.ts'
import { AFFECTED_MAX, ofAll, type CampaignProblem } from './campaign-problem.ts'
import { rowTagTester, sheetOf } from './sheet-row-problems.ts'
import { plainValues, unreadTags } from './format-values.ts'
import { onlyTitles } from './names-that-are-titles.ts'
import { type RenderingTasks } from '#api/rendering/rendering-tasks.ts'

/** SQL for a recipient's values of the built-in merge tags; null or blank: no value. */
const VALUES: Record<string, string> = {
  ...Object.fromEntries(
    CONTACT_FIELD_NAMES.flatMap((name) => {
      const { column, tags, label } = entryOf(name)
      const value = isInteger(name) ? `coalesce(c.${column}::text, c.fields->>'${label}')` : `c.${column}`
      return tags.map((tag) => [tag, value])
    }),
  ),
  firstname: `case when c.first_name in (select jsonb_array_elements_text(:onlyTitles::jsonb)) then '' else c.first_name end`,
  fullname: `(c.first_name || ' ' || c.last_name)`,
}
const NEVER_EMPTY = new Set(['email', SALUTATION_TAG, SIGNATURE_TAG, UNSUBSCRIBE_TAG])

/** A merge tag of an email. */
interface UsedTag {
  name: string
  /** true if the merge tag has no fallback */
  bare: boolean
  /** SQL for a recipient's values, one for each spelling of the column; empty if no recipient has a value */
  values: readonly string[]
  parameters: Condition['values']
}

/** The merge tags that a check of an email found. */
type MailTags = Pick<ReturnType<RenderingTasks['check']>, 'tags' | 'formatted'>

async function tagsOf(em: Em, campaign: Campaign, found: MailTags['tags']): Promise<UsedTag[]> {
  const sheet = await sheetOf(em, campaign)
  // Values of rows are judged by `rowProblems`.
  const isRowTag = sheet ? rowTagTester(sheet.columns) : () => false
  const tags = found.filter(({ name }) => !NEVER_EMPTY.has(tagKey(name)) && !isRowTag(name))
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

/**
 * SQL condition: recipient `c` of a campaign is suppressed. True if the joined row `s` of the suppression list exists.
 */
const SUPPRESSED: Condition = { sql: 's.email_key is not null', values: {} }
const RECIPIENTS = `campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
  left join suppressions s on s.tenant_id = c.tenant_id and s.email_key = c.email_key
  where r.tenant_id = :tenantId and r.campaign_id = :id`

/** Counts, in one pass over the recipients of a draft, those that match each condition. */
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
    `select c.id from ${RECIPIENTS} and ${sql} order by c.id limit ${AFFECTED_MAX}`,
    { tenantId, id, ...values },
  )
  return em.find(Contact, { id: { $in: rows.map((row) => row.id) } }, { orderBy: { id: 'asc' } })
}

/** The problems of merge tags and of the suppression list for the recipients of a draft. `found`: the tags of one of its emails. */
export async function recipientProblems(
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
    for (const unread of await unreadTags(em, campaign, found.formatted, toRead, AFFECTED_MAX)) {
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
