import type { ContactOrder } from './contact-lists.ts'

/** The order of this name; the first where there is none such. */
export function contactOrder(name: string | null): (typeof CONTACT_ORDERS)[number] {
  return CONTACT_ORDERS.find(({ value }) => value === name) ?? CONTACT_ORDERS[0]
}

/** The orders a list of contacts can be read in; the first is the server's own. */
export const CONTACT_ORDERS = [
  { value: 'newest', label: 'Newest first', orderBy: undefined },
  { value: 'oldest', label: 'Oldest first', orderBy: { field: 'createdAt', direction: 'ascending' } },
  { value: 'firstName', label: 'First name', orderBy: { field: 'firstName', direction: 'ascending' } },
  { value: 'lastName', label: 'Last name', orderBy: { field: 'lastName', direction: 'ascending' } },
  { value: 'email', label: 'Email', orderBy: { field: 'email', direction: 'ascending' } },
] as const satisfies readonly { value: string; label: string; orderBy: ContactOrder }[]
