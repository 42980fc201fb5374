import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { configureSending, draftCampaign, fetchCampaign, untilCampaign } from '#tests/support/campaigns.ts'
import { codeOf } from '#tests/support/clocked-world.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mutate } from '#tests/support/mutate.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
const clock = () => new Date()
afterEach(() => {
  world.app.clock = clock
})

const PACE = { emailsPerInterval: 1_000, enableThrottling: false, canaryPercent: 0 }

async function workspace(count: number, mailbox?: string) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', mailbox)
  await configureSending(person, PACE)
  return { person, id: await draftCampaign(world, person, count) }
}

const launch = (person: TestPerson, id: string, more: object = {}) => mutate(person, 'sendCampaign', { id, ...more })
const stop = (person: TestPerson) =>
  person.graphql(`mutation { stopAllSending { sendingStop { stoppedAt stoppedBy inFlight leftAfter overdue }
    errors { code message } } }`)
const resume = (person: TestPerson, input: object = {}) =>
  person.graphql(
    `mutation ($input: ResumeAllSendingInput!) { resumeAllSending(input: $input) {
      tenant { sendingStop { stoppedAt } } paused { id } errors { code message } } }`,
    { input },
  )
const stateOf = async (person: TestPerson) =>
  (await person.graphql('{ tenant { sendingStop { stoppedAt stoppedBy inFlight leftAfter overdue } } }')).data.tenant
    .sendingStop

/** Returns how many emails were claimed so far, and how many are under way. */
const claims = async (person: TestPerson) => {
  const [row] = await rowsOf<{ tried: number; open: number }>(
    world,
    person,
    `select count(*) filter (where attempted_at is not null)::int as tried, count(*) filter (where status = 'sending')::int as open
     from email_logs`,
  )
  return row ?? { tried: 0, open: 0 }
}

describe('stopping all sending of a workspace', () => {
  itInFull('lets no worker claim an email once it is confirmed; resuming sends the rest once', async () => {
    const mailbox = `stop-${Math.random().toString(36).slice(2)}@sandbox.test`
    const { person, id } = await workspace(120, mailbox)
    const bystander = await workspace(3)
    const slow = await world.fault({ kind: 'slow', ms: 25, count: null })
    await launch(person, id)
    await eventually('some have left', async () => (await world.accepted(mailbox)).length > 3)
    const { data } = await stop(person)
    const claimed = (await claims(person)).tried
    expect(data.stopAllSending).toMatchObject({ overdue: 0 })
    await eventually('nothing is under way', async () => (await claims(person)).open === 0)
    const left = (await world.accepted(mailbox)).length
    // Claimed emails that are not yet with the provider are given back, so the number only falls.
    expect((await claims(person)).tried).toBeLessThanOrEqual(claimed)
    expect(left).toBeLessThan(120)
    const state = await stateOf(person)
    expect(state).toMatchObject({ inFlight: 0, stoppedBy: expect.stringMatching(/./) })
    expect(state.leftAfter).toBeLessThanOrEqual(data.stopAllSending.inFlight)
    expect(await fetchCampaign(person, id)).toMatchObject({
      status: 'sending',
      statusReason: 'SENDING_STOPPED',
      sentCount: left,
    })

    await launch(bystander.person, bystander.id)
    await untilCampaign(bystander.person, bystander.id, 'the other workspace sends', ({ status }) => status === 'sent')
    expect((await world.accepted(mailbox)).length).toBe(left)

    await world.clearFault(slow)
    expect((await resume(person)).data.resumeAllSending).toEqual({ tenant: { sendingStop: null }, paused: [] })
    await untilCampaign(person, id, 'all are sent', ({ status }) => status === 'sent')
    const accepted = (await world.accepted(mailbox)).map(({ recipient }) => recipient)
    expect([accepted.length, new Set(accepted).size]).toEqual([120, 120])
  })

  it('refuses launches, resumes and test emails until sending is resumed', async () => {
    const { person, id } = await workspace(1)
    const paused = await draftCampaign(world, person, 1)
    await launch(person, paused, { scheduledAt: new Date(Date.now() + 86_400_000).toISOString() })
    await mutate(person, 'pauseCampaign', { id: paused })
    await stop(person)
    const refused = await launch(person, id)
    expect(codeOf(refused)).toBe('CONFLICT')
    expect(refused.errors?.[0]?.message).toContain('An admin can resume it')
    expect(codeOf(await mutate(person, 'resumeCampaign', { id: paused }))).toBe('CONFLICT')
    expect(codeOf(await mutate(person, 'sendTestMail', { subject: 'Hi', content: 'Text' }, '{ sent }'))).toBe(
      'CONFLICT',
    )
    const { data } = await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code severity } }', { id })
    expect(data.campaignProblems).toContainEqual({ code: 'SENDING_STOPPED', severity: 'error' })
    await resume(person)
    expect(codeOf(await launch(person, id))).toBe('ok')
    expect(await fetchCampaign(person, paused)).toMatchObject({ status: 'paused' })
  })

  it('keeps the time of the first stop when requested again', async () => {
    const { person } = await workspace(1)
    const first = (await stop(person)).data.stopAllSending
    expect((await stop(person)).data.stopAllSending).toEqual(first)
    expect(codeOf(await resume(person))).toBe('ok')
    expect((await resume(person)).data.resumeAllSending).toMatchObject({ paused: [] })
  })

  it('is allowed to every member who may send, but only admins may resume sending', async () => {
    const { person } = await workspace(1)
    const colleague = await addColleague(world, person, { role: 'user' })
    expect(codeOf(await stop(colleague))).toBe('ok')
    expect(codeOf(await resume(colleague))).toBe('FORBIDDEN')
    expect(await stateOf(person)).not.toBeNull()
    expect(codeOf(await resume(person))).toBe('ok')
  })
})

describe('a scheduled campaign whose start passed while all sending was stopped', () => {
  const missed = async (input: object) => {
    const { person, id } = await workspace(1)
    const later = await draftCampaign(world, person, 1)
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    await launch(person, id, { scheduledAt: at(600_000) })
    await launch(person, later, { scheduledAt: at(3_600_000) })
    await stop(person)
    expect(await fetchCampaign(person, later)).toMatchObject({
      status: 'sending',
      statusReason: 'SENDING_STOPPED',
      resumesAt: null,
    })
    world.app.clock = () => new Date(Date.now() + 660_000)
    expect(await stateOf(person)).toMatchObject({ overdue: 1 })
    const { paused } = (await resume(person, input)).data.resumeAllSending
    return { person, id, later, paused }
  }

  it('is paused when sending resumes, and a campaign with a later start waits for that', async () => {
    const { person, id, later, paused } = await missed({})
    expect(paused).toEqual([{ id }])
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'paused', statusReason: 'PAUSED', sentCount: 0 })
    expect(await fetchCampaign(person, later)).toMatchObject({ status: 'sending', statusReason: 'SCHEDULED' })
  })

  it('starts at once if the admin who resumes sending chooses that', async () => {
    const { person, id, paused } = await missed({ startOverdue: true })
    expect(paused).toEqual([])
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sending', statusReason: null })
  })
})
