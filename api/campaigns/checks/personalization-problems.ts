import { mayUse } from '#domain/accounts/api-keys.ts'
import { shiftedRows, type ComparedRow } from '#domain/contacts/shifted-columns.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { Contact } from '#api/contacts/contact.ts'
import { recipientFilePlan, type FilePlan } from '../drafts/recipient-files.ts'
import type { Campaign } from '../campaign.ts'
import type { CampaignProblem } from './campaign-problem.ts'

/** Number of recipients that each check compares at the start of the list, and at the end of a longer list. */
const COMPARED = { start: 20_000, end: 10_000 }
/** Recipients named per problem. */
const NAMED = 10
/** Maximum number of shared files that a problem names. */
const FILES_NAMED = 3

/**
 * Returns what could send somebody another person's document: files that are missing, unused, named after somebody else
 * or shared, and names that stopped belonging to their addresses.
 */
export async function personalProblems(call: Call, campaign: Campaign): Promise<CampaignProblem[]> {
  return [...(await shiftProblems(call, campaign)), ...(campaign.filePattern ? await fileProblems(call, campaign) : [])]
}

async function fileProblems(call: Call, { id }: Campaign): Promise<CampaignProblem[]> {
  const plan = await recipientFilePlan(call, id, null)
  const { recipients, missing, doubtful, shared, unusedCount, first } = plan
  const people = (count: number) => (count === 1 ? 'One recipient' : `${count.toLocaleString('en-US')} recipients`)
  const found: CampaignProblem[] = []
  if (missing > 0) {
    const message = `${people(missing)} would get no email, because their file is missing. Add the files, or correct the file name.`
    const severity = missing === recipients ? 'error' : 'warning'
    found.push(await about(call, { code: 'FILES_MISSING', severity, message }, missing, first.missing))
  }
  if (doubtful > 0) {
    const message = `The file of ${doubtful === 1 ? 'one recipient' : `${doubtful.toLocaleString('en-US')} recipients`} has the name of another recipient. Look whether each gets the right file.`
    found.push(await about(call, { code: 'FILES_DOUBTFUL', severity: 'warning', message }, doubtful, first.doubtful))
  }
  if (shared > 0) {
    const message = sharedText(plan, mayUse(viewerOf(call), 'contacts:read'))
    found.push(await about(call, { code: 'FILES_SHARED', severity: 'warning', message }, shared, first.shared))
  }
  if (unusedCount > 0 && recipients > 0) {
    const files = unusedCount === 1 ? 'One file is' : `${unusedCount.toLocaleString('en-US')} files are`
    const message = `${files} not used by any recipient.`
    found.push({ code: 'FILES_UNUSED', severity: 'warning', message, count: null, contacts: [], finishesAt: null })
  }
  return found
}

/**
 * Describes files that several recipients would get. `mayName`: whether the caller may see the names of the files,
 * which are often names of people.
 */
function sharedText({ sharedFiles, sharedFileCount }: FilePlan, mayName: boolean): string {
  const named = sharedFiles
    .slice(0, FILES_NAMED)
    .map(({ file, count }) => `“${file.name}” (${count.toLocaleString('en-US')} recipients)`)
  const more = sharedFileCount - named.length
  const list = [...named, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])]
  const files = sharedFileCount === 1 ? 'One file goes' : `${sharedFileCount.toLocaleString('en-US')} files go`
  const which = mayName ? `: ${new Intl.ListFormat('en-GB').format(list)}` : ''
  return `${files} to more than one recipient${which}. If each recipient should get their own file, choose a file name or a column that is different for each.`
}

async function shiftProblems(call: Call, { tenantId, id }: Campaign): Promise<CampaignProblem[]> {
  const read = (order: 'asc' | 'desc', limit: number) =>
    call.app.database.inTenant(tenantId, (em) =>
      em.execute<(ComparedRow & { id: string })[]>(
        `select c.id, c.first_name as "firstName", c.last_name as "lastName", c.email, c.fields
         from campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
         where r.tenant_id = :tenantId and r.campaign_id = :id
         order by r.contact_id ${order} limit ${limit}`,
        { tenantId, id },
      ),
    )
  const start = await read('asc', COMPARED.start)
  const last = start.at(-1)?.id ?? ''
  const end = start.length < COMPARED.start ? [] : (await read('desc', COMPARED.end)).filter((row) => row.id > last)
  for (const people of [start, end.toReversed()]) {
    const shifted = shiftedRows(people)
    const person = shifted && people[shifted.from]
    if (!person) continue
    const { from, count, columns } = shifted
    const who = `${person.firstName} ${person.lastName}`.trim()
    const what = columns === 'names' ? 'Names' : 'Companies'
    const message = `${what} and addresses do not belong together from ${who ? `${who} (${person.email})` : person.email} on. A column of the spreadsheet may have been sorted or moved by itself.`
    const rows = people.slice(from, from + NAMED).map((row) => row.id)
    return [await about(call, { code: 'SHIFTED_COLUMNS', severity: 'warning', message }, count, rows)]
  }
  return []
}

async function about(
  call: Call,
  problem: Pick<CampaignProblem, 'code' | 'severity' | 'message'>,
  count: number,
  ids: readonly string[],
): Promise<CampaignProblem> {
  const { tenantId } = viewerOf(call)
  const contacts = await call.app.database.inTenant(tenantId, (em) =>
    em.find(Contact, { id: { $in: [...ids] } }, { orderBy: { id: 'asc' } }),
  )
  return { ...problem, count, contacts, finishesAt: null }
}
