import { describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { addPasskeyTo } from '#tests/support/passkey.ts'
import { setUpTotp } from '#tests/support/second-factor.ts'
import { AGAIN, mailingSsoWorld } from '#tests/support/sso-world-with-system-email.ts'
import { SSO_FIELDS } from '#tests/support/single-sign-on.ts'
import { askAs, signInSuperAdmin, tenantIdOf } from '#tests/support/super-admin.ts'
import { systemEmail, systemEmailsTo, tokenIn } from '#tests/support/system-emails.ts'
import { browserOf } from '#tests/support/provider-sign-in-browser.ts'
import { eventually, type TestPerson } from '#tests/support/world.ts'
import { NOTICES, type NoticeKind } from '#api/system-mail/system-email-texts.ts'
import { User } from './user.ts'

const at = mailingSsoWorld()

const PASSWORD = 'correct horse battery'

async function run(who: TestPerson, document: string, variables: object = {}): Promise<any> {
  const { data, errors } = await who.graphql(document, variables)
  expect(errors).toBeUndefined()
  return Object.values(data)[0]
}
const userOf = ({ tenantId, userId }: TestPerson) =>
  at.world.app.database.inTenant(tenantId, (em) => em.findOneOrFail(User, { tenantId, id: userId }))
const login = async (who: TestPerson) =>
  at.world.anybody.rest('POST', '/api/login', { username: (await userOf(who)).username, password: PASSWORD })
const changePassword = (who: TestPerson) =>
  run(
    who,
    'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done errors { code field message } } }',
    {
      input: { currentPassword: PASSWORD, ...AGAIN },
    },
  )
const addIdentity = async (who: TestPerson) => {
  await browserOf(at.world, who).walk('google', `id-${who.userId}@sandbox.test`, '?action=identity')
  return (await run(who, '{ identities { id } }'))[0].id as string
}
const useCode = async (who: TestPerson) => {
  const { codes } = await setUpTotp(who, at.world.app.clock())
  const { challenge } = (await login(who)).body
  await at.world.anybody.rest('POST', '/api/login/finish', { challenge, code: codes[0] })
}

/** Does one act to the person. Returns whom it happened to, or the address that is told, if it is not them. */
type Case = (who: TestPerson) => Promise<TestPerson | string | void>

/** An act for every notice: a new one must be added here. */
const CASES: Record<NoticeKind, Case> = {
  newDevice: async (who) => {
    await login(who)
    await at.world.app.database.inTenant(who.tenantId, (em) =>
      em.execute(`update known_devices set device_hash = decode(md5(encode(device_hash, 'hex')), 'hex')`),
    )
    await login(who)
  },
  passwordChanged: async (who) => void (await changePassword(who)),
  passwordReset: async (who) => {
    const { email } = await userOf(who)
    const input = { username: email }
    await run(
      at.world.anybody,
      'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { done errors { code field message } } }',
      {
        input,
      },
    )
    const token = tokenIn(await systemEmail(at.world.sandboxUrl, email, 'Set a new password'), '/reset-password')
    await run(
      at.world.anybody,
      'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { done errors { code field message } } }',
      {
        input: { token, ...AGAIN },
      },
    )
  },
  emailChanged: async (who) => {
    const { email: old } = await userOf(who)
    const email = `new-${old}`
    await run(
      who,
      'mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { done errors { code field message } } }',
      { input: { email } },
    )
    const token = tokenIn(await systemEmail(at.world.sandboxUrl, email, 'Confirm your email'), '/confirm-email')
    await run(
      at.world.anybody,
      'mutation ($token: String!) { confirmEmail(input: { token: $token }) { done errors { code field message } } }',
      { token },
    )
    return old
  },
  factorAdded: async (who) => void (await setUpTotp(who, at.world.app.clock())),
  factorRemoved: async (who) => {
    await setUpTotp(who, at.world.app.clock())
    await run(who, 'mutation { removeTotp { secondFactor { totpSince } errors { code field message } } }')
  },
  factorReset: async (who) => {
    const bea = await addColleague(at.world, who)
    await run(
      who,
      'mutation ($id: ID!) { resetSecondFactor(input: { id: $id }) { user { id } errors { code field message } } }',
      { id: bea.id },
    )
    return bea
  },
  sessionsEnded: async (who) => {
    const bea = await addColleague(at.world, who)
    await run(
      who,
      'mutation ($id: ID!) { endUserSessions(input: { id: $id }) { user { id } errors { code field message } } }',
      { id: bea.id },
    )
    return bea
  },
  codesRenewed: async (who) => {
    await setUpTotp(who, at.world.app.clock())
    await run(who, 'mutation { renewRecoveryCodes { codes errors { code field message } } }')
  },
  codeUsed: useCode,
  passkeyAdded: async (who) => void (await addPasskeyTo(who, at.world)),
  passkeyRemoved: async (who) => {
    const { id } = await addPasskeyTo(who, at.world)
    await run(
      who,
      'mutation ($id: ID!) { removePasskey(input: { id: $id }) { passkey { id } errors { code field message } } }',
      { id },
    )
  },
  identityAdded: async (who) => void (await addIdentity(who)),
  identityRemoved: async (who) => {
    await run(
      who,
      'mutation ($id: ID!) { removeIdentity(input: { id: $id }) { identity { id } errors { code field message } } }',
      { id: await addIdentity(who) },
    )
  },
  apiKeyCreated: async (who) =>
    void (await run(
      who,
      'mutation { createApiKey(input: { name: "Till", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
    )),
  sheetLinkCreated: async (who) => {
    const id = await draftCampaign(at.world, who, 1)
    await run(who, 'mutation ($id: ID!) { createSheetLink(input: { id: $id }) { url errors { code message } } }', {
      id,
    })
  },
  mailboxShared: async (who) => {
    const bea = await addColleague(at.world, who)
    await at.world.connect(bea, 'google')
    const [{ id }] = await run(bea, '{ mailboxes { id } }')
    const share =
      'mutation ($id: ID!) { shareMailbox(input: { id: $id, userIds: [], everybody: true }) { mailbox { id } errors { code field message } } }'
    await run(who, share, { id })
    return bea
  },
}

/** Further acts behind a notice. */
const MORE: Record<string, [NoticeKind, Case]> = {
  'linking a colleague at single sign-on': ['identityAdded', async () => (await linked()).email],
  'turning single sign-on off': [
    'identityRemoved',
    async () => {
      const { email, workspace } = await linked()
      await workspace.run(
        `mutation { removeSingleSignOn { singleSignOn { ${SSO_FIELDS} } errors { code field message } } }`,
      )
      return email
    },
  ],
  'a changed password that ends sign-in methods': [
    'identityRemoved',
    async (who) => {
      await addIdentity(who)
      await changePassword(who)
    },
  ],
}

/** A colleague with a password who then signs in by single sign-on. */
async function linked() {
  const workspace = await at.sso.open()
  await workspace.set()
  await workspace.claim()
  const email = `leo@${workspace.domain}`
  await workspace.addUser('leo')
  expect((await workspace.signIn(email, email)).outcome).toBe('login_success')
  return { workspace, email }
}

async function expectNotice(kind: NoticeKind, act: Case): Promise<void> {
  const who = await at.world.signUp({ unlimited: true })
  const told = (await act(who)) ?? who
  const { email } = typeof told === 'string' ? { email: told } : await userOf(told)
  const mail = await systemEmail(at.world.sandboxUrl, email, NOTICES[kind])
  expect(mail.text).toMatch(/IP address .*127\.0\.0\.1/)
  expect(mail.text).not.toMatch(/correct horse|plum orbit|mwk_/)
  if (told === who) return
  const own = (await userOf(who)).email
  const others = await systemEmailsTo(at.world.sandboxUrl, own)
  expect(others.map(({ subject }) => subject)).not.toContain(NOTICES[kind])
}

describe('a security notice by email', () => {
  it.each(Object.keys(NOTICES) as NoticeKind[])(
    'of kind %s is sent to the user concerned, with the right words',
    (kind) => expectNotice(kind, CASES[kind]),
  )

  it.each(Object.entries(MORE))('is sent after %s', (_, [kind, act]) => expectNotice(kind, act))

  it('about a second factor that the super admin reset does not contain the IP address of the super admin', async () => {
    const who = await at.world.signUp()
    const { headers } = await signInSuperAdmin(at.world)
    const query =
      'mutation ($tenantId: ID!, $id: ID!) { resetTenantUserFactor(input: { tenantId: $tenantId, id: $id }) { tenantUser { id } errors { code field message } } }'
    const variables = { tenantId: await tenantIdOf(who), id: encodeId('User', who.userId) }
    await askAs(headers, 'POST', `${at.world.url}/graphql`, { query, variables })
    const mail = await systemEmail(at.world.sandboxUrl, (await userOf(who)).email, NOTICES.factorReset)
    expect(mail.text).toContain('by the person who runs this installation')
    expect(mail.text).not.toContain('IP address')
  })

  it('names all sign-in methods that were removed together, and is not sent if none was removed', async () => {
    const [who, other] = [await at.world.signUp(), await at.world.signUp()]
    await addIdentity(who)
    await changePassword(who)
    await changePassword(other)
    const mail = await systemEmail(at.world.sandboxUrl, (await userOf(who)).email, NOTICES.identityRemoved)
    expect(mail.text).toContain(`id-${who.userId}@sandbox.test`)
    const { email } = await userOf(other)
    await eventually('the other notice arrives', async () =>
      (await systemEmailsTo(at.world.sandboxUrl, email)).some(({ subject }) => subject === NOTICES.passwordChanged),
    )
    expect((await systemEmailsTo(at.world.sandboxUrl, email)).map(({ subject }) => subject)).not.toContain(
      NOTICES.identityRemoved,
    )
  })
})
