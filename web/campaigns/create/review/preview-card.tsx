import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import { fullName } from '#domain/contacts/contacts.ts'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/segmented-control.tsx'
import { followUpName, whenWords, whoWords } from '../../follow-up-texts.ts'
import { TestSend } from '../../launch/test-send.tsx'
import type { Draft } from '../store/campaign-draft.ts'
import { FollowUpPreview, followUpMail, MailPreview } from '../../preview/mail-preview.tsx'
import { PreviewWalk } from '../../preview/recipient-walk.tsx'
import type { SaveState } from '../store/draft-store.ts'
import { usePreviewRecipient } from '../../preview/use-preview-recipient.ts'

export interface PreviewControl {
  /** Shows the email of this recipient. */
  show: (contactId: string) => void
}

export interface PreviewCardProps {
  ref: Ref<PreviewControl>
  draft: Draft
  saveState: SaveState
  /** Id of the sending mailbox; default: the user's default mailbox. */
  mailboxId: string | undefined
}

/** Value of the campaign's first email in the list of emails to preview; a follow-up has its id. */
const FIRST = 'first'

/**
 * Previews each email of the campaign for one recipient at a time, with buttons to other recipients and for a test
 * email.
 */
export function PreviewCard({ ref, draft, saveState, mailboxId }: PreviewCardProps) {
  const { campaignId, followUps } = draft
  const isReady = useOnce(campaignId !== null && saveState === 'saved')
  const { recipient, note, busy, go } = usePreviewRecipient(campaignId, isReady)
  const [email, setEmail] = useState(FIRST)
  const followUp = followUps.find(({ id }) => id === email)
  const contact = recipient?.contact
  const place = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    show: (contactId) => {
      go({ to: 'contact', contactId })
      place.current?.scrollIntoView({ block: 'start' })
    },
  }))
  const preview = {
    mailboxId,
    contactId: contact?.id,
    walk: recipient && <PreviewWalk recipient={recipient} note={note} busy={busy} onGo={go} />,
    waiting: recipient === undefined && saveState !== 'failed',
  }
  return (
    <Card
      title="Preview"
      description={
        followUps.length === 0
          ? 'The email as one recipient will see it.'
          : 'The emails as one recipient will see them.'
      }
      actions={
        campaignId !== null && (
          <TestSend
            campaignId={campaignId}
            mailboxId={mailboxId}
            contact={contact && { id: contact.id, name: fullName(contact) || contact.email }}
            followUp={followUp && followUpMail(draft.subject, followUp)}
          />
        )
      }
    >
      <div ref={place} className="scroll-mt-20" />
      {followUps.length > 0 && (
        <div className="mb-3 grid gap-2">
          <Segmented
            label="Email"
            hideLabel
            value={followUp ? followUp.id : FIRST}
            options={[
              { value: FIRST, label: 'First email' },
              ...followUps.map(({ id }, index) => ({ value: id, label: followUpName(index + 2) })),
            ]}
            onChange={setEmail}
          />
          {followUp && (
            <p className="text-ink-soft">
              {whenWords(followUp, { isLocal: draft.launch.when === 'scheduled' && draft.launch.isLocal })} ·{' '}
              {whoWords(followUp)}
            </p>
          )}
        </div>
      )}
      {followUp ? (
        <FollowUpPreview
          key={followUp.id}
          campaignId={campaignId}
          subject={draft.subject}
          followUp={followUp}
          {...preview}
        />
      ) : (
        <MailPreview draft={draft} {...preview} />
      )}
    </Card>
  )
}

/** Returns whether `is` was true at any render so far: the preview keeps its recipient while the draft is edited. */
function useOnce(is: boolean): boolean {
  const [was, setWas] = useState(is)
  if (is && !was) setWas(true)
  return was || is
}
