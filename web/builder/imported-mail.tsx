import { useMemo } from 'react'
import type { ImportedEmail } from '#domain/builder/import/import-email.ts'
import { renderDocument } from '#domain/builder/render.ts'
import { cleanHtml } from '#domain/html/clean.ts'
import { Callout } from '#web/ui/callout.tsx'
import { previewPage } from './preview/preview-page.ts'

const VIEW = { client: 'mail', isDark: false, hasImages: true } as const
/** lines of what was left out that are shown at once */
const LINES_MAX = 200

/** An imported email before and after, with what was left out and what became of its merge tags. */
export function ImportedMail({ source, imported }: { source: string; imported: ImportedEmail }) {
  const { document, leftOut, tags } = imported
  const before = useMemo(() => safePage(source), [source])
  const after = useMemo(() => previewPage(renderDocument(document), VIEW).html, [document])
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Page title="Before" html={before} />
        <Page title="After" html={after} />
      </div>
      <p className="text-xs text-ink-soft">
        Pictures from other servers are not loaded here. Your recipients will see them.
      </p>
      {leftOut.length > 0 ? (
        <Callout tone="warning" role="status" title={`Left out (${leftOut.length})`}>
          <ul className="grid max-h-40 list-disc gap-0.5 overflow-y-auto pl-5 wrap-anywhere">
            {leftOut.slice(0, LINES_MAX).map(({ what, text }) => (
              <li key={`${what}${text}`}>{text ? `${what}: ${text}` : what}</li>
            ))}
          </ul>
          {leftOut.length > LINES_MAX && <p>And {leftOut.length - LINES_MAX} more.</p>}
        </Callout>
      ) : (
        <Callout tone="good" role="status">
          Nothing was left out.
        </Callout>
      )}
      {tags.length > 0 && (
        <section aria-label="Merge tags">
          <h3 className="font-strong">Merge tags</h3>
          <ul className="mt-1 grid gap-0.5 font-mono text-xs wrap-anywhere">
            {tags.map(({ from, to }) => (
              <li key={from}>
                {from} → {to}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Page({ title, html }: { title: string; html: string | null }) {
  return (
    <section aria-label={title} className="grid content-start gap-1.5">
      <h3 className="font-strong">{title}</h3>
      {html === null ? (
        <p className="text-ink-soft">This HTML is too large to be shown.</p>
      ) : (
        // As wide as on a desktop, and scaled down: narrow frames stack their columns.
        <div className="h-72 overflow-clip rounded-sm border border-line bg-white">
          <iframe
            title={`${title} the import`}
            sandbox=""
            referrerPolicy="no-referrer"
            srcDoc={html}
            className="h-[576px] w-[640px] origin-top-left scale-50 border-0 sm:h-[450px] sm:scale-[0.64]"
          />
        </div>
      )}
    </section>
  )
}

/** Foreign HTML without anything that runs or loads; null if it is too large. */
function safePage(source: string): string | null {
  try {
    return previewPage(cleanHtml(source), VIEW).html
  } catch {
    return null
  }
}
