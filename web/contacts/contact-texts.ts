import { fullName, type PersonName } from '#domain/contacts/contacts.ts'

/** "1 contact", "1,204 contacts". */
export function contactCount(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'contact' : 'contacts'}`
}

/** "15 contacts"; with some left out "5 of 15 contacts, 10 left out"; "up to 15 contacts" while that is not known. */
export function contactsReached(total: number, leftOut: number | null): string {
  if (leftOut === null) return `up to ${contactCount(total)}`
  if (leftOut <= 0) return contactCount(total)
  return `${(total - leftOut).toLocaleString()} of ${contactCount(total)}, ${leftOut.toLocaleString()} left out`
}

/** "1 result", "1,204 results". */
export function resultCount(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'result' : 'results'}`
}

/** A contact's display name: its name, else its address. */
export function contactName(contact: PersonName & { email: string }): string {
  return fullName(contact) || contact.email
}

/** The toast text after a bulk deletion. */
export function contactsDeleted(count: number): string {
  return `${contactCount(count)} ${count === 1 ? 'has' : 'have'} been successfully deleted.`
}
