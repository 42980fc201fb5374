import { afterAll, beforeAll, expect, it } from 'vitest'
import { scriptedCampaign } from '../testing/scripted-campaign.ts'
import { createWorld, type World } from '../testing/world.ts'
import { DeliveryError } from './provider.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const SILENCE = new DeliveryError('uncertain', 'UNCERTAIN: TIMEOUT: no answer in time')
const FORBIDDEN = new DeliveryError('forbidden', '403 ErrorAccessDenied: no')
/** ms of an outage after which failures are an email's own again */
const OLD_OUTAGE = 7 * 3_600_000
const OUTAGE = new DeliveryError('unavailable', '503 out of order')

/** A campaign to one person, by a draft that cannot be made at first so many times. Each script goes on with its last word. */
async function byDraft(sendDraft: readonly Error[], settleDraft: readonly (Error | 'sent' | 'unsent')[], outages = 0) {
  const made: string[] = []
  let tries = 0
  const speak =
    <T>(words: readonly (Error | T)[], said = 0) =>
    async () => {
      const word = words[Math.min(said, words.length - 1)]
      said += 1
      if (word === undefined || word instanceof Error) throw word ?? new Error('The script says nothing')
      return word
    }
  const campaign = await scriptedCampaign(world, {
    canDraft: true,
    createDraft: async () => {
      tries += 1
      if (tries <= outages) throw OUTAGE
      made.push(`draft-${made.length}`)
      return made.at(-1) ?? ''
    },
    sendDraft: speak<never>(sendDraft),
    settleDraft: speak(settleDraft),
  })
  return { ...campaign, made }
}

it('a mail on its way when the worker died is uncertain where the mailbox refuses to tell, and not sent again unasked', async () => {
  const { send, toTheEnd, log, person, id, made } = await byDraft([new Error('The worker dies')], [FORBIDDEN])
  await expect(send()).rejects.toThrow('The worker dies')
  await toTheEnd()
  expect(await log()).toEqual({ status: 'failed', error: `UNCERTAIN: ${FORBIDDEN.message}`, draftId: 'draft-0' })
  const { errors } = await person.graphql('mutation ($id: ID!) { sendToFailed(id: $id) { id } }', { id })
  expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
  expect(made).toHaveLength(1)
})

it.each([
  ['refuses the look', FORBIDDEN, 0],
  ['is out of order at every look', OUTAGE, 0],
  ['is out of order at the last look that is allowed', OUTAGE, 5],
])('a draft whose sending fell silent is uncertain where the mailbox %s', async (_what, look, outages) => {
  const { send, log, downFor } = await byDraft([SILENCE], [look], outages)
  await downFor(OLD_OUTAGE)
  await send()
  expect(await log()).toEqual({ status: 'failed', error: `UNCERTAIN: ${look.message}`, draftId: 'draft-0' })
})

it.each([
  ['refusal', FORBIDDEN],
  ['outage', OUTAGE],
])('a draft that still lies there failed for the reason of its own %s', async (_what, refusal) => {
  const { send, log, downFor } = await byDraft([SILENCE, refusal], ['unsent'])
  await downFor(OLD_OUTAGE)
  await send()
  expect(await log()).toEqual({ status: 'failed', error: refusal.message, draftId: 'draft-0' })
})

it('a draft that the mailbox tells of once it works again is sent once', async () => {
  const { send, log, campaign } = await byDraft([SILENCE], [OUTAGE, OUTAGE, 'sent'])
  await send()
  expect(await log()).toMatchObject({ status: 'sent', error: null })
  expect(await campaign()).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 0 })
})

it('a draft whose campaign vanished while it was made does not stay in the Drafts folder', async () => {
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
