import { parsed, httpRefusalFrom } from '#web/errors.ts'

/** Size in bytes above which images load slowly on phones. */
export const LARGE_IMAGE = 200 * 1_024

/**
 * Uploads an image (POST /api/upload/image) and returns its URL. Rejects with HttpRefusal, or TypeError when offline.
 */
export async function uploadImage(file: Blob, name: string): Promise<string> {
  const form = new FormData()
  form.append('image', file, name)
  const response = await fetch('/api/upload/image', { method: 'POST', body: form, credentials: 'include' })
  const body = await response.text()
  const answer = parsed(body)
  const url = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : null
  if (response.ok && typeof url === 'string') return url
  throw httpRefusalFrom({ status: response.status, statusText: response.statusText, body })
}

/** The images among chosen, dropped or pasted files. */
export function imagesAmong(files: Iterable<File>): File[] {
  return [...files].filter(({ type }) => type.startsWith('image/'))
}

/** Derives initial alternative text from a file name. */
export function altFromName(name: string): string {
  const words = name
    .replace(/\.[a-z\d]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  // Numbered names of cameras and screenshots say nothing.
  return /\p{L}{3,}/u.test(words) && !/^(?:img|dsc|image|screenshot|photo|pxl)\b/i.test(words) ? words : ''
}
