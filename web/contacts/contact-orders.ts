import type { ContactOrder } from './contact-lists.ts'

/** Returns the sort order with this name; the default if there is none. */
export function contactOrder(name: string | null): (typeof CONTACT_ORDERS)[number] {
  return CONTACT_ORDERS.find(({ value }) => value === name) ?? CONTACT_ORDERS[0]
}

/** The available list orders; the first is the server's default. */
export const CONTACT_ORDERS = [
  { value: 'newest', label: 'Newest first', orderBy: undefined },
  { value: 'oldest', label: 'Oldest first', orderBy: { field: 'createdAt', direction: 'ascending' } },
  { value: 'firstName', label: 'First name', orderBy: { field: 'firstName', direction: 'ascending' } },
  { value: 'lastName', label: 'Last name', orderBy: { field: 'lastName', direction: 'ascending' } },
  { value: 'email', label: 'Email', orderBy: { field: 'email', direction: 'ascending' } },
] as const satisfies readonly { value: string; label: string; orderBy: ContactOrder }[]
