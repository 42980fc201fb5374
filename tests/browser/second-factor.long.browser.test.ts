import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { appCode } from '../support/second-factor.ts'

/** Gives the page's browser a device with passkeys, whose owner always confirms. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describeInChromium('the second factor in Chromium', () => {
  it('is set up as app and passkey; a code finishes a sign-in, the passkey signs in alone, and a required one is set up first', async () => {
    const product = await startFreshProduct()
    // Browsers take passkeys at a name only.
    const url = product.url.replace('127.0.0.1', 'localhost')
    const { page, survey, expectNoTrouble } = await openBrowser('second-factor')
    await withAuthenticator(page)
    const signIn = async () => {
      await page.goto(`${url}/login`)
      await page.getByLabel('Username').fill(DEMO.username)
      await page.getByLabel('Password', { exact: true }).fill(DEMO.password)
      await press(page, 'Sign in')
    }
    const dashboard = () => page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    const signOut = () => page.context().clearCookies()

    await signIn()
    await dashboard()
    await page.goto(`${url}/settings?tab=profile`)
    await press(page, 'Set up authenticator app')
    const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
    await survey('set-up-totp')
    await page.getByLabel('Code', { exact: true }).fill(appCode(key, Date.now()))
    await press(page, 'Turn on')
    await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor()
    const recovery = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
    expect(recovery).toHaveLength(10)
    await survey('recovery-codes')
    await press(page, 'Done')

    await press(page, 'Add a passkey')
    await page.getByLabel('Name', { exact: true }).fill('Virtual device')
    await survey('add-passkey')
    await press(page, 'Continue')
    await page.getByRole('list', { name: 'Your passkeys' }).getByText('Virtual device').waitFor()
    await survey('second-factor-on')

    await signOut()
    await signIn()
    await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor()
    await survey('second-step')
    await press(page, 'Use a recovery code')
    await page.getByLabel('Recovery code').fill(recovery[0] ?? '')
    await press(page, 'Sign in')
    await dashboard()

    await signOut()
    await page.goto(`${url}/login`)
    await press(page, 'Use a passkey')
    await dashboard()

    await page.goto(`${url}/settings?tab=users`)
    await page.getByRole('switch', { name: 'Required for everyone' }).click()
    await press(page, 'Require')
    // Going on at once would break the request off.
    await page.getByText('Two-step sign-in is now required').first().waitFor()
    await page.goto(`${url}/settings?tab=profile`)
    await press(page, 'Remove Virtual device')
    await press(page, 'Remove')
    await page.getByRole('list', { name: 'Your passkeys' }).waitFor({ state: 'detached' })
    await press(page, 'Turn off')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Authenticator app turned off').first().waitFor()
    await page.goto(`${url}/campaigns`)
    await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor()
    await survey('required-factor')
    expectNoTrouble()
  })
})
