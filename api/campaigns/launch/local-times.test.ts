import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 as newId } from 'uuid'
import { encodeId } from '#schema/object-ids.ts'
import { draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { runSlice } from '#api/sending/sending-engine.ts'
import { createSendStore } from '../delivery/database-send-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Sessions end a while after a real sign-in, so it is soon. None of these zones changes its clocks. */
const MIDNIGHT = Math.ceil(Date.now() / DAY) * DAY
const at = (hours: number) => new Date(MIDNIGHT + hours * HOUR).toISOString()
const CHOSEN = at(9.5)
const PEOPLE: [email: string, fields: Record<string, string>][] = [
  ['phoenix@example.com', { State: 'AZ', Country: 'USA' }],
  ['tokyo@example.com', { City: 'Tokyo' }],
  ['unknown@example.com', { City: 'Portland', Country: 'USA' }],
  ['kolkata@example.com', { 'Time zone': 'Asia/Kolkata' }],
  ['suva@example.com', { Country: 'Fiji' }],
]
const WAVES: readonly [timeZone: string | null, at: string][] = [
  ['Asia/Tokyo', at(0.5)],
  ['Asia/Kolkata', at(4)],
  [null, CHOSEN],
  ['America/Phoenix', at(16.5)],
  // At the launch it is past half past nine there.
  ['Pacific/Fiji', at(21.5)],
]
const OFFSETS: Record<string, string> = {
  'Asia/Tokyo': '+09:00',
  'Asia/Kolkata': '+05:30',
  'America/Phoenix': '-07:00',
  'Pacific/Fiji': '+12:00',
}
const FIRST = at(0.5)
const LAST = at(21.5)

async function workspace() {
  world.app.clock = () => new Date()
  const person = await world.signUp({ unlimited: true })
  const email = `local-${person.tenantId}@sandbox.test`
  await world.connect(person, 'microsoft', email)
  const ids = PEOPLE.map(() => newId())
  await world.app.database.inTenant(person.tenantId, async (em) => {
    for (const [index, [address, fields]] of PEOPLE.entries()) {
      await em.execute(
        `insert into contacts (tenant_id, id, first_name, last_name, email, fields) values (?, ?, 'A', 'B', ?, ?::jsonb) returning 1`,
        [person.tenantId, ids[index], address, JSON.stringify(fields)],
      )
    }
  })
  world.app.clock = () => new Date(MIDNIGHT)
  const selectedContacts = ids.map((id) => encodeId('Contact', id))
  const id = await draftCampaign(world, person, 0, { selectedContacts })
  const [row] = await rowsOf<{ id: string }>(world, person, 'select id from mailboxes')
  const send = (more: object) => mutate(person, 'sendCampaign', { id, ...more }, '{ status scheduledAt localTimeZone }')
  const sliceAt = async (moment: string) => {
    world.app.clock = () => new Date(moment)
    const deps = { clock: world.app.clock, log: pino({ level: 'silent' }), signal: new AbortController().signal }
    const key = { tenantId: person.tenantId, mailboxId: row?.id ?? '' }
    const again = await runSlice({ ...deps, store: createSendStore(world.app, () => []) }, key)
    const left = (await world.accepted(email)).map(({ recipient }) => recipient)
    return { left: left.toSorted(), again: again?.toISOString() ?? null }
  }
  return { person, id, send, sliceAt }
}

describe("a campaign that is sent at each recipient's local time", () => {
  it('gets a launch forecast by time zone', async () => {
    const { person, id } = await workspace()
    const query = `query ($id: ID!, $at: DateTime!, $zone: String) { launchForecast(id: $id, scheduledAt: $at, localTimeZone: $zone) {
      recipients startsAt finishesAt waves {
        timeZone utcOffset recipients at leavesAt doubts { text timeZones recipients } } } }`
    const { data } = await person.graphql(query, { id, at: CHOSEN, zone: 'UTC' })
    expect(data.launchForecast).toMatchObject({ recipients: 5, startsAt: FIRST })
    expect(data.launchForecast.waves).toEqual(
      WAVES.map(([timeZone, time]) => ({
        ...{ timeZone, utcOffset: timeZone && OFFSETS[timeZone], recipients: 1, at: time, leavesAt: time },
        // Portland in Oregon is larger, but nobody said that it is meant.
        doubts: timeZone
          ? []
          : [{ text: 'Portland', timeZones: ['America/Los_Angeles', 'America/New_York'], recipients: 1 }],
      })),
    )
    expect(data.launchForecast.finishesAt >= LAST).toBe(true)
    const wrong = await person.graphql(query, { id, at: CHOSEN, zone: 'Europe/Nowhere' })
    expect(wrong.errors?.[0].extensions.code).toBe('BAD_INPUT')
    expect((await person.graphql(query, { id, at: CHOSEN })).data.launchForecast.waves).toEqual([])
  })

  it('gets a launch forecast that respects the limits of its mailbox: the last recipients wait for the next day', async () => {
    const { person, id } = await workspace()
    await rowsOf(world, person, 'update email_settings set daily_limit = 4 where tenant_id = ? returning 1', [
      person.tenantId,
    ])
    const query = `query ($id: ID!, $at: DateTime!) {
      launchForecast(id: $id, scheduledAt: $at, localTimeZone: "UTC") { finishesAt waves { at leavesAt } } }`
    const { waves, finishesAt } = (await person.graphql(query, { id, at: CHOSEN })).data.launchForecast
    expect(waves.slice(0, 4).every((wave: any) => wave.at === wave.leavesAt)).toBe(true)
    expect(waves[4].leavesAt).toBe(finishesAt)
    expect(Date.parse(finishesAt) - Date.parse(FIRST)).toBeGreaterThanOrEqual(86_400_000)
  })

  it('sends each recipient the email at the chosen time in the recipient’s own zone, and shows until when each email waits', async () => {
    const { person, id, send, sliceAt } = await workspace()
    const { data } = await send({ scheduledAt: CHOSEN, localTimeZone: 'UTC' })
    expect(data.sendCampaign).toEqual({ status: 'sending', scheduledAt: FIRST, localTimeZone: 'UTC' })
    const logs = `query ($id: ID!) { campaign(id: $id) { emailLogs(first: 9) { edges { node { timeZone waitsUntil } } } } }`
    const { edges } = (await person.graphql(logs, { id })).data.campaign.emailLogs
    expect(
      edges
        .map(({ node }: any) => [node.timeZone, node.waitsUntil])
        .toSorted((a: any, b: any) => a[1].localeCompare(b[1])),
    ).toEqual(WAVES)
    expect(await fetchCampaign(person, id)).toMatchObject({ statusReason: 'SCHEDULED', resumesAt: FIRST })

    const seen: string[][] = []
    for (const [index, [, time]] of WAVES.entries()) {
      const early = new Date(Date.parse(time) - 1_000).toISOString()
      expect((await sliceAt(early)).left).toHaveLength(index)
      const { left, again } = await sliceAt(time)
      seen.push(left)
      expect(left).toHaveLength(index + 1)
      const next = WAVES[index + 1]?.[1] ?? null
      expect(again).toBe(next)
      if (next) {
        const { statusReason, resumesAt, finishesAt } = await fetchCampaign(person, id)
        expect({ statusReason, resumesAt }).toEqual({ statusReason: 'LOCAL_TIME', resumesAt: next })
        expect((finishesAt ?? '') >= LAST).toBe(true)
      }
    }
    expect(seen[0]).toEqual(['tokyo@example.com'])
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sent', sentCount: 5 })
  })

  it('becomes a draft without a start time when it is cancelled before its start', async () => {
    const { person, id, send } = await workspace()
    await send({ scheduledAt: CHOSEN, localTimeZone: 'UTC' })
    const cancelled = await mutate(person, 'cancelCampaign', { id }, '{ status scheduledAt localTimeZone }')
    expect(cancelled.data.cancelCampaign).toEqual({ status: 'draft', scheduledAt: null, localTimeZone: null })
  })

  it.each([
    [{ localTimeZone: 'UTC' }, 'Local times need a start time in the future'],
    [{ localTimeZone: 'UTC', scheduledAt: at(-1) }, 'Local times need'],
    [{ localTimeZone: 'Nowhere', scheduledAt: CHOSEN }, 'The time zone must be an IANA name'],
  ])('is refused with %j', async (input, message) => {
    const { send } = await workspace()
    const { errors } = await send(input)
    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining(message), extensions: { code: 'BAD_INPUT' } })
  })
})
