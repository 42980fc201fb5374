import { mutate } from '#tests/support/mutate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { takeReturns } from '#api/inbox/record-inbox-events.ts'
import { encodeId } from '#schema/object-ids.ts'
import { addColleague } from '../support/colleague.ts'
import { mailboxOf, report } from '../support/returned-mail.ts'
import { campaignWith, rowsOf } from '../support/sent-mail.ts'
import { createWorld, type World } from '../support/world.ts'

/** Somebody who opens a workspace to send to a bought list, and tries to get around what stops them. */

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const BOX = 'spammer@sandbox.test'
const CAMPAIGN = (id: string) => encodeId('Campaign', id)
const codeOf = async (answer: ReturnType<typeof mutate>) => (await answer).errors?.[0].extensions.code

/** A workspace whose campaign was paused, because 5 of the 25 addresses do not exist; 5 more are pending. */
async function stopped() {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', BOX)
  const key = await mailboxOf(world, person)
  const mails = Array.from({ length: 25 }, (_, index) => ({ email: `p${index}@there.test`, ago: 1 }))
  const pending = Array.from({ length: 5 }, (_, index) => ({
    email: `q${index}@there.test`,
    status: 'pending' as const,
  }))
  const { campaignId } = await campaignWith(world, person, key, [...mails, ...pending])
  await takeReturns(
    world.app,
    key,
    BOX,
    mails.slice(0, 5).map(({ email }) => report(email)),
  )
  return { person, key, campaignId }
}
type Stopped = Awaited<ReturnType<typeof stopped>>

/** Campaigns that still send once the engine has looked. */
async function sendingAfter({ person }: Stopped): Promise<number> {
  await createSendStore(world.app, () => []).watchCanary(await mailboxOf(world, person))
  return (await rowsOf(world, person, `select id from campaigns where status = 'sending'`)).length
}
/** Another campaign with pending emails, as a launch leaves it. */
const another = async ({ person }: Stopped) =>
  campaignWith(world, person, await mailboxOf(world, person), [{ email: 'next@there.test', status: 'pending' }])

describe('a pause because of emails to addresses that do not exist', () => {
  it.each<[string, (space: Stopped) => Promise<unknown>]>([
    [
      'the safety stop is turned off',
      ({ person }) => mutate(person, 'updateEmailSettings', { canaryPercent: 0 }, '{ canaryPercent }'),
    ],
    ['another campaign starts', another],
    [
      'the campaign is cancelled and its emails are sent again',
      async ({ person, campaignId }) => {
        await mutate(person, 'cancelCampaign', { id: CAMPAIGN(campaignId) })
        expect((await mutate(person, 'sendToFailed', { id: CAMPAIGN(campaignId) })).errors).toBeUndefined()
      },
    ],
    [
      'the campaign is deleted and another starts',
      async (space) => {
        const id = CAMPAIGN(space.campaignId)
        await mutate(space.person, 'cancelCampaign', { id })
        expect((await mutate(space.person, 'deleteCampaign', { id })).errors).toBeUndefined()
        await another(space)
      },
    ],
    [
      'the mailbox is disconnected and connected again',
      async (space) => {
        const id = encodeId('Mailbox', space.key.mailboxId)
        expect((await mutate(space.person, 'disconnectMailbox', { id })).errors).toBeUndefined()
        await world.connect(space.person, 'microsoft', BOX)
        await another(space)
      },
    ],
    [
      'the bounced addresses leave the suppression list',
      async (space) => {
        const { data } = await space.person.graphql('{ suppressions(first: 9) { edges { node { id } } } }')
        const ids = data.suppressions.edges.map(({ node }: { node: { id: string } }) => node.id)
        const removed = await mutate(space.person, 'removeSuppressions', { ids }, '')
        expect(removed.data.removeSuppressions).toBe(5)
        await another(space)
      },
    ],
  ])('remains when %s', async (_, evade) => {
    const space = await stopped()
    expect(await sendingAfter(space)).toBe(0)
    await evade(space)
    expect(await sendingAfter(space)).toBe(0)
  })

  it('cannot be ended by a user who is not an admin, nor with an API key that they create', async () => {
    const { person, campaignId } = await stopped()
    const user = await addColleague(world, person)
    expect(await codeOf(mutate(user, 'resumeCampaign', { id: CAMPAIGN(campaignId) }))).toBe('FORBIDDEN')
    expect(await codeOf(mutate(user, 'createApiKey', { name: 'k', scopes: ['campaigns:send'] }))).toBe('FORBIDDEN')
  })
})

describe('the email limit of a new workspace', () => {
  it('cannot be lifted by its own admin', async () => {
    const person = await world.signUp()
    const id = encodeId('Tenant', person.tenantId)
    expect(await codeOf(mutate(person, 'updateTenant', { id, newWorkspaceLimits: false }))).toBe('FORBIDDEN')
    expect(await codeOf(mutate(person, 'confirmPlan', { id }))).toBe('FORBIDDEN')
    const settings = await person.graphql(
      'mutation { updateEmailSettings(input: { newWorkspaceLimit: null }) { emailSettings { dailyLimit } errors { code field message } } }',
    )
    expect(settings.errors?.[0].message).toContain('newWorkspaceLimit')
  })
})
