import type { StatusReason } from '../campaigns/campaigns.ts'
import type { PaceRules, PaceWindow, SentCounts } from './pace.ts'

const DAY = 86_400

interface PacedMailbox {
  rules: PaceRules
  counts: readonly SentCounts[]
}

/**
 * Emails that these mailboxes of one workspace may send together in 24 hours; windows that they share count once.
 * `because`: the reason of a shared ledger that allows less than the mailboxes themselves, if one does.
 */
export function dayRoom(mailboxes: readonly PacedMailbox[]): { room: number; because: StatusReason | null } {
  const groups = Map.groupBy(mailboxes, (mailbox) => mailbox.rules.windows.find(isSharedDay)?.ledger ?? mailbox)
  let room = 0
  let because: StatusReason | null = null
  for (const group of groups.values()) {
    const [own, shared] = [sumOf(group), roomOf(group, isSharedDay)]
    room += Math.min(own, shared)
    if (shared < own) because ??= group[0]?.rules.windows.find(isSharedDay)?.reason ?? null
  }
  const workspace = roomOf(mailboxes, ({ scope }) => scope === 'workspace')
  return workspace < room ? { room: workspace, because: null } : { room, because }
}

const isSharedDay = ({ ledger, seconds, scope }: PaceWindow) =>
  ledger !== undefined && seconds === DAY && scope !== 'mailbox'

const sumOf = (mailboxes: readonly PacedMailbox[]) =>
  mailboxes.reduce((sum, mailbox) => sum + roomOf([mailbox], ({ scope }) => scope === 'mailbox'), 0)

/** The smallest room of the daily windows that `which` selects. */
function roomOf(mailboxes: readonly PacedMailbox[], which: (window: PaceWindow) => boolean): number {
  const rooms = mailboxes.flatMap(({ rules, counts }) =>
    rules.windows.map((window, index) =>
      window.seconds === DAY && which(window)
        ? Math.max(0, window.count - (counts[index]?.used ?? 0))
        : Number.POSITIVE_INFINITY,
    ),
  )
  return Math.min(Number.POSITIVE_INFINITY, ...rooms)
}
