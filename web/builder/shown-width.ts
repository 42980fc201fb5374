import type { BuilderDocument } from '#domain/builder/document.ts'
import { findElement, updateElement, type ElementPatch } from '#domain/builder/moves.ts'
import { renderDocument, surroundingsOf } from '#domain/builder/render.ts'

/** Stands for the picture while its width is looked up. */
const MARK = 'https://width.invalid/'

/** Where each block has its picture, and where its email says how wide that is: pictures behind content have a width in VML. */
const IMAGE = { patch: { content: MARK }, width: /src="https:\/\/width\.invalid\/" alt="[^"]*" width="(\d+)"/ }
const BEHIND = /width:(\d+)px[^>]*><v:fill [^>]*src="https:\/\/width\.invalid\/"/
const PICTURES: Readonly<Record<string, { patch: ElementPatch; width: RegExp }>> = {
  image: IMAGE,
  video: { ...IMAGE, width: BEHIND },
  columns: { patch: { background: MARK }, width: BEHIND },
}

/** The width in px at which an email shows a block's picture, as rendered; that of the whole email for any other id. */
export function shownWidth(document: BuilderDocument, id: string): number {
  const widest = surroundingsOf(document).width
  const picture = PICTURES[findElement(document, id)?.type ?? '']
  if (!picture) return widest
  const html = renderDocument(updateElement(document, id, picture.patch))
  const [, width] = picture.width.exec(html) ?? []
  return width === undefined ? widest : Number(width)
}
