import { HttpRefusal } from '#web/errors.ts'
import { sessionToken } from '#web/session.ts'
import type { ImportPreview } from './operations.ts'

/** Bytes are on their way (`share` from 0 to 1), or the server reads them. */
export type SendPhase = { state: 'sending'; share: number } | { state: 'reading' }

export interface SendOptions {
  onPhase: (phase: SendPhase) => void
  signal: AbortSignal
}

/**
 * Sends a spreadsheet to be looked at: nothing is imported yet. Rejects with HttpRefusal when the server refuses it, TypeError when it
 * cannot be reached, and the signal's reason when it is called off.
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
      const answer = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300 && isPreview(answer)) resolve(answer)
      else reject(new HttpRefusal(request.status, failureOf(request, answer)))
    })
    request.addEventListener('loadend', () => signal.removeEventListener('abort', callOff))
    request.open('POST', '/api/contacts/imports')
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

function isPreview(answer: unknown): answer is ImportPreview {
  return typeof answer === 'object' && answer !== null && 'columns' in answer && 'added' in answer
}

/** The server's own sentence, else the status, a colon and the body or the status text (spec §8). */
function failureOf({ status, statusText, responseText }: XMLHttpRequest, answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string') {
    return answer.message
  }
  return `${status}: ${responseText.trim() || statusText}`
}
