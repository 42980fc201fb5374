import { useQuery, skipToken } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { contactCount } from '#web/contacts/contact-words.ts'
import { RECIPIENT } from '../operations.ts'
import { AttachmentList } from './attachment-list.tsx'
import { chosenCount, type Draft, type DraftFile } from './draft.ts'
import { MailPreview } from './mail-preview.tsx'

export interface StepReviewProps {
  draft: Draft
  files: readonly DraftFile[]
  total: number | undefined
  /** Id of the contact the preview is merged for. */
  firstRecipient: string | undefined
}

/** Step 4: what will be created, and how it reads (spec §2 Create campaign wizard). */
export function StepReview({ draft, files, total, firstRecipient }: StepReviewProps) {
  const count = chosenCount(draft.audience, total)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[320px_minmax(0,1fr)]">
      <Card title="Summary">
        <dl className="grid gap-3">
          <Fact name="Name">{draft.name.trim()}</Fact>
          <Fact name="Subject">{draft.subject.trim()}</Fact>
          <Fact name="Personalization">First and last name</Fact>
          <Fact name="Recipients">{count === undefined ? 'Everyone' : contactCount(count)}</Fact>
        </dl>
        {files.length > 0 && (
          <div className="mt-4 border-t border-line pt-4">
            <h3 className="mb-2 text-ink-soft">Attachments</h3>
            <AttachmentList files={files} />
          </div>
        )}
      </Card>
      <Card title="Preview" description="As the first of them will read it.">
        <Preview draft={draft} recipientId={firstRecipient} />
      </Card>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Someone who is not there: every tag gives way to its fallback. */
const NOBODY = { firstName: '', lastName: '', email: '', fields: {} }

function Preview({ draft, recipientId }: { draft: Draft; recipientId: string | undefined }) {
  const { data, loading } = useQuery(
    RECIPIENT,
    recipientId === undefined ? skipToken : { variables: { id: recipientId } },
  )
  if (loading) return <Skeleton className="h-96 rounded-md" />
  const contact = data?.contact
  const recipient = contact
    ? { ...contact, fields: Object.fromEntries(contact.fields.map(({ name, value }) => [name, value])) }
    : NOBODY
  return <MailPreview subject={draft.subject} content={draft.content} recipient={recipient} />
}
