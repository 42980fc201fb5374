import { z } from 'zod'
import { cleanEmail, isValidEmail } from './contacts/contacts.ts'

/** Values that replace those of an erased person. The address cannot receive email. */
export const ERASED = { name: 'Erased person', email: 'erased@erased.invalid' } as const

/** Returns the keyed hash that replaces an erased address in lists that must still recognize it. */
export const erasedAddress = (hash: string): string => `erased-${hash}@${ERASED.email.split('@')[1]}`

/** Returns whether an address is the replacement of an erased one. */
export const isErasedAddress = (email: string): boolean => /^erased(-[\w-]+)?@erased\.invalid$/i.test(email)

/** Returns an address as people see it: for an erased person a name instead of the hash. */
export const shownAddress = (email: string): string => (isErasedAddress(email) ? ERASED.name : email)

/** A person, named by their address. */
export const personInput = z.object({
  email: z.string('Enter an email address').overwrite(cleanEmail).refine(isValidEmail, 'Enter a valid email address'),
})

/** Number of rows that were erased. */
export interface Erased {
  contacts: number
  /** emails whose recipient was made unrecognizable */
  emails: number
  /** waiting emails that will not be sent */
  cancelled: number
  /** a hash of the address stays, so that the person is not emailed after a later import */
  staysSuppressed: boolean
}

/** Describes what was erased: "1 contact and 3 emails". */
export function erasedText({ contacts, emails }: Pick<Erased, 'contacts' | 'emails'>): string {
  const count = (number: number, one: string) => `${number.toLocaleString('en-US')} ${one}${number === 1 ? '' : 's'}`
  return `${count(contacts, 'contact')} and ${count(emails, 'email')}`
}
