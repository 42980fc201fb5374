import { useMemo } from 'react'
import { sentBytes } from '#domain/builder/sent-size.ts'
import { GMAIL_CLIP_BYTES } from '#domain/builder/email-warnings.ts'

/** Shows the approximate size of the sent email beside the size up to which Gmail shows a whole email. */
export function MailSize({ html }: { html: string }) {
  const kilobytes = useMemo(() => Math.ceil(sentBytes(html) / 1_024), [html])
  return (
    <p className="px-4 py-2 text-xs text-ink-soft tabular-nums">
      About {kilobytes} KB of {GMAIL_CLIP_BYTES / 1_024} KB that Gmail shows, with links, footer and merge tag values.
    </p>
  )
}
