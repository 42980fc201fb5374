import type { DocumentRow } from './row.ts'
import { accountRows } from './routes/accounts.ts'
import { campaignRows } from './routes/campaigns.ts'
import { contactRows } from './routes/contacts.ts'
import { mergeRows } from './routes/merges.ts'
import { emailLogRows } from './routes/email-logs.ts'
import { repeatRows } from './routes/repeats.ts'
import { replyRows } from './routes/replies.ts'
import { settingsRows } from './routes/settings.ts'
import { sheetLinkRows } from './routes/sheet-links.ts'
import { templateRows } from './routes/templates.ts'
import { tenantRows } from './routes/tenants.ts'

/** Every call (product: api.rest-calls) except files and redirects; see file-routes.ts and redirect-routes.ts for those. */
export const documentRows: readonly DocumentRow[] = [
  ...accountRows,
  ...contactRows,
  ...mergeRows,
  ...campaignRows,
  ...emailLogRows,
  ...repeatRows,
  ...sheetLinkRows,
  ...replyRows,
  ...templateRows,
  ...settingsRows,
  ...tenantRows,
]
