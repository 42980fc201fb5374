import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { addContacts, draftCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { mutate } from '#tests/support/mutate.ts'
import { systemEmail, systemEmailsTo } from '#tests/support/system-emails.ts'
import { deliveriesOf, makeWebhook } from '#tests/support/webhooks.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { runRepeats } from './repeat-run.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
})
afterAll(() => world.close())

/** A repeating campaign of Bea, a member, with a run that is due; `problem`: SQL that makes the run impossible. */
async function brokenRun(problem: string) {
  const boss = await world.signUp({ unlimited: true })
  const ada = await addColleague(world, boss, { name: 'Ada', role: 'admin' })
  const bea = await addColleague(world, boss, { name: 'Bea' })
  await world.connect(bea)
  await makeWebhook(boss, { events: ['repeat_failed'] })
  const id = await draftCampaign(world, bea, 0, { name: 'Welcome', selectedContacts: undefined })
  await addContacts(world, bea, 1)
  const rule = { kind: 'new_contact', timeOfDay: '09:00', timeZone: 'UTC', includesExisting: true }
  const { errors } = await mutate(bea, 'repeatCampaign', { id, rule }, '{ id }')
  expect(errors).toBeUndefined()
  await world.app.database.inTenant(bea.tenantId, async (em) => {
    const values = { tenantId: bea.tenantId, userId: uuidOf('User', bea.id), now: world.app.clock() }
    await em.execute(`${problem} returning 1`, values)
    await em.execute('update campaign_repeats set next_run_at = :now where tenant_id = :tenantId returning 1', values)
  })
  // The second finds it switched off.
  for (let time = 0; time < 2; time += 1) await runRepeats(world.app)
  return { ada, bea, id }
}

it('the person who switched a repeating campaign on gets one email when a problem switches it off', async () => {
  const { ada, bea, id } = await brokenRun(`update mailboxes set status = 'error' where tenant_id = :tenantId`)
  const told = await systemEmail(world.sandboxUrl, bea.email, '“Welcome” is no longer sent')
  expect(told.text).toMatch(/Reconnect the mailbox/)
  expect(told.text).toContain(`/campaigns/${id}/repeat`)
  expect((await systemEmailsTo(world.sandboxUrl, bea.email)).map(({ subject }) => subject)).toEqual([told.subject])
  expect(await systemEmailsTo(world.sandboxUrl, ada.email)).toEqual([])
  expect(await deliveriesOf(world, bea)).toMatchObject([
    { event: 'repeat_failed', data: { campaignId: uuidOf('Campaign', id) } },
  ])
})

it('the admins get an email about a switched-off repeating campaign if the person who switched it on is gone', async () => {
  const { ada, bea } = await brokenRun(
    'update users set is_active = false where tenant_id = :tenantId and id = :userId',
  )
  const told = await systemEmail(world.sandboxUrl, ada.email, '“Welcome” is no longer sent')
  expect(told.text).toMatch(/no longer in the workspace/)
  expect(await systemEmailsTo(world.sandboxUrl, bea.email)).toEqual([])
})
