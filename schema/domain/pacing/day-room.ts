import type { PaceRules, PaceWindow, SentCounts } from './pace.ts'

const DAY = 86_400

interface PacedMailbox {
  rules: PaceRules
  counts: readonly SentCounts[]
}

/** Emails that these mailboxes of one workspace may send together in 24 hours; windows that they share count once. */
export function dayRoom(mailboxes: readonly PacedMailbox[]): number {
  const groups = Map.groupBy(mailboxes, (mailbox) => mailbox.rules.windows.find(isSharedDay)?.ledger ?? mailbox)
  const rooms = [...groups.values()].map((group) => Math.min(roomOf(group, isSharedDay), sumOf(group)))
  const room = rooms.reduce((sum, each) => sum + each, 0)
  return Math.min(
    room,
    roomOf(mailboxes, ({ scope }) => scope === 'workspace'),
  )
}

const isSharedDay = ({ ledger, seconds }: PaceWindow) => ledger !== undefined && seconds === DAY

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
