import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

const WIDTHS = { widths: [390, 1366] }

describeInChromium('the winner of an A/B test', () => {
  it('is chosen by a rule, included in the rehearsal, and sent to the remaining recipients when a person decides', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('ab-winner')
    const { page, survey } = visitor
    await signInToDemo(page, product)
    await page.getByRole('navigation').getByRole('link', { name: 'Campaigns', exact: true }).click()
    await page.getByRole('link', { name: 'New Campaign' }).click()
    await page.getByLabel('Campaign Name').fill('Two subjects')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Select All' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Subject').fill('News from us')
    await page.getByLabel('Content').fill('Dear {firstName|reader}, this is one.')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('switch', { name: 'Test two subjects' }).click()
    await page.getByLabel('Subject B').fill('Three things we learned')
    await page.getByLabel('Who is in the test').selectOption('some')
    await page.getByText(/4 contacts get A, 4 contacts get B, and 32 contacts wait/).waitFor()
    await page.getByText('Without “Track opens” it costs none.').waitFor()
    await survey('ab-rule', WIDTHS)
    await page.getByRole('switch', { name: 'Track opens' }).last().click()
    await page.getByText('Opens cannot decide the test because “Track opens” is off.').waitFor()
    await page.getByText(/Opens are not tracked for this campaign\./).waitFor()
    await survey('ab-rule-untracked', WIDTHS)
    await page.getByRole('switch', { name: 'Track opens' }).last().click()

    await page.getByRole('button', { name: 'Rehearse with all 40' }).click()
    await page.getByText('A/B test decided', { exact: true }).waitFor()
    await survey('ab-rehearsed', WIDTHS)
    await page.reload()
    await expect.poll(() => page.getByLabel('Who is in the test').inputValue()).toBe('some')

    await page.getByRole('radio', { name: 'Now' }).click()
    await page.getByRole('button', { name: 'Create Campaign' }).click()
    await page.getByRole('button', { name: /^Send to [\d,]+ (?:now|anyway)$/ }).click()
    await page.waitForURL('**/campaigns')
    const card = page.getByRole('article', { name: 'Two subjects' })
    await card.getByText('8/40 sent').waitFor()
    await card.getByText(/The other recipients wait for the result of the A\/B test/).waitFor()
    await survey('ab-waits-in-list', WIDTHS)
    await card
      .getByRole('link', { name: /Two subjects|Analytics/ })
      .first()
      .click()
    await page.getByText(/32 contacts wait for the winner\./).waitFor()
    await survey('ab-waits', WIDTHS)
    await page.getByRole('button', { name: 'Send B to the rest' }).click()
    await survey('ab-choose', WIDTHS)
    await page.getByRole('button', { name: 'Send B', exact: true }).click()
    await page.getByText(/Subject B was chosen before the test was over\./).waitFor()
    await page.getByText('0 of 36 sent').waitFor()
    await survey('ab-decided', WIDTHS)
    visitor.expectNoTrouble()
  })
})
