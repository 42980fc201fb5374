import { useMemo } from 'react'
import type { BuilderDocument } from '#domain/builder/document.ts'
import { pageColorOf, renderDocument } from '#domain/builder/render.ts'
import { HtmlThumbnail } from './html-thumbnail.tsx'

/** A scaled-down preview of a builder document. It runs no scripts and loads no external content. */
export function EmailThumbnail({ document }: { document: BuilderDocument }) {
  const html = useMemo(() => renderDocument(document), [document])
  return <HtmlThumbnail html={html} background={pageColorOf(document.globalStyles)} />
}
