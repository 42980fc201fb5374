import { describe, expect, it } from 'vitest'
import { browserOf } from '#tests/support/provider-sign-in-browser.ts'
import { AGAIN, mailingSsoWorld } from '#tests/support/sso-world-with-system-email.ts'
import { SSO_FIELDS } from '#tests/support/single-sign-on.ts'
import { systemEmail, tokenIn, type ReceivedSystemEmail } from '#tests/support/system-emails.ts'
import { eventually, person as signedInWith } from '#tests/support/world.ts'

const at = mailingSsoWorld()

async function ask(email: string): Promise<ReceivedSystemEmail> {
  const input = { username: email }
  await at.world.anybody.graphql(
    'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { done errors { code field message } } }',
    {
      input,
    },
  )
  return systemEmail(at.world.sandboxUrl, email, 'Set a new password')
}
async function resetWith(mail: ReceivedSystemEmail): Promise<void> {
  const input = { token: tokenIn(mail, '/reset-password'), ...AGAIN }
  const { data } = await at.world.anybody.graphql(
    'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { done errors { code field message } } }',
    { input },
  )
  expect(data).toEqual({ resetPassword: true })
}
const statusOfLogin = async (username: string) =>
  (await at.world.anybody.rest('POST', '/api/login', { username, password: AGAIN.newPassword })).status

describe('a request for a password link, from somebody whose account single sign-on created', () => {
  it('is answered without a link while single sign-on is on, and with one once it is off', async () => {
    const { domain, set, claim, signIn, run } = await at.sso.open()
    await set()
    await claim()
    const email = `ida@${domain}`
    await signIn(email, 'ida')
    const mail = await ask(email)
    expect(mail.text).toContain('single sign-on')
    expect(mail.links.filter((link) => link.includes('/reset-password'))).toEqual([])

    await run(`mutation { removeSingleSignOn { singleSignOn { ${SSO_FIELDS} } errors { code field message } } }`)
    await ask(email)
    let next = mail
    await eventually('the second email arrives', async () => {
      next = await systemEmail(at.world.sandboxUrl, email, 'Set a new password')
      return next.id !== mail.id
    })
    await resetWith(next)
    expect(await statusOfLogin(email)).toBe(200)
  })

  it('is answered with a link if they are an admin, in case the identity provider fails', async () => {
    const { domain, set, claim, signIn } = await at.sso.open()
    await set({ roleClaim: 'groups', adminValues: ['it'], required: true })
    await claim()
    const email = `mia@${domain}`
    await signIn(email, 'mia', { groups: ['it'] })
    await resetWith(await ask(email))
    expect(await statusOfLogin(email)).toBe(200)
  })
})

describe('a request for a password link, from somebody who lost their Microsoft or Google account', () => {
  it('is answered with a link to their confirmed address, which also removes that sign-in method', async () => {
    const email = 'lost@google.example'
    const { session } = await browserOf(at.world).walk('google', email, '?action=register')
    const who = signedInWith(at.world.url, session ?? '', '', '')
    expect((await who.graphql('{ currentUser { emailConfirmed } }')).data.currentUser).toEqual({ emailConfirmed: true })
    await resetWith(await ask(email))
    expect(await statusOfLogin(email)).toBe(200)
    expect((await browserOf(at.world).walk('google', email)).location).toContain('No_account_uses')
  })

  it('is answered without a link if only the provider names the address: it may be a stranger’s', async () => {
    const email = 'named@microsoft.example'
    await browserOf(at.world).walk('microsoft', email, '?action=register')
    await at.world.app.database.asSystem((em) =>
      em.execute('update users set email_proven_at = null where email = :email', { email }),
    )
    const mail = await ask(email)
    expect(mail.text).toContain('has no password. Sign in with Microsoft or Google.')
    expect(mail.links.filter((link) => link.includes('/reset-password'))).toEqual([])
  })
})
