import type { BuilderDocument } from '#domain/builder/builder-document.ts'
import { findElement, updateElement, type ElementPatch } from '#domain/builder/element-moves.ts'
import { renderDocument, surroundingsOf } from '#domain/builder/render-document.ts'

/** Placeholder URL of a picture while its width in the rendered email is looked up. */
const MARK = 'https://width.invalid/'

/** Reads the width of the picture of an image block from its rendered HTML. */
function ofImage(html: string): string | undefined {
  return /src="https:\/\/width\.invalid\/" alt="[^"]*" width="(\d+)"/.exec(html)?.[1]
}

/** Reads the width of a background picture from rendered HTML: that of the VML shape that it fills. */
function ofShape(html: string): string | undefined {
  const fill = html.search(/<v:fill [^<>]*src="https:\/\/width\.invalid\/"/)
  return fill < 0 ? undefined : /width:(\d+)px/.exec(html.slice(html.lastIndexOf('<', fill - 1), fill))?.[1]
}

/** Kinds of blocks with a picture → how to set the picture, and how to read its width in the rendered email. */
const PICTURES: Readonly<Record<string, { patch: ElementPatch; widthIn: (html: string) => string | undefined }>> = {
  image: { patch: { content: MARK }, widthIn: ofImage },
  video: { patch: { content: MARK }, widthIn: ofShape },
  columns: { patch: { background: MARK }, widthIn: ofShape },
}

/** The width in px at which an email shows a block's picture, as rendered; that of the whole email for any other id. */
export function shownWidth(document: BuilderDocument, id: string): number {
  const widest = surroundingsOf(document).width
  const picture = PICTURES[findElement(document, id)?.type ?? '']
  if (!picture) return widest
  const html = renderDocument(updateElement(document, id, picture.patch))
  const width = picture.widthIn(html)
  return width === undefined ? widest : Number(width)
}
