import { sessionToken } from '#web/session.ts'

/** What became of an uploaded spreadsheet (spec §7 POST /api/contacts/upload). */
export interface ImportResult {
  /** One sentence that says it all. */
  message: string
  added: number
  ignored: number
  rejected: number
  skipped: number
  importId: string
  /** Where the rejected rows can be downloaded; null when there are none. */
  rejectedUrl: string | null
}

/** Bytes are on their way (`share` from 0 to 1), or the server is at work on them. */
export type UploadPhase = { state: 'uploading'; share: number } | { state: 'importing' }

/** The server refused the file, or what it answered could not be read. */
export class UploadError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'UploadError'
    this.status = status
  }
}

export interface UploadOptions {
  onPhase: (phase: UploadPhase) => void
  signal: AbortSignal
}

/**
 * Uploads a spreadsheet of contacts. Rejects with UploadError when the server refuses it, TypeError when it cannot be reached, and the
 * signal's reason when it is called off.
 */
export function uploadContacts(file: File, { onPhase, signal }: UploadOptions): Promise<ImportResult> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const callOff = () => {
      request.abort()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', callOff, { once: true })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onPhase({ state: 'uploading', share: Math.min(1, loaded / total) })
    })
    request.upload.addEventListener('load', () => onPhase({ state: 'importing' }))
    request.addEventListener('error', () => reject(new TypeError('The server could not be reached')))
    request.addEventListener('load', () => {
      const answer = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300 && isImportResult(answer)) resolve(answer)
      else reject(new UploadError(request.status, failureOf(request, answer)))
    })
    request.addEventListener('loadend', () => signal.removeEventListener('abort', callOff))
    request.open('POST', '/api/contacts/upload')
    request.withCredentials = true
    const token = sessionToken()
    if (token !== null) request.setRequestHeader('Authorization', token)
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isImportResult(answer: unknown): answer is ImportResult {
  return typeof answer === 'object' && answer !== null && 'message' in answer && 'added' in answer
}

/** The server's own sentence, else the status, a colon and the body or the status text (spec §8). */
function failureOf({ status, statusText, responseText }: XMLHttpRequest, answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string') {
    return answer.message
  }
  return `${status}: ${responseText.trim() || statusText}`
}
