import { formatSize } from '#domain/campaigns/attachments.ts'
import { parsed, httpRefusalFrom } from '#web/client/call-errors.ts'

/** Size in bytes above which images load slowly on phones. */
export const LARGE_IMAGE = 200 * 1_024

/** Image pixels that are stored per CSS pixel shown, for high-resolution screens. */
const SHARPNESS = 2

/** A part of an image, in its own pixels. */
export interface ImageCrop {
  left: number
  top: number
  width: number
  height: number
}

/** An uploaded image as the server keeps it; older servers return only its URL. */
export interface StoredImage {
  url: string
  /** in bytes */
  size?: number
  width?: number
  height?: number
}

export interface UploadShape {
  /** width in px that the email shows: twice as much is kept */
  shownWidth?: number
  crop?: ImageCrop
}

/** Uploads an image (POST /api/upload/image). Rejects with HttpRefusal, or TypeError when offline. */
export async function uploadImage(
  file: Blob,
  name: string,
  { shownWidth, crop }: UploadShape = {},
): Promise<StoredImage> {
  const form = new FormData()
  form.append('image', file, name)
  const query = new URLSearchParams()
  if (shownWidth !== undefined) query.set('maxWidth', String(Math.max(1, Math.round(shownWidth * SHARPNESS))))
  if (crop) query.set('crop', [crop.left, crop.top, crop.width, crop.height].join(','))
  const address = query.size > 0 ? `/api/upload/image?${query.toString()}` : '/api/upload/image'
  const response = await fetch(address, { method: 'POST', body: form, credentials: 'include' })
  const body = await response.text()
  const stored = parsed(body)
  if (response.ok && isStored(stored)) return stored
  throw httpRefusalFrom({ status: response.status, statusText: response.statusText, body })
}

const isStored = (answer: unknown): answer is StoredImage =>
  typeof answer === 'object' && answer !== null && 'url' in answer && typeof answer.url === 'string'

/**
 * Returns what was kept of an upload: `Saved at 1,200 × 800 px, 84 KB instead of 2.3 MB.` Empty when the server told
 * nothing.
 */
export function savedAs({ size, width, height }: StoredImage, before: number): string {
  if (size === undefined || width === undefined || height === undefined) return ''
  const pixels = `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')} px`
  const instead = size < before * 0.95 ? ` instead of ${formatSize(before)}` : ''
  return `Saved at ${pixels}, ${formatSize(size)}${instead}.`
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
