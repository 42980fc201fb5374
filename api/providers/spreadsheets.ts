import type { SheetPlace, SheetState } from '#domain/contacts/live-sheets.ts'
import type { CellBlock } from '#domain/contacts/sheet-writing.ts'
import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import type { GrantKeeper } from '#api/sending/provider.ts'
import { DeliveryError } from '#api/sending/provider.ts'

/**
 * Port through which connected sheets are read at the providers where people sign in. Its permission (grant) is
 * separate from mailboxes, so that mailboxes are connected without it, and a sheet without a mailbox.
 */

/** The cells of a spreadsheet's tab at the moment, as displayed texts. */
export interface SheetGrid {
  /** name of the spreadsheet */
  title: string
  /** rows from the first one of the tab; a row may be shorter than others */
  cells: readonly (readonly string[])[]
  /** Writes cells of the same tab, all in one request where the provider can. Throws {@link SpreadsheetError}. */
  write(blocks: readonly CellBlock[]): Promise<void>
}

/** A spreadsheet that a grant opens. */
export interface OpenSpreadsheet {
  /** Reads the tab that the place names, otherwise the first visible one. Throws {@link SpreadsheetError}. */
  read(): Promise<SheetGrid>
}

/** The account that gave access to files. */
export interface FileAccount {
  /** the provider's permanent id of the person */
  subject: string
  email: string
  /** opaque secret, stored encrypted */
  grant: string
}

/** Access to spreadsheets at a provider, by a sign-in in a browser with authorization code and PKCE. */
export interface FileAccess {
  /**
   * Returns the URL of the provider's sign-in page. `place`: the sheet to be opened; null lets the person choose one
   * where the provider has a picker.
   */
  begin(request: {
    redirectUri: string
    state: string
    place: SheetPlace | null
  }): Promise<{ url: string; verifier: string }>
  /** Finishes the sign-in. Throws DeliveryError, or AppError if the permission was not granted. */
  complete(request: { redirectUri: string; code: string; verifier: string; state: string }): Promise<FileAccount>
  /** Opens a spreadsheet with a stored grant, which `keep` renews. */
  open(grant: string, keep: GrantKeeper, place: SheetPlace): OpenSpreadsheet
}

/**
 * Error for a spreadsheet that cannot be read. The message gives the reason and advice to the person who connected the
 * spreadsheet.
 */
export class SpreadsheetError extends Error {
  readonly state: Exclude<SheetState, 'ok' | 'columns' | 'refused'>
  /** ms until it may be tried again, if the provider said so */
  readonly retryAfterMs: number | null

  constructor(
    state: SpreadsheetError['state'],
    message: string,
    { retryAfterMs, cause }: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'SpreadsheetError'
    this.state = state
    this.retryAfterMs = retryAfterMs ?? null
  }
}

/** Converts a failed renewal of the sign-in, or an unreachable provider, into the error that is shown for a connected sheet. */
export function signInProblem(provider: string, error: unknown): unknown {
  if (!(error instanceof DeliveryError)) return error
  const { kind, retryAfterMs } = error
  return kind === 'expired' || kind === 'forbidden'
    ? new SpreadsheetError('sign_in', signInEnded(provider), { cause: error })
    : new SpreadsheetError('unavailable', `${provider} cannot be reached at the moment. Mergewell tries again later.`, {
        retryAfterMs,
        cause: error,
      })
}

/** Returns the cell range of a block, such as `B2:C9`. */
export function addressOf({ row, column, values }: CellBlock): string {
  const columns = values[0]?.length ?? 1
  return `${columnName(column)}${row + 1}:${columnName(column + columns - 1)}${row + values.length}`
}

const columnName = (column: number): string =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** Makes the error which says that the person must give the permission again. */
export const signInEnded = (provider: string) =>
  `${provider} no longer lets Mergewell read this sheet: the permission was withdrawn or has ended. Allow it again.`

declare module '#api/platform/app-context.ts' {
  interface App {
    /** access to spreadsheets at the configured providers */
    files: Partial<Record<SignInProvider, FileAccess>>
  }
}
