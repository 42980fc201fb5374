import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const FORECAST = `query ($id: ID!, $at: DateTime, $zone: String) { launchForecast(id: $id, scheduledAt: $at, localTimeZone: $zone) {
  finishesAt awaitWinner decidesAt followUps lastFollowUpAt } }`
const HOUR = 3_600_000

async function forecastOf(input: object, launch: object = {}) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const id = await draftCampaign(world, person, 10, input)
  const { data, errors } = await person.graphql(FORECAST, { id, ...launch })
  expect(errors).toBeUndefined()
  return data.launchForecast
}

it('the launch forecast says how many recipients wait for the winner of an A/B test, and when it is decided', async () => {
  const test = { isAbTest: true, abVariantType: 'SUBJECT', abVariantB: 'B', abTestShare: 20, abWaitHours: 4 }
  const { awaitWinner, decidesAt, finishesAt } = await forecastOf({ ...test, abWinnerMetric: 'REPLIES' })
  expect(awaitWinner).toBe(8)
  expect(Date.parse(decidesAt)).toBeGreaterThanOrEqual(Date.now() + 4 * HOUR - 60_000)
  expect(finishesAt > decidesAt).toBe(true)
})

it('the launch forecast says how many follow-ups each person may get, and when the last one can leave', async () => {
  const step = { timeZone: 'UTC', content: 'Again' }
  const followUps = [
    { ...step, waitDays: 2, timeOfDay: '10:00' },
    { ...step, waitDays: 3, timeOfDay: '11:00' },
  ]
  // Monday: the steps are on Wednesday and the Monday after.
  const monday = { at: '2031-05-05T09:30:00Z' }
  expect(await forecastOf({ followUps }, monday)).toMatchObject({
    ...{ followUps: 2, lastFollowUpAt: '2031-05-12T11:00:00.000Z' },
    ...{ awaitWinner: 0, decidesAt: null },
  })
})

it('the launch forecast mentions neither A/B tests nor follow-ups if the campaign has none', async () => {
  expect(await forecastOf({})).toMatchObject({ awaitWinner: 0, decidesAt: null, followUps: 0, lastFollowUpAt: null })
})

it('the launch forecast counts the recipients on the suppression list, who get no email', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const id = await draftCampaign(world, person, 3)
  const { data } = await person.graphql('{ contacts(first: 1) { edges { node { email } } } }')
  const emails = [data.contacts.edges[0].node.email, 'other@example.com']
  await person.graphql('mutation ($emails: [String!]!) { addSuppressions(input: { emails: $emails }) { added } }', {
    emails,
  })
  const forecast = await person.graphql(
    'query ($id: ID!) { launchForecast(id: $id) { recipients suppressed overCeiling } }',
    { id },
  )
  expect(forecast.data.launchForecast).toEqual({ recipients: 3, suppressed: 1, overCeiling: 0 })
})
