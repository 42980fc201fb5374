import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import type { FaultOrder } from '#sandbox/faults.ts'
import { REQUESTS } from '#api/sending/provider.ts'
import { draftCampaign, fetchCampaign } from '../support/campaigns.ts'
import { mailboxOf } from '../support/returned-mail.ts'
import { createSlices } from '../support/scripted-campaign.ts'
import { createWorld, type World } from '../support/world.ts'

/** An outage costs a mailbox that can only send no more emails than were in flight when it began. */

const RECIPIENTS = 30
const SECOND = 1_000
const SEND_ONLY = { microsoft: ['Mail.Send', 'User.Read'], google: ['https://www.googleapis.com/auth/gmail.send'] }

let clock = () => new Date()
let world: World
beforeAll(async () => {
  world = await createWorld({ send: false, sandboxClock: () => clock().getTime() })
  world.app.clock = () => clock()
})
afterAll(() => world.close())
const clear = () => fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
afterEach(clear)

let mailboxes = 0

describe.each(['microsoft', 'google'] as const)('a mailbox (%s) that can only send', (vendor) => {
  it.each<[string, FaultOrder[], number]>([
    ['answers 503 to everything for 190 s', [{ kind: 'unavailable' }], 190],
    ['breaks every connection for 190 s', [{ kind: 'cutBefore' }], 190],
    ['refuses only to send for 190 s', [{ kind: 'unavailable', operation: 'send' }], 190],
    ['refuses only to send for 9 minutes', [{ kind: 'unavailable', operation: 'send' }], 540],
  ])(
    'makes the emails being sent uncertain when its provider %s, and resumes within 30 s of the end',
    async (_, faults, lasts) => {
      clock = () => new Date()
      const person = await world.signUp({ unlimited: true })
      const email = `outage${(mailboxes += 1)}@sandbox.test`
      await world.connect(person, vendor, email, SEND_ONLY[vendor])
      const slices = createSlices(
        createSendStore(world.app, () => []),
        await mailboxOf(world, person),
      )
      clock = slices.clock
      const id = await draftCampaign(world, person, RECIPIENTS)
      for (const fault of faults) await world.fault({ count: null, after: 5, ...fault, email })
      expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
      const began = clock().getTime()
      while (clock().getTime() < began + lasts * SECOND) expect(await slices.next()).not.toBeNull()
      const before = await fetchCampaign(person, id)
      expect(before.status).toBe('sending')
      expect(before.failedCount).toBeLessThanOrEqual(REQUESTS)
      expect(before.sentCount).toBeGreaterThan(0)
      await clear()
      const ended = clock().getTime()
      await slices.next()
      await slices.next()
      const after = await fetchCampaign(person, id)
      expect(after.sentCount).toBeGreaterThan(before.sentCount)
      expect(clock().getTime() - ended).toBeLessThan(30 * SECOND)
      await slices.toTheEnd()
      expect(await fetchCampaign(person, id)).toMatchObject({
        status: 'sent',
        failedCount: before.failedCount,
        sentCount: RECIPIENTS - before.failedCount,
      })
      // No probe was taken for an email.
      const recipients = (await world.accepted(email)).map(({ recipient }) => recipient)
      expect(recipients).toHaveLength(RECIPIENTS - before.failedCount)
      expect(new Set(recipients).size).toBe(recipients.length)
    },
  )
})
