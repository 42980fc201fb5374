import { useMemo, type ReactNode } from 'react'
import { previewPage } from '#web/builder/preview/preview-page.ts'
import type { MergeValues } from '#domain/content/merge-tags.ts'
import { SIMPLE_TEXT_BODY } from '#domain/content/simple-text.ts'
import { fillEmail, type WrittenEmail } from './row-email.ts'

const VIEW = { client: 'mail', isDark: false, hasImages: true } as const

interface EmailPaneProps {
  email: WrittenEmail
  recipient: MergeValues
  /** Documents attached for the selected row, as items of a description list; absent: none. */
  children?: ReactNode
}

/** Previews the email to the person of the row under the cursor, rendered in the browser after every key press. */
export function EmailPane({ email, recipient, children }: EmailPaneProps) {
  const { subject, html } = useMemo(() => fillEmail(email, recipient), [email, recipient])
  const page = useMemo(
    () => previewPage(`<body style="${SIMPLE_TEXT_BODY};background:#fff">${html}</body>`, VIEW).html,
    [html],
  )
  const name = `${recipient.firstName} ${recipient.lastName}`.trim()
  return (
    <section aria-label="Email of this row" className="overflow-clip rounded-md border border-line">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line px-4 py-3">
        <dt className="text-ink-soft">To</dt>
        <dd className="truncate">{name ? `${name} <${recipient.email}>` : recipient.email}</dd>
        <dt className="text-ink-soft">Subject</dt>
        <dd className="font-strong wrap-anywhere">{subject || <span className="text-ink-soft">No subject</span>}</dd>
        {children}
      </dl>
      <iframe
        title="Email of this row"
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={page}
        className="block h-[max(20rem,60dvh)] w-full bg-white"
      />
    </section>
  )
}
