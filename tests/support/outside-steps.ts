import { expect } from 'vitest'
import { startIdentityProvider } from './identity-provider.ts'
import type { OutsideClient, Who } from './outside-client.ts'
import { bearer, NOBODY, password, registration, workbook } from './outside-inputs.ts'
import { systemEmailsTo, tokenIn } from './system-emails.ts'
import { eventually, type World } from './world.ts'

/** Parts of the walk over every GraphQL operation that are stories of their own. */

/** An API client of an outside program, and the product that it calls. */
interface Outside {
  client: OutsideClient
  world: World
}

/** The operations on webhooks; returns what `node` finds. */
export async function useWebhooks({ client }: Pick<Outside, 'client'>, me: Who): Promise<{ id: string }[]> {
  const { graphql } = client
  const input = { url: 'http://127.0.0.1:9/mergewell', events: ['EMAIL_SENT', 'CONTACT_CHANGED'] }
  const { webhook, secret } = await graphql('createWebhook', { input }, me)
  expect(secret).toMatch(/^whsec_/)
  expect((await graphql('rotateWebhookSecret', { input: { id: webhook.id } }, me)).secret).not.toBe(secret)
  expect(await graphql('webhooks', {}, me)).toHaveLength(1)
  const delivery = await graphql('sendTestWebhook', { input: { id: webhook.id } }, me)
  expect(delivery).toMatchObject({ event: 'WEBHOOK_TEST', webhookId: webhook.id })
  await eventually('the test event was tried', async () => {
    const [tried] = (await graphql('webhookDeliveries', { webhookId: webhook.id }, me)).nodes
    return tried.attempts > 0
  })
  expect(await graphql('resendWebhookDelivery', { input: { id: delivery.id } }, me)).toMatchObject({ id: delivery.id })
  await graphql('updateWebhook', { input: { id: webhook.id, enabled: false } }, me)
  const other = (await graphql('createWebhook', { input }, me)).webhook
  expect(await graphql('deleteWebhook', { input: { id: other.id } }, me)).toMatchObject({ id: other.id })
  return [webhook, delivery]
}

/** The operations whose links arrive by email. */
export async function readEmails({ client, world }: Outside, me: Who, own: string): Promise<void> {
  const { graphql } = client
  /** The token in the newest email to an address, once so many have arrived. */
  const tokenOf = async (address: string, page: string, count = 1) => {
    let token = ''
    await eventually(`${count} emails to ${address}`, async () => {
      const mails = (await systemEmailsTo(world.sandboxUrl, address)).filter(({ text }) => text.includes(`${page}#`))
      if (mails.length === count) token = tokenIn(mails[0]!, page)
      return token !== ''
    })
    return token
  }
  const secret = 'plum orbit lantern 42'
  const again = { newPassword: secret, confirmPassword: secret }
  expect(await graphql('changeEmail', { input: { email: `other-${own}` } }, me)).toBe(true)
  expect(await graphql('resendEmailConfirmation', {}, me)).toBe(true)
  const confirmation = await tokenOf(own, '/confirm-email', 2)
  expect((await graphql('accountLink', { token: confirmation }, NOBODY)).kind).toBe('EMAIL')
  expect(await graphql('confirmEmail', { input: { token: confirmation } }, NOBODY)).toBe(true)

  const mia = { name: 'Mia', email: 'mia@outside.example', role: 'USER' }
  const invited = await graphql('inviteUser', { input: mia }, me)
  await graphql('resendInvitation', { input: { id: invited.id } }, me)
  const invitation = await tokenOf(mia.email, '/join', 2)
  await graphql('acceptInvitation', { input: { token: invitation, name: 'Mia B.', ...again } }, NOBODY)
  expect(await graphql('requestPasswordReset', { input: { username: mia.email } }, NOBODY)).toBe(true)
  const token = await tokenOf(mia.email, '/reset-password')
  expect(await graphql('resetPassword', { input: { token, ...again, revokeApiKeys: true } }, NOBODY)).toBe(true)
  await graphql('deleteUser', { input: { id: invited.id } }, me)
}

/** The operations of an admin who sets up single sign-on. */
export async function setUpSingleSignOn({ client, world }: Outside, me: Who): Promise<void> {
  const { graphql } = client
  const idp = await startIdentityProvider(() => `${world.url}/auth/sso/callback`)
  const { issuer, clientId, clientSecret } = idp
  const input = { issuer, clientId, clientSecret, roleClaim: 'groups', adminValues: ['it'], required: false }
  expect((await graphql('updateSingleSignOn', { input }, me)).issuer).toBe(issuer)
  const { domains } = await graphql('addSsoDomain', { input: { domain: 'outside.example' } }, me)
  world.app.dns = { txt: async () => [domains[0].record], cname: async () => [] }
  expect(
    (await graphql('verifySsoDomain', { input: { domain: 'outside.example' } }, me)).domains[0].verifiedAt,
  ).not.toBeNull()
  expect((await graphql('singleSignOn', {}, me)).clientId).toBe(clientId)
  await graphql('removeSsoDomain', { input: { domain: 'outside.example' } }, me)
  expect((await graphql('removeSingleSignOn', {}, me)).issuer).toBeNull()
  await idp.close()
}

/** Adds more contacts than deleteContacts deletes without a background task. */
export async function addManyContacts(world: World, tenantId: string): Promise<void> {
  await world.app.database.inTenant(tenantId, (em) =>
    em.execute(
      `insert into contacts (tenant_id, id, first_name, last_name, email)
       select ?, gen_random_uuid(), 'First', 'Last', n || '@many.example' from generate_series(1, 1001) as n returning 1`,
      [tenantId],
    ),
  )
}

/** Runs `work` while contact deletion is locked, so that a delete task stays running. */
export async function whileContactsAreHeld<T>(world: World, tenantId: string, work: () => Promise<T>): Promise<T> {
  return world.app.database.asSystem(async (em) => {
    await em.execute('select from contacts where tenant_id = ? for update', [tenantId])
    return work()
  })
}

export async function idsOf(world: World, username: string): Promise<{ tenantId: string; userId: string }> {
  const [row] = await world.app.database.asSystem((em) =>
    em.execute<[{ tenantId: string; userId: string }]>(
      'select tenant_id as "tenantId", id as "userId" from users where username = ?',
      [username],
    ),
  )
  return row
}

export async function signUp(client: OutsideClient, username: string): Promise<Who> {
  await client.graphql('register', { input: { ...registration(username), selectedTier: 'PRO' } }, NOBODY)
  const { sessionToken } = await client.graphql('login', { input: { username, password } }, NOBODY)
  return bearer(sessionToken)
}

export async function uploadAs(client: OutsideClient, who: Who) {
  const rows = [
    ['First Name', 'Last Name', 'Email'],
    ['A', 'B', 'imported@elsewhere.example'],
  ]
  return (await client.rest(who).POST('/api/contacts/upload', { body: { file: workbook(rows) } })).data
}
