import { errorMessage } from '#web/client/call-errors.ts'

/** Messages for passkey errors of the browser, by the error's name. */
const SENTENCES: Record<string, string> = {
  AbortError: 'The passkey request was cancelled. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was received. Try again.',
  NotSupportedError: 'This device does not support passkeys.',
  SecurityError: 'Browsers refuse passkeys at this address. On your own machine, open Mergewell at localhost.',
}

/** Returns the message for a passkey that failed, in the browser or on the server. */
export function passkeyFailure(error: unknown): string {
  return (error instanceof Error && SENTENCES[error.name]) || errorMessage(error)
}
