import { Link } from 'react-router'
import { useMemo, type ReactNode } from 'react'
import { GALLERY } from '#domain/builder/gallery/gallery.ts'
import { Button } from '#web/ui/button.tsx'
import { galleryAddress } from './gallery-list.ts'
import type { BuilderDocument } from '#domain/builder/builder-document.ts'
import { pageColorOf, renderDocument } from '#domain/builder/render-document.ts'
import { HtmlThumbnail } from './html-thumbnail.tsx'

/** The built-in templates, as links to the builder or with a custom action. */
export function Gallery({ action }: { action?: (template: (typeof GALLERY)[number]) => ReactNode }) {
  return (
    <ul aria-label="Starter templates" className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {GALLERY.map((template) => (
        <li key={template.id} className="flex flex-col overflow-clip rounded-md border border-line bg-surface">
          <EmailThumbnail document={template.document} />
          <div className="flex grow flex-col border-t border-line px-5 py-4">
            <h3 className="text-base font-strong">{template.name}</h3>
            <p className="mt-0.5 mb-3 grow text-ink-soft">{template.description}</p>
            {action ? (
              action(template)
            ) : (
              <Button asChild size="sm" className="w-fit">
                <Link to={galleryAddress(template.id)}>
                  Start with this
                  <span className="sr-only">: {template.name}</span>
                </Link>
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A scaled-down preview of a builder document. It runs no scripts and loads no external content. */
function EmailThumbnail({ document }: { document: BuilderDocument }) {
  const html = useMemo(() => renderDocument(document), [document])
  return <HtmlThumbnail html={html} background={pageColorOf(document.globalStyles)} />
}
