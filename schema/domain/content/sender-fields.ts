import { cleanEmail, emailKey, isValidEmail } from '../contacts/contacts.ts'
import { hasMarker } from './email-parts.ts'
import type { EmailLanguage } from './email-languages.ts'
import { compileTemplate, fillTemplate, type MergeTemplate } from './merge-tags.ts'

/**
 * Sender of an email, its reply address, and its copies (product: email.sender). Addresses are separated by commas;
 * merge tags work in names and addresses. A value can only fill the entry that it stands in.
 */

export const SENDER_LIMITS = {
  /** characters of a sender's name */
  fromName: 200,
  /** characters of a list of addresses, as typed */
  list: 2_000,
  /** addresses of a list: with the recipient 21 an email, of 100 that Exchange and Gmail allow at least */
  addresses: 10,
} as const

/** The lists of addresses, and their names on screen. */
export const ADDRESS_LISTS = { replyTo: 'Reply-To', cc: 'CC', bcc: 'BCC' } as const
export type AddressList = keyof typeof ADDRESS_LISTS

/** All texts, and their names on screen. */
export const SENDER_FIELDS = { fromName: 'From name', ...ADDRESS_LISTS } as const
export type SenderField = keyof typeof SENDER_FIELDS

/** The texts as typed; null: the default. */
export type SenderTexts = {
  fromName?: string | null | undefined
  /** From address, one of the mailbox's addresses; null: its own */
  fromAddress?: string | null | undefined
} & {
  [List in AddressList]?: string | null | undefined
}

/** A person in a header. */
export interface HeaderPerson {
  name: string
  address: string
}

interface AddressTemplate {
  name: MergeTemplate
  address: MergeTemplate
}

/** From name, Reply-To, CC and BCC as written by the author, split at their merge tags so that each recipient's values can be filled in. */
export interface CompiledSender {
  fromName: MergeTemplate | null
  lists: Readonly<Record<AddressList, readonly AddressTemplate[]>>
}

/** Sender of an email, and everyone else who gets it. */
export interface Envelope extends Record<AddressList, HeaderPerson[]> {
  /** From name; empty: the mailbox's */
  fromName: string
  /** address lists with an entry that gives no email address for this recipient */
  lacking: AddressList[]
  /** address lists with more addresses than allowed for this recipient, of which the first are kept */
  crowded: AddressList[]
}

/** Splits the texts for many recipients. */
export function compileSender(texts: SenderTexts, language?: EmailLanguage): CompiledSender {
  const compiled = (list: AddressList) =>
    entriesOf(texts[list] ?? '').map(({ name, address }) => ({
      name: compileTemplate(name, language),
      address: compileTemplate(address, language),
    }))
  return {
    fromName: texts.fromName?.trim() ? compileTemplate(texts.fromName, language) : null,
    lists: { replyTo: compiled('replyTo'), cc: compiled('cc'), bcc: compiled('bcc') },
  }
}

/** Returns whether anybody besides the recipient gets the emails. */
export function hasCopies({ cc, bcc }: SenderTexts): boolean {
  return Boolean(cc?.trim()) || Boolean(bcc?.trim())
}

/**
 * Fills the sender fields for the recipient `to`. Entries that give no email address are left out, and so are copies to
 * people who get the email already: the recipient, or a person in CC who is also in BCC.
 */
export function fillSender({ fromName, lists }: CompiledSender, values: Map<string, string>, to: string): Envelope {
  const lacking: AddressList[] = []
  const crowded: AddressList[] = []
  const filled = (list: AddressList, known: readonly HeaderPerson[]): HeaderPerson[] => {
    const seen = new Set(known.map(({ address }) => emailKey(address)))
    const found = lists[list].flatMap((entry) => peopleOf(entry, values) ?? [null])
    const people = found.filter((person) => person !== null)
    if (people.length < found.length) lacking.push(list)
    if (people.length > SENDER_LIMITS.addresses) crowded.push(list)
    return people.slice(0, SENDER_LIMITS.addresses).filter(({ address }) => {
      const isNew = !seen.has(emailKey(address))
      seen.add(emailKey(address))
      return isNew
    })
  }
  const recipient = { name: '', address: to }
  const replyTo = filled('replyTo', [])
  const cc = filled('cc', [recipient])
  const bcc = filled('bcc', [recipient, ...cc])
  const name = fromName === null ? '' : fillTemplate(fromName, values, 'subject').trim()
  return { fromName: name.slice(0, SENDER_LIMITS.fromName), replyTo, cc, bcc, lacking, crowded }
}

/** Returns the people of an entry; null if its values give no email address. A value may hold several addresses. */
function peopleOf({ name, address }: AddressTemplate, values: Map<string, string>): HeaderPerson[] | null {
  const written = fillTemplate(address, values, 'subject')
  const isValue = address.parts.length === 1 && typeof address.parts[0] !== 'string'
  const addresses = isValue ? splitAddresses(written).map(cleanEmail) : [written.trim()]
  if (addresses.length === 0 || !addresses.every(isHeaderAddress)) return null
  const shown = addresses.length === 1 ? fillTemplate(name, values, 'subject').trim() : ''
  return addresses.map((each) => ({ name: shown, address: each }))
}

/** Returns whether an address can be written in a header: its domain has an ASCII form. */
export function isHeaderAddress(address: string): boolean {
  return isValidEmail(address) && URL.canParse(`http://${address.slice(address.lastIndexOf('@') + 1)}`)
}

/**
 * Returns what is wrong with the texts for every recipient, as one sentence; null if nothing is. An address with a
 * merge tag depends on the recipient and is not judged.
 */
export function senderProblem(texts: SenderTexts): string | null {
  for (const field of Object.keys(SENDER_FIELDS) as SenderField[]) {
    const problem = senderFieldProblem(field, texts[field] ?? '')
    if (problem !== null) return problem
  }
  return null
}

/** Returns the problem of one sender field; conditions work in the subject and the content only. */
export function senderFieldProblem(field: SenderField, text: string): string | null {
  if (hasMarker(text)) {
    return `${SENDER_FIELDS[field]} cannot have conditions such as {#if …}. Use a merge tag, with a fallback if some recipients have no value: {City|everywhere}.`
  }
  return field === 'fromName' ? null : addressListProblem(field, text)
}

/** Returns what is wrong with one list of addresses. */
export function addressListProblem(list: AddressList, text: string): string | null {
  const label = ADDRESS_LISTS[list]
  const entries = entriesOf(text)
  if (entries.length > SENDER_LIMITS.addresses) {
    return `${label} has ${entries.length} addresses, and the limit is ${SENDER_LIMITS.addresses}. Remove some.`
  }
  const bad = entries.find(({ address }) => !hasTag(address) && !isHeaderAddress(address))
  if (!bad) return null
  const shown = bad.source.length > 80 ? `${bad.source.slice(0, 79)}…` : bad.source
  return `${label}: “${shown}” is not an email address. Separate addresses with commas.`
}

/** Returns whether an email address of the list depends on the recipient. */
export function dependsOnRecipient(text: string | null | undefined): boolean {
  return entriesOf(text ?? '').some(({ address }) => hasTag(address))
}

const hasTag = (text: string) => compileTemplate(text).parts.some((part) => typeof part !== 'string')

/** The entries of a list as typed: “Ann Lee <ann@example.com>, {Manager Email}”. */
function entriesOf(text: string): { source: string; name: string; address: string }[] {
  return splitAddresses(text).map((source) => {
    const start = source.endsWith('>') ? source.lastIndexOf('<') : -1
    if (start < 0) return { source, name: '', address: source }
    return { source, name: unquoted(source.slice(0, start).trim()), address: source.slice(start + 1, -1).trim() }
  })
}

function unquoted(name: string): string {
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"')
  return isQuoted ? name.slice(1, -1).replaceAll('\\"', '"') : name
}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', '<': '>', '{': '}' }

/** Splits at commas and semicolons outside quotes, angle brackets and merge tags; empty entries are dropped. */
function splitAddresses(text: string): string[] {
  const entries = ['']
  let until: string | null = null
  for (const character of text) {
    if (until === null && (character === ',' || character === ';')) {
      entries.push('')
      continue
    }
    if (until === character) until = null
    else until ??= CLOSING[character] ?? null
    entries.push((entries.pop() ?? '') + character)
  }
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}
