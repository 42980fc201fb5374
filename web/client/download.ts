import { httpRefusalFrom } from './call-errors.ts'

/** Saves a file on the user's device through the browser. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/**
 * Fetches a file from the server with the session cookie and saves it through the browser; `onShare` reports progress
 * from 0 to 1, and the bytes so far. A `body` makes it a POST. Rejects with HttpRefusal and the server's message, or TypeError when offline.
 */
export async function downloadFrom(
  path: string,
  name: string,
  onShare: (share: number, bytes: number) => void,
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
    throw httpRefusalFrom({ status, statusText, body: await response.text() })
  }
  const parts: BlobPart[] = []
  const expected = Number(response.headers.get('X-Estimated-Length')) || 1
  let size = 0
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    parts.push(piece.value)
    size += piece.value.length
    onShare(Math.min(1, size / expected), size)
  }
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream'
  download(new Blob(parts, { type }), name)
}
