import type { ImageCrop } from './upload-image.ts'

/** A part of an image in percent of its sides. */
export interface PercentPart {
  unit: '%'
  x: number
  y: number
  width: number
  height: number
}

/** The largest part in the middle of an image with these proportions; without `aspect` nine tenths of each side. */
export function startingCrop(aspect: number | undefined, imageAspect: number): PercentPart {
  const width = aspect === undefined ? 90 : Math.min(100, (100 * aspect) / imageAspect)
  const height = aspect === undefined ? 90 : Math.min(100, (100 * imageAspect) / aspect)
  return { unit: '%', x: (100 - width) / 2, y: (100 - height) / 2, width, height }
}

/** The part in whole pixels, at least one and never beyond the image. */
export function cropOf(part: PercentPart, image: { width: number; height: number }): ImageCrop {
  const along = (start: number, length: number, most: number) => {
    const from = Math.min(Math.max(0, Math.round((start / 100) * most)), most - 1)
    return [from, Math.min(Math.max(1, Math.round((length / 100) * most)), most - from)] as const
  }
  const [left, width] = along(part.x, part.width, image.width)
  const [top, height] = along(part.y, part.height, image.height)
  return { left, top, width, height }
}
