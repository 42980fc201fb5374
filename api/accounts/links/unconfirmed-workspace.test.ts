import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createSlices } from '#tests/support/scripted-campaign.ts'
import { askAs, signInSuperAdmin } from '#tests/support/super-admin.ts'
import { systemEmail, tokenIn } from '#tests/support/system-emails.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { User } from '../user.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
})
afterAll(() => world.close())
beforeEach(() => {
  world.app.production = true
})
afterEach(() => {
  world.app.production = false
})

const TEXT = /confirm your email address first\. Open the link that we sent you/
const SEND =
  'mutation ($id: ID!, $at: DateTime) { sendCampaign(input: { id: $id, scheduledAt: $at }) { campaign { id status } errors { code field message } } }'
const CREATE =
  'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } errors { code field message } } }'
const INVITE =
  'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } errors { code field message } } }'
const CONFIRM =
  'mutation ($token: String!) { confirmEmail(input: { token: $token }) { done errors { code field message } } }'
const PROBLEMS = 'query ($id: ID!) { campaignProblems(id: $id) { code severity message } }'
const colleague = (name: string) => ({
  input: { username: name, name, email: `${name}@example.com`, password: 'plum orbit lantern 42', role: 'user' },
})
const guest = (name: string) => ({ input: { name, email: `${name}@example.com`, role: 'user' } })
const refusalOf = async (asked: ReturnType<TestPerson['graphql']>) => {
  const error = (await asked).errors?.[0]
  return error ? [error.extensions.code, error.message] : null
}
const awaits = async (who: TestPerson): Promise<boolean> =>
  (await who.graphql('{ tenant { awaitsEmailConfirmation } }')).data.tenant.awaitsEmailConfirmation
const emailOf = async ({ tenantId, userId }: TestPerson) =>
  (await world.app.database.inTenant(tenantId, (em) => em.findOneOrFail(User, { tenantId, id: userId }))).email
const opened = async (letter: Parameters<typeof tokenIn>[0]): Promise<boolean> =>
  (await world.anybody.graphql(CONFIRM, { token: tokenIn(letter, '/confirm-email') })).data.confirmEmail
/** Opens the link that the sign-up sent. */
async function confirm(who: TestPerson): Promise<void> {
  const letter = await systemEmail(world.sandboxUrl, await emailOf(who), 'Confirm your email address')
  expect(await opened(letter)).toBe(true)
}
async function ready(): Promise<{ who: TestPerson; id: string }> {
  const who = await world.signUp({ unlimited: true })
  await world.connect(who)
  return { who, id: await draftCampaign(world, who, 2) }
}

describe('a workspace whose admin has not confirmed their email address', () => {
  it('can neither launch nor schedule a campaign, and the launch check says why', async () => {
    const { who, id } = await ready()
    expect(await awaits(who)).toBe(true)
    for (const at of [null, new Date(Date.now() + 86_400_000).toISOString()]) {
      expect(await refusalOf(who.graphql(SEND, { id, at }))).toEqual(['CONFLICT', expect.stringMatching(TEXT)])
    }
    const { data } = await who.graphql(PROBLEMS, { id })
    expect(data.campaignProblems).toContainEqual({
      code: 'EMAIL_NOT_CONFIRMED',
      severity: 'error',
      message: expect.stringMatching(/^To send email, confirm/),
    })
  })

  it('can neither create nor invite users', async () => {
    const who = await world.signUp({ unlimited: true })
    const refused = ['CONFLICT', expect.stringMatching(/^To add users, confirm/)]
    expect(await refusalOf(who.graphql(CREATE, colleague('early')))).toEqual(refused)
    expect(await refusalOf(who.graphql(INVITE, guest('guest-early')))).toEqual(refused)
  })

  it('can create users, invite them and send once the confirmation link is opened', async () => {
    const { who, id } = await ready()
    await confirm(who)
    expect(await awaits(who)).toBe(false)
    expect(await refusalOf(who.graphql(CREATE, colleague('later')))).toBeNull()
    expect(await refusalOf(who.graphql(INVITE, guest('guest-later')))).toBeNull()
    expect((await who.graphql(SEND, { id, at: null })).data.sendCampaign.status).toBe('sending')
  })

  it('may send once its admin opens the confirmation link, although that address is already confirmed for another account', async () => {
    const [first, second] = [await world.signUp(), await world.signUp()]
    const [shared, own] = [await emailOf(first), await emailOf(second)]
    await confirm(first)
    const letter = await systemEmail(world.sandboxUrl, own, 'Confirm your email address')
    await world.app.database.asSystem(async (em) => {
      await em.execute('update users set email = :shared where email = :own', { shared, own })
      await em.execute('update account_links set email = :shared where email = :own', { shared, own })
    })
    expect(await opened(letter)).toBe(true)
    expect((await second.graphql('{ currentUser { emailConfirmed } }')).data.currentUser.emailConfirmed).toBe(false)
    expect(await awaits(second)).toBe(false)
  })

  it('is still refused when a user who is not an admin confirms their address', async () => {
    const who = await world.signUp({ unlimited: true })
    const { tenantId } = who
    await world.app.database.asSystem((em) =>
      em.execute(`update users set role = 'user' where tenant_id = :tenantId`, { tenantId }),
    )
    await confirm(who)
    expect(await awaits(who)).toBe(true)
  })

  it('has its running campaigns paused, with that reason', async () => {
    // Without a worker: a slice that is under way goes on with what the workspace was allowed at its start.
    const still = await createWorld({ send: false })
    try {
      const who = await still.signUp({ unlimited: true })
      await still.connect(who)
      const id = await draftCampaign(still, who, 2)
      expect((await who.graphql(SEND, { id, at: null })).data.sendCampaign.status).toBe('sending')
      await still.app.database.asSystem((em) =>
        em.execute('update tenants set awaits_proven_email = true where id = ?', [who.tenantId]),
      )
      const store = createSendStore(still.app, () => [])
      await createSlices(store, await mailboxOf(still, who)).next()
      const { data } = await who.graphql('query ($id: ID!) { campaign(id: $id) { status statusReason sentCount } }', {
        id,
      })
      expect(data.campaign).toEqual({ status: 'paused', statusReason: 'EMAIL_NOT_CONFIRMED', sentCount: 0 })
    } finally {
      await still.close()
    }
  })
})

describe('a confirmed email address', () => {
  it('is not required of workspaces in local mode', async () => {
    world.app.production = false
    expect(await awaits(await world.signUp())).toBe(false)
  })

  it('is not required of workspaces of an installation that cannot send system emails', async () => {
    const { systemMailer } = world.app
    world.app.systemMailer = null
    try {
      expect(await awaits(await world.signUp())).toBe(false)
    } finally {
      world.app.systemMailer = systemMailer
    }
  })

  it('is not required of workspaces that a super admin creates', async () => {
    world.app.production = false
    const { headers } = await signInSuperAdmin(world)
    const query =
      'mutation ($input: CreateTenantInput!) { createTenant(input: $input) { tenant { awaitsEmailConfirmation } errors { code field message } } }'
    const input = { slug: 'made', name: 'Made', domain: 'made.example' }
    const { body } = await askAs(headers, 'POST', `${world.url}/graphql`, { query, variables: { input } })
    expect(body.data.createTenant.awaitsEmailConfirmation).toBe(false)
  })
})
