import { it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

describeInChromium('the rehearsal of a launch', () => {
  it('continues when its page is left and opened again, leads to the emails that it names, and says when it is out of date', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('rehearsal')
    const { page, survey } = visitor
    await signInToDemo(page, product)
    await page.getByRole('navigation').getByRole('link', { name: 'Campaigns', exact: true }).click()
    await page.getByRole('link', { name: 'New Campaign' }).click()
    await page.getByLabel('Campaign Name').fill('Rehearsed')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Select All' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Subject').fill('News')
    await page.getByLabel('Content').fill('Dear {firstName|reader}, this is for {Nickname}.')
    await page.getByRole('button', { name: 'Next' }).click()
    const report = page.getByRole('region', { name: 'The email' })
    await page.getByRole('button', { name: 'Rehearse with all 40' }).click()
    await report.getByText('40 recipients have no value for {Nickname}.').waitFor()
    await page.reload()
    await report.waitFor()
    await report.getByText('The first 10 of 40').click()
    await survey('rehearsal', { widths: [390, 1366] })

    await report.getByRole('button').nth(4).click()
    await page.getByText('Recipient 5 of 40').waitFor()

    await page.getByRole('button', { name: 'Previous', exact: true }).click()
    await page.getByLabel('Content').waitFor()
    await page.getByLabel('Subject').fill('Better news')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('This report is out of date: the email changed.').waitFor()
    await survey('rehearsal-out-of-date', { widths: [390, 1366] })
    await page.getByRole('button', { name: 'Rehearse again' }).click()
    await page.getByText(/^Rehearsed /).waitFor()
    visitor.expectNoTrouble()
  })
})
