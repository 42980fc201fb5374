import { useMutation } from '@apollo/client/react'
import { Plus, RefreshCw, X } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { errorMessage, fieldErrors } from '#web/client/call-errors.ts'
import type { ConnectedEmailsQuery } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { UPDATE_ADDRESSES } from './operations.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'

type Mailbox = ConnectedEmailsQuery['mailboxes'][number]

export interface AddressesDialogProps {
  mailbox: Mailbox
  onClose: () => void
}

/**
 * Dialog for the other email addresses that a mailbox can send from: reads its aliases again, and adds or removes
 * shared mailboxes.
 */
export function AddressesDialog({ mailbox, onClose }: AddressesDialogProps) {
  const { id, email, provider, sendAs } = mailbox
  const [update, { loading, error }] = useMutation(UPDATE_ADDRESSES)
  const shared = sendAs.filter(({ kind }) => kind === 'shared').map(({ address }) => address)

  /** Saves changed addresses. Returns whether that succeeded; a failure is shown in the dialog. */
  const change = (variables: { sharedAddresses?: string[]; refreshAddresses?: boolean }) =>
    update({ variables: { id, ...variables } }).then(
      () => true,
      () => false,
    )

  return (
    <Dialog
      open
      onOpenChange={(next) => next || loading || onClose()}
      size="md"
      title="Other addresses"
      description={`Campaigns can also be sent from these addresses of ${email}. Everyone who can send from the mailbox can use them.`}
      footer={
        <Button disabled={loading} onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {sendAs.length === 0 ? (
          <p className="text-ink-soft">This mailbox has no other address yet.</p>
        ) : (
          <ul aria-label="Addresses" className="grid gap-3">
            {sendAs.map((each) => (
              <Address
                key={each.address}
                address={each}
                onRemove={() => void change({ sharedAddresses: shared.filter((one) => one !== each.address) })}
              />
            ))}
          </ul>
        )}
        <div>
          <Button
            size="sm"
            icon={RefreshCw}
            busy={loading}
            disabled={!showsAliases(mailbox)}
            onClick={() => void change({ refreshAddresses: true })}
          >
            Refresh aliases
          </Button>
          <p className="mt-2 text-xs text-ink-soft">{aliasWords(mailbox)}</p>
        </div>
        {PROVIDERS[provider].sharedScope !== null && (
          <SharedMailboxes
            mailbox={mailbox}
            onAdd={(address) => change({ sharedAddresses: [...shared, address] })}
            problem={error ? fieldErrors(error)[`sharedAddresses.${shared.length}`] : undefined}
          />
        )}
        {error && !loading && (
          <Callout tone="warning" role="alert" title="The addresses were not changed">
            {errorMessage(error)}
          </Callout>
        )}
      </div>
    </Dialog>
  )
}

const showsAliases = ({ provider, level }: Mailbox): boolean =>
  PROVIDERS[provider].aliasLevel === 'send' || level === 'full'

const aliasWords = (mailbox: Mailbox): string =>
  showsAliases(mailbox)
    ? PROVIDERS[mailbox.provider].aliasHelp(mailbox.email)
    : 'To read the addresses of this mailbox, first allow safe sending, bounces and replies.'

function Address({ address: each, onRemove }: { address: Mailbox['sendAs'][number]; onRemove: () => void }) {
  const { address, name, kind, isDefault, canSend, problem } = each
  return (
    <li className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
          {name ? `${name} <${address}>` : address}
          {kind === 'shared' && <Badge>Shared mailbox</Badge>}
          {isDefault && <Badge>Default in Gmail</Badge>}
        </p>
        {!canSend && <p className="text-xs text-waiting">{problem}</p>}
      </div>
      {kind === 'shared' && <IconButton icon={X} size="sm" label={`Remove ${address}`} onClick={onRemove} />}
    </li>
  )
}

interface SharedMailboxesProps {
  mailbox: Mailbox
  onAdd: (address: string) => Promise<boolean>
  problem: string | undefined
}

/** Adds a shared mailbox; its owner first grants the permission, in a separate step. */
function SharedMailboxes({ mailbox, onAdd, problem }: SharedMailboxesProps) {
  const { id, provider, maySendShared, isMine } = mailbox
  const [address, setAddress] = useState('')
  if (!maySendShared) {
    return (
      <div>
        <p className="font-strong">Shared mailboxes</p>
        <p className="mt-1 text-ink-soft">
          To send from a shared mailbox such as team@example.com, Mergewell needs one more permission from{' '}
          {PROVIDERS[provider].product}.
        </p>
        {isMine ? (
          <Button asChild size="sm" className="mt-2">
            <a href={`/auth/${provider}?shared=1&mailbox=${encodeURIComponent(id)}`}>Allow shared mailboxes</a>
          </Button>
        ) : (
          <p className="mt-1 text-xs text-ink-soft">Only the owner of this mailbox can grant this permission.</p>
        )}
      </div>
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (address.trim() !== '') void onAdd(address.trim()).then((added) => added && setAddress(''))
      }}
    >
      <Field
        label="Add a shared mailbox"
        error={problem}
        hint="Your administrator must have given you “Send as” or “Send on behalf” for it. Replies and bounces go to the shared mailbox, where Mergewell does not see them."
      >
        <Input
          type="email"
          value={address}
          placeholder="team@example.com"
          autoComplete="off"
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <Button type="submit" size="sm" icon={Plus} className="mt-2" disabled={address.trim() === ''}>
        Add
      </Button>
    </form>
  )
}
