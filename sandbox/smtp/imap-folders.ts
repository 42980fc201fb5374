import type { Account } from '../oauth-grants.ts'
import { FOLDERS, type Folder, LISTED, type MessageRow } from '../messages.ts'
import type { Sandbox } from '../sandbox.ts'

type Mailbox = Pick<Account, 'email'>

/** Names of the folders as IMAP writes them, in modified UTF-7. */
const NAMES: Record<'en' | 'de', Record<Folder, string>> = {
  en: { inbox: 'INBOX', sent: 'Sent', drafts: 'Drafts', archive: 'Archive' },
  de: { inbox: 'INBOX', sent: 'Gesendet', drafts: 'Entw&APw-rfe', archive: 'Archiv' },
}

const SPECIAL_USE: Partial<Record<Folder, string>> = { sent: '\\Sent', drafts: '\\Drafts', archive: '\\Archive' }

const labelsOf = ({ email }: Mailbox): string[] => email.slice(email.lastIndexOf('@') + 1).split('.')

/**
 * The folders of a mailbox. In a domain with the label `de` their names are German; with the label `plain` the host does not
 * say which folder is for what (RFC 6154).
 */
export function foldersOf(mailbox: Mailbox): { folder: Folder; name: string; specialUse: string | undefined }[] {
  const labels = labelsOf(mailbox)
  const names = NAMES[labels.includes('de') ? 'de' : 'en']
  return FOLDERS.map((folder) => ({
    folder,
    name: names[folder],
    specialUse: labels.includes('plain') ? undefined : SPECIAL_USE[folder],
  }))
}

/** The folder with a name; undefined if there is none. INBOX may be written in any case. */
export function folderNamed(mailbox: Mailbox, name: string): Folder | undefined {
  const wanted = name.toUpperCase() === 'INBOX' ? 'INBOX' : name
  return foldersOf(mailbox).find((each) => each.name === wanted)?.folder
}

const LISTED_IN = `vendor = 'smtp' AND email = ? AND folder = ? AND saved = 1 AND ${LISTED}`

/**
 * UIDs of the messages in a folder, ascending. A message's UID is its place in the sandbox's order of events, which grows with
 * every arrival and is never given twice.
 */
export function uidsOf({ store, clock }: Sandbox, { email }: Mailbox, folder: Folder): number[] {
  const now = clock()
  return store
    .all<{ seq: number }>(`SELECT seq FROM messages WHERE ${LISTED_IN} ORDER BY seq`, email, folder, now, now)
    .map(({ seq }) => seq)
}

export function messageAt({ store }: Sandbox, { email }: Mailbox, folder: Folder, uid: number): MessageRow | undefined {
  return store.get<MessageRow>(
    `SELECT * FROM messages WHERE vendor = 'smtp' AND email = ? AND folder = ? AND seq = ?`,
    email,
    folder,
    uid,
  )
}

const factOf = ({ email }: Mailbox, folder: Folder) => `uid validity of smtp/${email}/${folder}`

export function uidValidityOf({ store }: Sandbox, mailbox: Mailbox, folder: Folder): number {
  const kept = store.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', factOf(mailbox, folder))
  return Number(kept?.value ?? 1)
}

/** Gives all messages of a folder new UIDs under a new UIDVALIDITY, as a host does that restores a folder. */
export function renumber(sandbox: Sandbox, mailbox: Mailbox, folder: Folder): void {
  const { store } = sandbox
  const next = uidValidityOf(sandbox, mailbox, folder) + 1
  store.atomically(() => {
    store.run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', factOf(mailbox, folder), String(next))
    for (const uid of uidsOf(sandbox, mailbox, folder)) {
      const { pk } = messageAt(sandbox, mailbox, folder, uid)!
      store.run('UPDATE messages SET seq = ? WHERE pk = ?', store.nextSeq(), pk)
    }
  })
}

/**
 * The selected folder of a connection, as this connection knows it: like Dovecot, a connection learns of the changes of others
 * only when it looks (NOOP, SELECT, IDLE, or a command that changes something).
 */
export class SelectedFolder {
  readonly folder: Folder
  readonly readOnly: boolean
  readonly #sandbox: Sandbox
  readonly #mailbox: Mailbox
  #uids: number[]

  constructor(sandbox: Sandbox, mailbox: Mailbox, folder: Folder, readOnly: boolean) {
    this.#sandbox = sandbox
    this.#mailbox = mailbox
    this.folder = folder
    this.readOnly = readOnly
    this.#uids = uidsOf(sandbox, mailbox, folder)
  }

  /** ascending; the place in this list, from 1, is the message's number */
  get uids(): readonly number[] {
    return this.#uids
  }

  message(uid: number): MessageRow | undefined {
    return messageAt(this.#sandbox, this.#mailbox, this.folder, uid)
  }

  /** Looks at the folder. Returns the untagged lines that tell the client of its changes. */
  look(): string[] {
    const now = uidsOf(this.#sandbox, this.#mailbox, this.folder)
    const there = new Set(now)
    const gone = this.#uids.flatMap((uid, index) => (there.has(uid) ? [] : [index + 1]))
    const left = this.#uids.length - gone.length
    this.#uids = now
    return [
      ...gone.toReversed().map((number) => `* ${number} EXPUNGE`),
      ...(now.length === left ? [] : [`* ${now.length} EXISTS`]),
    ]
  }
}
