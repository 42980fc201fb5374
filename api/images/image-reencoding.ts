import type { SharpConstructor } from 'sharp'
import { AppError } from '#domain/errors.ts'
import { createFairQueue, QueueFull } from '#api/platform/limits/fair-queue.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** All that libvips may load: no SVG, PDF or TIFF, no local files, no URLs. */
const LOADERS = [
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
]

let library: Promise<SharpConstructor> | undefined

/**
 * sharp, loaded with the first image. libvips decodes in this process, so it may read only four formats from memory. The
 * output is written from pixels; nothing else of the upload survives.
 */
function loadSharp(): Promise<SharpConstructor> {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: LOADERS })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return library
}

export const IMAGE_LIMITS = {
  /** maximum bytes of the upload */
  fileBytes: 10 * 1_048_576,
  /** maximum pixels per side, before scaling */
  side: 12_000,
  /** maximum pixels in total: about 200 MB while decoding */
  pixels: 50_000_000,
  /** maximum pixels of all frames of an animation: quantizing them takes ten times as long */
  animatedPixels: 24_000_000,
  /** target size of a still image: more than any email shows */
  width: 2_400,
  height: 8_000,
  seconds: 60,
}

/**
 * Images decoded concurrently in this process: two, but one per workspace, so that nobody waits for another's. The rest
 * wait in turns, as many per workspace as one person may drop at once.
 */
const queue = createFairQueue(LIMITS.imageReencoding)

export interface ReencodedImage {
  contentType: 'image/png' | 'image/jpeg' | 'image/gif'
  bytes: Buffer
  width: number
  height: number
}

/** A part of an image, in its own pixels, upright. */
export interface ImageCrop {
  left: number
  top: number
  width: number
  height: number
}

/** Crop and size of a still image; animations are left unchanged. */
export interface ImageShape {
  /** in px; it is never enlarged */
  maxWidth?: number | null | undefined
  crop?: ImageCrop | null | undefined
}

type Kind = 'png' | 'jpeg' | 'gif' | 'webp'

/** Detects the format from the first bytes, ignoring the declared type; null for anything but the four formats. */
export function imageKind(bytes: Uint8Array): Kind | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  return null
}

/**
 * Decodes an image and re-encodes it as PNG, JPEG or GIF, without metadata, upright and in sRGB. Animations stay
 * animated. WebP is converted, because not every email client shows it. Workspaces take turns. Throws UNSUPPORTED_TYPE,
 * BAD_INPUT (shape), TOO_LARGE (pixels), UNREADABLE_FILE, TOO_MANY_REQUESTS and UNAVAILABLE if too many wait.
 */
export async function reencodeImage(
  tenantId: string,
  content: Buffer,
  shape: ImageShape = {},
): Promise<ReencodedImage> {
  const kind = imageKind(content)
  if (!kind) throw unsupported(content)
  const leave = await queue.enter(tenantId).catch(refuse)
  try {
    return await reencode(content, kind, shape)
  } catch (error) {
    throw error instanceof AppError ? error : explained(error)
  } finally {
    leave()
  }
}

async function reencode(content: Buffer, kind: Kind, { maxWidth, crop }: ImageShape): Promise<ReencodedImage> {
  const sharp = await loadSharp()
  const options = { failOn: 'error', limitInputPixels: IMAGE_LIMITS.pixels } as const
  const about = await sharp(content, { ...options, pages: -1 }).metadata()
  const frames = about.pages ?? 1
  const height = about.pageHeight ?? about.height
  if (about.format !== kind) throw unreadable()
  if (Math.max(about.width, height) > IMAGE_LIMITS.side) throw tooManyPixels()
  const most = frames > 1 ? IMAGE_LIMITS.animatedPixels : IMAGE_LIMITS.pixels
  if (about.width * height * frames > most) throw tooManyPixels()

  const animated = frames > 1
  const picture = sharp(content, { ...options, animated }).timeout({ seconds: IMAGE_LIMITS.seconds })
  if (crop) checkCrop(crop, about.autoOrient, animated)
  if (!animated) {
    const box = { width: Math.min(maxWidth ?? IMAGE_LIMITS.width, IMAGE_LIMITS.width), height: IMAGE_LIMITS.height }
    picture.autoOrient()
    if (crop) picture.extract(crop)
    picture.resize({ ...box, fit: 'inside', withoutEnlargement: true })
  }
  if (animated || kind === 'gif') picture.gif({ effort: 2 })
  else if (kind === 'jpeg' || (kind === 'webp' && !about.hasAlpha)) picture.jpeg({ quality: 85, progressive: true })
  else picture.png({ compressionLevel: 9 })
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return {
    contentType: `image/${info.format}` as ReencodedImage['contentType'],
    bytes: data,
    width: info.width,
    height: info.pageHeight ?? info.height,
  }
}

function checkCrop({ left, top, width, height }: ImageCrop, of: { width: number; height: number }, animated: boolean) {
  const isInside = left >= 0 && top >= 0 && left + width <= of.width && top + height <= of.height
  const problem = animated
    ? 'An animated image cannot be cropped.'
    : isInside && width >= 1 && height >= 1
      ? null
      : `The crop must lie inside the image, which has ${of.width} × ${of.height} pixels.`
  if (problem) throw new AppError('BAD_INPUT', problem, { fields: { crop: problem } })
}

function refuse(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  const options = { retryAfter: 60, cause: error }
  throw error.inAll
    ? new AppError('UNAVAILABLE', 'Too many images are being uploaded. Try again in a minute.', options)
    : new AppError('TOO_MANY_REQUESTS', 'Your workspace is uploading too many images at once. Try again in a minute.', {
        ...options,
      })
}

function unsupported(content: Buffer): AppError {
  const isSvg = /<svg[\s>]/i.test(content.subarray(0, 4_096).toString('utf8'))
  const why = isSvg ? 'SVG images cannot be used in emails' : 'This file is not a supported image'
  return new AppError('UNSUPPORTED_TYPE', `${why}. Upload a PNG, JPEG, GIF or WebP instead.`)
}

function tooManyPixels(): AppError {
  const { side, pixels, animatedPixels } = IMAGE_LIMITS
  return new AppError(
    'TOO_LARGE',
    `The image has too many pixels. The limit is ${side.toLocaleString('en-US')} per side and ${pixels / 1_000_000} million in total, or ${animatedPixels / 1_000_000} million across all frames of an animation. Make it smaller and upload it again.`,
  )
}

function unreadable(cause?: unknown): AppError {
  return new AppError(
    'UNREADABLE_FILE',
    'The image is damaged and cannot be read. Save it again in an image editor and upload it.',
    {
      cause,
    },
  )
}

function explained(error: unknown): AppError {
  return /pixel limit|timeout|dimensions exceed/i.test(String(error)) ? tooManyPixels() : unreadable(error)
}
