import { setTimeout as sleep } from 'node:timers/promises'
import type { Fate, Fault, FaultName, Target } from '../faults.ts'
import type { Sandbox } from '../sandbox.ts'

/** The end of a command: a tagged answer, or what happens to the connection instead. */
export type ImapEnd = { says: string } | 'silence' | 'cut' | { halfOf: string }

type Words = readonly [result: 'NO' | 'BAD', code: string, text: string]

const REFUSED: Words = ['NO', 'AUTHENTICATIONFAILED', 'Authentication failed.']

/** Answers of Dovecot and the large hosts. */
const WORDS: Partial<Record<FaultName, Words>> = {
  throttled: ['NO', 'LIMIT', 'Too many requests, slow down.'],
  unavailable: ['NO', 'UNAVAILABLE', 'Temporary failure, try again later.'],
  badRequest: ['BAD', 'CLIENTBUG', 'Error in IMAP command.'],
  unauthorized: ['NO', 'AUTHORIZATIONFAILED', 'Authorization failed.'],
  forbidden: ['NO', 'NOPERM', 'Permission denied.'],
  quota: ['NO', 'LIMIT', 'Bandwidth limit of the day exceeded.'],
  passing: ['NO', 'INUSE', 'Mailbox is locked, try again.'],
  noMailbox: ['NO', 'NOPERM', 'IMAP is not enabled for this account.'],
  blocked: ['NO', 'CONTACTADMIN', 'The account is blocked.'],
  full: ['NO', 'OVERQUOTA', 'Quota exceeded (mailbox for user is full).'],
  missing: ['NO', 'NONEXISTENT', "Mailbox doesn't exist."],
  revoked: REFUSED,
  refused: REFUSED,
}

const refusal = ({ kind, code, message }: Fault): string => {
  const [result, usual, text] = WORDS[kind] ?? (['NO', 'SERVERBUG', 'Error.'] as const)
  return `${result} [${code ?? usual}] ${message ?? text}`
}

/** Effects of a fault on a connection, and on the command itself. */
export interface FaultyCommand {
  target: Target
  /** executes the command: untagged answers go to `say`, and the tagged one is returned without its tag */
  work: (fate: Fate, say: (answer: string | Buffer) => void) => string
  say: (answer: string | Buffer) => void
  /** called for faults that are not answers */
  onExpired: () => void
  onRevoked: () => void
  onResync: () => void
}

const ignore = () => {}

/** Does a command, unless a fault is ordered for it. */
export async function underFaults(sandbox: Sandbox, command: FaultyCommand): Promise<ImapEnd> {
  const { target, work, say } = command
  const fate = sandbox.faults.take(target)
  if (fate.delayMs > 0) await sleep(fate.delayMs, undefined, { ref: false })
  const { fault } = fate
  switch (fault?.kind) {
    case undefined:
      return { says: work(fate, say) }
    case 'cutBefore':
      return 'cut'
    case 'cutAfter':
      work(fate, ignore)
      return 'cut'
    case 'hang':
      return 'silence'
    case 'hangAfter':
      work(fate, ignore)
      return 'silence'
    case 'broken':
      return { halfOf: work(fate, say) }
    case 'empty':
      return { says: work(fate, ignore) }
    case 'missing':
      if (target.operation === 'changes') break
      if (target.operation === 'search') say('* SEARCH')
      return { says: work(fate, ignore) }
    case 'page':
      say('<!doctype html><title>Welcome</title>')
      return 'cut'
    case 'resync':
      command.onResync()
      return { says: work(fate, say) }
    case 'expired':
      command.onExpired()
      return 'cut'
    case 'revoked':
      command.onRevoked()
      break
  }
  if (!fault) return 'cut'
  if (fault.done) work(fate, ignore)
  return { says: refusal(fault) }
}
