import { REQUESTS, DeliveryError, type InboxEntry, type InboxMail, type OpenMailbox } from './provider.ts'

/** Number of failures in a row, without an email read between them, after which the rest of a slow page is skipped. */
const FAILURES_IN_A_ROW = 3

/** Emails of a page of an inbox: those that were read, and those that could not be read. */
export interface ReadEmails {
  mails: InboxMail[]
  /** emails that the provider refused to give */
  unread: { id: string; isGone: boolean }[]
}

/**
 * Reads the emails of a listing, at most {@link REQUESTS} at a time. An email is set aside if the provider does not have it or
 * refuses its content.
 * @throws DeliveryError if the provider throttles, cannot be reached or refuses the sign-in, and if only failures came until `until`
 */
export async function readEntries(
  mailbox: Pick<OpenMailbox, 'readInboxMail'>,
  entries: readonly InboxEntry[],
  hasTime: () => boolean = () => true,
): Promise<ReadEmails> {
  const found: (InboxMail | null)[] = []
  const unread: ReadEmails['unread'] = []
  const queue = [...entries.entries()]
  let failures = 0
  const readNext = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, entry] = next
      try {
        const mail = await mailbox.readInboxMail(entry)
        failures = 0
        found[index] = mail
        if (!mail) unread.push({ id: entry.id, isGone: true })
      } catch (error) {
        failures += 1
        if (!isAboutEmail(error) || (failures >= FAILURES_IN_A_ROW && !hasTime())) {
          queue.length = 0
          throw error
        }
        unread.push({ id: entry.id, isGone: false })
      }
    }
  }
  await Promise.all(Array.from({ length: REQUESTS }, readNext))
  return { mails: found.filter((mail) => mail != null), unread }
}

/** Returns whether a failure may concern one email only, and not the mailbox or its provider. */
function isAboutEmail(error: unknown): boolean {
  return error instanceof DeliveryError && !error.unreachable && !WHOLE_MAILBOX.has(error.kind)
}

const WHOLE_MAILBOX: ReadonlySet<DeliveryError['kind']> = new Set(['throttled', 'expired', 'quota'])
