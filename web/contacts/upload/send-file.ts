import { parsed, httpRefusalFrom } from '#web/client/call-errors.ts'
import type { ImportPreview } from './operations.ts'

/** Phase of an upload: sending (`share` from 0 to 1), or the server is reading the file. */
export type SendPhase = { state: 'sending'; share: number } | { state: 'reading' }

export interface SendOptions {
  onPhase: (phase: SendPhase) => void
  signal: AbortSignal
}

/**
 * Uploads a spreadsheet for a preview: nothing is imported yet. Rejects with HttpRefusal when refused, TypeError when
 * offline, and the signal's reason when cancelled.
 */
export function sendFile(file: File, { onPhase, signal }: SendOptions): Promise<ImportPreview> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const callOff = () => {
      request.abort()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', callOff, { once: true })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onPhase({ state: 'sending', share: Math.min(1, loaded / total) })
    })
    request.upload.addEventListener('load', () => onPhase({ state: 'reading' }))
    request.addEventListener('error', () => reject(new TypeError('The server could not be reached')))
    request.addEventListener('load', () => {
      const { status, statusText, responseText: body } = request
      const answer = parsed(body)
      if (status >= 200 && status < 300 && isPreview(answer)) resolve(answer)
      else reject(httpRefusalFrom({ status, statusText, body }))
    })
    request.addEventListener('loadend', () => signal.removeEventListener('abort', callOff))
    request.open('POST', '/api/contacts/imports')
    request.withCredentials = true
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function isPreview(answer: unknown): answer is ImportPreview {
  return typeof answer === 'object' && answer !== null && 'columns' in answer && 'added' in answer
}
