import { gapFinder } from '#domain/content/missing-values.ts'
import { firstRowTags, howToList } from '#domain/content/first-row-tags.ts'
import { COUNT_TAG, isSumTag } from '#domain/content/merge-rows.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { Contact } from '#api/contacts/contact.ts'
import { Sheet } from '#api/contacts/sheets/sheet.ts'
import { rowsOfCampaign } from '#api/emails/merge-values.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import { countEmails, isPerRow, rowsIn } from '../drafts/draft-emails.ts'
import { languageOf, senderTextsOf, textsOf } from '../content/email-content.ts'
import { AFFECTED_MAX, type CampaignProblem } from './campaign-problem.ts'
import { recipientValues } from './recipient-values.ts'

/** Maximum number of emails in a campaign about the rows of a sheet. */
const EMAILS_MAX = 500_000

/** Makes a function that says whether the value of a merge tag comes from the rows of a sheet with these columns. */
export const rowTagTester = (columns: readonly string[]): ((name: string) => boolean) => {
  const keys = new Set([COUNT_TAG, ...columns.map(tagKey)])
  return (name) => keys.has(tagKey(name)) || isSumTag(tagKey(name))
}

/** The sheet that a draft is about; null if it was deleted. */
export async function sheetOf(em: Em, { tenantId, sheetId }: Campaign): Promise<Sheet | null> {
  return sheetId ? em.findOne(Sheet, { tenantId, id: sheetId }) : null
}

/** The problems of a draft that is about the rows of a sheet: the sheet is gone, people have no rows, rows lack values. */
export async function rowProblems(em: Em, campaign: Campaign): Promise<CampaignProblem[]> {
  if (!campaign.sheetId) return []
  const sheet = await sheetOf(em, campaign)
  if (!sheet) {
    const message = 'The sheet of this campaign was deleted. Choose another one, or send the campaign without a sheet.'
    return [{ code: 'SHEET_GONE', severity: 'error', message, count: null, contacts: [], finishesAt: null }]
  }
  const emails = await countEmails(em, campaign)
  if (emails > EMAILS_MAX) {
    const message = `A campaign can have at most ${EMAILS_MAX.toLocaleString('en-US')} emails, and this one would have ${emails.toLocaleString('en-US')}. Split the sheet.`
    return [{ code: 'TOO_LARGE', severity: 'error', message, count: null, contacts: [], finishesAt: null }]
  }
  return [
    ...(await withoutRows(em, campaign)),
    ...(await onlyFirstRows(em, campaign, sheet)),
    ...(await rowsWithoutValue(em, campaign, sheet)),
  ]
}

async function withoutRows(em: Em, { tenantId, id, sheetId }: Campaign): Promise<CampaignProblem[]> {
  const lacking = await em.execute<{ id: string; count: number }[]>(
    `select r.contact_id as id, count(*) over ()::int as count from campaign_contacts r
     where r.tenant_id = :tenantId and r.campaign_id = :id and not exists (select from sheet_rows s
       where s.tenant_id = r.tenant_id and s.sheet_id = :sheetId and s.contact_id = r.contact_id)
     order by r.contact_id limit ${AFFECTED_MAX}`,
    { tenantId, id, sheetId: sheetId ?? null },
  )
  const count = lacking[0]?.count ?? 0
  if (count === 0) return []
  const who = count === 1 ? 'One recipient has' : `${count.toLocaleString('en-US')} recipients have`
  const message = `${who} no row in the sheet. They get the part after {#else}, if the email has one.`
  return [
    await affecting(
      em,
      { code: 'NO_ROWS', message },
      count,
      lacking.map((row) => row.id),
    ),
  ]
}

/**
 * Finds merge tags outside of `{#rows}` for columns in which the rows of one person differ: the person would get only
 * the value of the first row.
 */
async function onlyFirstRows(em: Em, campaign: Campaign, sheet: Sheet): Promise<CampaignProblem[]> {
  const rows = rowsIn(campaign)
  if (!rows || isPerRow(campaign)) return []
  const { cells, from, where } = rowsOfCampaign(rows)
  const problems: CampaignProblem[] = []
  for (const column of firstRowTags([...textsOf(campaign), campaign.fromName ?? ''], sheet.columns)) {
    const people = await em.execute<{ id: string; count: number }[]>(
      `select id, count(*) over ()::int as count from (
         select s.contact_id as id from ${from} where ${where} and ${rows.only ?? 'true'} and exists (select from campaign_contacts r
           where r.tenant_id = s.tenant_id and r.campaign_id = :id and r.contact_id = s.contact_id)
         group by s.contact_id having count(distinct coalesce((${cells}) ->> :column, '')) > 1) as one
       order by id limit ${AFFECTED_MAX}`,
      { tenantId: campaign.tenantId, id: campaign.id, column },
    )
    const count = people[0]?.count ?? 0
    if (count === 0) continue
    const who = count === 1 ? 'One person has' : `${count.toLocaleString('en-US')} people have`
    const message = `{${column}} stands outside of {#rows}. ${who} several values for it and would get only that of their first row. ${howToList(column)}`
    const ids = people.map(({ id }) => id)
    problems.push(await affecting(em, { code: 'FIRST_ROW', message }, count, ids))
  }
  return problems
}

/** Finds merge tags without a fallback for which some rows have no value, judged by the code that sends. */
async function rowsWithoutValue(em: Em, campaign: Campaign, sheet: Sheet): Promise<CampaignProblem[]> {
  const isRowTag = rowTagTester(sheet.columns)
  const gapsOf = gapFinder({
    texts: textsOf(campaign),
    language: await languageOf(em, campaign),
    ...senderTextsOf(campaign),
  })
  const found = new Map<string, string[]>()
  for await (const recipient of recipientValues(em, campaign)) {
    const missing = gapsOf(recipient).missing.map((name) => name.replace(/ \(row \d+\)\}$/, '}'))
    for (const name of new Set(missing)) {
      if (name.startsWith('{') && isRowTag(name.slice(1, -1)))
        found.set(name, [...(found.get(name) ?? []), recipient.id])
    }
  }
  return Promise.all(
    [...found].map(([name, ids]) => {
      const who = ids.length === 1 ? 'One email has a row' : `${ids.length.toLocaleString('en-US')} emails have rows`
      const message = `${who} without a value for ${name}. Add a fallback, as in {${name.slice(1, -1)}|none}, or fill in the value.`
      return affecting(em, { code: 'EMPTY_TAG', message }, ids.length, [...new Set(ids)])
    }),
  )
}

async function affecting(
  em: Em,
  problem: Pick<CampaignProblem, 'code' | 'message'>,
  count: number,
  ids: readonly string[],
): Promise<CampaignProblem> {
  const contacts = await em.find(Contact, { id: { $in: ids.slice(0, AFFECTED_MAX) } }, { orderBy: { id: 'asc' } })
  return { ...problem, severity: 'warning', count, contacts, finishesAt: null }
}
