import { describe, expect, it } from 'vitest'
import { createLink } from '#api/accounts/links/account-links.ts'
import { User } from '#api/accounts/user.ts'
import { encodeId } from '#schema/object-ids.ts'
import { draftCampaign } from '../support/campaigns.ts'
import { clockedWorld, codeOf, SIGN_UP_PASSWORD } from '../support/clocked-world.ts'
import { addColleague } from '../support/colleague.ts'
import { mutate } from '../support/mutate.ts'
import { overtaken } from '../support/act-between-transactions.ts'
import { rowsOf } from '../support/sent-mail.ts'
import { askAs, signInSuperAdmin, tenantIdOf } from '../support/super-admin.ts'
import type { TestPerson } from '../support/world.ts'

/** A thief who had a session for a while and made a live link with it, which would outlast the session. */

const at = clockedWorld()
const CREATE = 'mutation ($id: ID!) { createSheetLink(input: { id: $id }) { url errors { code field message } } }'
const LIST = '{ sheetLinks { campaign { id name } user { id name } createdAt lastReadAt expiresAt } }'
const NEW = 'plum orbit lantern 42'

const link = (who: TestPerson, id: string) => who.graphql(CREATE, { id })
const statusOf = async (url: string) => (await fetch(url)).status
async function linked(who: TestPerson, id: string): Promise<string> {
  const { data, errors } = await link(who, id)
  expect(errors).toBeUndefined()
  return data.createSheetLink.url.replace(at.world.app.publicUrl, at.world.url)
}
const listOf = async (who: TestPerson) => (await who.graphql(LIST)).data.sheetLinks as { user: { id: string } }[]

/** A workspace with a campaign, and a colleague with a live link to it. */
async function office() {
  const admin = await at.world.signUp({ unlimited: true })
  const id = await draftCampaign(at.world, admin, 2)
  const bea = await addColleague(at.world, admin)
  return { admin, id, bea, url: await linked(bea, id) }
}

async function resetPassword({ tenantId, userId }: TestPerson): Promise<void> {
  const { app, anybody } = at.world
  const address = await app.database.asSystem(async (em) => {
    const { email } = await em.findOneOrFail(User, { tenantId, id: userId })
    return createLink(app, em, { kind: 'password', tenantId, userId, email })
  })
  const { data } = await anybody.graphql(
    'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { done errors { code field message } } }',
    { input: { token: address.split('#')[1], newPassword: NEW, confirmPassword: NEW } },
  )
  expect(data.resetPassword).toBe(true)
}

/** The entries of the activity log about live links, oldest first. */
const entriesOf = (who: TestPerson) =>
  rowsOf<{ action: string; actor: string; owner: string | null }>(
    at.world,
    who,
    `select action, actor_id as actor, changes -> 0 ->> 'from' as owner from audit_events
     where action like 'sheet_link%' order by id`,
  )

describe('creating a live spreadsheet link', () => {
  it('needs a recent sign-in', async () => {
    const { bea, id } = await office()
    at.now += 16 * 60_000
    expect(codeOf(await link(bea, id))).toBe('REAUTHENTICATE')
    expect(codeOf(await mutate(bea, 'revokeSheetLink', { id }))).toBe('ok')
    expect(codeOf(await link(bea, id))).toBe('REAUTHENTICATE')
  })

  it('is refused to a session that ends at the same moment, at whichever moment', async () => {
    const admin = await at.world.signUp({ unlimited: true })
    const id = await draftCampaign(at.world, admin, 1)
    for (let turn = 1; ; turn += 1) {
      const bea = await addColleague(at.world, admin)
      let url: string | undefined
      const came = await overtaken(
        at.world,
        turn,
        async () => void (await mutate(admin, 'endUserSessions', { id: bea.id })),
        async () => {
          url = (await link(bea, id)).data?.createSheetLink?.url
        },
      )
      if (!came) break
      if (url) expect(await statusOf(url.replace(at.world.app.publicUrl, at.world.url))).toBe(404)
    }
  })

  it('is refused beyond the workspace’s limit', async () => {
    const { admin, bea, id } = await office()
    await at.world.app.database.asSystem((em) =>
      em.execute(
        `insert into sheet_links (tenant_id, campaign_id, user_id, key_hash, created_at)
         select tenant_id, campaign_id, gen_random_uuid(), sha256(convert_to(gen_random_uuid()::text, 'UTF8')), now()
         from sheet_links, generate_series(1, 499) where tenant_id = :tenantId`,
        { tenantId: admin.tenantId },
      ),
    )
    expect(codeOf(await link(admin, id))).toBe('LIMIT_REACHED')
    expect(codeOf(await link(bea, id))).toBe('ok')
  })
})

describe('the list of live spreadsheet links', () => {
  it("shows admins everybody's links, and other users their own", async () => {
    const { admin, bea, id } = await office()
    const cid = await addColleague(at.world, admin)
    await linked(admin, id)
    const ownersOf = async (who: TestPerson) => (await listOf(who)).map(({ user }) => user.id).toSorted()
    const adminId = encodeId('User', admin.userId)
    expect(await ownersOf(admin)).toEqual([adminId, bea.id].toSorted())
    expect([await ownersOf(bea), await ownersOf(cid)]).toEqual([[bea.id], []])
    expect((await bea.rest('GET', '/api/sheet-links')).body).toMatchObject([{ campaign: { id }, user: { id: bea.id } }])
    expect(await listOf(await at.world.signUp())).toEqual([])
  })

  it('lets admins revoke the links of others, which is recorded with the owner, and nobody else', async () => {
    const { admin, bea, id, url } = await office()
    const cid = await addColleague(at.world, admin)
    const stranger = await at.world.signUp({ unlimited: true })
    expect(codeOf(await mutate(cid, 'revokeSheetLink', { id, userId: bea.id }))).toBe('FORBIDDEN')
    expect(codeOf(await mutate(stranger, 'revokeSheetLink', { id, userId: bea.id }))).toBe('NOT_FOUND')
    expect(await statusOf(url)).toBe(200)
    const path = `/api/campaigns/${id}/sheet-link?userId=${bea.id}`
    expect((await admin.rest('DELETE', path)).body.message).toBe('Live link revoked')
    expect(await statusOf(url)).toBe(404)
    expect(await entriesOf(admin)).toEqual([
      { action: 'sheet_link_created', actor: bea.userId, owner: null },
      { action: 'sheet_link_revoked', actor: admin.userId, owner: 'Bea' },
    ])
  })
})

describe('a live spreadsheet link stops working', () => {
  it.each<[string, (office: { admin: TestPerson; bea: TestPerson & { id: string } }) => Promise<unknown>]>([
    ['when its owner resets their password', ({ bea }) => resetPassword(bea)],
    ['when an admin ends the owner’s sessions', ({ admin, bea }) => mutate(admin, 'endUserSessions', { id: bea.id })],
    ['when an admin resets the second factor', ({ admin, bea }) => mutate(admin, 'resetSecondFactor', { id: bea.id })],
    ['when its owner is deactivated', ({ admin, bea }) => mutate(admin, 'updateUser', { id: bea.id, isActive: false })],
    [
      'when a super admin resets the second factor',
      async ({ admin, bea }) => {
        const { headers } = await signInSuperAdmin(at.world)
        const query =
          'mutation ($tenantId: ID!, $id: ID!) { resetTenantUserFactor(input: { tenantId: $tenantId, id: $id }) { tenantUser { id } errors { code field message } } }'
        const variables = { tenantId: await tenantIdOf(admin), id: bea.id }
        await askAs(headers, 'POST', `${at.world.url}/graphql`, { query, variables })
      },
    ],
  ])('%s, which is recorded in the activity log', async (_, act) => {
    const { admin, bea, id, url } = await office()
    const own = await linked(admin, id)
    await act({ admin, bea })
    expect([await statusOf(url), await statusOf(own)]).toEqual([404, 200])
    expect((await entriesOf(admin)).at(-1)).toMatchObject({ action: 'sheet_link_revoked' })
    await mutate(admin, 'updateUser', { id: bea.id, isActive: true })
    expect(await statusOf(url)).toBe(404)
  })

  it('on a password change if the owner asks for it', async () => {
    const admin = await at.world.signUp({ unlimited: true })
    const id = await draftCampaign(at.world, admin, 1)
    const bea = await addColleague(at.world, admin)
    const [own, theirs] = [await linked(admin, id), await linked(bea, id)]
    const change = (currentPassword: string, newPassword: string, more: object = {}) =>
      mutate(admin, 'changePassword', { currentPassword, newPassword, confirmPassword: newPassword, ...more }, '')
    expect(codeOf(await change(SIGN_UP_PASSWORD, NEW))).toBe('ok')
    expect(await statusOf(own)).toBe(200)
    expect(codeOf(await change(NEW, 'the best password', { revokeSheetLinks: true }))).toBe('ok')
    expect([await statusOf(own), await statusOf(theirs)]).toEqual([404, 200])
  })
})
