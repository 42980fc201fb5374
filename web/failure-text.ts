import { ERROR_STATUS } from '#domain/errors.ts'
import { errorCode, errorMessage } from './errors.ts'

/**
 * A fixed sentence (product: screens.errors) with the reason after it, where the server gave one a person can act on: "Failed to create template. Your plan
 * allows 2 templates." Failures that nobody explains leave the sentence as it stands.
 */
export function failureText(sentence: string, error: unknown): string {
  const reason = reasonOf(error)
  if (reason === null) return sentence
  return `${sentence.replace(/\.$/, '')}. ${reason}`
}

/** The server's own words about a failure it knows, or what to do when it was not reached; null for anything else. */
export function reasonOf(error: unknown): string | null {
  if (error instanceof TypeError) return errorMessage(error)
  const code = errorCode(error)
  return code !== null && code !== 'INTERNAL' && Object.hasOwn(ERROR_STATUS, code) ? errorMessage(error) : null
}
