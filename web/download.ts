import { refusalOf } from './errors.ts'

/** Hands a file to the browser. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/**
 * Fetches a file of the server's as whoever is signed in and hands it to the browser; `onShare` is told how much has come, from 0 to 1. With
 * `body` it is asked for by POST. Rejects with HttpRefusal, which has the server's own sentence, or TypeError when it cannot be reached.
 */
export async function downloadFrom(
  path: string,
  name: string,
  onShare: (share: number) => void,
  body?: object,
): Promise<void> {
  const response = await fetch(path, {
    credentials: 'include',
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (!response.ok) {
    const { status, statusText } = response
    throw refusalOf({ status, statusText, body: await response.text() })
  }
  const parts: BlobPart[] = []
  const expected = Number(response.headers.get('X-Estimated-Length')) || 1
  let size = 0
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    parts.push(piece.value)
    size += piece.value.length
    onShare(Math.min(1, size / expected))
  }
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream'
  download(new Blob(parts, { type }), name)
}
