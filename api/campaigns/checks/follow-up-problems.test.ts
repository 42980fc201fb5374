import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

it.each([
  { reading: false, followUps: 1, warned: true },
  { reading: true, followUps: 1, warned: false },
  { reading: false, followUps: 0, warned: false },
])('warns of follow-ups that replies cannot stop (reading: $reading, follow-ups: $followUps)', async (given) => {
  const person = await world.signUp({ unlimited: true })
  const email = `replies-${given.reading}-${given.followUps}@sandbox.test`
  await world.connect(person, 'google', email, undefined, { reading: given.reading })
  const followUps = Array.from({ length: given.followUps }, () => ({ content: 'Again' }))
  const id = await draftCampaign(world, person, 1, { followUps })
  const { data } = await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code severity message } }', {
    id,
  })
  const found = data.campaignProblems.filter(({ code }: { code: string }) => code === 'FOLLOW_UP_NO_REPLIES')
  const message = `Replies to ${email} cannot be seen, so they do not stop follow-ups. Allow reading under Settings → Connected Emails, or remove the follow-ups.`
  expect(found).toEqual(given.warned ? [{ code: 'FOLLOW_UP_NO_REPLIES', severity: 'warning', message }] : [])
})
