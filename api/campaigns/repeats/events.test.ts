import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidOf } from '#schema/ids.ts'
import { addContacts, draftCampaign } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { deliveriesOf, makeWebhook } from '#tests/support/webhooks.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { pauseEverything } from '../../installation/pause-everything.ts'
import { runRepeats } from './run.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

it('tells webhooks of each run, and of a rule that a restored backup switched off', async () => {
  const person = await world.signUp({ unlimited: true })
  const { tenantId } = person
  await world.connect(person)
  await makeWebhook(person, { events: ['repeat_launched', 'repeat_failed', 'campaign_started'] })
  const id = await draftCampaign(world, person, 0, { selectedContacts: undefined })
  await addContacts(world, person, 2)
  const rule = { kind: 'new_contact', timeOfDay: '09:00', timeZone: 'UTC', includesExisting: true }
  await mutate(person, 'repeatCampaign', { id, rule }, '{ id }')
  for (let run = 0; run < 2; run += 1) {
    await world.app.database.inTenant(tenantId, (em) =>
      em.execute('update campaign_repeats set next_run_at = :now where tenant_id = :tenantId returning 1', {
        ...{ tenantId, now: world.app.clock() },
      }),
    )
    // In the second run, no email is due.
    await runRepeats(world.app)
  }
  await world.app.database.asSystem((em) => pauseEverything(world.app, em, new Date()))
  const told = await deliveriesOf(world, person)
  const [started] = told.filter(({ event }) => event === 'campaign_started')
  const campaignId = uuidOf('Campaign', id)
  expect(told.filter(({ event }) => event.startsWith('repeat')).map(({ event, data }) => [event, data])).toEqual([
    ['repeat_launched', { campaignId, runId: started?.data['campaignId'] }],
    ['repeat_failed', { campaignId }],
  ])
})
