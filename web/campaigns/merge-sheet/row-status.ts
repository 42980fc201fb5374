import { sheetStatus } from '#domain/campaigns/status-sheet.ts'
import { isLeftOut } from '#domain/emails/delivery-errors.ts'
import type { RowEmailFragment } from '#web/generated/graphql.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { Ban, Check, Clock, CornerDownLeft, Eye, MousePointerClick, Reply, UserMinus } from '#web/ui/generated/icons.ts'
import type { Icon } from '#web/ui/icon.tsx'

/** The fields of an email that its row in the grid shows. */
export type RowEmail = RowEmailFragment

interface Look {
  tone: Tone
  icon?: Icon
}

/** Status word of an email → its icon and color, in the order in which rows are sorted. */
const LOOKS: Readonly<Record<string, Look>> = {
  Waiting: { tone: 'neutral', icon: Clock },
  Sent: { tone: 'good', icon: Check },
  Opened: { tone: 'good', icon: Eye },
  Clicked: { tone: 'good', icon: MousePointerClick },
  Replied: { tone: 'good', icon: Reply },
  Unsubscribed: { tone: 'waiting', icon: Ban },
  Bounced: { tone: 'bad', icon: CornerDownLeft },
  Failed: { tone: 'bad' },
  'Left out': { tone: 'neutral', icon: UserMinus },
}
const RANKS = new Map(Object.keys(LOOKS).map((word, rank) => [word, rank]))

/** Returns the status of an email in one word, as written back to the sheet, and the time since when it holds. */
export function statusOf(email: RowEmail): { word: string; at: string | null; look: Look } {
  const { word, at } = sheetStatus<string>(email)
  const shown = word === 'Failed' && isLeftOut(email.error) ? 'Left out' : word
  return { word: shown, at, look: LOOKS[shown] ?? { tone: 'neutral' } }
}

/** Returns the rank of a row when sorted by the status of its email; rows without an email are last. */
export const statusRank = (email: RowEmail | null): number =>
  email === null ? RANKS.size : (RANKS.get(statusOf(email).word) ?? RANKS.size)
