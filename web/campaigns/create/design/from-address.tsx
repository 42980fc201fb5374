import { useQuery } from '@apollo/client/react'
import { defaultMailbox } from '#web/mailboxes/default-mailbox.ts'
import type { MailboxAddressesQuery } from '#web/generated/graphql.ts'
import { MAILBOX_ADDRESSES } from '#web/mailboxes/operations.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { LaunchChoice } from '../../launch/launch-choice.ts'
import type { Draft, Sender } from '../store/campaign-draft.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'

type Mailbox = MailboxAddressesQuery['mailboxes'][number]

interface FromAddressProps {
  value: Sender
  launch: LaunchChoice
  onChange: (part: Partial<Draft>) => void
}

/** Chooses one of the mailboxes' other email addresses (aliases) to send from. Not shown to people who have none. */
export function FromAddress({ value, launch, onChange }: FromAddressProps) {
  const { data } = useQuery(MAILBOX_ADDRESSES, { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' })
  const mailboxes = (data?.mailboxes ?? []).filter(({ canSend, status }) => canSend && status !== 'error')
  const addresses = [...new Set(mailboxes.flatMap(usableOf).map(({ address }) => address))]
  const { fromAddress } = value
  if (addresses.length === 0 && fromAddress === '') return null
  const isMissing = data !== undefined && fromAddress !== '' && !addresses.includes(fromAddress)
  const listed = fromAddress === '' || addresses.includes(fromAddress) ? addresses : [fromAddress, ...addresses]
  return (
    <Field
      label="From address"
      hint={hintFor(fromAddress, mailboxes)}
      error={isMissing ? `None of your mailboxes can send from ${fromAddress}. Choose another address.` : undefined}
    >
      <Select
        value={fromAddress}
        options={[
          { value: '', label: 'The address of the mailbox' },
          ...listed.map((address) => ({ value: address, label: address })),
        ]}
        onChange={(event) => {
          const address = event.target.value
          onChange({ sender: { ...value, fromAddress: address }, ...mailboxFor(address, mailboxes, launch) })
        }}
      />
    </Field>
  )
}

const usableOf = ({ sendAs }: Mailbox) => sendAs.filter(({ canSend }) => canSend)
const owns = (mailbox: Mailbox, address: string) => usableOf(mailbox).some((each) => each.address === address)

/** Returns the change of the draft that chooses a mailbox with this address; none if all chosen mailboxes have it. */
function mailboxFor(address: string, mailboxes: readonly Mailbox[], launch: LaunchChoice): Partial<Draft> {
  const usual = defaultMailbox(mailboxes)
  const chosen = launch.mailboxIds ? mailboxes.filter(({ id }) => launch.mailboxIds?.includes(id)) : [usual]
  const first = mailboxes.find((mailbox) => owns(mailbox, address))
  const fits = chosen.length > 0 && chosen.every((mailbox) => mailbox && owns(mailbox, address))
  return address === '' || fits || !first ? {} : { launch: { ...launch, mailboxIds: [first.id] } }
}

/** Returns a sentence that names the mailbox of an email address and where replies go. */
function hintFor(address: string, mailboxes: readonly Mailbox[]): string | undefined {
  const mailbox = mailboxes.find((each) => owns(each, address))
  const kind = mailbox?.sendAs.find((each) => each.address === address)?.kind
  if (!mailbox || !kind) return undefined
  if (kind === 'shared') {
    return `Sent through ${mailbox.email}. Replies and bounces go to ${address}, where Mergewell does not see them.`
  }
  const replies = `Sent through ${mailbox.email}, which also gets the replies.`
  return PROVIDERS[mailbox.provider].mustAllowAliases
    ? `${replies} Your organization must allow sending from aliases: send yourself a test first.`
    : replies
}
