import { it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

describeInChromium('an SMTP mailbox at any email host', () => {
  it('can be connected by address and password, tested again, and given a new password', async () => {
    const product = await startFreshProduct()
    const { page, survey, expectNoTrouble } = await openBrowser('connect-mailbox')
    await signInToDemo(page, product)
    await page.goto(`${product.url}/settings?tab=emails`)
    await page.getByRole('link', { name: 'Connect other mailbox' }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email address').fill('ann@own-host.test')
    await survey('connect-mailbox-address')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Password', { exact: true }).fill('guess')
    await survey('connect-mailbox-password')
    await page.keyboard.press('Enter')
    await dialog.getByText('does not accept this password').waitFor()
    await dialog.getByText('Server settings').click()
    await survey('connect-mailbox-failed')
    await dialog.getByLabel('Password', { exact: true }).fill('sandbox')
    await dialog.getByRole('button', { name: 'Connect mailbox' }).click()
    await page.getByText('Mailbox connected').first().waitFor()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Servers… ann@own-host.test' }).click()
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await dialog.getByText('Ask whether new emails are announced').waitFor()
    await dialog.getByRole('switch', { name: 'Send a copy of each email to yourself' }).click()
    await page.getByText('the copy to yourself shows').waitFor()
    await survey('mailbox-servers')
    await dialog.getByRole('link', { name: 'Change password or servers' }).click()
    await dialog.getByLabel('Password', { exact: true }).fill('sandbox')
    await dialog.getByRole('button', { name: 'Test and save' }).click()
    await page.getByText('Mailbox updated').first().waitFor()
    expectNoTrouble()
  })
})
