/**
 * Opens and clicks: which are made by people and which by programs, how they change an email's counters, and how they
 * are arranged over time. Raw events are stored as they come; only those of people are counted.
 */

/** Levels of recording opens and clicks, from the least to the most. */
export const TRACKING_LEVELS = ['off', 'counts', 'recipient'] as const
export type TrackingLevel = (typeof TRACKING_LEVELS)[number]

/** Returns the tracking level of a campaign: its own, else the workspace's; without the plan's feature it is off. */
export function effectiveTracking(
  campaign: TrackingLevel | null | undefined,
  workspace: TrackingLevel,
  mayTrack: boolean,
): TrackingLevel {
  return mayTrack ? (campaign ?? workspace) : 'off'
}

/**
 * The level that a copy of a campaign keeps. A launch froze the level of the original, chosen or not, so the copy keeps
 * it only where it records less than the workspace's; null = it follows the workspace.
 */
export function copiedTracking(original: TrackingLevel | null | undefined, workspace: TrackingLevel) {
  const rank = (level: TrackingLevel) => TRACKING_LEVELS.indexOf(level)
  return original && rank(original) < rank(workspace) ? original : null
}

export const TRACKING = {
  /** seconds after sending within which nobody can have read an email: earlier hits come from a scanner on the way */
  tooSoon: 5,
  /**
   * number of links that must be followed at once for a scanner to be recognized; all of them if the email has fewer
   */
  burstLinks: 5,
  /** seconds per link: a burst of clicks is faster than that on average */
  burstPace: 1,
  /** maximum seconds that a burst of clicks lasts */
  burstWindow: 60,
  /** maximum raw events stored of one email; later ones still count, but are not stored */
  events: 500,
} as const

/** A request for a pixel or a tracked link, as far as it tells who makes it. */
export interface Hit {
  kind: 'open' | 'click'
  method: string
  userAgent: string
  /** fetched ahead of need, as the request itself says (Sec-Purpose, Purpose, X-Moz) */
  prefetch: boolean
}

/** Reason why an open or click is taken for a program's. */
export type MachineReason = 'HEAD' | 'BOT' | 'PREFETCH' | 'TOO_SOON' | 'EVERY_LINK'

/**
 * Returns whether an open or click (hit) proves that the email reached the mailbox: a person's does; a program's only
 * if it loads images, because that happens on arrival.
 */
export function provesDelivery(kind: Hit['kind'], reason: MachineReason | null): boolean {
  return reason === null || (kind === 'open' && reason === 'PREFETCH')
}

/** A recorded open or click of an email. */
export interface MailEvent {
  id: string
  kind: 'open' | 'click'
  linkId: string | null
  machine: boolean
  at: Date
}

/** Opens and clicks recorded for an email before the hit (a loaded pixel or an opened link) that {@link applyHit} judges. */
export interface MailState {
  openedAt: Date | null
  machineOpenedAt: Date | null
  clickedAt: Date | null
  /** number of tracked links in its campaign */
  links: number
  /** events of the email within the last {@link TRACKING.burstWindow} seconds, by time */
  recent: readonly MailEvent[]
}

/**
 * Applies an open or click to an email. A person's click counts as an open as well. If with this click every link was
 * followed at once, all those clicks come from a scanner: they are named in `reclassified`, and their counts are taken
 * back.
 */
export function applyHit(
  mail: MailState,
  hit: { id: string; kind: 'open' | 'click'; linkId: string | null; at: Date; reason: MachineReason | null },
): { mail: MailState; event: MailEvent & { reason: MachineReason | null }; reclassified: string[] } {
  const { reason, ...rest } = hit
  const from = hit.at.getTime() - TRACKING.burstWindow * 1_000
  const earlier = mail.recent.filter(({ at }) => at.getTime() >= from)
  const burst =
    hit.kind === 'click' ? burstOf([...earlier, { ...rest, machine: false }], mail.links) : new Set<string>()
  const event = { ...rest, machine: reason !== null || burst.has(hit.id), reason: reason ?? burstReason(burst, hit.id) }
  const reclassified = earlier.filter(({ id, machine }) => !machine && burst.has(id)).map(({ id }) => id)
  const recent = [
    ...earlier.map((each) => (burst.has(each.id) ? { ...each, machine: true } : each)),
    { ...rest, machine: event.machine },
  ]
  const withdrawn = earlier.filter(({ id }) => reclassified.includes(id)).map(({ at }) => at.getTime())
  const keep = (at: Date | null) => (at !== null && withdrawn.includes(at.getTime()) ? null : at)
  const people = recent.filter(({ machine }) => !machine)
  const clicks = people.filter(({ kind }) => kind === 'click')
  return {
    event,
    reclassified,
    mail: {
      ...mail,
      openedAt: keep(mail.openedAt) ?? first(people),
      clickedAt: keep(mail.clickedAt) ?? first(clicks),
      machineOpenedAt: mail.machineOpenedAt ?? (hit.kind === 'open' && event.machine ? hit.at : null),
      recent,
    },
  }
}

const burstReason = (burst: ReadonlySet<string>, id: string) => (burst.has(id) ? ('EVERY_LINK' as const) : null)
const first = (events: readonly MailEvent[]) => events[0]?.at ?? null

/**
 * Returns the clicks up to the last one that followed every link (or {@link TRACKING.burstLinks} of them) faster than
 * anybody reads.
 */
function burstOf(events: readonly MailEvent[], links: number): Set<string> {
  const enough = Math.min(links, TRACKING.burstLinks)
  if (enough < 2) return new Set()
  const clicks = events.filter(({ kind }) => kind === 'click')
  const last = clicks.at(-1)?.at.getTime() ?? 0
  const seen = new Set<string | null>()
  const members = new Set<string>()
  for (const click of clicks.toReversed()) {
    const seconds = (last - click.at.getTime()) / 1_000
    if (seconds > TRACKING.burstPace * Math.max(enough, seen.size + 1)) break
    seen.add(click.linkId)
    members.add(click.id)
  }
  return seen.size >= enough ? members : new Set()
}

/** Outcomes of an email by which recipients can be chosen. Of mails that were sent; opens and clicks are people's. */
export const RECIPIENT_OUTCOMES = [
  'sent',
  'failed',
  'leftOut',
  'opened',
  'notOpened',
  'clicked',
  'notClicked',
  'bounced',
  'replied',
  'notReplied',
  'away',
  'unsubscribed',
] as const
export type RecipientOutcome = (typeof RECIPIENT_OUTCOMES)[number]

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
/** Maximum of the interval lengths in the table, in seconds; beyond it, multiples of it are used. */
const LONGEST_STEP_SECONDS = 28 * DAY
const BUCKETS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  7 * DAY,
  LONGEST_STEP_SECONDS,
] as const
/** Maximum number of points of a timeline. */
const POINTS = 72

/** Seconds of one point of a timeline over this span: round ones, for about {@link POINTS} points at most however long it is. */
export function bucketSeconds(spanSeconds: number): number {
  const fits = BUCKETS.find((seconds) => spanSeconds / seconds <= POINTS - 1)
  return fits ?? Math.ceil(spanSeconds / (POINTS - 1) / LONGEST_STEP_SECONDS) * LONGEST_STEP_SECONDS
}

/** Returns the beginnings of the intervals from `from` to `to`, both included; they start at round times in UTC. */
export function bucketsBetween(from: Date, to: Date, seconds: number): Date[] {
  const ms = seconds * 1_000
  const starts: Date[] = []
  for (let at = Math.floor(from.getTime() / ms) * ms; at <= to.getTime(); at += ms) starts.push(new Date(at))
  return starts
}
