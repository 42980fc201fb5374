import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { mutate } from '#tests/support/mutate.ts'
import { askAs, signInSuperAdmin } from '#tests/support/super-admin.ts'
import { systemEmail } from '#tests/support/system-emails.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let headers: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
  headers = (await signInSuperAdmin(world)).headers
})
afterAll(() => world.close())

const SELECTION = '{ subscriptionTier upgradeRequest { subscriptionTier note requestedAt } }'
const ask = async (query: string, variables: object = {}) =>
  (await askAs(headers, 'POST', `${world.url}/graphql`, { query, variables })).body
const asked = async (who: TestPerson) => (await who.graphql(`{ tenant ${SELECTION} }`)).data.tenant.upgradeRequest
const request = (who: TestPerson, input: object) => mutate(who, 'requestUpgrade', input, SELECTION)
const idOf = ({ tenantId }: TestPerson) => encodeId('Tenant', tenantId)
const emailOf = async (who: TestPerson): Promise<string> =>
  (await who.graphql('{ currentUser { email } }')).data.currentUser.email
const waiting = async () =>
  (await ask('{ tenants(filter: { upgradeRequested: true }) { nodes { id upgradeRequest { note } } } }')).data.tenants
    .nodes

describe('a request for a higher plan', () => {
  it('is seen by the super admin and ends when they set that plan, which the requesting admin is told', async () => {
    const who = await world.signUp({ tier: 'free' })
    expect((await request(who, { requestedTier: 'BASIC', note: 'Soon' })).errors).toBeUndefined()
    expect((await request(who, { requestedTier: 'PRO', note: ' We are twelve now. ' })).errors).toBeUndefined()
    const found = await waiting()
    expect(found).toEqual([{ id: idOf(who), upgradeRequest: { note: 'We are twelve now.' } }])
    await ask('mutation ($id: ID!) { updateTenant(input: { id: $id, subscriptionTier: BASIC }) { tenant { id } } }', {
      id: idOf(who),
    })
    expect(await asked(who), 'a plan that is too low does not end it').toMatchObject({ subscriptionTier: 'pro' })
    const granted = await ask(
      'mutation ($id: ID!) { updateTenant(input: { id: $id, subscriptionTier: PRO }) { tenant { maxCampaigns maxContacts } } }',
      { id: idOf(who) },
    )
    expect(granted.data.updateTenant.tenant, 'at least what the plan page showed').toEqual({
      maxCampaigns: 300,
      maxContacts: 10_000,
    })
    expect(await asked(who)).toBeNull()
    expect(await waiting()).toEqual([])
    const letter = await systemEmail(world.sandboxUrl, await emailOf(who), 'now has the Pro plan')
    expect(letter.links).toEqual([`${world.app.publicUrl}/plan`])
  })

  it('can be declined, which the requesting admin is told', async () => {
    const who = await world.signUp({ tier: 'free' })
    await request(who, { requestedTier: 'PRO' })
    const decline = 'mutation ($id: ID!) { declineUpgrade(input: { id: $id }) { tenant { subscriptionTier } } }'
    for (let times = 0; times < 2; times += 1) {
      expect((await ask(decline, { id: idOf(who) })).data.declineUpgrade.tenant.subscriptionTier).toBe('free')
    }
    expect(await asked(who)).toBeNull()
    await systemEmail(world.sandboxUrl, await emailOf(who), 'Your request for the Pro plan was declined')
  })

  it('is refused for a plan that is not higher', async () => {
    const who = await world.signUp({ tier: 'pro' })
    for (const requestedTier of ['FREE', 'PRO']) {
      expect((await request(who, { requestedTier })).errors?.[0]).toMatchObject({
        extensions: { code: 'BAD_INPUT', fields: { requestedTier: expect.stringContaining('Choose a higher one') } },
      })
    }
  })

  it('can be made and seen by admins only', async () => {
    const admin = await world.signUp({ tier: 'pro' })
    const member = await addColleague(world, admin)
    expect((await request(member, { requestedTier: 'ENTERPRISE' })).errors?.[0].extensions.code).toBe('FORBIDDEN')
    await request(admin, { requestedTier: 'ENTERPRISE' })
    expect(await asked(admin)).not.toBeNull()
    expect(await asked(member)).toBeNull()
  })
})
