import { useQuery, skipToken } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { contactCount } from '#web/contacts/contact-words.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { LaunchChoice } from '../launch/launch-choice.ts'
import { MailboxChoice } from '../launch/mailbox-choice.tsx'
import { WhenChoice } from '../launch/when-choice.tsx'
import { RECIPIENT } from '../operations.ts'
import { useFeatures } from '../use-features.ts'
import { AbTestFields } from './ab-test-fields.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { chosenCount, isChosen, type Audience, type View } from './audience.ts'
import { MailPreview } from './mail-preview.tsx'
import { TrackingFields } from './tracking-fields.tsx'
import { useAudienceList } from './use-audience-list.ts'
import type { useDraft } from './use-draft.ts'

export interface StepReviewProps {
  work: Pick<ReturnType<typeof useDraft>, 'draft' | 'files' | 'change'>
  /** Contacts that match the audience's condition; undefined while that is not known. */
  matching: number | undefined
  choice: LaunchChoice
  onChoice: (choice: LaunchChoice) => void
}

/** Step 4: what will be created, how it reads, and when it goes (spec §2 Create campaign wizard). */
export function StepReview({ work, matching, choice, onChoice }: StepReviewProps) {
  const { draft, files, change } = work
  const features = useFeatures()
  const count = chosenCount(draft.audience, matching)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[320px_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card title="Summary">
          <dl className="grid gap-3">
            <Fact name="Name">{draft.name.trim()}</Fact>
            <Fact name="Subject">{draft.subject.trim()}</Fact>
            <Fact name="Personalization">First and last name</Fact>
            <Fact name="Recipients">{count === undefined ? '…' : recipients(draft.audience, count)}</Fact>
          </dl>
          {files.length > 0 && (
            <div className="mt-4 border-t border-line pt-4">
              <h3 className="mb-2 text-ink-soft">Attachments</h3>
              <AttachmentList files={files} />
            </div>
          )}
        </Card>
        {features?.abTesting && (
          <AbTestFields
            subject={draft.subject}
            value={draft.abTest}
            recipients={count}
            onChange={(abTest) => change({ abTest })}
          />
        )}
        {features?.tracking && <TrackingFields draft={draft} onChange={change} />}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card title="Launch">
          <div className="grid gap-6">
            <WhenChoice draft choice={choice} onChange={(part) => onChoice({ ...choice, ...part })} />
            {choice.when !== 'later' && (
              <MailboxChoice
                chosen={choice.mailAccountIds}
                onChange={(mailAccountIds) => onChoice({ ...choice, mailAccountIds })}
              />
            )}
          </div>
        </Card>
        <Card title="Preview" description="As one of them will read it.">
          <Preview draft={draft} />
        </Card>
      </div>
    </div>
  )
}

/** "1,204 contacts in the segment “Regulars”". */
function recipients(audience: Audience, count: number): string {
  const label = audience.kind === 'matching' ? audience.label : ''
  return `${contactCount(count)} ${label}`.trim()
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
const EVERYONE: View = {}

function Preview({ draft }: { draft: Pick<StepReviewProps['work'], 'draft'>['draft'] }) {
  const { audience } = draft
  const list = useAudienceList(audience.kind === 'matching' ? audience.view : EVERYONE)
  const first =
    audience.kind === 'picked'
      ? audience.ids.values().next().value
      : list.contacts?.find(({ id }) => audience.kind === 'kept' || isChosen(audience, id))?.id
  const { data, loading } = useQuery(RECIPIENT, first === undefined ? skipToken : { variables: { id: first } })
  if (loading || (first === undefined && list.loading)) return <Skeleton className="h-96 rounded-md" />
  const contact = data?.contact
  const recipient = contact
    ? { ...contact, fields: Object.fromEntries(contact.fields.map(({ name, value }) => [name, value])) }
    : NOBODY
  return (
    <MailPreview
      subject={draft.subject}
      content={draft.content}
      htmlTemplate={draft.useHtmlBuilder ? draft.htmlTemplate : null}
      recipient={recipient}
    />
  )
}
