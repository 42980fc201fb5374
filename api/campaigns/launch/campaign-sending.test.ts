import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Adds `count` contacts and a draft to all of them; returns the campaign's id. */
async function draft(person: TestPerson, count: number, input: object = {}): Promise<string> {
  const contacts = []
  for (let index = 0; index < count; index += 1) {
    const { body } = await person.rest('POST', '/api/contacts', {
      firstName: `First${index}`,
      lastName: `Last${index}`,
      email: `c${index}-${Math.random().toString(36).slice(2)}@example.com`,
    })
    contacts.push(body.id)
  }
  const { body, status } = await person.rest('POST', '/api/campaigns', {
    name: 'News',
    subject: 'Hello {firstName}',
    content: 'Dear {fullName|friend},\n\nnews.',
    selectedContacts: contacts,
    ...input,
  })
  expect(status).toBe(201)
  return body.id
}

const campaign = async (person: TestPerson, id: string) =>
  (await person.rest('GET', '/api/campaigns')).body.find((one: { id: string }) => one.id === id)

const accepted = async () =>
  (await readFile(world.acceptancesFile, 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('sending a campaign', () => {
  for (const provider of ['microsoft', 'google'] as const) {
    it(`merges each email and sends it through ${provider} exactly once`, async () => {
      const person = await world.signUp({ unlimited: true })
      await world.connect(person, provider, `${provider}-once@sandbox.test`)
      const id = await draft(person, 5)
      expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
      const done = await eventually('the campaign is sent', async () => {
        const now = await campaign(person, id)
        return now.status === 'sent' && now
      })
      expect(done).toMatchObject({ sentCount: 5, failedCount: 0, pendingCount: 0, totalContacts: 5 })
      const mine = (await accepted()).filter((line) => line.mailbox === `${provider}-once@sandbox.test`)
      expect(mine.map((line) => line.subject).toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `Hello First${index}`))
    })
  }

  it('launches once if twenty requests to launch arrive at the same time', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, 'microsoft', 'twenty@sandbox.test')
    const id = await draft(person, 3)
    const starts = await Promise.all(Array.from({ length: 20 }, () => person.rest('POST', `/api/campaigns/${id}/send`)))
    expect(starts.map((start) => start.status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
    await eventually('the campaign is sent', async () => (await campaign(person, id)).status === 'sent')
    expect((await accepted()).filter((line) => line.mailbox === 'twenty@sandbox.test')).toHaveLength(3)
  })

  it('is refused without a mailbox, recipients, subject or content, and the campaign stays a draft', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await draft(person, 1)
    expect((await person.rest('POST', `/api/campaigns/${id}/send`)).body.message).toContain('No mailbox is connected')
    await world.connect(person)
    for (const [input, words] of [
      [{ selectedContacts: [] }, 'no recipients'],
      [{ subject: ' ' }, 'no subject'],
      [{ content: '' }, 'no content'],
      [{ isAbTest: true, abVariantB: ' ' }, 'Variant B of the test has no subject'],
    ] as const) {
      const incomplete = await draft(person, 1, input)
      const { status, body } = await person.rest('POST', `/api/campaigns/${incomplete}/send`)
      expect([status, body.message]).toEqual([400, expect.stringContaining(words)])
      expect(await campaign(person, incomplete)).toMatchObject({ status: 'draft', sentCount: 0 })
    }
  })

  it('is refused if the number of recipients differs from the expected one, and the error names the present number', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const id = await draft(person, 2)
    const start = (expectedRecipients: number) =>
      person.rest('POST', `/api/campaigns/${id}/send`, { expectedRecipients })
    for (const expected of [0, 1, 3]) {
      const { status, body } = await start(expected)
      expect([status, body.code, body.message]).toEqual([
        409,
        'CONFLICT',
        expect.stringContaining('has 2 recipients now'),
      ])
    }
    expect(await campaign(person, id)).toMatchObject({ status: 'draft', sentCount: 0 })
    expect((await start(2)).status).toBe(200)
  })

  itInFull('sends attachments, small and large', async () => {
    const person = await world.signUp({ unlimited: true })
    for (const provider of ['microsoft', 'google'] as const) {
      await world.connect(person, provider, `${provider}-files@sandbox.test`)
      const large = Buffer.alloc(4_000_000, 'mergewell').toString('base64')
      const id = await draft(person, 1, {
        attachments: [
          { name: 'small.txt', contentBytes: Buffer.from('hello').toString('base64'), contentType: 'text/plain' },
          { name: 'large.bin', contentBytes: large },
        ],
      })
      await person.rest('POST', `/api/campaigns/${id}/send`)
      const done = await eventually('it is dealt with', async () => {
        const now = await campaign(person, id)
        return now.status !== 'sending' && now
      })
      expect(done).toMatchObject({ status: 'sent', sentCount: 1 })
    }
  })
})
