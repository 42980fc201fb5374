import { groupWaves, type PlaceDoubt, type ZoneWave } from '#domain/pacing/local-time-waves.ts'
import { zoneName } from '#web/ui/format-time.ts'
import { Time } from '#web/ui/date-time.tsx'

/** Number of lines shown, and of time zones named in each, before the rest is summed up. */
const SHOWN_MAX = { lines: 8, zones: 3 }

/** Lists time zones with their number of recipients and the time at which their emails leave. Zones with the same time share a line. */
export function ZoneList({ waves, localTimeZone }: { waves: readonly ZoneWave[]; localTimeZone: string }) {
  const groups = groupWaves(waves)
  const rest = groups.slice(SHOWN_MAX.lines)
  return (
    <>
      <ul className="grid gap-1">
        {groups.slice(0, SHOWN_MAX.lines).map(({ timeZones, utcOffset, recipients, doubts, at, leavesAt }) => (
          <li key={`${at} ${timeZones[0]}`} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              {timeZones.length === 0 ? `Unknown: as in ${zoneName(localTimeZone)}` : namesOf(timeZones)}
            </span>
            <span className="figures">{recipients.toLocaleString()}</span>
            {doubts.length > 0 && <Doubts doubts={doubts} />}
            <span className="col-span-2 text-ink-soft">
              <Time at={leavesAt} show="moment" /> here
              {isLater(leavesAt, at) && (
                <span className="text-waiting">
                  {' '}
                  and <Time at={leavesAt} show="moment" timeZone={utcOffset ?? localTimeZone} /> there, because of your
                  sending hours or limits
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className="text-ink-soft">
          and {rest.reduce((sum, { recipients }) => sum + recipients, 0).toLocaleString()} in {countOf(rest)} more time
          zones
        </p>
      )}
    </>
  )
}

/** Names the places that exist in several time zones, and how to make clear which one is meant. */
function Doubts({ doubts }: { doubts: readonly PlaceDoubt[] }) {
  return (
    <div className="col-span-2 text-waiting">
      {doubts.map(({ text, timeZones, recipients }) => (
        <p key={text}>
          “{text}” of {recipients === 1 ? '1 recipient' : `${recipients.toLocaleString()} recipients`} could be in the
          time zone of {namesOf(timeZones, 'disjunction')}. Add a column with the city, the state or the time zone to
          make the time zone clear.
        </p>
      ))}
    </div>
  )
}

/** Returns whether the emails leave later than the chosen time, compared in whole minutes, as times are shown. */
const isLater = (leavesAt: string, at: string) => Date.parse(leavesAt) - Date.parse(at) >= 60_000

/** Returns time zones as words: "Berlin, Paris, Madrid and 4 more", or with "or". */
function namesOf(timeZones: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  // One more name takes no more room than "1 more".
  const named = timeZones.length > SHOWN_MAX.zones + 1 ? timeZones.slice(0, SHOWN_MAX.zones) : timeZones
  const more = timeZones.length - named.length
  return new Intl.ListFormat('en-GB', { type }).format([...named.map(zoneName), ...(more > 0 ? [`${more} more`] : [])])
}

const countOf = (groups: ReturnType<typeof groupWaves>) =>
  groups.reduce((sum, { timeZones }) => sum + Math.max(1, timeZones.length), 0)
