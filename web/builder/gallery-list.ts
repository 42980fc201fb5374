import { GALLERY } from '#domain/builder/gallery/gallery.ts'
import type { GalleryTemplate } from '#domain/builder/gallery/gallery-parts.ts'

/** The sample template of the builder page (product: builder.gallery). */
export const SAMPLE = 'sample'

/** The gallery template with this id; the sample is the first one. */
export function galleryTemplate(id: string): GalleryTemplate | undefined {
  return id === SAMPLE ? GALLERY[0] : GALLERY.find((template) => template.id === id)
}

/** Returns the URL of the builder that starts with a gallery template. */
export function galleryAddress(id: string): string {
  return `/email-builder?start=${encodeURIComponent(id)}`
}
