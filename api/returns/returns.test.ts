import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, eventually, type TestPerson, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let count = 0
/** Sends a campaign to these addresses and waits until it is out. */
async function send(person: TestPerson, emails: readonly string[]): Promise<string> {
  const selectedContacts = []
  for (const email of emails) {
    const { body } = await person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email })
    selectedContacts.push(body.id ?? (await contactId(person, email)))
  }
  const campaign = { name: `News ${(count += 1)}`, subject: 'Hello', content: 'Dear all', selectedContacts }
  const { body } = await person.rest('POST', '/api/campaigns', campaign)
  expect((await person.rest('POST', `/api/campaigns/${body.id}/send`)).status).toBe(200)
  await eventually('the campaign is sent', async () => (await analytics(person, body.id)).status === 'sent')
  return body.id
}
const contactId = async (person: TestPerson, email: string) =>
  (await person.rest('GET', '/api/contacts')).body.find((one: { email: string }) => one.email === email).id
const analytics = async (person: TestPerson, id: string) =>
  (await person.rest('GET', `/api/campaigns/${id}/analytics`)).body

describe.each(['microsoft', 'google'] as const)('a mailbox at %s that may be read', (provider) => {
  it('shows bounces', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, provider, `${provider}-a@sandbox.test`, undefined, { reading: true })
    const id = await send(person, [`bounce-${provider}@x.test`, `ok-${provider}@x.test`])
    const now = await eventually('the bounce is seen', async () => {
      const found = await analytics(person, id)
      return found.failedCount > 0 && found
    })
    console.log(JSON.stringify(now, null, 1))
  })
})
