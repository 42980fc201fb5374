import { it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

describeInChromium('the time to undo a launch', () => {
  it('continues after a reload; an undo restores everything that was written; then the time ends', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('undo')
    const { page, survey } = visitor
    await signInToDemo(page, product)
    await page.getByRole('navigation').getByRole('link', { name: 'Campaigns', exact: true }).click()
    await page.getByRole('link', { name: 'New Campaign' }).click()
    await page.getByLabel('Campaign Name').fill('Second thoughts')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Select All' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Subject').fill('News')
    await page.getByLabel('Content').fill('Dear {firstName|reader}, this is one.')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio', { name: 'Now' }).click()
    const undoTime = page.getByLabel('Time to undo')
    await undoTime.selectOption({ label: '10 minutes' })

    const launch = async () => {
      await page.getByRole('button', { name: 'Create Campaign' }).click()
      await page.getByRole('button', { name: /^Send to [\d,]+ (?:now|anyway)$/ }).click()
      await page.waitForURL('**/campaigns')
    }
    await launch()
    await page.reload()
    await page.getByText(/^Sending starts in \d+ min$/).waitFor()
    await page.getByRole('button', { name: /^Undo: keep/ }).click()
    await page.getByRole('heading', { name: 'Review and Launch' }).waitFor()
    await page.getByRole('radio', { name: /^Now/, checked: true }).waitFor()
    await page.getByText('40 contacts').first().waitFor()
    await survey('undone')

    const other = await page.context().newPage()
    await other.goto(page.url().replace('step=4', 'step=3'))
    await other.getByLabel('Subject').fill('Better news')
    await other.getByText('Saved as a draft').waitFor()
    await page.getByText(/was changed elsewhere: subject/).waitFor()
    await survey('changed-elsewhere')
    await page.getByRole('button', { name: 'Load the other version' }).click()
    await page.getByText('Better news').first().waitFor()
    await other.close()

    await undoTime.selectOption({ label: '10 seconds' })
    await launch()
    const card = page.getByRole('article', { name: 'Second thoughts' })
    await card.getByText('0/40 sent').waitFor()
    await page.getByText('Your email campaign is now being sent.').first().waitFor()
    await page.getByText(/^Sending starts in/).waitFor({ state: 'detached' })
    await card.getByText(/^[1-9]\d*\/40 sent$/).waitFor()
    visitor.expectNoTrouble()
  })
})
