import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itInFull } from '#tests/support/full-run-only.ts'
import { scriptedCampaign } from '#tests/support/scripted-campaign.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { DeliveryError, type DraftLook } from './provider.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const SILENCE = new DeliveryError('uncertain', 'UNCERTAIN: TIMEOUT: no answer in time')
const FORBIDDEN = new DeliveryError('forbidden', '403 ErrorAccessDenied: no')
const EXPIRED = new DeliveryError('expired', 'EXPIRED_TOKEN: 400 invalid_grant')
const BUSY = new DeliveryError('uncertain', 'UNCERTAIN: 503 ServiceUnavailable')
const MISSING = new DeliveryError('missing', '404 ErrorItemNotFound: the draft is not in the mailbox')
/** ms of an outage after which failures count against the email again */
const OLD_OUTAGE = 7 * 3_600_000
const OUTAGE = new DeliveryError('unavailable', '503 out of order')

/** A campaign to one person, sent as a draft. Each script repeats its last entry. */
async function byDraft(sendDraft: readonly (Error | 'taken')[], lookAtDraft: readonly (Error | DraftLook)[]) {
  const made: string[] = []
  const calls: string[] = []
  const speak =
    <Word extends string>(name: string, words: readonly (Error | Word)[], said = 0) =>
    async (): Promise<Word> => {
      const word = words[Math.min(said, words.length - 1)]
      said += 1
      calls.push(name)
      if (word === undefined || word instanceof Error) throw word ?? new Error('The script says nothing')
      return word
    }
  const send = speak('send', sendDraft)
  const campaign = await scriptedCampaign(world, {
    canDraft: true,
    createDraft: async () => {
      made.push(`draft-${made.length}`)
      return made.at(-1) ?? ''
    },
    sendDraft: async () => {
      await send()
      return { messageId: null, internetMessageId: null }
    },
    lookAtDraft: speak('look', lookAtDraft),
  })
  return { ...campaign, made, calls }
}

it('an email that a crashed worker was sending is uncertain if the mailbox cannot be searched, and is not sent again automatically', async () => {
  const { send, toTheEnd, log, person, id, made } = await byDraft([new Error('The worker dies')], [FORBIDDEN])
  await expect(send()).rejects.toThrow('The worker dies')
  await toTheEnd()
  expect(await log()).toEqual({
    status: 'failed',
    error: expect.stringMatching(/^UNCERTAIN: .*no permission to check/),
    draftId: 'draft-0',
  })
  const { errors } = await person.graphql(
    'mutation ($id: ID!) { sendToFailed(input: { id: $id }) { campaign { id } errors { code field message } } }',
    { id },
  )
  expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
  expect(made).toHaveLength(1)
})

it.each([
  ['refuses to be searched', FORBIDDEN, 'no permission to check'],
  ['is out of order at every check', OUTAGE, 'could not tell'],
])(
  'an email whose provider draft was sent without a response is uncertain if the mailbox %s',
  async (_what, look, why) => {
    const { send, log, downFor } = await byDraft([SILENCE], [look])
    await downFor(OLD_OUTAGE)
    await send()
    expect(await log()).toEqual({ status: 'failed', error: expect.stringContaining(why), draftId: 'draft-0' })
    expect((await log())?.error).toMatch(/^UNCERTAIN: TIMEOUT: no answer in time; /)
  },
)

it('an email whose mailbox loses its sign-in while its provider draft is in doubt does not fail: it is checked after reconnecting', async () => {
  const { send, connect, toTheEnd, campaign, log, calls, made } = await byDraft([SILENCE], [EXPIRED, 'sent'])
  await send()
  expect(await log()).toMatchObject({ status: 'sending', draftId: 'draft-0' })
  expect(await campaign()).toMatchObject({ status: 'paused', statusReason: 'RECONNECT', failedCount: 0 })
  await connect()
  await toTheEnd()
  expect(await log()).toMatchObject({ status: 'sent', error: null })
  expect(calls).toEqual(['send', 'look', 'look'])
  expect(made).toHaveLength(1)
})

it('a provider draft that is still present after two checks is sent again, exactly once', async () => {
  const { send, log, made, calls, pauses } = await byDraft([SILENCE, 'taken'], ['draft'])
  await send()
  expect(await log()).toMatchObject({ status: 'sent', error: null })
  expect(calls).toEqual(['send', 'look', 'look', 'look', 'send'])
  expect(made).toHaveLength(1)
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(45_000)
})

itInFull('a provider draft that is still present after a refusal makes its email fail for that reason', async () => {
  const { send, log } = await byDraft([SILENCE, FORBIDDEN], ['draft'])
  await send()
  expect(await log()).toEqual({ status: 'failed', error: FORBIDDEN.message, draftId: 'draft-0' })
})

it('a refused provider draft is found and deleted when its email is sent again as a new one', async () => {
  const { send, sendAgain, log, made, person } = await byDraft([FORBIDDEN, 'taken'], [])
  const strays = () => rowsOf(world, person, 'select stray_drafts_since is not null as noted from mailboxes')
  await send()
  expect(await strays()).toEqual([{ noted: false }])
  await sendAgain()
  expect([made.length, await log()]).toMatchObject([2, { status: 'sent' }])
  expect(await strays()).toEqual([{ noted: true }])
})

it('a provider draft is sent once if the mailbox only answers after it recovers', async () => {
  const { send, log, campaign, calls } = await byDraft([SILENCE], [OUTAGE, OUTAGE, 'sent'])
  await send()
  expect(await log()).toMatchObject({ status: 'sent', error: null })
  expect(await campaign()).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 0 })
  expect(calls.filter((call) => call === 'send')).toHaveLength(1)
})

itInFull(
  'a provider draft that is missing at its second send but still in the mailbox stays uncertain and keeps its id',
  async () => {
    const { send, log, calls, made, person, id } = await byDraft([BUSY, MISSING], ['draft'])
    await send()
    expect(await log()).toEqual({
      status: 'failed',
      error: expect.stringMatching(/^UNCERTAIN: 404 .*contradictory answers/),
      draftId: 'draft-0',
    })
    expect(calls.filter((call) => call === 'send')).toHaveLength(2)
    const { errors } = await person.graphql(
      'mutation ($id: ID!) { sendToFailed(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id },
    )
    expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
    expect(made).toHaveLength(1)
  },
)

describe('sending an uncertain email again by hand', () => {
  const named = async (campaign: Awaited<ReturnType<typeof byDraft>>) => {
    await campaign.send()
    expect((await campaign.log())?.error).toMatch(/^UNCERTAIN/)
    const { person, id } = campaign
    const { data } = await person.graphql(
      'query ($id: ID!) { campaign(id: $id) { emailLogs(first: 1) { edges { node { id } } } } }',
      { id },
    )
    const again = await person.graphql(
      'mutation ($id: ID!, $logs: [ID!]) { sendToFailed(input: { id: $id, emailLogIds: $logs }) { campaign { id } errors { code field message } } }',
      { id, logs: [data.campaign.emailLogs.edges[0].node.id] },
    )
    expect(again.errors).toBeUndefined()
    await campaign.toTheEnd()
  }

  it('does nothing if the mailbox now shows it as sent', async () => {
    const campaign = await byDraft([SILENCE], ['gone', 'gone', 'gone', 'gone', 'gone', 'sent'])
    await named(campaign)
    expect(await campaign.log()).toMatchObject({ status: 'sent' })
    expect([campaign.made.length, campaign.calls.filter((call) => call === 'send').length]).toEqual([1, 1])
  })

  it('sends the existing provider draft, and creates no second one', async () => {
    const campaign = await byDraft([SILENCE, MISSING, 'taken'], ['draft'])
    await named(campaign)
    expect(await campaign.log()).toMatchObject({ status: 'sent' })
    expect(campaign.made).toHaveLength(1)
  })

  itInFull('creates a new provider draft if the first no longer exists', async () => {
    const campaign = await byDraft([SILENCE, 'taken'], ['gone'])
    await named(campaign)
    expect(await campaign.log()).toMatchObject({ status: 'sent', draftId: 'draft-1' })
  })
})

it('a provider draft whose campaign was deleted meanwhile is removed from the Drafts folder', async () => {
  const lying = new Set<string>()
  const scripted = await scriptedCampaign(world, {
    canDraft: true,
    createDraft: async () => {
      const { tenantId } = scripted.person
      await world.app.database.inTenant(tenantId, (em) =>
        em.execute('delete from campaigns where tenant_id = ?', [tenantId]),
      )
      lying.add('draft-0')
      return 'draft-0'
    },
    discardDraft: async (draft) => {
      lying.delete(draft)
    },
  })
  await scripted.send()
  expect([...lying]).toEqual([])
})
