import { lazy, Suspense, useMemo } from 'react'
import { compileTemplate, fillTemplate, tagValues, type MergeValues } from '#domain/merge-tags.ts'
import { renderSimpleText } from '#domain/simple-text.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const BuiltMail = lazy(async () => ({ default: (await import('#web/builder/preview/built-mail.tsx')).BuiltMail }))

export interface MailPreviewProps {
  subject: string
  /** Simple Text; not read where there is a document of the builder. */
  content: string
  /** The builder's document; null for Simple Text. */
  htmlTemplate?: unknown
  /** Who it is merged for. */
  recipient: MergeValues
}

/** A mail as this recipient will read it. It stands in a frame of its own that runs nothing. */
export function MailPreview({ subject, content, htmlTemplate = null, recipient }: MailPreviewProps) {
  const values = useMemo(() => tagValues(recipient), [recipient])
  return (
    <div className="overflow-clip rounded-md border border-line">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-3">
        <dt className="text-ink-soft">To</dt>
        <dd className="truncate">{recipient.email}</dd>
        <dt className="text-ink-soft">Subject</dt>
        <dd className="font-strong wrap-anywhere">{fillTemplate(compileTemplate(subject), values, 'subject')}</dd>
      </dl>
      {htmlTemplate === null ? (
        <iframe
          title="Preview of the content"
          sandbox=""
          srcDoc={page(fillTemplate(compileTemplate(renderSimpleText(content)), values, 'html'))}
          className="block h-96 w-full bg-white"
        />
      ) : (
        <Suspense fallback={<Skeleton className="h-150" />}>
          <BuiltMail htmlTemplate={htmlTemplate} values={values} />
        </Suspense>
      )}
    </div>
  )
}

/** Mail is read on white: its colours are its own, not the theme's. */
function page(body: string): string {
  return `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light"><style>
body{margin:0;padding:20px;font:15px/1.6 Arial,sans-serif;color:#1f2430;background:#fff;overflow-wrap:anywhere}
p,ul,ol,h1,h2,h3{margin:0 0 1em}h1,h2,h3{line-height:1.25}img{max-width:100%;height:auto}a{color:#0b57d0}
</style><body>${body}`
}
