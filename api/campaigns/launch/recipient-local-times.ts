import { openingAt } from '#domain/pacing/send-window.ts'
import { sameClockTime } from '#domain/pacing/zone-time.ts'
import type { PlaceDoubt } from '#domain/pacing/local-time-waves.ts'
import type { SendWindow } from '#domain/settings/setting-register.ts'
import type { FoundZone, Known, ZoneDoubt } from '#domain/contacts/whereabouts/time-zone-of.ts'
import type { Em } from '#api/platform/database/database.ts'

const BATCH = 5_000

/** A start at the same time of day for each recipient, in the recipient's own time zone. */
export interface LocalTime {
  /** instant at which clocks in `timeZone` show the chosen date and time */
  moment: Date
  /** IANA zone in which the time was chosen; also used for recipients whose zone is unknown */
  timeZone: string
}

export interface RecipientTime {
  contactId: string
  /** time zone of the recipient; null: unknown */
  timeZone: string | null
  /** place that fits several zones; null if the zone is certain */
  doubt: Pick<ZoneDoubt, 'text' | 'candidates'> | null
  /** time of the email, in ms since 1970 */
  at: number
}

/**
 * Returns when each recipient of a draft gets it at a time of day where they are, earliest first: on the chosen date,
 * or on the next day where the time is already over at `now`.
 */
export async function recipientTimesOf(
  em: Em,
  campaign: { tenantId: string; id: string },
  { moment, timeZone }: LocalTime,
  now: Date,
): Promise<RecipientTime[]> {
  const zoneOf = await zoneFinder()
  const times = new Map<string | null, number>()
  const timeIn = (zone: string | null) => {
    const known = times.get(zone)
    if (known !== undefined) return known
    const at = sameClockTime(moment.getTime(), timeZone, zone ?? timeZone, now.getTime())
    times.set(zone, at)
    return at
  }
  const recipients: RecipientTime[] = []
  for (let after = ''; ;) {
    const page = await em.execute<{ id: string; email: string; fields: Record<string, string> }[]>(
      `select c.id, c.email, c.fields from campaign_contacts cc
       join contacts c on c.tenant_id = cc.tenant_id and c.id = cc.contact_id
       where cc.tenant_id = :tenantId and cc.campaign_id = :id ${after && 'and cc.contact_id > :after'}
       order by cc.contact_id limit ${BATCH}`,
      { tenantId: campaign.tenantId, id: campaign.id, after },
    )
    for (const contact of page) {
      const found = zoneOf(contact)
      const zone = found?.timeZone ?? null
      recipients.push({
        contactId: contact.id,
        timeZone: zone,
        doubt: found && 'candidates' in found ? found : null,
        at: timeIn(zone),
      })
    }
    const last = page.at(-1)
    if (!last || page.length < BATCH) break
    after = last.id
  }
  return recipients.toSorted((one, other) => one.at - other.at)
}

/** Recipients of one time zone. */
export interface Wave {
  /** time zone of the recipients; null: unknown */
  timeZone: string | null
  recipients: number
  /** places that fit several zones, the most frequent first; only where `timeZone` is null */
  doubts: PlaceDoubt[]
  at: Date
}

/** Recipients by time zone, earliest first. */
function wavesOf(times: readonly RecipientTime[]): Wave[] {
  return [...Map.groupBy(times, ({ timeZone }) => timeZone)].map(([timeZone, group]) => ({
    timeZone,
    recipients: group.length,
    doubts: doubtsOf(group),
    at: new Date(group[0]?.at ?? 0),
  }))
}

/** Maximum number of ambiguous places that the launch dialog names. */
const MAX_DOUBTS = 5

function doubtsOf(group: readonly RecipientTime[]): PlaceDoubt[] {
  const doubts = [...Map.groupBy(group, ({ doubt }) => doubt?.text)].flatMap(([text, [first, ...others]]) =>
    text === undefined || !first?.doubt
      ? []
      : [{ text, timeZones: first.doubt.candidates, recipients: 1 + others.length }],
  )
  return doubts.toSorted((a, b) => b.recipients - a.recipients).slice(0, MAX_DOUBTS)
}

/** Recipients of one time zone, and when their first email leaves: later than its time outside the sending hours, or at the limits. */
export interface LeavingWave extends Wave {
  leavesAt: Date
}

/**
 * The recipients of a draft by time zone, earliest first, as if no limit held them back; none without a start in the future
 * and a zone for local times.
 */
export async function leavingWaves(
  em: Em,
  campaign: { tenantId: string; id: string },
  launch: {
    scheduledAt: Date | null
    localTimeZone: string | null
    now: Date
    sendWindow?: SendWindow | null | undefined
  },
): Promise<LeavingWave[]> {
  const { scheduledAt, localTimeZone, now, sendWindow } = launch
  if (localTimeZone === null || scheduledAt === null || scheduledAt <= now) return []
  const times = await recipientTimesOf(em, campaign, { moment: scheduledAt, timeZone: localTimeZone }, now)
  return wavesOf(times).map((wave) => {
    const at = wave.at.getTime()
    return { ...wave, leavesAt: new Date(Math.max(at, openingAt(sendWindow, at).opens)) }
  })
}

/**
 * Loads and returns the function that finds the time zone of a contact; the function returns null if the zone is
 * unknown. Loaded on demand, because its list of cities is large and few launches need it.
 */
export async function zoneFinder(): Promise<(contact: Known) => FoundZone | ZoneDoubt | null> {
  const { timeZoneOf } = await import('#domain/contacts/whereabouts/time-zone-of.ts')
  return timeZoneOf
}
