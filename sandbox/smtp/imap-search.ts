import { flagsOf, type MessageRow, readContent } from '../messages.ts'
import { headerFields, splitMessage } from '../mime.ts'
import type { Sandbox } from '../sandbox.ts'
import { ImapSyntaxError, type ImapValue, inSet, textOf } from './imap-parser.ts'
import type { SelectedFolder } from './imap-folders.ts'

/** A message that is looked at; what costs a look into the store is read only when a key asks for it. */
interface Candidate {
  uid: number
  number: number
  row: () => MessageRow
  flags: () => string[]
  content: () => Buffer
}

type Test = (candidate: Candidate) => boolean

interface Bounds {
  lastUid: number
  lastNumber: number
}

const DAY_MS = 86_400_000

/** A date such as 1-Feb-2026, as ms since the epoch. Hosts compare days, and the sandbox's are in UTC. */
function dayOf(text: string): number {
  const day = Date.parse(`${text.replaceAll('-', ' ')} UTC`)
  if (Number.isNaN(day)) throw new ImapSyntaxError('The date cannot be read')
  return day
}

export const internalDateOf = (row: MessageRow): number => row.sent_at ?? row.created_at

const received = ({ row }: Candidate) => Math.floor(internalDateOf(row()) / DAY_MS) * DAY_MS

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

const inHeader = (name: string, part: string): Test => {
  if (name.toLowerCase() === 'message-id') return ({ row }) => contains(row().internet_id, part)
  return ({ content }) =>
    headerFields(content()).some(
      (field) => field.name.toLowerCase() === name.toLowerCase() && contains(field.value, part),
    )
}

const flagged =
  (flag: string, wanted = true): Test =>
  ({ flags }) =>
    flags().some((each) => each.toLowerCase() === flag.toLowerCase()) === wanted

/** Keys without a value. */
const PLAIN: Record<string, Test> = {
  ALL: () => true,
  OLD: () => true,
  NEW: () => false,
  RECENT: () => false,
  ...Object.fromEntries(
    ['SEEN', 'ANSWERED', 'FLAGGED', 'DELETED', 'DRAFT'].flatMap((name) => {
      const flag = `\\${name}`
      return [
        [name, flagged(flag)],
        [`UN${name}`, flagged(flag, false)],
      ]
    }),
  ),
}

/** Keys with one string. */
const VALUED: Record<string, (value: string) => Test> = {
  SUBJECT: (part) => inHeader('subject', part),
  FROM: (part) => inHeader('from', part),
  TO: (part) => inHeader('to', part),
  CC: (part) => inHeader('cc', part),
  BCC: (part) => inHeader('bcc', part),
  BODY:
    (part) =>
    ({ content }) =>
      contains(splitMessage(content()).body.toString('utf8'), part),
  TEXT:
    (part) =>
    ({ content }) =>
      contains(content().toString('utf8'), part),
  KEYWORD: (flag) => flagged(flag),
  UNKEYWORD: (flag) => flagged(flag, false),
  LARGER:
    (size) =>
    ({ row }) =>
      row().size > Number(size),
  SMALLER:
    (size) =>
    ({ row }) =>
      row().size < Number(size),
  SINCE: (date) => (candidate) => received(candidate) >= dayOf(date),
  BEFORE: (date) => (candidate) => received(candidate) < dayOf(date),
  ON: (date) => (candidate) => received(candidate) === dayOf(date),
}

/** Reads one key from the front of the list. */
function nextTest(keys: ImapValue[], bounds: Bounds): Test {
  const key = keys.shift()
  if (Array.isArray(key)) return everyTest(key, bounds)
  const name = textOf(key).toUpperCase()
  const plain = PLAIN[name]
  if (plain) return plain
  const valued = VALUED[name]
  if (valued) return valued(textOf(keys.shift()))
  switch (name) {
    case 'HEADER': {
      const field = textOf(keys.shift())
      return inHeader(field, textOf(keys.shift()))
    }
    case 'UID': {
      const isIn = inSet(textOf(keys.shift()), bounds.lastUid)
      return ({ uid }) => isIn(uid)
    }
    case 'NOT': {
      const test = nextTest(keys, bounds)
      return (candidate) => !test(candidate)
    }
    case 'OR': {
      const [one, other] = [nextTest(keys, bounds), nextTest(keys, bounds)]
      return (candidate) => one(candidate) || other(candidate)
    }
    default: {
      if (!/^[\d*]/.test(name)) throw new ImapSyntaxError(`SEARCH does not know ${name}`)
      const isIn = inSet(name, bounds.lastNumber)
      return ({ number }) => isIn(number)
    }
  }
}

function everyTest(keys: readonly ImapValue[], bounds: Bounds): Test {
  const left = [...keys]
  const tests: Test[] = []
  while (left.length > 0) {
    // A set of UIDs is tried first: it costs no look into the store.
    const isCheap = typeof left[0] === 'string' && left[0].toUpperCase() === 'UID'
    const test = nextTest(left, bounds)
    if (isCheap) tests.unshift(test)
    else tests.push(test)
  }
  return (candidate) => tests.every((test) => test(candidate))
}

/** Finds the messages of a folder that meet all keys (RFC 3501, 6.4.4). Throws {@link ImapSyntaxError}. */
export function searchFolder(
  sandbox: Sandbox,
  selected: SelectedFolder,
  keys: readonly ImapValue[],
): { uid: number; number: number }[] {
  const { uids } = selected
  const wanted = typeof keys[0] === 'string' && keys[0].toUpperCase() === 'CHARSET' ? keys.slice(2) : keys
  const test = everyTest(wanted, { lastUid: uids.at(-1) ?? 0, lastNumber: uids.length })
  return uids.flatMap((uid, index) => {
    let found: MessageRow | undefined | null = null
    const row = () => {
      if (found === null) found = selected.message(uid)
      if (!found) throw new GoneError()
      return found
    }
    const candidate: Candidate = {
      uid,
      number: index + 1,
      row,
      flags: () => flagsOf(sandbox, row()),
      content: () => readContent(sandbox, row().pk),
    }
    try {
      return test(candidate) ? [{ uid, number: index + 1 }] : []
    } catch (error) {
      if (error instanceof GoneError) return []
      throw error
    }
  })
}

/** The message was expunged by another connection, and this one has not looked since. */
class GoneError extends Error {}
