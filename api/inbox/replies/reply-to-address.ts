import { addressParser } from 'postal-mime'
import { emailKey, isValidEmail } from '#domain/contacts/contacts.ts'
import type { InboxMail } from '#api/sending/provider.ts'

/**
 * Returns the address at which the writer of a reply wants the answer, as its Reply-To names it, in lower case. The first of
 * several counts, because an answer has one recipient.
 *
 * @param own addresses of the mailbox: a mailing list that names them would have people answer themselves
 * @returns null if answers go to the sender
 */
export function replyToOf(
  { from, headers }: Pick<InboxMail, 'from' | 'headers'>,
  own: readonly string[],
): string | null {
  const named = addressParser(headers['reply-to'] ?? '', { flatten: true }).flatMap(({ address }) => address ?? [])
  const found = named.map(emailKey).find((address) => isValidEmail(address) && !own.includes(address))
  return found === undefined || found === from ? null : found
}
