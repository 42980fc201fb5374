import { skipToken, useQuery } from '@apollo/client/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatSize } from '#domain/attachments.ts'
import { errorMessage } from '#web/errors.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Draft } from './draft.ts'
import { PREVIEW_MAIL } from './operations.ts'

export interface MailPreviewProps {
  draft: Draft
  /** The sending mailbox; default: the usual one. */
  mailAccountId: string | undefined
  /** Sample recipients and the current index; empty: sample values. */
  recipients: readonly { id: string }[]
  index: number
  onIndex: (index: number) => void
  /** They are still loading. */
  waiting: boolean
}

/** The exact email a recipient would get, rendered by the sending code. Shown in a sandboxed frame. */
export function MailPreview({ draft, mailAccountId, recipients, index, onIndex, waiting }: MailPreviewProps) {
  const { campaignId, subject, content, useHtmlBuilder, htmlTemplate, language } = draft
  const input = {
    campaignId,
    subject,
    content,
    useHtmlBuilder,
    language,
    ...(useHtmlBuilder && { htmlTemplate }),
    contactId: recipients[index]?.id,
    mailAccountId,
  }
  const { data, previousData, error, loading, refetch } = useQuery(
    PREVIEW_MAIL,
    waiting ? skipToken : { variables: { input }, fetchPolicy: 'no-cache', notifyOnNetworkStatusChange: true },
  )
  const walk = recipients.length > 1 && <Walk count={recipients.length} index={index} onIndex={onIndex} />
  // Never show another recipient's email when rendering this one failed.
  if (error && !loading) {
    return (
      <Callout
        tone="warning"
        role="alert"
        title="The preview could not be loaded"
        action={
          <div className="flex gap-2">
            {walk}
            <Button size="sm" onClick={() => void refetch().catch(() => undefined)}>
              Try again
            </Button>
          </div>
        }
      >
        {errorMessage(error)}
      </Callout>
    )
  }
  const mail = (data ?? previousData)?.previewMail
  if (!mail) return <Skeleton className="h-96 rounded-md" />
  return (
    <div className="overflow-clip rounded-md border border-line">
      <div className="flex items-start gap-3 border-b border-line bg-surface px-4 py-3">
        <dl className="grid min-w-0 grow grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {mail.from && (
            <>
              <dt className="text-ink-soft">From</dt>
              <dd className="truncate">{person(mail.from)}</dd>
            </>
          )}
          <dt className="text-ink-soft">To</dt>
          <dd className="truncate">{person(mail.to)}</dd>
          <dt className="text-ink-soft">Subject</dt>
          <dd className="font-strong wrap-anywhere">{mail.subject}</dd>
          <dt className="text-ink-soft">Size</dt>
          <dd className="figures">{formatSize(mail.size)}</dd>
        </dl>
        {walk}
      </div>
      <iframe
        title="Content preview"
        sandbox=""
        srcDoc={mail.htmlForDisplay}
        // Emails are read on white: their colours are their own, not the theme's.
        style={{ background: '#fff', colorScheme: 'light' }}
        className="block h-96 w-full"
      />
    </div>
  )
}

function Walk({ count, index, onIndex }: { count: number } & Pick<MailPreviewProps, 'index' | 'onIndex'>) {
  return (
    <div className="flex">
      <IconButton
        size="sm"
        icon={ChevronLeft}
        label="Previous recipient"
        disabled={index === 0}
        onClick={() => onIndex(index - 1)}
      />
      <IconButton
        size="sm"
        icon={ChevronRight}
        label="Next recipient"
        disabled={index >= count - 1}
        onClick={() => onIndex(index + 1)}
      />
    </div>
  )
}

function person({ name, address }: { name: string; address: string }): string {
  return name === '' ? address : `${name} <${address}>`
}
