import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configureSending } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { scriptedCampaign } from '#tests/support/scripted-campaign.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { DeliveryError } from './provider.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const SILENCE = new DeliveryError('uncertain', 'UNCERTAIN: TIMEOUT: no answer in time')
const REFUSED = new DeliveryError('bad-recipient', '400 ErrorInvalidRecipients: invalid email')

/** A campaign to one person from a send-only mailbox. It responds as scripted, then accepts everything. */
async function sendOnly(script: readonly DeliveryError[], sendAgainInDoubt?: boolean) {
  const answers = [...script]
  let tries = 0
  const campaign = await scriptedCampaign(world, {
    send: async () => {
      tries += 1
      const answer = answers.shift()
      if (answer) throw answer
      return { messageId: null, internetMessageId: null }
    },
  })
  if (sendAgainInDoubt !== undefined) await configureSending(campaign.person, { sendAgainInDoubt })
  return { ...campaign, tries: () => tries }
}

describe('an email that may or may not have been sent', () => {
  it.each([undefined, false])(
    "waits for a person's decision unless the workspace chose to resend (%s)",
    async (choice) => {
      const { send, log, tries } = await sendOnly([SILENCE], choice)
      await send()
      expect([tries(), await log()]).toMatchObject([1, { status: 'failed', error: SILENCE.message }])
    },
  )

  it('is sent again after a pause if the workspace chose so, and stays counted in the limits', async () => {
    const { send, log, tries, pauses, person } = await sendOnly([SILENCE, SILENCE], true)
    await send()
    expect([tries(), await log()]).toMatchObject([3, { status: 'sent', error: null }])
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(180_000)
    expect(await rowsOf(world, person, 'select is_certain from earlier_departures')).toHaveLength(2)
  })

  it.each([
    ['at once', 1, 1, undefined],
    ['before it is resent', 2, 1, true],
    ['at no time, and it is resent', Infinity, 2, true],
  ] as const)(
    'is counted as sent once if its copy is found in the Sent folder %s',
    async (_, seenAt, submitted, choice) => {
      let tries = 0
      let looks = 0
      const { send, log, person } = await scriptedCampaign(world, {
        canRead: true,
        send: async () => {
          tries += 1
          if (tries === 1) throw SILENCE
          return { messageId: null, internetMessageId: null }
        },
        findMarked: async () => {
          looks += 1
          const [row] = await rowsOf(world, person, 'select id from email_logs')
          const mark = { logId: String(row?.['id']), attempt: 1 }
          return looks >= seenAt ? [{ ...mark, state: 'sent', id: '1', messageId: null }] : []
        },
      })
      if (choice) await configureSending(person, { sendAgainInDoubt: choice })
      await send()
      expect([tries, await log()]).toMatchObject([submitted, { status: 'sent', error: null }])
    },
  )

  it("waits for a person's decision after the third attempt", async () => {
    const { send, log, tries } = await sendOnly([SILENCE, SILENCE, SILENCE], true)
    await send()
    expect([tries(), await log()]).toMatchObject([3, { status: 'failed', error: SILENCE.message }])
  })

  it('stays uncertain even if a later attempt is refused, so that it is never sent again automatically', async () => {
    const { send, log, person, id } = await sendOnly([SILENCE, REFUSED], true)
    await send()
    expect(await log()).toMatchObject({ status: 'failed', error: `UNCERTAIN: ${REFUSED.message}` })
    const { errors } = await person.graphql(
      'mutation ($id: ID!) { sendToFailed(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id },
    )
    expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
  })

  it('is uncertain, not "not sent", if the campaign is cancelled before it is sent again', async () => {
    const { press, log, next } = await sendOnly([SILENCE], true)
    await press('sendCampaign')
    await next()
    expect(await log()).toMatchObject({ status: 'pending' })
    await press('cancelCampaign')
    expect(await log()).toMatchObject({ status: 'failed', error: expect.stringMatching(/^UNCERTAIN/) })
  })
})

describe('sending an uncertain email again by hand', () => {
  const SEND_AGAIN =
    'mutation ($id: ID!, $logs: [ID!]) { sendToFailed(input: { id: $id, emailLogIds: $logs }) { campaign { id } errors { code field message } } }'
  const SEND_TO_FAILED =
    'mutation ($id: ID!) { sendToFailed(input: { id: $id }) { campaign { id } errors { code field message } } }'

  async function sentAgain(script: readonly DeliveryError[]) {
    const campaign = await sendOnly(script)
    await campaign.send()
    const { logs } = await campaign.campaign()
    const { errors } = await campaign.person.graphql(SEND_AGAIN, { id: campaign.id, logs: [logs[0]?.id] })
    expect(errors).toBeUndefined()
    return campaign
  }

  it('leaves it uncertain if the campaign is cancelled first, so that it is never sent again automatically', async () => {
    const { press, log, person, id } = await sentAgain([SILENCE])
    expect(await log()).toMatchObject({ status: 'pending' })
    await press('cancelCampaign')
    expect(await log()).toMatchObject({ status: 'failed', error: expect.stringMatching(/^UNCERTAIN/) })
    const { errors } = await person.graphql(SEND_TO_FAILED, { id })
    expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
  })

  it('leaves it uncertain if the new attempt is refused', async () => {
    const { toTheEnd, log, tries } = await sentAgain([SILENCE, REFUSED])
    await toTheEnd()
    expect([tries(), await log()]).toMatchObject([2, { status: 'failed', error: `UNCERTAIN: ${REFUSED.message}` }])
  })
})

it('the setting to send again when in doubt can be changed by admins only, over REST as well', async () => {
  const person = await world.signUp()
  const saved = await person.rest('POST', '/api/settings/email', { sendAgainInDoubt: true })
  expect(saved.status).toBe(200)
  const { data } = await person.graphql('{ emailSettings { sendAgainInDoubt } }')
  expect(data.emailSettings).toEqual({ sendAgainInDoubt: true })
  const wrong = await person.rest('POST', '/api/settings/email', { sendAgainInDoubt: 'yes' })
  expect(wrong.status).toBe(400)
  const colleague = await addColleague(world, person)
  const refused = await colleague.rest('POST', '/api/settings/email', { sendAgainInDoubt: false })
  expect(refused.status).toBe(403)
})
