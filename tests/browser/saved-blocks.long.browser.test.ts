import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

describeInChromium('saved blocks and the brand of a workspace', () => {
  it('can be set up, used in emails, and changed for all emails', async () => {
    const product = await startFreshProduct()
    const { page, survey, expectNoTrouble } = await openBrowser('saved-blocks')
    await signInToDemo(page, product)
    await page.goto(`${product.url}/settings?tab=brand`)
    await page.getByRole('button', { name: 'Add color' }).click()
    await page.getByLabel('Main color', { exact: true }).fill('#0f766e')
    await page.getByLabel('Main color', { exact: true }).blur()
    await page.getByText('Email settings updated successfully').first().waitFor()
    await survey('brand-settings')

    await page.goto(`${product.url}/email-builder`)
    const elements = page.getByRole('list', { name: 'Elements' })
    await page.getByRole('button', { name: 'Use our brand' }).waitFor()
    await elements.getByRole('button', { name: 'Button', exact: true }).click()
    const use = page.getByRole('group', { name: /^Button, 1 of/ })
    await page.getByRole('button', { name: 'Save block', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Our button')
    await page.getByRole('dialog').getByRole('button', { name: 'Save block' }).click()
    await page.getByText('Saved: Our button').waitFor()
    await page
      .getByRole('list', { name: 'Saved blocks' })
      .getByRole('button', { name: 'Our button', exact: true })
      .click()
    await expect.poll(() => page.getByText('Saved: Our button').count()).toBe(2)
    await survey('saved-block')

    await use.focus()
    await use.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText('Editing “Our button”').waitFor()
    await page.getByRole('textbox', { name: 'Content', exact: true }).fill('Read more')
    await survey('saved-block-editing')
    await page.getByRole('button', { name: 'Save in all emails that use the block' }).click()
    await page.getByText('No other email uses this block yet.').waitFor()
    await survey('saved-block-dialog')
    await page.getByRole('dialog').getByRole('button', { name: 'Save in all emails that use the block' }).click()
    await expect.poll(() => page.getByText('Saved: Our button').count()).toBe(2)
    const shown = page.getByRole('list', { name: 'Blocks' }).getByText('Read more')
    await expect.poll(() => shown.count()).toBe(2)
    expectNoTrouble()
  })
})
