import type { SheetState } from '#domain/contacts/live-sheets.ts'

/** Error for a connected sheet that cannot be read or written. The stored rows stay as they are. */
export class SourceProblem extends Error {
  readonly state: Exclude<SheetState, 'ok'>
  /** ms until the sheet may be tried again, if its server says so */
  readonly retryAfterMs: number | null

  /** @param message what happened and what to do, for the person who connected the sheet */
  constructor(
    state: SourceProblem['state'],
    message: string,
    { retryAfterMs = null, cause }: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'SourceProblem'
    this.state = state
    this.retryAfterMs = retryAfterMs
  }
}
