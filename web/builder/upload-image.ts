import { parsed, refusalOf } from '#web/errors.ts'

/** Images larger than this load slowly on phones, in bytes. */
export const LARGE_IMAGE = 200 * 1_024

/** Uploads an image (POST /api/upload/image) and answers its address. Rejects with HttpRefusal, or TypeError without a server. */
export async function uploadImage(file: Blob, name: string): Promise<string> {
  const form = new FormData()
  form.append('image', file, name)
  const response = await fetch('/api/upload/image', { method: 'POST', body: form, credentials: 'include' })
  const body = await response.text()
  const answer = parsed(body)
  const url = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : null
  if (response.ok && typeof url === 'string') return url
  throw refusalOf({ status: response.status, statusText: response.statusText, body })
}

/** The images among files that were chosen, dropped or pasted. */
export function imagesAmong(files: Iterable<File>): File[] {
  return [...files].filter(({ type }) => type.startsWith('image/'))
}

/** What a file's name says of its picture: a first alternative text to go on from. */
export function altFromName(name: string): string {
  const words = name
    .replace(/\.[a-z\d]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  // Cameras and screenshots number their pictures: that says nothing.
  return /\p{L}{3,}/u.test(words) && !/^(?:img|dsc|image|screenshot|photo|pxl)\b/i.test(words) ? words : ''
}
