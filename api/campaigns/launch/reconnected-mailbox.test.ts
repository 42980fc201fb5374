import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSlice } from '#api/sending/sending-engine.ts'
import { configureSending, draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { createSendStore } from '../delivery/database-send-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

async function workspace(email: string) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', email)
  await configureSending(person, { dailyLimit: 3, enableThrottling: false })
  return person
}

/** Launches a campaign to three people and runs one slice of the workspace's mailbox. */
async function sendThree(person: TestPerson) {
  const id = await draftCampaign(world, person, 3)
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  const store = createSendStore(world.app, () => [])
  const deps = { clock: world.app.clock, log: pino({ level: 'silent' }), signal: new AbortController().signal }
  await runSlice({ ...deps, store }, await mailboxOf(world, person))
  return fetchCampaign(person, id)
}

async function disconnect(person: TestPerson) {
  const { data } = await person.graphql('{ mailboxes { id } }')
  const { id } = data.mailboxes[0]
  await person.graphql(
    'mutation ($id: ID!) { disconnectMailbox(input: { id: $id }) { mailbox { id } errors { code field message } } }',
    { id },
  )
}

describe('a mailbox that is disconnected and connected again', () => {
  it('has used as much of its daily limit as before', async () => {
    const person = await workspace('again@sandbox.test')
    expect(await sendThree(person)).toMatchObject({ sentCount: 3 })
    await disconnect(person)
    await world.connect(person, 'microsoft', 'again@sandbox.test')
    expect(await sendThree(person)).toMatchObject({ sentCount: 0, statusReason: 'DAILY_LIMIT' })
  })

  it('still counts the test emails that were sent from it', async () => {
    const person = await workspace('tests-again@sandbox.test')
    const input = { subject: 'Hello', content: 'Text' }
    const test = `mutation ($input: SendTestMailInput!) { sendTestMail(input: $input) { testMail { sent } errors { code field message } } }`
    for (let round = 0; round < 3; round += 1) await person.graphql(test, { input })
    await disconnect(person)
    await world.connect(person, 'microsoft', 'tests-again@sandbox.test')
    expect(await sendThree(person)).toMatchObject({ sentCount: 0, statusReason: 'DAILY_LIMIT' })
  })

  it('has used as much of its daily limit also in a second workspace', async () => {
    const first = await workspace('moved@sandbox.test')
    expect(await sendThree(first)).toMatchObject({ sentCount: 3 })
    await disconnect(first)
    const second = await workspace('moved@sandbox.test')
    expect(await sendThree(second)).toMatchObject({ sentCount: 0, statusReason: 'DAILY_LIMIT' })
  })

  it('belongs to the person who connects it again, and shows its earlier emails', async () => {
    const person = await workspace('shown@sandbox.test')
    await sendThree(person)
    await disconnect(person)
    await world.connect(person, 'microsoft', 'shown@sandbox.test')
    const { data } = await person.graphql('{ mailboxes { dailySent isMine sharedWithEverybody } }')
    expect(data.mailboxes).toEqual([{ dailySent: 3, isMine: true, sharedWithEverybody: false }])
  })
})
