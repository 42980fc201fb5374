import { useQuery } from '@apollo/client/react'
import { ExternalLink } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { REPLY_MAIL, type ReplyRow } from './operations.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'

/** The text of a reply, read from the mailbox when it is opened and never stored. */
export function ReplyText({ reply }: { reply: Pick<ReplyRow, 'id' | 'mailbox'> }) {
  const { data, error, loading, refetch } = useQuery(REPLY_MAIL, {
    variables: { id: reply.id },
    fetchPolicy: 'no-cache',
    notifyOnNetworkStatusChange: true,
  })
  const [isWhole, setWhole] = useState(false)
  const mail = data?.replyMail
  if (!mail) {
    if (loading) {
      return (
        <Loading label="Loading the reply" className="grid gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-16" />
        </Loading>
      )
    }
    return (
      <ErrorState
        title="The reply could not be loaded"
        line={error ? errorMessage(error) : 'It may have been deleted.'}
        onRetry={() => void refetch().catch(() => undefined)}
        className="py-4"
      />
    )
  }
  const { subject, text, wholeText, url, problem, message } = mail
  if (problem) return <Callout title="The text cannot be shown here">{message}</Callout>
  return (
    <div className="grid max-w-prose gap-3">
      {subject && <h2 className="font-strong wrap-anywhere">{subject}</h2>}
      <p className="whitespace-pre-wrap wrap-anywhere">{(isWhole ? wholeText : text) || 'The reply has no text.'}</p>
      {wholeText && wholeText !== text && (
        <div>
          <Button size="sm" variant="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show only the new text' : 'Show the whole message'}
          </Button>
        </div>
      )}
      {url && reply.mailbox && (
        <div>
          <Button asChild size="sm">
            <a href={url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden="true" className="size-4" />
              Open in {PROVIDERS[reply.mailbox.provider].webMail}
            </a>
          </Button>
        </div>
      )}
    </div>
  )
}
