import { fullName, type PersonName } from '#domain/contacts.ts'

/** "1 contact", "1,204 contacts". */
export function contactCount(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'contact' : 'contacts'}`
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
