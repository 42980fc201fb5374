import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actsIn } from '#tests/support/acts.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { HEADER, importAll } from '#tests/support/imports.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { addPasskeyTo } from '#tests/support/passkey.ts'
import { browserOf } from '#tests/support/provider-sign-in-browser.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { INSTALLATION } from './audit-event.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
const { run, onId, login, download, sql, mailbox, apiKey, identity, read } = actsIn(() => world)

const PASSWORD = 'correct horse battery'
const NEW = { newPassword: 'plum orbit lantern 42', confirmPassword: 'plum orbit lantern 42' }

describe('the activity log', () => {
  it('records the API keys and mailboxes that end when a user is deleted', async () => {
    const who = await world.signUp({ unlimited: true })
    const bea = await addColleague(world, who, { role: 'admin' })
    await mailbox(bea)
    await apiKey(bea)
    await onId(who, 'deleteUser', bea.id)
    const ended = (await read(who.tenantId)).slice(0, 3)
    expect(ended.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['user_deleted', who.userId],
      ['api_key_revoked', who.userId],
      ['mailbox_disconnected', who.userId],
    ])
  })

  it('records the sign-in methods and API keys that end when a password is changed', async () => {
    const who = await world.signUp()
    await identity(who)
    await apiKey(who)
    await run(
      who,
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done errors { code field message } } }',
      {
        input: { ...NEW, currentPassword: PASSWORD, keepIdentities: [], revokeApiKeys: true },
      },
    )
    const actions = (await read(who.tenantId)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['identity_removed', 'api_key_revoked', 'password_changed']))
  })

  it('records a wrong password of somebody who is signed in', async () => {
    const who = await world.signUp()
    await who.graphql(
      'mutation { confirmPassword(input: { password: "guessed" }) { done errors { code field message } } }',
    )
    expect((await read(who.tenantId))[0]).toMatchObject({
      action: 'sign_in_failed',
      actorId: who.userId,
      changes: [{ field: 'password', from: null, to: 'wrong' }],
    })
  })

  it('records a refused passkey without naming a user, since no user is known', async () => {
    const who = await world.signUp()
    const { authenticator } = await addPasskeyTo(who, world)
    const options = await run(world.anybody, 'mutation { startPasskeyLogin { options errors { code field message } } }')
    const response = authenticator.get(options, { verified: false })
    await world.anybody.graphql(
      'mutation ($input: LoginWithPasskeyInput!) { loginWithPasskey(input: $input) { sessionToken errors { code field message } } }',
      { input: { response } },
    )
    const event = { action: 'sign_in_failed', actor: 'nobody', targetLabel: 'Passkey Laptop' }
    expect((await read(who.tenantId))[0]).toMatchObject(event)
  })

  it('records a right password in a suspended workspace as a failed sign-in', async () => {
    const who = await world.signUp()
    await sql(who, 'update tenants set is_active = false where id = :tenantId')
    expect((await login(who, PASSWORD)).body.code).toBe('TENANT_INACTIVE')
    expect((await read(who.tenantId))[0]).toMatchObject({ action: 'sign_in_failed', actor: 'nobody' })
  })

  it('records that a provider account without a user tried to sign in, for the installation only and without its address', async () => {
    await browserOf(world).walk('google', 'stranger@sandbox.test')
    const [event] = await read(INSTALLATION)
    expect(event).toMatchObject({ action: 'sign_in_failed', actor: 'nobody', targetLabel: 'Google account' })
    expect(JSON.stringify(event)).not.toContain('stranger')
  })

  itInFull('records the download of rejected rows', async () => {
    const who = await world.signUp({ unlimited: true })
    const task = await importAll(who, { S: [HEADER, ['A', 'B', 'no address', 'C']] })
    await download(who, new URL(task.import.rejectedUrl).pathname)
    expect((await read(who.tenantId))[0]).toMatchObject({
      action: 'contacts_exported',
      targetLabel: 'Rejected rows of people.xlsx',
    })
  })
})
