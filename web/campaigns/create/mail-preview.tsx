import { compileTemplate, fillTemplate, tagValues, type MergeValues } from '#domain/merge-tags.ts'
import { renderSimpleText } from '#domain/simple-text.ts'

export interface MailPreviewProps {
  subject: string
  /** Simple Text. */
  content: string
  /** Who it is merged for. */
  recipient: MergeValues
}

/** A mail as this recipient will read it. It stands in a frame of its own that runs nothing. */
export function MailPreview({ subject, content, recipient }: MailPreviewProps) {
  const values = tagValues(recipient)
  const body = fillTemplate(compileTemplate(renderSimpleText(content)), values, 'html')
  return (
    <div className="overflow-clip rounded-md border border-line">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line bg-surface px-4 py-3">
        <dt className="text-ink-soft">To</dt>
        <dd className="truncate">{recipient.email}</dd>
        <dt className="text-ink-soft">Subject</dt>
        <dd className="font-strong wrap-anywhere">{fillTemplate(compileTemplate(subject), values, 'subject')}</dd>
      </dl>
      <iframe title="Preview of the content" sandbox="" srcDoc={page(body)} className="block h-96 w-full bg-white" />
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
