import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configureSending, draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { mutate } from '#tests/support/mutate.ts'
import { codesOf, contact, rehearsed } from '#tests/support/rehearsal-requests.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Sends a campaign to these contacts and waits until it was sent. */
async function send(person: TestPerson, selectedContacts: string[]): Promise<void> {
  const id = await draftCampaign(world, person, 0, { selectedContacts })
  expect((await mutate(person, 'sendCampaign', { id })).errors).toBeUndefined()
  await eventually('it is sent', async () => (await fetchCampaign(person, id)).sentCount === selectedContacts.length)
}

describe('the rehearsal report about recipients who recently got another email', () => {
  it('names the colleague who sent it', async () => {
    const boss = await world.signUp({ unlimited: true })
    const bea = await addColleague(world, boss, { name: 'Bea' })
    await world.connect(boss)
    await world.connect(bea, 'google')
    const ann = await contact(boss, 'Ann', 'Lee', 'ann@example.com')
    await send(bea, [ann])
    const { report } = await rehearsed(boss, await draftCampaign(world, boss, 0, { selectedContacts: [ann] }))
    expect(report.findings).toMatchObject([
      { code: 'RECENTLY_EMAILED', count: 1, examples: [{ contact: { email: 'ann@example.com' }, sentBy: 'Bea' }] },
    ])
  })

  it('says that they are left out above the weekly limit', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    await configureSending(person, { weeklyCeiling: 1, collisionDays: 0 })
    const ann = await contact(person, 'Ann', 'Lee', 'ann@example.com')
    await send(person, [ann])
    const selectedContacts = [ann, await contact(person, 'Bob', 'Ray', 'bob@example.com')]
    const { report } = await rehearsed(person, await draftCampaign(world, person, 0, { selectedContacts }))
    expect(report).toMatchObject({ recipients: 2, emails: 1 })
    expect(report.findings).toMatchObject([
      {
        ...{ code: 'OVER_CEILING', section: 'recent', count: 1, examples: [{ contact: { email: 'ann@example.com' } }] },
        message:
          'One recipient would get more than 1 email in seven days from your workspace. They are left out unless an admin sends to them anyway.',
      },
    ])
  })
})

it('a rehearsal finds files that are missing, named like another recipient, or not used by any recipient', async () => {
  const person = await world.signUp({ unlimited: true })
  const selectedContacts = [
    await contact(person, 'Anna', 'Mueller', 'anna@example.com', { File: 'schroeder-1.pdf' }),
    await contact(person, 'Bert', 'Schroeder', 'bert@example.com', { File: 'schroeder-2.pdf' }),
    await contact(person, 'Cleo', 'Ray', 'cleo@example.com', { File: 'none.pdf' }),
  ]
  const campaignId = await draftCampaign(world, person, 0, { selectedContacts, filePattern: '{File}' })
  const files = ['schroeder-1.pdf', 'schroeder-2.pdf', 'x.pdf', 'y.pdf'].map((name) => ({ name, contentBytes: 'eA==' }))
  expect((await mutate(person, 'addRecipientFiles', { campaignId, files })).errors).toBeUndefined()
  const { report } = await rehearsed(person, campaignId)
  expect(codesOf(report)).toEqual({ FILE_MISSING: 1, FILE_DOUBTFUL: 1, FILE_UNUSED: 2 })
  expect(report).toMatchObject({ recipients: 3, emails: 2 })
  expect(report.findings).toMatchObject([
    { section: 'files', examples: [{ contact: { email: 'cleo@example.com' } }] },
    { section: 'files', examples: [{ contact: { email: 'anna@example.com' } }] },
    { section: 'files', message: '2 files are not used by any recipient.', examples: [] },
  ])
})
