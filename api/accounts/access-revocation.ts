import type { By } from '#api/audit/activity-log-writer.ts'
import type { Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'

/**
 * Ends what a person's access opened in other rooms: links that work without signing in, and mailboxes. Accounts call it in the
 * transaction that ends the access; `api/app.ts` names the functions of the rooms that own these things.
 */
export interface EndedAccess {
  /** Ends live links to spreadsheets, which are read without signing in. */
  endSheetLinks(
    call: Pick<Call, 'app' | 'address' | 'userAgent'>,
    em: Em,
    whose: { tenantId: string; userId: string; bySingleSignOn?: false },
    by: By,
  ): Promise<void>
  /**
   * Disconnects the mailboxes of a person who is deleted, and pauses the campaigns that the person launched from
   * colleagues' mailboxes.
   */
  removeMailboxes(call: Call, em: Em, person: { tenantId: string; userId: string }): Promise<void>
}

declare module '#api/platform/app-context.ts' {
  interface App {
    endedAccess: EndedAccess
  }
}
