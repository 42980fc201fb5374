import { Paperclip } from '#web/ui/generated/icons.ts'
import type { ReactNode } from 'react'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { mailboxName } from '#web/mailboxes/mailbox-name.ts'
import { Time } from '#web/ui/date-time.tsx'
import type { CampaignDetails } from '../operations.ts'
import { CampaignStatusBadge } from '../status-badge.tsx'

/** A campaign's subject, status and times. */
export function CampaignFacts({ campaign }: { campaign: CampaignDetails }) {
  const { subject, createdAt, sentAt, mailboxes } = campaign
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5">
      <Fact name="Subject">{subject || '-'}</Fact>
      <Fact name="Status">
        <CampaignStatusBadge {...campaign} />
      </Fact>
      <Fact name="Created">
        <Time at={createdAt} show="moment" focusable />
      </Fact>
      <Fact name="Sent">{sentAt ? <Time at={sentAt} show="moment" focusable /> : '-'}</Fact>
      {mailboxes.length > 0 && <Fact name="From">{mailboxes.map(mailboxName).join(', ')}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

/** A campaign's attachments. */
export function CampaignAttachments({ attachments }: { attachments: CampaignDetails['attachments'] }) {
  if (attachments.length === 0) return <p className="text-ink-soft">No attachments</p>
  return (
    <ul aria-label="Attachments" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {attachments.map(({ id, name, size }) => (
        <li key={id} className="flex items-center gap-2">
          <Paperclip aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
          <span className="min-w-0 truncate">{name}</span>
          <span className="figures ml-auto shrink-0 text-xs text-ink-soft">{formatSize(size)}</span>
        </li>
      ))}
    </ul>
  )
}
