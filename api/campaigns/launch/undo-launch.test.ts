import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import type { OpenMailbox } from '#api/sending/provider.ts'
import { createSlices, scriptedStore } from '#tests/support/scripted-campaign.ts'
import { draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { somebodyWaitsForALock } from '#tests/support/lock-waits.ts'
import { mutate } from '#tests/support/mutate.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { createSendStore } from '../delivery/database-send-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** Seconds to undo: far more than a slow machine needs between a launch and what a test does with it. */
const UNDO_SECONDS = 600
const someLeft = expect.toSatisfy((left) => left > 0 && left <= UNDO_SECONDS)

/** A draft to `count` people and a mailbox that notes what it sends. */
async function drafted(count: number, input: object = {}) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const id = await draftCampaign(world, person, count, input)
  const key = await mailboxOf(world, person)
  const sent: string[] = []
  const send: OpenMailbox['send'] = async ({ to }) => {
    sent.push(typeof to === 'string' ? to : to.address)
    return { messageId: null, internetMessageId: null }
  }
  const store = scriptedStore(
    createSendStore(world.app, () => []),
    { send },
  )
  const slices = createSlices(store, key)
  const launch = (more: object = { undoSeconds: UNDO_SECONDS }) =>
    act(person, 'sendCampaign', { id, ...more }, '{ status scheduledAt undoSecondsLeft totalContacts }')
  const undo = () => act(person, 'cancelCampaign', { id, onlyIfUnsent: true }, '{ status undoSecondsLeft scheduledAt }')
  return { person, id, key, sent, store, slices, launch, undo, look: () => fetchCampaign(person, id) }
}

async function act(person: TestPerson, name: string, input: object, selection: string) {
  const { data, errors } = await mutate(person, name, input, selection)
  return errors ? { code: errors[0].extensions.code, message: errors[0].message } : data[name]
}

describe('a launch that can be undone for some seconds', () => {
  it('sends nothing for that time, and then every email once', async () => {
    const { launch, slices, sent, look } = await drafted(3)
    expect(await launch()).toMatchObject({ status: 'sending', undoSecondsLeft: someLeft, totalContacts: 3 })
    const due = await slices.next()
    expect(sent).toEqual([])
    expect(Math.abs(Number(due) - Date.now() - UNDO_SECONDS * 1_000)).toBeLessThan(120_000)
    await slices.toTheEnd()
    expect(new Set(sent).size).toBe(3)
    expect(sent).toHaveLength(3)
    expect(await look()).toMatchObject({ status: 'sent', sentCount: 3 })
  })

  it('becomes a draft again after an undo, sends nothing, and is in the activity log twice', async () => {
    const { person, launch, undo, slices, sent, look } = await drafted(3, { content: 'Kept as written' })
    await launch()
    expect(await undo()).toEqual({ status: 'draft', undoSecondsLeft: null, scheduledAt: null })
    await slices.toTheEnd()
    expect(sent).toEqual([])
    expect(await look()).toMatchObject({ status: 'draft', totalContacts: 3, logs: [] })
    const { data } = await person.graphql(
      '{ auditEvents(first: 2) { edges { node { action changes { field to } } } } }',
    )
    expect(data.auditEvents.edges.map(({ node }: { node: { action: string } }) => node.action)).toEqual([
      'campaign_cancelled',
      'campaign_launched',
    ])
    expect(data.auditEvents.edges[0].node.changes).toEqual([{ field: 'status', to: 'draft' }])
    expect(await launch()).toMatchObject({ status: 'sending', undoSecondsLeft: someLeft })
  })

  it('shows who launched it, also to colleagues; a draft shows nobody', async () => {
    const { person, id, launch, undo } = await drafted(1)
    const colleague = await addColleague(world, person)
    const launchedBy = async (who: TestPerson) => {
      const { data } = await who.graphql('query ($id: ID!) { campaign(id: $id) { launchedBy { name } } }', { id })
      return data.campaign.launchedBy
    }
    expect(await launchedBy(person)).toBeNull()
    await launch()
    const { data } = await person.graphql('{ currentUser { name } }')
    expect(await launchedBy(colleague)).toEqual(data.currentUser)
    await undo()
    expect(await launchedBy(colleague)).toBeNull()
  })

  it('can be undone although some recipients were left out at the launch', async () => {
    const { person, id, launch, undo, look } = await drafted(2, { filePattern: '{email}.pdf' })
    const [first] = await addressesOf(person, id)
    await mutate(person, 'addRecipientFiles', {
      campaignId: id,
      files: [{ name: `${first ?? ''}.pdf`, contentBytes: Buffer.from('%PDF-').toString('base64') }],
    })
    await launch()
    expect((await look()).logs.map(({ status }) => status).toSorted()).toEqual(['failed', 'pending'])
    expect(await undo()).toMatchObject({ status: 'draft' })
    expect(await look()).toMatchObject({ totalContacts: 2, failedCount: 0, logs: [] })
  })

  it('cannot be undone once one email is being sent: then every email leaves once', async () => {
    const { launch, undo, slices, store, key, sent, look } = await drafted(4)
    await launch()
    const open = await store.open(key)
    if (!open) throw new Error('The mailbox does not open')
    const later = new Date(Date.now() + (UNDO_SECONDS + 1) * 1_000)
    const { attempts } = await store.claim(key, { rules: open.rules, most: 1, protocol: 'direct', room: null }, later)
    expect(attempts).toHaveLength(1)
    expect(await undo()).toEqual({ code: 'CONFLICT', message: expect.stringContaining('too late') })
    await store.release(key, attempts, null)
    await slices.toTheEnd()
    expect(sent).toHaveLength(4)
    expect(await look()).toMatchObject({ status: 'sent', sentCount: 4 })
  })

  it('is either undone or sent when a worker claims its emails at the same moment', async () => {
    const { person, id, launch, undo } = await drafted(2)
    await launch()
    const { promise: claimed, resolve: commit } = Promise.withResolvers<void>()
    const { promise: locked, resolve: begin } = Promise.withResolvers<void>()
    const claim = world.app.database.inTenant(person.tenantId, async (em) => {
      await em.execute(
        `update email_logs set status = 'sending', attempts = 1, attempted_at = now()
        where tenant_id = :tenantId and campaign_id = :campaignId`,
        {
          tenantId: person.tenantId,
          campaignId: uuidOf('Campaign', id),
        },
      )
      begin()
      await claimed
    })
    // On a busy machine the undo could be over before the claim began.
    await locked
    const answer = undo()
    await eventually('the undo waits for the claim', () => somebodyWaitsForALock(world.databaseUrl))
    commit()
    await claim
    expect((await answer).code).toBe('CONFLICT')
    expect((await fetchCampaign(person, id)).logs).toHaveLength(2)
  })

  it.each([-1, 1_801])('is refused for %i seconds', async (undoSeconds) => {
    const { launch, look } = await drafted(1)
    expect(await launch({ undoSeconds })).toEqual({
      code: 'BAD_INPUT',
      message: 'A launch can be held back for 0 to 1800 seconds.',
    })
    expect((await look()).status).toBe('draft')
  })

  it('is sent without delay if none is requested, or if it has a start time', async () => {
    const now = await drafted(1)
    expect(await now.launch({})).toMatchObject({ undoSecondsLeft: null, scheduledAt: null })
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await drafted(1)
    expect(await later.launch({ undoSeconds: 10, scheduledAt })).toMatchObject({ undoSecondsLeft: null, scheduledAt })
  })
})

async function addressesOf(person: TestPerson, id: string): Promise<string[]> {
  const { data } = await person.graphql(
    'query ($id: ID!) { campaign(id: $id) { selectedContacts(first: 9) { edges { node { email } } } } }',
    { id },
  )
  return data.campaign.selectedContacts.edges.map(({ node }: { node: { email: string } }) => node.email)
}
