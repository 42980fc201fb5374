import { expect, it } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signIn } from '../support/sign-in.ts'

describeInChromium('a sign-in at a provider in a browser', () => {
  it('asks first when another website starts it, and asks whether to replace the user who is signed in', async () => {
    const product = await startFreshProduct()
    const { page, survey, expectNoTrouble } = await openBrowser('swapped-sessions')
    // Otherwise the browser warns of sockets that a page leaves before they are open.
    await page.context().routeWebSocket(/\/graphql/, () => undefined)
    const account = 'newcomer@example.test'
    const accept = async () => {
      await page.getByLabel('Or use any other address').fill(account)
      await page.getByRole('button', { name: 'Accept' }).click()
    }
    await page.goto(`${product.url}/auth/google?action=register`)
    await accept()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await page.context().clearCookies()

    await page.goto(product.sandboxUrl ?? '')
    await page.evaluate((url) => window.location.assign(`${url}/auth/google`), product.url)
    await page.getByRole('heading', { name: 'Sign in with Google?' }).waitFor()
    await survey('begun-elsewhere')
    await page.getByRole('link', { name: 'Sign in with Google' }).click()
    await page.getByLabel('Or use any other address').waitFor()

    const other = await page.context().newPage()
    await signIn(other, product, DEMO)
    await accept()
    await page.getByRole('heading', { name: /^You are signed in as / }).waitFor()
    await survey('switch')
    await page.getByRole('link', { name: /^Stay signed in as / }).click()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()

    await page.goto(`${product.url}/auth/switch`)
    await page.getByRole('button', { name: /^Sign out and continue as / }).click()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await page.goto(`${product.url}/settings?tab=profile`)
    await page.getByText(account).first().waitFor()
    expect(await page.getByText(DEMO.username).count()).toBe(0)
    expectNoTrouble()
  })
})
