import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinedLongAgo } from '#tests/support/approval-off.ts'
import { addContacts, configureSending, draftCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { mutate } from '#tests/support/mutate.ts'
import { systemEmail, systemEmailsTo } from '#tests/support/system-emails.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
})
afterAll(() => world.close())

it('a request for approval is emailed to the other admins, and the decision to the person who asked', async () => {
  const boss = await world.signUp({ unlimited: true })
  const ada = await addColleague(world, boss, { name: 'Ada', role: 'admin' })
  const bea = await addColleague(world, boss, { name: 'Bea', role: 'admin' })
  const cy = await addColleague(world, boss, { name: 'Cy' })
  await world.connect(bea)
  await configureSending(boss, { launchApproval: true })
  const id = await draftCampaign(world, bea, 2)
  await mutate(bea, 'requestApproval', { id, note: 'For Monday <b>' }, '{ id }')
  const asked = await systemEmail(world.sandboxUrl, ada.email, 'Bea asks you to approve “News”')
  for (const text of ['to 2 recipients', 'For Monday <b>', `/campaigns/${id}/approval`])
    expect(asked.text).toContain(text)
  expect(asked.html).not.toContain('<b>')

  await mutate(ada, 'decideApproval', { id, request: 1, decision: 'decline', reason: 'Too early' }, '{ id }')
  const told = await systemEmail(world.sandboxUrl, bea.email, 'Ada declined “News”')
  expect(told.text).toContain('Too early')
  // An email that was queued later has arrived, so no other email to these two is still queued.
  expect(await systemEmailsTo(world.sandboxUrl, cy.email)).toEqual([])
  expect((await systemEmailsTo(world.sandboxUrl, bea.email)).map(({ subject }) => subject)).toEqual([told.subject])
})

it('an email tells the other admins when turning off the approval of launches is requested, refused and done', async () => {
  const boss = await world.signUp({ unlimited: true })
  const ada = await addColleague(world, boss, { name: 'Ada', role: 'admin' })
  const bea = await addColleague(world, boss, { name: 'Bea', role: 'admin' })
  const cy = await addColleague(world, boss, { name: 'Cy' })
  await configureSending(boss, { launchApproval: true })
  await configureSending(ada, { launchApproval: false })
  const asked = await systemEmail(world.sandboxUrl, bea.email, 'Ada asks to turn off the approval of launches')
  expect(asked.text).toMatch(/turns off on \d+ \w+ \d{4}, \d\d:\d\d UTC, unless an admin keeps it on/)
  for (const { email } of [ada, cy]) expect(await systemEmailsTo(world.sandboxUrl, email)).toEqual([])
  await configureSending(bea, { launchApproval: true })
  await systemEmail(world.sandboxUrl, ada.email, 'Bea kept the approval of launches on')
  await configureSending(ada, { launchApproval: false })
  await joinedLongAgo(world, bea)
  await configureSending(bea, { launchApproval: false })
  const told = await systemEmail(world.sandboxUrl, ada.email, 'Bea turned off the approval of launches')
  expect(told.text).toContain('Campaigns can now be launched without approval.')
  expect(await systemEmailsTo(world.sandboxUrl, cy.email)).toEqual([])
})

it('a request for approval tells the other admins how many recipients will get no email', async () => {
  const boss = await world.signUp({ unlimited: true })
  const ada = await addColleague(world, boss, { name: 'Ada', role: 'admin' })
  const bea = await addColleague(world, boss, { name: 'Bea', role: 'admin' })
  await world.connect(bea)
  await configureSending(boss, { weeklyCeiling: 1 })
  const ids = await addContacts(world, bea, 4)
  const first = await draftCampaign(world, bea, 0, { selectedContacts: ids.slice(0, 2) })
  await mutate(bea, 'sendCampaign', { id: first, undoSeconds: 0 }, '{ id }')
  await configureSending(boss, { weeklyCeiling: 1, launchApproval: true })
  const { data } = await bea.graphql('query ($id: ID!) { contact(id: $id) { email } }', { id: ids[3] })
  await mutate(bea, 'addSuppressions', { emails: [data.contact.email] }, '')
  const id = await draftCampaign(world, bea, 0, { selectedContacts: ids, name: 'Second' })
  await mutate(bea, 'requestApproval', { id }, '{ id }')
  const asked = await systemEmail(world.sandboxUrl, ada.email, 'Bea asks you to approve “Second”')
  for (const text of ['to 1 of 4 recipients', '3 are left out']) expect(asked.text).toContain(text)
})
