import type { Operation } from '../faults.ts'
import type { Account } from '../oauth-grants.ts'
import { deleteMessage, type Folder, flagsOf, hide, insertMessage, moveMessage, setFlags } from '../messages.ts'
import { readEnvelope } from '../mime.ts'
import type { Sandbox } from '../sandbox.ts'
import { newId } from '../provider-names.ts'
import { fetchAnswer, fetchItems } from './imap-fetch.ts'
import { folderNamed, foldersOf, messageAt, SelectedFolder, uidsOf, uidValidityOf } from './imap-folders.ts'
import { ImapSyntaxError, type ImapValue, inSet, textOf } from './imap-parser.ts'
import { nstring } from './imap-structure.ts'
import { searchFolder } from './imap-search.ts'

export const CAPABILITIES = 'IMAP4rev1 LITERAL+ SASL-IR ID IDLE UIDPLUS MOVE SPECIAL-USE UNSELECT NAMESPACE'

/** A signed-in connection. */
export interface ImapSession {
  sandbox: Sandbox
  account: Account
  selected: SelectedFolder | null
  /** sends untagged answers */
  say(answer: string | Buffer): void
  /** ms for which a message that is filed now is not found */
  hiddenMs: number
}

/** Error that ends an IMAP command with NO and a text, which begins with a code if there is one. */
export class ImapRefusal extends Error {}

export interface ImapHandler {
  /** name of the operation for faults; absent: no fault applies */
  operation?: (values: readonly ImapValue[]) => Operation
  /** true if the command needs a selected folder */
  selected?: true
  /** subjects of the messages that the command is about */
  subjects?: (session: ImapSession, values: readonly ImapValue[]) => string[]
  /** Returns the text after OK. Throws {@link ImapRefusal} and ImapSyntaxError. */
  run: (session: ImapSession, values: readonly ImapValue[]) => string
}

const folderOf = ({ account }: ImapSession, value: ImapValue | undefined): Folder => {
  const folder = folderNamed(account, textOf(value))
  if (!folder) throw new ImapRefusal("[NONEXISTENT] Mailbox doesn't exist")
  return folder
}

const listFolders =
  (answer: 'LIST' | 'LSUB') =>
  ({ account, say }: ImapSession, values: readonly ImapValue[]): string => {
    const pattern = textOf(values.filter((value) => !Array.isArray(value))[1])
    if (pattern === '') say(`* ${answer} (\\Noselect) "/" ""`)
    const wanted = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/[*%]/g, '.*')}$`, 'i')
    for (const { name, specialUse } of foldersOf(account)) {
      if (pattern !== '' && wanted.test(name))
        say(`* ${answer} (${['\\HasNoChildren', specialUse].filter(Boolean).join(' ')}) "/" ${nstring(name)}`)
    }
    return `${answer} completed`
  }

const status = (session: ImapSession, [name, asked]: readonly ImapValue[]): string => {
  const { sandbox, account, say } = session
  const folder = folderOf(session, name)
  const uids = uidsOf(sandbox, account, folder)
  const unseen = () => uids.filter((uid) => !flagsAt(session, folder, uid).includes('\\Seen')).length
  const values: Record<string, () => number> = {
    MESSAGES: () => uids.length,
    RECENT: () => 0,
    UIDNEXT: () => sandbox.store.lastSeq + 1,
    UIDVALIDITY: () => uidValidityOf(sandbox, account, folder),
    UNSEEN: unseen,
  }
  const items = (Array.isArray(asked) ? asked : []).map((item) => textOf(item).toUpperCase())
  const shown = items.flatMap((item) => (values[item] ? [`${item} ${values[item]()}`] : []))
  say(`* STATUS ${nstring(textOf(name))} (${shown.join(' ')})`)
  return 'STATUS completed'
}

const flagsAt = ({ sandbox, account }: ImapSession, folder: Folder, uid: number): string[] => {
  const row = messageAt(sandbox, account, folder, uid)
  return row ? flagsOf(sandbox, row) : []
}

const select =
  (readOnly: boolean) =>
  (session: ImapSession, [name]: readonly ImapValue[]): string => {
    session.selected = null
    const { sandbox, account, say } = session
    const folder = folderOf(session, name)
    session.selected = new SelectedFolder(sandbox, account, folder, readOnly)
    say('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)')
    say('* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] Flags permitted.')
    say(`* ${session.selected.uids.length} EXISTS`)
    say('* 0 RECENT')
    say(`* OK [UIDVALIDITY ${uidValidityOf(sandbox, account, folder)}] UIDs valid`)
    say(`* OK [UIDNEXT ${sandbox.store.lastSeq + 1}] Predicted next UID`)
    return `[READ-${readOnly ? 'ONLY' : 'WRITE'}] Select completed`
  }

/** The messages that a set names, oldest first. */
function named({ selected }: ImapSession, set: ImapValue | undefined, byUid: boolean) {
  const { uids } = selected!
  const isIn = inSet(textOf(set), byUid ? (uids.at(-1) ?? 0) : uids.length)
  return uids.map((uid, index) => ({ uid, number: index + 1 })).filter(({ uid, number }) => isIn(byUid ? uid : number))
}

const subjectsOf = (byUid: boolean) => (session: ImapSession, values: readonly ImapValue[]) =>
  named(session, values[0], byUid).flatMap(({ uid }) => session.selected?.message(uid)?.subject ?? [])

const fetch = (byUid: boolean): ImapHandler => ({
  operation: ([, items]) => (fetchItems(items, byUid).content ? 'content' : 'read'),
  selected: true,
  subjects: subjectsOf(byUid),
  run: (session, [set, asked]) => {
    const { sandbox, selected, say } = session
    const { items, marksSeen } = fetchItems(asked, byUid)
    for (const { uid, number } of named(session, set, byUid)) {
      const row = selected!.message(uid)
      if (!row) continue
      const flags = flagsOf(sandbox, row)
      if (marksSeen && !selected!.readOnly && !flags.includes('\\Seen')) setFlags(sandbox, row.pk, [...flags, '\\Seen'])
      say(fetchAnswer(sandbox, number, row, items))
    }
    return 'Fetch completed'
  },
})

const search = (byUid: boolean): ImapHandler => ({
  operation: () => 'search',
  selected: true,
  run: ({ sandbox, selected, say }, keys) => {
    const found = searchFolder(sandbox, selected!, keys).map(({ uid, number }) => (byUid ? uid : number))
    say(['* SEARCH', ...found].join(' '))
    return 'Search completed'
  },
})

function needWritable({ selected }: ImapSession): SelectedFolder {
  if (selected!.readOnly) throw new ImapRefusal('[READ-ONLY] The folder is open for reading only')
  return selected!
}

const CHANGES: Record<string, (flags: string[], given: string[]) => string[]> = {
  FLAGS: (_flags, given) => given,
  '+FLAGS': (flags, given) => [...new Set([...flags, ...given])],
  '-FLAGS': (flags, given) => flags.filter((flag) => !given.includes(flag)),
}

const store = (byUid: boolean): ImapHandler => ({
  selected: true,
  run: (session, [set, item, ...rest]) => {
    const selected = needWritable(session)
    const { sandbox, say } = session
    const [name = '', silent] = textOf(item)
      .toUpperCase()
      .split(/(?=\.SILENT$)/)
    const change = CHANGES[name]
    if (!change) throw new ImapSyntaxError('STORE changes flags only')
    const given = rest.flat().map((flag) => textOf(flag))
    for (const { uid, number } of named(session, set, byUid)) {
      const row = selected.message(uid)
      if (!row) continue
      setFlags(sandbox, row.pk, change(flagsOf(sandbox, row), given))
      if (!silent) say(fetchAnswer(sandbox, number, row, byUid ? ['UID', 'FLAGS'] : ['FLAGS']))
    }
    return 'Store completed'
  },
})

const move = (byUid: boolean): ImapHandler => ({
  operation: () => 'archive',
  selected: true,
  run: (session, [set, name]) => {
    const selected = needWritable(session)
    const { sandbox, account, say } = session
    const folder = folderOf(session, name)
    const moved = named(session, set, byUid).flatMap(({ uid }) => {
      const row = selected.message(uid)
      if (!row) return []
      return [[uid, moveMessage(sandbox, row, folder)] as const]
    })
    const [from, to] = [moved.map(([uid]) => uid).join(','), moved.map(([, uid]) => uid).join(',')]
    if (from !== '') say(`* OK [COPYUID ${uidValidityOf(sandbox, account, folder)} ${from} ${to}] Moved UIDs.`)
    selected.look().forEach(say)
    return 'Move completed'
  },
})

const expunge = (byUid: boolean): ImapHandler => ({
  selected: true,
  run: (session, [set]) => {
    const selected = needWritable(session)
    removeDeleted(session, selected, byUid ? named(session, set, true).map(({ uid }) => uid) : selected.uids)
    selected.look().forEach(session.say)
    return 'Expunge completed'
  },
})

function removeDeleted({ sandbox }: ImapSession, selected: SelectedFolder, uids: readonly number[]): void {
  for (const uid of uids) {
    const row = selected.message(uid)
    if (row && flagsOf(sandbox, row).includes('\\Deleted')) deleteMessage(sandbox, row.pk)
  }
}

/** APPEND mailbox [(flags)] ["date"] literal */
const append: ImapHandler = {
  operation: () => 'append',
  subjects: (_session, values) =>
    values.slice(-1).map((raw) => (Buffer.isBuffer(raw) ? readEnvelope(raw).subject : '')),
  run: (session, values) => {
    const { sandbox, account, selected, say } = session
    const folder = folderNamed(account, textOf(values[0]))
    if (!folder) throw new ImapRefusal("[TRYCREATE] Mailbox doesn't exist")
    const raw = values.at(-1)
    if (!Buffer.isBuffer(raw)) throw new ImapSyntaxError('APPEND needs a literal')
    if (raw.includes(0)) throw new ImapRefusal('Message contains NUL characters')
    if (/(^|[^\r])\n/.test(raw.toString('latin1'))) throw new ImapRefusal('Message contains bare newlines')
    const flags = values.find((value) => Array.isArray(value))?.map(textOf) ?? []
    const date = values.slice(1, -1).find((value) => typeof value === 'string')
    const uid = file(session, folder, raw, {
      flags,
      at: date === undefined ? null : Date.parse(String(date).replaceAll('-', ' ')),
    })
    if (selected?.folder === folder) selected.look().forEach(say)
    return `[APPENDUID ${uidValidityOf(sandbox, account, folder)} ${uid}] Append completed.`
  },
}

/**
 * Files a message, and returns its UID. The copy of an email in Sent becomes visible as this email, so that the sandbox's pages
 * show it once; a second copy is a message of its own.
 */
function file(
  { sandbox, account, hiddenMs }: ImapSession,
  folder: Folder,
  raw: Buffer,
  { flags, at }: { flags: string[]; at: number | null },
): number {
  const { store: memory } = sandbox
  const { from, recipients, subject, messageId, hasAttachments } = readEnvelope(raw)
  return memory.atomically(() => {
    const unfiled = memory.get<{ pk: number }>(
      `SELECT pk FROM messages WHERE vendor = 'smtp' AND email = ? AND internet_id = ? AND folder = 'sent' AND saved = 0
       ORDER BY seq LIMIT 1`,
      account.email,
      messageId ?? '',
    )
    const id = newId.queue()
    const pk =
      folder === 'sent' && unfiled
        ? unfiled.pk
        : insertMessage(sandbox, {
            id,
            altId: null,
            draftId: null,
            vendor: 'smtp',
            email: account.email,
            folder,
            threadId: id,
            internetId: messageId ?? `<${id}@mail.sandbox.mergewell.test>`,
            subject,
            sender: from ?? { name: '', address: account.email },
            recipients,
            attachments: hasAttachments ? 1 : 0,
            format: 'mime',
            content: raw,
            saved: true,
          })
    const uid = pk === unfiled?.pk ? memory.nextSeq() : memory.lastSeq
    memory.run('UPDATE messages SET saved = 1, seq = ?, size = ? WHERE pk = ?', uid, raw.length, pk)
    memory.run('UPDATE bodies SET content = ? WHERE pk = ?', raw, pk)
    if (at !== null && Number.isFinite(at))
      memory.run('UPDATE messages SET created_at = ?, sent_at = ? WHERE pk = ?', at, at, pk)
    setFlags(sandbox, pk, flags)
    hide(sandbox, pk, hiddenMs)
    return uid
  })
}

const look = ({ selected, say }: ImapSession): string => {
  selected?.look().forEach(say)
  return 'Completed'
}

const leave =
  (expunges: boolean) =>
  (session: ImapSession): string => {
    const { selected } = session
    if (expunges && selected && !selected.readOnly) removeDeleted(session, selected, selected.uids)
    session.selected = null
    return 'Completed'
  }

/** The commands of a signed-in connection; those about the connection itself are in imap-connection.ts. */
export const COMMANDS: Readonly<Record<string, ImapHandler>> = {
  LIST: { operation: () => 'list', run: listFolders('LIST') },
  LSUB: { operation: () => 'list', run: listFolders('LSUB') },
  STATUS: { operation: () => 'changes', run: status },
  SELECT: { operation: () => 'changes', run: select(false) },
  EXAMINE: { operation: () => 'changes', run: select(true) },
  NAMESPACE: {
    run: ({ say }) => {
      say('* NAMESPACE (("" "/")) NIL NIL')
      return 'Namespace completed'
    },
  },
  NOOP: { run: look },
  CHECK: { run: look },
  CLOSE: { selected: true, run: leave(true) },
  UNSELECT: { selected: true, run: leave(false) },
  APPEND: append,
  SEARCH: search(false),
  'UID SEARCH': search(true),
  FETCH: fetch(false),
  'UID FETCH': fetch(true),
  STORE: store(false),
  'UID STORE': store(true),
  MOVE: move(false),
  'UID MOVE': move(true),
  EXPUNGE: expunge(false),
  'UID EXPUNGE': expunge(true),
  SUBSCRIBE: { run: () => 'Completed' },
  UNSUBSCRIBE: { run: () => 'Completed' },
  CREATE: {
    run: () => {
      throw new ImapRefusal('[NOPERM] The folders of the sandbox cannot be changed')
    },
  },
}
