import { ERROR_STATUS } from '#domain/errors.ts'
import { errorCode, errorMessage } from './call-errors.ts'

/**
 * A fixed sentence (product: screens.errors) followed by the server's reason if the user can act on it: "Failed to
 * create template. Your plan allows 2 templates." Without one, only the sentence.
 */
export function failureText(sentence: string, error: unknown): string {
  const reason = failureReason(error)
  if (reason === null) return sentence
  return `${sentence.replace(/\.$/, '')}. ${reason}`
}

/**
 * Returns the server's message for a known failure, or advice when the server is unreachable; null for anything else.
 */
export function failureReason(error: unknown): string | null {
  if (error instanceof TypeError) return errorMessage(error)
  const code = errorCode(error)
  return code !== null && code !== 'INTERNAL' && Object.hasOwn(ERROR_STATUS, code) ? errorMessage(error) : null
}
