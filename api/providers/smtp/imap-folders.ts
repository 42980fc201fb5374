import type { ImapFlow } from 'imapflow'
import { DeliveryError } from '#api/sending/provider.ts'

/** Names of the Sent folder that the IMAP library does not know. */
const SENT_NAMES = new Set(['courrier envoyé', '已傳送', '보낸편지함'])

/**
 * Finds the folder for copies of sent emails: by its special use, else by its name in many languages. @returns null if
 * there is none
 */
export async function findSent(client: ImapFlow): Promise<string | null> {
  const folders = await client.list()
  const bySpecialUse = folders.find(({ specialUse }) => specialUse === '\\Sent')
  return (bySpecialUse ?? folders.find(({ name }) => SENT_NAMES.has(name.toLowerCase())))?.path ?? null
}

/** Finds the archive by its special use, which the library also knows by name; else All Mail. @returns null if there is neither */
export async function findArchive(client: ImapFlow): Promise<string | null> {
  const folders = await client.list()
  const withUse = (use: string) => folders.find(({ specialUse }) => specialUse === use)
  return (withUse('\\Archive') ?? withUse('\\All'))?.path ?? null
}

/** Opens a folder anew, so that changes by other sessions are seen. */
export async function openFresh(client: ImapFlow, path: string) {
  const { uidValidity, uidNext } = await client.mailboxOpen(path, { readOnly: true })
  return { validity: String(uidValidity), next: uidNext }
}

/** ms after which an open folder is opened again: Dovecot 2.3 kept showing a deleted folder for more than 30 s. */
const REOPEN_AFTER_MS = 60_000

/** Time at which each connection opened its present folder, in ms since 1970. */
const openedAt = new WeakMap<ImapFlow, number>()

/**
 * Opens a folder again. If this connection opened it within the last minute and no other folder has taken its name, it only
 * asks the server for changes, because opening takes half a second in a folder of 100,000 emails.
 *
 * @param known.validity the UIDVALIDITY that the folder had last, which another connection may have learned
 * @param known.now in ms since 1970
 */
export async function openOrRefresh(
  client: ImapFlow,
  path: string,
  known: { validity: string | undefined; now: number },
): Promise<{ validity: string; next: number }> {
  const { mailbox } = client
  const isRecent = known.now - (openedAt.get(client) ?? -Infinity) < REOPEN_AFTER_MS
  if (isRecent && mailbox !== false && mailbox.path === path && String(mailbox.uidValidity) === known.validity) {
    // An open folder does not show that it was deleted and another one created under its name.
    const status = await client.status(path, { uidValidity: true, uidNext: true })
    if (status && status.uidNext !== undefined && status.uidValidity === mailbox.uidValidity) {
      await client.noop()
      return { validity: String(status.uidValidity), next: status.uidNext }
    }
  }
  openedAt.set(client, known.now)
  return openFresh(client, path)
}

/**
 * Returns the UIDs that a search found, in ascending order.
 * @throws DeliveryError if the server refused the search or is gone, which does not mean that there is nothing
 */
export async function uidsOf(client: ImapFlow, query: Parameters<ImapFlow['search']>[0]): Promise<number[]> {
  const found = await client.search(query, { uid: true })
  if (!Array.isArray(found)) throw new DeliveryError('unavailable', 'IMAP: the mail server did not search the folder')
  return found.toSorted((one, other) => one - other)
}

/** Returns the same time on the day before: IMAP compares days only, in the time zone of the server. */
export const dayBefore = (moment: Date) => new Date(moment.getTime() - 86_400_000)
