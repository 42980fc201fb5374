import type { SendAsAddress } from '#domain/mailboxes/send-as.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import type { GmailDirect } from './gmail-requests.ts'
import { isRecord, stringOf } from '../http-transport.ts'

/**
 * Path at which Gmail lists the From addresses of a mailbox. Needs permission to read: `gmail.send` does not suffice.
 */
export const SEND_AS_PATH = '/gmail/v1/users/me/settings/sendAs'

/** The send-as addresses of a mailbox. Throws DeliveryError. */
export async function gmailAliases(call: GmailDirect): Promise<SendAsAddress[]> {
  const { data } = await call({ method: 'GET', path: SEND_AS_PATH, accept: [200], step: 'repeatable' })
  const found = aliasesIn(data)
  // Every mailbox has its own address there: an answer without it comes from something else.
  if (!found) throw new DeliveryError('unavailable', '200: the response does not list the addresses of the mailbox')
  return found
}

/** Reads `{ sendAs: [{ sendAsEmail, displayName, verificationStatus, isPrimary, isDefault }] }`; null for anything else. */
export function aliasesIn(data: unknown): SendAsAddress[] | null {
  if (!isRecord(data) || !Array.isArray(data.sendAs)) return null
  return data.sendAs.filter(isRecord).flatMap((each) => {
    const address = stringOf(each.sendAsEmail)
    if (!address || each.isPrimary === true) return []
    // Within a Workspace an alias needs no verification, and Gmail then says "accepted" too.
    const isVerified = stringOf(each.verificationStatus) === 'accepted'
    return { address, name: stringOf(each.displayName), kind: 'alias', isVerified, isDefault: each.isDefault === true }
  })
}
