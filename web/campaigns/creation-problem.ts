import { errorCode, errorMessage } from '#web/client/call-errors.ts'

export interface CreationProblem {
  title: string
  description: string
}

/** Patterns of errors → the message when a campaign could not be created. The first match wins. */
const PROBLEMS: readonly (CreationProblem & { words: RegExp })[] = [
  {
    words: /microsoft|access token/i,
    title: 'Microsoft Connection Issue',
    description: "Use 'Refresh Microsoft Connection' in the sidebar and try again.",
  },
  {
    words: /entity too large|413/i,
    title: 'Attachments Too Large',
    description: 'Reduce the file sizes or remove attachments.',
  },
  {
    words: /request failed/i,
    title: 'Network Error',
    description: 'The server could not be reached. Check your connection and try again.',
  },
]

/** The message for a campaign that could not be created. */
export function creationProblem(error: unknown): CreationProblem {
  const message = errorMessage(error)
  // The server's own code for what proxies call "entity too large".
  const searched = errorCode(error) === 'TOO_LARGE' ? `entity too large: ${message}` : message
  const row = PROBLEMS.find(({ words }) => words.test(searched))
  return row
    ? { title: row.title, description: row.description }
    : { title: 'Campaign Creation Failed', description: saveProblem(error) }
}

/** Returns whether the error means that the audience's segment was deleted. */
export function isSegmentDeleted(error: unknown): boolean {
  return errorCode(error) === 'NOT_FOUND' && /^segment /i.test(errorMessage(error))
}

/** Explains in a sentence why a draft could not be saved, and how to fix this unless it is obvious. */
export function saveProblem(error: unknown): string {
  const message = errorMessage(error)
  return isSegmentDeleted(error) ? `${message} Choose the audience again in Select Audience.` : message
}
