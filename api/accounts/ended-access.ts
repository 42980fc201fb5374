import type { By } from '#api/audit/record.ts'
import type { Call } from '#api/platform/call.ts'
import type { Em } from '#api/platform/database/database.ts'

/**
 * What other rooms keep for a person and must end with their access. They do it in the transaction that ends the access; `api/app.ts`
 * says who does.
 */
export interface EndedAccess {
  /** Ends live links to spreadsheets, which are read without signing in. */
  endSheetLinks(
    call: Pick<Call, 'app' | 'address' | 'userAgent'>,
    em: Em,
    whose: { tenantId: string; userId: string; bySingleSignOn?: boolean },
    by: By,
  ): Promise<void>
  /** Disconnects the mailboxes of a person who is deleted, and pauses what they sent from those of others. */
  removeMailboxes(call: Call, em: Em, person: { tenantId: string; userId: string }): Promise<void>
}

declare module '#api/platform/app.ts' {
  interface App {
    endedAccess: EndedAccess
  }
}
