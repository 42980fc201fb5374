import { readEntries } from '#api/sending/inbox-page-reader.ts'
import type { InboxMail, OpenMailbox } from '#api/sending/provider.ts'

/** Lists and reads a page of an inbox, 50 emails at most. */
export async function readInboxPage(
  box: OpenMailbox,
  cursor: string | null,
  since: Date,
): Promise<{ mails: InboxMail[]; cursor: string; more: boolean }> {
  const { entries, ...listing } = await box.listInbox(cursor, since, 50)
  return { ...listing, mails: (await readEntries(box, entries)).mails }
}
