import { AppError } from '#domain/errors.ts'
import { readSource } from '#api/contacts/sheets/sources/read-connected-spreadsheet.ts'
import { SheetSource } from '#api/contacts/sheets/sources/sheet-source.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import type { CampaignRepeat } from './campaign-repeat.ts'
import type { Repeated } from './repeat-rules.ts'

/**
 * Campaigns that repeat with the new rows of a connected sheet. What is emailed is remembered by the position of a row,
 * which the row keeps for good, even if it is moved in the sheet. So each row gets its email once, also if two
 * processes read the sheet at the same time or one of them crashes.
 */

/** Maximum number of rows of one run; further rows are emailed by the next run. */
const ROWS_MAX = 10_000

/**
 * Reads the sheet of a rule about new rows before its run, unless its server asked for patience. What keeps it from being read is
 * written down with the sheet; the run then is about the rows that are known.
 *
 * @returns whether the sheet still exists; true for other rules
 */
export async function readForRun(app: App, { tenantId, rule, sheetId }: Repeated): Promise<boolean> {
  if (rule.kind !== 'new_row') return true
  if (sheetId === null) return false
  const source = await app.database.inTenant(tenantId, (em) => em.findOne(SheetSource, { tenantId, sheetId }))
  if (!source) return false
  if (source.retryAt && source.retryAt > app.clock()) return true
  return (await readSource(app, { tenantId, sheetId })) !== null
}

/** @throws BAD_INPUT for a rule about new rows, if the campaign is not about a connected sheet */
export async function requireSource(
  em: Em,
  { tenantId, rule, sheetId }: Pick<Repeated, 'tenantId' | 'rule' | 'sheetId'>,
) {
  if (rule.kind !== 'new_row') return
  if (sheetId !== null && (await em.count(SheetSource, { tenantId, sheetId })) > 0) return
  throw new AppError(
    'BAD_INPUT',
    'This campaign is not about a connected sheet. Connect one, and write about its rows.',
  )
}

/** Finds the rows of the sheet that no run has emailed, with the person of each. */
export async function rowsDue(
  em: Em,
  { tenantId, campaignId, sheetId }: Repeated,
): Promise<{ id: string; occasion: number }[]> {
  return em.execute<{ id: string; occasion: number }[]>(
    `select s.contact_id as id, s.position as occasion from sheet_rows s
     where s.tenant_id = :tenantId and s.sheet_id = :sheetId and not exists (select from campaign_repeat_people p
       where p.tenant_id = :tenantId and p.campaign_id = :campaignId and p.occasion = s.position)
     order by s.position limit ${ROWS_MAX}`,
    { tenantId, campaignId, sheetId },
  )
}

/** Records the rows that are already in the sheet as done, so that they get no email. */
export async function passOverRows(em: Em, { tenantId, campaignId, sheetId }: Repeated): Promise<void> {
  await em.execute(
    `insert into campaign_repeat_people (tenant_id, campaign_id, occasion, contact_id, email_key, run_id)
     select :tenantId, :campaignId, s.position, c.id, c.email_key, null
     from sheet_rows s join contacts c on c.tenant_id = s.tenant_id and c.id = s.contact_id
     where s.tenant_id = :tenantId and s.sheet_id = :sheetId on conflict do nothing`,
    { tenantId, campaignId, sheetId },
  )
}

/**
 * Deletes the record of the rows that got an email, because the campaign now follows another sheet, with row numbers of its
 * own. Records of rules about people (occasion 0) stay.
 */
export async function forgetRows(
  em: Em,
  { tenantId, campaignId }: Pick<Repeated, 'tenantId' | 'campaignId'>,
): Promise<void> {
  await em.execute(
    'delete from campaign_repeat_people where tenant_id = :tenantId and campaign_id = :campaignId and occasion <> 0',
    { tenantId, campaignId },
  )
}

/**
 * Returns the sheet whose rows a rule emails; for rules of another kind, the last sheet whose emailed rows are
 * remembered.
 */
export function sheetOfRule(
  kind: Repeated['rule']['kind'],
  campaign: Pick<Campaign, 'sheetId'> | null,
  before: Pick<CampaignRepeat, 'sheetId'> | null,
): string | null {
  return (kind === 'new_row' ? campaign?.sheetId : before?.sheetId) ?? null
}
