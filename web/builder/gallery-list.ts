import { GALLERY } from '#domain/builder/gallery/gallery.ts'
import type { GalleryTemplate } from '#domain/builder/gallery/parts.ts'

/** The one that the builder page offers as its sample (product: builder.gallery). */
export const SAMPLE = 'sample'

/** The template of the gallery with this id; the sample is the first of them. */
export function galleryTemplate(id: string): GalleryTemplate | undefined {
  return id === SAMPLE ? GALLERY[0] : GALLERY.find((template) => template.id === id)
}

/** Where the builder begins with a template of the gallery. */
export function galleryAddress(id: string): string {
  return `/email-builder?start=${encodeURIComponent(id)}`
}
