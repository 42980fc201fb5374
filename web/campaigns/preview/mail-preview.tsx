import { skipToken, useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { answerSubject } from '#domain/campaigns/follow-up-limits.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import type { PreviewMailQuery, PreviewMailQueryVariables } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Draft } from '../create/store/campaign-draft.ts'
import { DocumentButton } from './document-button.tsx'
import { PREVIEW_MAIL } from './operations.ts'

export interface MailPreviewProps {
  draft: Draft
  /** Id of the sending mailbox; default: the user's default mailbox. */
  mailboxId: string | undefined
  /** Id of the recipient; default: a sample recipient. */
  contactId: string | undefined
  /** Buttons that show the email to other recipients. */
  walk: ReactNode
  /** True while the recipient is still loading. */
  waiting: boolean
}

/** Shows the exact email that a recipient would get, with buttons to other recipients above. */
export function MailPreview({ draft, mailboxId, contactId, walk, waiting }: MailPreviewProps) {
  const { campaignId, subject, content, sender, useHtmlBuilder, htmlTemplate, language } = draft
  const input = {
    campaignId,
    subject,
    content,
    ...sender,
    useHtmlBuilder,
    language,
    ...(useHtmlBuilder && { htmlTemplate }),
    contactId,
    mailboxId,
  }
  return <Previewed input={input} walk={walk} waiting={waiting} />
}

/** Preview of a campaign as it is stored. */
export function StoredMailPreview({
  campaignId,
  mailboxId,
  contactId,
  walk,
  waiting,
}: Omit<MailPreviewProps, 'draft'> & { campaignId: string }) {
  return <Previewed input={{ campaignId, contactId, mailboxId }} walk={walk} waiting={waiting} />
}

export interface FollowUpPreviewProps extends Omit<MailPreviewProps, 'draft' | 'walk'> {
  campaignId: string | null
  /** Subject of the campaign. */
  subject: string
  followUp: {
    subject: string
    content: string
    attachesFiles: boolean
    useHtmlBuilder: boolean
    htmlTemplate?: unknown
  }
  /** Buttons that show the email to other recipients; default: none. */
  walk?: ReactNode
}

/** Returns the email that a follow-up sends; `subject`: subject of the campaign. */
export function followUpMail(subject: string, followUp: FollowUpPreviewProps['followUp']) {
  const { content, attachesFiles, useHtmlBuilder, htmlTemplate } = followUp
  return {
    subject: followUp.subject.trim() || answerSubject(subject.trim()),
    content,
    attachesFiles,
    useHtmlBuilder,
    ...(useHtmlBuilder && { htmlTemplate }),
  }
}

/** A follow-up as one recipient would get it. */
export function FollowUpPreview({
  campaignId,
  subject,
  followUp,
  contactId,
  mailboxId,
  walk = null,
  waiting,
}: FollowUpPreviewProps) {
  const input = { campaignId, ...followUpMail(subject, followUp), contactId, mailboxId }
  return <Previewed input={input} walk={walk} waiting={waiting} />
}

interface PreviewedProps extends Pick<MailPreviewProps, 'walk' | 'waiting'> {
  input: PreviewMailQueryVariables['input']
}

function Previewed({ walk, ...rest }: PreviewedProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {walk}
      <Email {...rest} />
    </div>
  )
}

/** Shows an email, rendered by the server's sending code, in a sandboxed frame. */
function Email({ input, waiting }: Omit<PreviewedProps, 'walk'>) {
  const { data, previousData, error, loading, refetch } = useQuery(
    PREVIEW_MAIL,
    waiting ? skipToken : { variables: { input }, fetchPolicy: 'no-cache', notifyOnNetworkStatusChange: true },
  )
  // Never show another recipient's email when rendering this one failed.
  if (error && !loading) {
    return (
      <Callout
        tone="warning"
        role="alert"
        title="The preview could not be loaded"
        action={
          <Button size="sm" onClick={() => void refetch().catch(() => undefined)}>
            Try again
          </Button>
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
      <div className="border-b border-line bg-surface px-4 py-3">
        <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {mail.from && (
            <>
              <dt className="text-ink-soft">From</dt>
              <dd className="truncate">{person(mail.from)}</dd>
            </>
          )}
          <dt className="text-ink-soft">To</dt>
          <dd className="truncate">{person(mail.to)}</dd>
          <People name="Reply-To" people={mail.replyTo} />
          <People name="CC" people={mail.cc} />
          <People name="BCC" people={mail.bcc} />
          <dt className="text-ink-soft">Subject</dt>
          <dd className="font-strong wrap-anywhere">{mail.subject}</dd>
          <Files input={input} files={mail.attachments.filter(({ inline }) => !inline)} />
          <dt className="text-ink-soft">Size</dt>
          <dd className="figures">{formatSize(mail.size)}</dd>
        </dl>
      </div>
      <iframe
        title="Content preview"
        sandbox=""
        srcDoc={mail.htmlForDisplay}
        // Emails are read on white: their colors are their own, not the theme's.
        style={{ background: '#fff', colorScheme: 'light' }}
        className="block h-96 w-full"
      />
    </div>
  )
}

function People({ name, people }: { name: string; people: readonly { name: string; address: string }[] }) {
  if (people.length === 0) return null
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{people.map(person).join(', ')}</dd>
    </>
  )
}

type PreviewedFile = Pick<
  PreviewMailQuery['previewMail']['attachments'][number],
  'name' | 'size' | 'isDocument' | 'problem'
>

function Files({ input, files }: { input: PreviewedProps['input']; files: readonly PreviewedFile[] }) {
  if (files.length === 0) return null
  const attached = files.filter(({ isDocument }) => !isDocument)
  return (
    <>
      <dt className="text-ink-soft">Files</dt>
      <dd className="grid gap-1 wrap-anywhere">
        {attached.length > 0 && (
          <span>{attached.map(({ name, size }) => `${name} (${formatSize(size)})`).join(', ')}</span>
        )}
        {files
          .filter(({ isDocument }) => isDocument)
          .map((file, index) => (
            <DocumentButton key={index} input={input} file={file} index={index} />
          ))}
      </dd>
    </>
  )
}

function person({ name, address }: { name: string; address: string }): string {
  return name === '' ? address : `${name} <${address}>`
}
