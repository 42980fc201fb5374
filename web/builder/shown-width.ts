import type { BuilderDocument } from '#domain/builder/document.ts'
import { findElement, updateElement } from '#domain/builder/moves.ts'
import { renderDocument, surroundingsOf } from '#domain/builder/render.ts'

/** Stands for the image while its width is looked up. */
const MARK = 'https://width.invalid/'

/** The width in px at which an email shows an image block, as rendered; that of the whole email for any other id. */
export function shownWidth(document: BuilderDocument, id: string): number {
  const widest = surroundingsOf(document).width
  if (findElement(document, id)?.type !== 'image') return widest
  const html = renderDocument(updateElement(document, id, { content: MARK }))
  const [, width] = /src="https:\/\/width\.invalid\/" alt="[^"]*" width="(\d+)"/.exec(html) ?? []
  return width === undefined ? widest : Number(width)
}
