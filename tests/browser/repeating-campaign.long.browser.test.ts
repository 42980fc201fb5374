import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

/** HH:MM in UTC, so many minutes from now. */
const timeIn = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)

describeInChromium('a campaign that repeats', () => {
  it('is set up with a preview, runs automatically, shows its run, and is stopped', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('standing')
    const { page, survey } = visitor
    await signInToDemo(page, product)
    const answer = await page.request.post(`${product.url}/api/campaigns`, {
      data: { name: 'Welcome', subject: 'Good to have you', content: 'Dear {firstName|reader}' },
      headers: { origin: product.url },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    await page.goto(`${product.url}/campaigns`)
    const card = page.getByRole('article', { name: 'Welcome', exact: true })
    await card.getByRole('link', { name: 'Repeat…' }).click()

    await page.getByText('Contacts who are added from now on get the email.').waitFor()
    await page.getByRole('radio', { name: 'On a date of each contact' }).click()
    await page.getByLabel('When', { exact: true }).selectOption('before')
    await survey('date', { widths: [390, 1366] })
    await page.getByRole('radio', { name: 'Every month' }).click()
    await page.getByText(/^As things are now, 40 contacts would get the email/).waitFor()
    await survey('month', { widths: [390, 1366] })

    await page.getByRole('radio', { name: 'Each new contact', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Include contacts who already match' }).click()
    await page.getByLabel('Time zone').selectOption('UTC')
    await page.getByLabel('Time of day').fill(timeIn(2))
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('button', { name: 'Save changes' }).waitFor()

    const run = page.getByRole('list', { name: 'Runs' }).getByRole('link')
    await run.waitFor({ timeout: 240_000 })
    expect(await run.textContent()).toMatch(/^Welcome, \d+ \w+ \d{4}$/)
    await page.getByText(/^40 of 40 sent/).waitFor({ timeout: 240_000 })
    await survey('on', { widths: [390, 1366] })

    await page.getByRole('link', { name: 'Back to Campaigns' }).click()
    await card.getByText('Repeats', { exact: true }).waitFor()
    await card.getByRole('link', { name: /^Sent to each new contact, next on/ }).waitFor()
    expect(await page.getByRole('article', { name: /^Welcome, / }).count()).toBe(0)
    await survey('card', { widths: [390, 1366] })

    await card.getByRole('link', { name: /^Sent to each new contact/ }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    await run.click()
    await page.getByRole('heading', { name: /^Welcome, / }).waitFor()
    visitor.expectNoTrouble()
  })
})
