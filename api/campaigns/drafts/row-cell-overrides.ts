import { LockMode } from '@mikro-orm/core'
import { notADraft } from '#domain/campaigns/campaigns.ts'
import { cellChange } from '#domain/contacts/sheet-rules.ts'
import { tagKey } from '#domain/contacts/tag-key.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { Sheet } from '#api/contacts/sheets/sheet.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { watchApproval } from '../approval/voided-approval-event.ts'
import { Campaign } from '../campaign.ts'

/**
 * Sets the value of a column for rows of a draft's sheet in this campaign only, or goes back to the value of the sheet.
 * The value stays when a connected sheet is read again.
 *
 * @throws BAD_INPUT if the sheet has no such column
 * @throws NOT_FOUND if there is no such campaign or row
 * @throws CONFLICT if the campaign is no draft any more
 */
export async function setRowCells(call: Call, id: string, input: InputOf<typeof cellChange>): Promise<Campaign> {
  const { tenantId } = viewerOf(call)
  const { column, rows, value } = parseInput(cellChange, input)
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    if (campaign.status !== 'draft') throw new AppError('CONFLICT', notADraft(campaign.status, 'changed'))
    const name = await columnOf(em, campaign, column)
    const tellIfVoided = await watchApproval(call.app, em, campaign)
    const written = await em.execute<object[]>(
      `insert into campaign_cells as o (tenant_id, campaign_id, position, contact_id, cells)
       select s.tenant_id, :id, s.position, s.contact_id, ${value === null ? `'{}'` : 'jsonb_build_object(:name::text, :value::text)'}
       from jsonb_to_recordset(:rows::jsonb) as r (contact_id uuid, position integer)
       join sheet_rows s on s.tenant_id = :tenantId and s.sheet_id = :sheetId and s.position = r.position
         and s.contact_id = r.contact_id
       on conflict (tenant_id, campaign_id, position, contact_id)
         do update set cells = ${value === null ? 'o.cells - :name::text' : 'o.cells || excluded.cells'}
       returning 1`,
      {
        ...{ tenantId, id, name, sheetId: campaign.sheetId ?? null, ...(value !== null && { value }) },
        rows: JSON.stringify(rows.map(({ contactId, row }) => ({ contact_id: contactId, position: row }))),
      },
    )
    // One that is missing takes back the others.
    if (written.length !== rows.length) throw notFound('Contact')
    await em.execute(`delete from campaign_cells where tenant_id = :tenantId and campaign_id = :id and cells = '{}'`, {
      tenantId,
      id,
    })
    await tellIfVoided()
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id })
    return campaign
  })
}

/** Returns the name of a column of the draft's sheet in the spelling of the sheet. */
async function columnOf(em: Em, { tenantId, sheetId }: Campaign, column: string): Promise<string> {
  const sheet = sheetId ? await em.findOne(Sheet, { tenantId, id: sheetId }) : null
  const name = sheet?.columns.find((each) => tagKey(each) === tagKey(column))
  if (name !== undefined) return name
  const message = sheet ? `The sheet has no column “${column}”.` : 'The campaign is not about a sheet.'
  throw new AppError('BAD_INPUT', message, { fields: { column: message } })
}

/** Gives a copy of a campaign the values that the original has instead of those of their sheet. */
export async function copyRowCells(em: Em, { tenantId, id }: Campaign, copy: Pick<Campaign, 'id'>): Promise<void> {
  await em.execute(
    `insert into campaign_cells (tenant_id, campaign_id, position, contact_id, cells)
     select tenant_id, :copyId, position, contact_id, cells from campaign_cells
     where tenant_id = :tenantId and campaign_id = :id returning 1`,
    { tenantId, id, copyId: copy.id },
  )
}

/** Returns the values that a campaign has in place of those in its sheet. @param keys rows as `contactId:row` */
export async function ownCellsOf(
  call: Call,
  keys: readonly string[],
  { campaignId }: { campaignId: string },
): Promise<Map<string, { name: string; value: string }[]>> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  const positions = JSON.stringify([...new Set(keys.map((key) => Number(key.split(':')[1])))])
  const found = await call.app.database.inTenant(tenantId, (em) =>
    em.execute<{ key: string; cells: Record<string, string> }[]>(
      `select contact_id || ':' || position as key, cells from campaign_cells
       where tenant_id = :tenantId and campaign_id = :campaignId
         and position in (select value::integer from jsonb_array_elements_text(:positions::jsonb))`,
      { tenantId, campaignId, positions },
    ),
  )
  return new Map(found.map(({ key, cells }) => [key, Object.entries(cells).map(([name, value]) => ({ name, value }))]))
}
