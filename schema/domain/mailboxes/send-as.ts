import { z } from 'zod'
import { cleanEmail, emailKey } from '../contacts/contacts.ts'
import { maySendShared } from './mailboxes.ts'
import { isHeaderAddress, type HeaderPerson } from '../content/sender-fields.ts'

/** The other addresses that a mailbox can send from: its aliases, and shared mailboxes (product: mailboxes.send-as). */

export const SEND_AS_LIMITS = {
  /** aliases kept of a mailbox; Gmail allows 99 */
  aliases: 200,
  /** shared mailboxes that a person can add */
  shared: 20,
} as const

/** `alias`: the provider knows it as an address of this mailbox. `shared`: another mailbox, named by a person. */
export const SEND_AS_KINDS = ['alias', 'shared'] as const
export type SendAsKind = (typeof SEND_AS_KINDS)[number]

/** An address beside the mailbox's own. */
export interface SendAsAddress {
  address: string
  /** the name that recipients see; empty: the mailbox's */
  name: string
  kind: SendAsKind
  /**
   * true if the provider allows sending from it; an address that Gmail has not verified is replaced without an error
   */
  isVerified: boolean
  /** true if it is the provider's own default for new emails */
  isDefault: boolean
}

/** Facts that decide from which addresses a mailbox can send. */
export interface SendAsMailbox {
  email: string
  name: string
  sendAs: readonly SendAsAddress[]
  scopes: readonly string[]
}

/** Returns why an address cannot be used as sender, as a sentence; null if it can. */
export function sendAsProblem({ kind, isVerified }: SendAsAddress, scopes: readonly string[]): string | null {
  if (kind === 'shared' && !maySendShared(scopes)) return 'Mergewell has no permission to send from shared mailboxes.'
  return isVerified ? null : 'Gmail has not verified this address yet. Confirm it in Gmail’s settings, then refresh.'
}

/** The other addresses that a mailbox can send from now. */
export function usableSendAs({ sendAs, scopes }: Pick<SendAsMailbox, 'sendAs' | 'scopes'>): SendAsAddress[] {
  return sendAs.filter((each) => sendAsProblem(each, scopes) === null)
}

/** All addresses of a mailbox, its own first, in lower case; also those that it cannot send from now. */
export function ownAddresses({ email, sendAs }: Pick<SendAsMailbox, 'email' | 'sendAs'>): string[] {
  return [email, ...sendAs.map(({ address }) => address)].map(emailKey)
}

/**
 * Returns the name and address in From for an email of a mailbox; without `fromAddress`, the mailbox's own. Null if the
 * mailbox cannot send from that address.
 */
export function senderOf(mailbox: SendAsMailbox, fromAddress: string | null | undefined): HeaderPerson | null {
  const own = { name: mailbox.name, address: mailbox.email }
  if (!fromAddress || emailKey(fromAddress) === emailKey(mailbox.email)) return own
  const found = usableSendAs(mailbox).find(({ address }) => emailKey(address) === emailKey(fromAddress))
  return found ? { name: found.name || mailbox.name, address: found.address } : null
}

/**
 * Returns the warning for the check before a launch if mailboxes cannot send from the chosen address; null if all can.
 */
export function fromAddressProblem(
  mailboxes: readonly SendAsMailbox[],
  fromAddress: string | null | undefined,
): string | null {
  const without = mailboxes.filter((mailbox) => senderOf(mailbox, fromAddress) === null).map(({ email }) => email)
  if (without.length === 0) return null
  const named = new Intl.ListFormat('en-GB').format(without)
  return `${named} cannot send from ${fromAddress}. Choose another From address or mailbox, or check the addresses under Settings → Connected Emails.`
}

/**
 * Returns the addresses that a provider named, without the mailbox's own and without those that a header cannot
 * contain.
 */
export function readAliases(email: string, found: readonly Omit<SendAsAddress, 'kind'>[]): SendAsAddress[] {
  const seen = new Set([emailKey(email)])
  const isNew = ({ address }: { address: string }) => {
    const key = emailKey(address)
    if (seen.has(key) || !isHeaderAddress(address)) return false
    seen.add(key)
    return true
  }
  return found
    .filter(isNew)
    .slice(0, SEND_AS_LIMITS.aliases)
    .map((each) => ({ ...each, name: oneLine(each.name), kind: 'alias' }))
}

/** Returns a mailbox's addresses with new aliases from its provider; shared mailboxes stay as a person named them. */
export function withAliases(sendAs: readonly SendAsAddress[], aliases: readonly SendAsAddress[]): SendAsAddress[] {
  const keys = new Set(aliases.map(({ address }) => emailKey(address)))
  return [...aliases, ...sendAs.filter(({ kind, address }) => kind === 'shared' && !keys.has(emailKey(address)))]
}

/** Returns a mailbox's addresses with the shared mailboxes that a person named; aliases stay. */
export function withShared(sendAs: readonly SendAsAddress[], addresses: readonly string[]): SendAsAddress[] {
  const aliases = sendAs.filter(({ kind }) => kind === 'alias')
  const keys = new Set(aliases.map(({ address }) => emailKey(address)))
  const named = new Map(addresses.map((address) => [emailKey(address), address]))
  const shared = [...named].filter(([key]) => !keys.has(key)).map(([, address]) => address)
  return [
    ...aliases,
    ...shared.map((address) => ({ address, name: '', kind: 'shared' as const, isVerified: true, isDefault: false })),
  ]
}

/** The addresses of shared mailboxes, as a person writes them. */
export const sharedAddressesInput = z
  .array(
    z
      .string()
      .max(1_000)
      .transform(cleanEmail)
      .refine(isHeaderAddress, 'Enter the whole address of the shared mailbox, such as team@example.com'),
  )
  .max(SEND_AS_LIMITS.shared, `A mailbox can have at most ${SEND_AS_LIMITS.shared} shared addresses`)

function oneLine(name: string): string {
  return name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)
}
