import { useMemo } from 'react'
import type { BuilderDocument } from '#domain/builder/builder-document.ts'
import type { ImportedEmail, LeftOut } from '#domain/builder/import/import-email.ts'
import { leftOutByAdding, leftOutByReplacing } from '#domain/builder/import/import-into-document.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { cleanHtml } from '#domain/html/html-sanitizer.ts'
import { Callout } from '#web/ui/callout.tsx'
import { previewPage } from './preview/preview-page.ts'

const VIEW = { client: 'mail', isDark: false, hasImages: true } as const
/** Number of left-out pieces of an imported email that are listed at once. */
const LINES_MAX = 200

export interface ImportedMailProps {
  source: string
  imported: ImportedEmail
  /** the email that the blocks are added to, or that is replaced */
  current: BuilderDocument
}

/** An imported email before and after, with what is left out and what became of its merge tags. */
export function ImportedMail({ source, imported, current }: ImportedMailProps) {
  const { document, leftOut, tags } = imported
  const byAdding = leftOutByAdding(current, document)
  const byReplacing = leftOutByReplacing(current, document)
  const isComplete = leftOut.length + byAdding.length + byReplacing.length === 0
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
      {isComplete && (
        <Callout tone="good" role="status">
          The whole email was imported.
        </Callout>
      )}
      <LeftOutList title={`Left out (${leftOut.length})`} all={leftOut} />
      <LeftOutList title="“Add blocks to this email” leaves out" all={byAdding} />
      <LeftOutList title="“Replace this email” leaves out" all={byReplacing} />
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

function LeftOutList({ title, all }: { title: string; all: readonly LeftOut[] }) {
  if (all.length === 0) return null
  return (
    <Callout tone="warning" role="status" title={title}>
      <ul aria-label={title} className="grid max-h-40 list-disc gap-0.5 overflow-y-auto pl-5 wrap-anywhere">
        {all.slice(0, LINES_MAX).map(({ what, text }) => (
          <li key={`${what}${text}`}>{text ? `${what}: ${text}` : what}</li>
        ))}
      </ul>
      {all.length > LINES_MAX && <p>And {all.length - LINES_MAX} more.</p>}
    </Callout>
  )
}

function Page({ title, html }: { title: string; html: string | null }) {
  return (
    <section aria-label={title} className="grid content-start gap-1.5">
      <h3 className="font-strong">{title}</h3>
      {html === null ? (
        <p className="text-ink-soft">This HTML is too large to be shown.</p>
      ) : (
        // The email is shown as wide as on a desktop, and scaled down: narrow frames stack their columns.
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

/** Returns foreign HTML without scripts and external content; null if it is too large. */
function safePage(source: string): string | null {
  try {
    return previewPage(cleanHtml(source), VIEW).html
  } catch {
    return null
  }
}
