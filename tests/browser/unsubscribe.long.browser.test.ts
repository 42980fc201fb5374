import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct, type Product } from '../support/product.ts'
import { LIGHT } from '../support/screen-survey.ts'
import { eventually } from '../support/eventually.ts'
import { person, type TestPerson } from '../support/person.ts'

const CONTACT = { firstName: 'Reader', lastName: 'X', email: 'reader@example.com' }
const SIZES = { ...LIGHT, widths: [390, 1366] }
const FONTS = ['Inter Variable', 'Newsreader Variable']
const COUNTS = 'query ($id: ID!) { campaign(id: $id) { status openedCount machineOpenedCount unsubscribedCount } }'

describeInChromium('a recipient who reads a campaign in the sandbox', () => {
  it('counts as having opened it, unsubscribes with two clicks, and subscribes again, all without scripts', async () => {
    const product = await startFreshProduct()
    const demo = await signIn(product)
    const topics = [{ id: '0190c5f2-7a3e-4cc1-b1a4-d2f0e6a81b21', name: 'Offers', description: 'What costs less now' }]
    expect((await demo.rest('POST', '/api/settings/email', { topics })).status).toBe(200)
    const contact = await demo.rest('POST', '/api/contacts', CONTACT)
    const draft = { name: 'News', subject: 'Hello {firstName}', content: 'News.', selectedContacts: [contact.body.id] }
    const { id } = (await demo.rest('POST', '/api/campaigns', draft)).body
    const counts = async () => (await demo.graphql(COUNTS, { id })).data.campaign
    expect((await demo.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
    await eventually('the campaign is sent', async () => (await counts()).status === 'sent')

    const { page, survey, expectNoTrouble } = await openBrowser('unsubscribe')
    await page.goto(product.sandboxUrl ?? '')
    await page.getByRole('link', { name: 'larkspur' }).first().waitFor()
    await survey('sandbox-mailboxes', SIZES)
    expect(await fontsOf(page)).toEqual(FONTS)
    await page.getByRole('link', { name: 'larkspur' }).first().click()
    await page.getByRole('link', { name: 'Hello Reader' }).waitFor()
    await survey('sandbox-mailbox', SIZES)
    await page.getByRole('link', { name: 'Hello Reader' }).click()
    await page.frameLocator('iframe').getByRole('link', { name: 'Unsubscribe' }).waitFor()
    await survey('sandbox-message', SIZES)
    await eventually('the open is recorded, by a person or as too early', async () => {
      const { openedCount, machineOpenedCount } = await counts()
      return openedCount + machineOpenedCount === 1
    })
    const link = page.frameLocator('iframe').getByRole('link', { name: 'Unsubscribe' })
    const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await popup.getByRole('heading', { name: 'Unsubscribe' }).waitFor()
    const address = popup.url()
    expect(address).toContain(`${product.url}/u/`)
    await popup.close()

    await page.goto(address)
    await page.getByRole('heading', { name: 'Unsubscribe' }).waitFor()
    await survey('unsubscribe-asks', SIZES)
    expect(await fontsOf(page)).toEqual(FONTS)
    expect(await page.locator('script').count()).toBe(0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
    await survey('unsubscribe-done', SIZES)
    expect((await counts()).unsubscribedCount).toBe(1)

    await page.getByRole('button', { name: 'Subscribe again' }).click()
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor()
    expect((await counts()).unsubscribedCount).toBe(0)

    await page.getByRole('checkbox', { name: 'Offers' }).press('Space')
    await page.getByRole('checkbox', { name: 'Pause for three months' }).press('Space')
    await page.getByRole('button', { name: 'Save choices' }).press('Enter')
    await page.getByText('Your choices are saved.').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Offers' }).isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: /^Pause until / }).isChecked()).toBe(true)
    await survey('unsubscribe-chosen', SIZES)
    await page.emulateMedia({ colorScheme: 'dark' })
    await survey('unsubscribe-asks-in-the-dark', SIZES)
    expectNoTrouble()
  })
})

/** The fonts that a page has loaded. */
function fontsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const loaded = [...(await document.fonts.ready)].filter(({ status }) => status === 'loaded')
    return [...new Set(loaded.map(({ family }) => family.replaceAll('"', '')))].toSorted()
  })
}

async function signIn(product: Product): Promise<TestPerson> {
  const [, username = '', password = ''] = /Demo workspace +(\S+) \/ (\S+)/.exec(product.printed()) ?? []
  const { body } = await person(product.url, '', '', '').rest('POST', '/api/login', { username, password })
  return person(product.url, body.sessionToken, '', '')
}
