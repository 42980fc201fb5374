import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { addContacts, draftCampaign } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { deliveriesOf, makeWebhook } from '#tests/support/webhooks.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { pauseEverything } from '#api/installation/pause-all-campaigns.ts'
import { runRepeats } from './repeat-run.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

it('webhooks report a run of a repeating campaign, and a repeat rule that was switched off because a backup was restored', async () => {
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

it('a repeat rule is reported to webhooks once when it is switched on or off, and when its draft is deleted', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await makeWebhook(person, { events: ['repeat_started', 'repeat_stopped', 'repeat_failed'] })
  const id = await draftCampaign(world, person, 0, { selectedContacts: undefined })
  const rule = { kind: 'new_contact', timeOfDay: '09:00', timeZone: 'UTC' }
  const repeat = (given: object | null) => mutate(person, 'repeatCampaign', { id, rule: given }, '{ id }')
  const told = async () => {
    const deliveries = await deliveriesOf(world, person)
    for (const { data } of deliveries) expect(data).toEqual({ campaignId: uuidOf('Campaign', id) })
    return deliveries.map(({ event }) => event)
  }
  await repeat(null)
  expect(await told()).toEqual([])
  await Promise.all([repeat(rule), repeat(rule)])
  await repeat({ ...rule, timeOfDay: '10:00' })
  expect(await told()).toEqual(['repeat_started'])
  await Promise.all([repeat(null), repeat(null)])
  expect(await told()).toEqual(['repeat_started', 'repeat_stopped'])
  await repeat(rule)
  await mutate(person, 'deleteCampaign', { id }, '{ id }')
  expect(await told()).toEqual(['repeat_started', 'repeat_stopped', 'repeat_started', 'repeat_stopped'])
})

it('a repeat rule that was switched off is not reported again when its draft is deleted', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await makeWebhook(person, { events: ['repeat_stopped'] })
  const id = await draftCampaign(world, person, 0, { selectedContacts: undefined })
  const rule = { kind: 'monthly', timeOfDay: '09:00', timeZone: 'UTC' }
  await mutate(person, 'repeatCampaign', { id, rule }, '{ id }')
  await mutate(person, 'repeatCampaign', { id, rule: null }, '{ id }')
  await mutate(person, 'deleteCampaign', { id }, '{ id }')
  expect(await deliveriesOf(world, person)).toHaveLength(1)
})
