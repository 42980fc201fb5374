import { LockMode } from '@mikro-orm/core'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { watchApproval } from '../approval/voided-approval-event.ts'
import { Campaign } from '../campaign.ts'
import { chooseSheet } from './recipients.ts'

/**
 * Updates every draft whose recipients are the people of a sheet, after the sheet was read again. A request for
 * approval of such a draft is then out of date, as after any other change of its recipients.
 */
export async function takeSheetPeople(
  app: Pick<App, 'clock' | 'events'>,
  em: Em,
  { tenantId, sheetId }: { tenantId: string; sheetId: string },
): Promise<void> {
  const drafts = await em.find(
    Campaign,
    { tenantId, sheetId, status: 'draft', takesSheetPeople: true },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  )
  for (const draft of drafts) {
    const tellIfVoided = await watchApproval(app, em, draft)
    await chooseSheet(em, draft, sheetId)
    await tellIfVoided()
    await app.events.publish(em, { kind: 'campaign', tenantId, id: draft.id })
  }
}
