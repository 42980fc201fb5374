import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { idleWorker } from '#tests/support/idle-worker.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { scriptedStore } from '#tests/support/scripted-campaign.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import type { SendStore } from './store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

it('a sending run that crashes reports a reference, backs off, and recovers once a later run completes', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const id = await draftCampaign(world, person, 2)
  await person.rest('POST', `/api/campaigns/${id}/send`)

  const lines: { msg: string; reference?: string }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  let now = new Date()
  const store = createSendStore(world.app, () => [])
  /** Runs one worker turn and returns when the next is due. */
  const turn = async (work: SendStore): Promise<number | null> => {
    const worker = await idleWorker({ store: work, clock: () => now, log })
    await worker.run(key)
    await worker.stop()
    const [next] = worker.wakes
    return next ? next.at.getTime() - now.getTime() : null
  }
  const look = async () => {
    const { data } = await person.graphql(
      `query ($id: ID!) { campaign(id: $id) { status statusReason statusText resumesAt } mailboxes { trouble { reason detail nextTryAt } } }`,
      { id },
    )
    return { ...data.campaign, trouble: data.mailboxes[0].trouble }
  }

  const broken = { ...store, unsettled: () => Promise.reject(new TypeError('x is undefined')) }
  const pauses = []
  for (let round = 0; round < 3; round += 1) {
    const pause = (await turn(broken)) ?? 0
    pauses.push(pause)
    if (round < 2) now = new Date(now.getTime() + pause)
  }
  expect(pauses.map((pause) => pause >= 3_750)).toEqual([true, true, true])
  expect(pauses[2]).toBeGreaterThan((pauses[0] ?? 0) * 2)
  const reference = lines.at(-1)?.reference
  expect(lines.map(({ msg }) => msg)).toEqual(Array(3).fill('Sending from a mailbox failed'))
  const resumesAt = new Date(now.getTime() + (pauses[2] ?? 0)).toISOString()
  expect(await look()).toEqual({
    status: 'sending',
    statusReason: 'INTERNAL_ERROR',
    statusText: `Sending stopped because of an internal error. Reference for the person who runs this installation: ${reference}.`,
    resumesAt,
    trouble: { reason: 'INTERNAL_ERROR', detail: reference, nextTryAt: resumesAt },
  })

  expect(await turn(broken), 'before its time nothing is tried').toBe(pauses[2])
  expect(lines).toHaveLength(3)
  now = new Date(resumesAt)
  const receipt = { messageId: null, internetMessageId: null }
  expect(await turn(scriptedStore(store, { send: async () => receipt }))).toBeNull()
  expect(await look()).toMatchObject({ status: 'sent', statusReason: null, trouble: null })
})
