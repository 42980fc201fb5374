import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { COMMON, openAt } from '../support/screen-survey.ts'
import { signInToDemo } from '../support/sign-in.ts'

describeInChromium('another sender address of a mailbox', () => {
  it('is set up in settings, chosen beside the sender’s name, and seen in the preview', async () => {
    const product = await startFreshProduct()
    const { page, survey, expectNoTrouble } = await openBrowser('send-as')
    await signInToDemo(page, product)
    await openAt(page, product, '/settings?tab=emails')
    await page
      .getByRole('button', { name: /^Sender addresses… / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Other addresses' })
    await dialog.getByRole('list', { name: 'Addresses' }).waitFor()
    await survey('addresses-dialog', COMMON)
    await dialog.getByRole('button', { name: 'Refresh aliases' }).click()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page
      .getByText(/^Also sends from /)
      .first()
      .waitFor()
    await survey('mailbox-addresses', COMMON)

    await openAt(page, product, '/create-campaign')
    await page.getByLabel('Campaign Name').fill('Spring news')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Select All' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Subject').fill('News')
    await page.getByRole('textbox', { name: 'Content' }).fill('Dear {firstName},')
    await page.getByRole('button', { name: 'Sender & copies' }).click()
    const choice = page.getByLabel('From address')
    await choice.selectOption({ index: 1 })
    const address = await choice.inputValue()
    await page.getByText(/^Sent through /).waitFor()
    await survey('from-address', COMMON)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText(address).first().waitFor()
    expect(address).toMatch(/\.hello@/)
    expectNoTrouble()
  })
})
