import { AppError } from '#domain/errors.ts'
import { readSource } from '#api/contacts/sheets/sources/read-connected-spreadsheet.ts'
import type { App } from '#api/platform/app-context.ts'
import { Campaign } from '../campaign.ts'

/**
 * Reads the connected sheet of a draft before it is launched, so that the emails are about the rows of now.
 *
 * @throws BAD_INPUT if the sheet cannot be read: its rows may be out of date
 * @throws UNAVAILABLE if that passes by itself
 */
export async function readBeforeLaunch(app: App, tenantId: string, campaignId: string): Promise<void> {
  const sheetId = await app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { tenantId, id: campaignId, status: 'draft' })
    return campaign?.sheetId ?? null
  })
  const source = sheetId && (await readSource(app, { tenantId, sheetId }))
  if (!source || source.state === 'ok') return
  const isPassing = source.state === 'quota' || source.state === 'unavailable'
  throw new AppError(
    isPassing ? 'UNAVAILABLE' : 'BAD_INPUT',
    `The sheet could not be read before the launch, so nothing was sent. ${source.problem ?? ''}`.trim(),
  )
}
