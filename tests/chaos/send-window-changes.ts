import { readFile } from 'node:fs/promises'
import { configureSending } from '../support/campaigns.ts'
import type { TestPerson, World } from '../support/world.ts'
import type { Chance } from './seeded-chance.ts'
import { claimsOf, EVERY_DAY, keyOf, stepOf } from './follow-up-steps.ts'

/**
 * A workspace with sending hours of a minute or two, in a run of chaos. While they are closed, the next ones are set, so
 * that a run has several openings. Sending hours are in whole minutes of a zone; zones differ, so that hours near midnight
 * and zones with odd offsets come up.
 */

/** A run of less ms may not reach the end of an opening. */
export const HOURS_FROM = 120_000
const MINUTE = 60_000
/** ms from the end of an opening until the next hours are set, which open at the next minute */
const REST = 25_000
/** ms from now until a send window that is set now may open; a request that changes settings has ended by then */
const SETTING_LEAD_MS = 3_000
/**
 * ms after the end of the send window in which an email that was claimed in time may still leave: its batch, time-outs,
 * provider lag
 */
const SENT_LATE_MS = 20_000
/**
 * ms tolerated between the moment at which a worker reads the clock and the begin of the transaction in which it claims
 * emails
 */
const CLAIM_DELAY_MS = 1_000

const ZONES = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Auckland', 'Australia/Eucla', 'Europe/Berlin']

/** ms since 1970 between which emails may leave */
interface Opening {
  opens: number
  closes: number
}

/** A promise about sending hours that was broken. */
export interface HoursBreach {
  promise: 'claimed outside the sending hours' | 'accepted outside the sending hours'
  email: string
  acceptances: string[]
}

/** Checks of a workspace with sending hours. */
export interface HoursChecked {
  /** openings that closed during the run */
  openings: number
  /** emails that were accepted while it had such hours */
  emails: number
  /** ms after the end of an opening at which the last email of it was accepted; 0: in time */
  latest: number
}

export interface Hours {
  /** Sets the next opening once the last one is over. Throws if the workspace cannot be changed now. */
  move(): Promise<void>
  /** Opens for good, so that everything can end. */
  open(): Promise<void>
  /** Looks for emails outside the hours that were set. */
  check(world: World): Promise<HoursChecked & { breaches: HoursBreach[] }>
}

/** Sending hours of a workspace, chosen by `chance`. */
export function hoursOf(person: TestPerson, chance: Chance): Hours {
  const openings: Opening[] = []
  let isSet = true
  let openedAt = Number.POSITIVE_INFINITY
  const set = async (opening: Opening) => {
    // Another opening is allowed from here on, whether or not the answer arrives.
    if (openings.at(-1) !== opening) openings.push(opening)
    isSet = false
    await configureSending(person, { sendWindow: windowOf(opening, chance) })
    isSet = true
  }
  return {
    move: async () => {
      const now = Date.now()
      const last = openings.at(-1)
      if (last && !isSet && last.opens > now + SETTING_LEAD_MS) return set(last)
      if (last && now < last.closes + REST) return
      const opens = Math.ceil((now + SETTING_LEAD_MS) / MINUTE) * MINUTE
      const minutes = last ? chance.between(1, 2) : 1
      await set({ opens, closes: opens + minutes * MINUTE })
    },
    open: async () => {
      openedAt = Math.min(openedAt, Date.now())
      await configureSending(person, { sendWindow: EVERY_DAY })
    },
    check: async (world) => {
      const emails = await emailsOf(world, person)
      const claims = await claimsOf(world.databaseUrl)
      const isAllowed = (at: number, late: number) =>
        at >= openedAt || openings.some(({ opens, closes }) => at >= opens - CLAIM_DELAY_MS && at < closes + late)
      const checked = emails.filter(({ at }) => at < openedAt)
      const breaches = checked.flatMap(({ id, email, at, line }): HoursBreach[] => {
        const claimed = claims.get(id)
        if (claimed !== undefined && claimed < openedAt && !isAllowed(claimed, CLAIM_DELAY_MS))
          return [{ promise: 'claimed outside the sending hours', email, acceptances: [line] }]
        return isAllowed(at, SENT_LATE_MS)
          ? []
          : [{ promise: 'accepted outside the sending hours', email, acceptances: [line] }]
      })
      const late = checked.map(({ at }) =>
        Math.min(...openings.map(({ opens, closes }) => lateness(at, opens, closes))),
      )
      const closed = openings.filter(({ closes }) => closes < openedAt)
      return { openings: closed.length, emails: checked.length, latest: Math.max(0, ...late), breaches }
    },
  }
}

/** ms by which a moment is after an opening; before it, it is of another one. */
const lateness = (at: number, opens: number, closes: number) =>
  at < opens ? Number.POSITIVE_INFINITY : Math.max(0, at - closes)

/** The opening as sending hours of a zone where both ends are on the same day. */
function windowOf({ opens, closes }: Opening, chance: Chance) {
  const first = chance.between(0, ZONES.length - 1)
  const windows = ZONES.map((_, index) => {
    const timeZone = ZONES[(first + index) % ZONES.length]!
    const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    return { days: EVERY_DAY.days, from: time.format(opens), to: time.format(closes), timeZone }
  })
  return windows.find(({ from, to }) => from < to)
}

/** Emails of a workspace that the provider accepted, with the moment. */
async function emailsOf(world: World, { tenantId }: TestPerson) {
  const rows = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<{ id: string; email: string; step: number }[]>(
      `select l.id, l.contact_email as email, c.step from email_logs l
       join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id where l.tenant_id = ?`,
      [tenantId],
    ),
  )
  const ids = new Map(rows.map(({ id, email, step }) => [keyOf(email, step), id]))
  const lines = (await readFile(world.acceptancesFile, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  return lines.flatMap((line) => {
    const { recipient, subject, at } = JSON.parse(line) as { recipient: string; subject: string; at: string }
    const email = keyOf(recipient, stepOf(subject))
    const id = ids.get(email)
    return id === undefined ? [] : [{ id, email, at: Date.parse(at), line }]
  })
}
