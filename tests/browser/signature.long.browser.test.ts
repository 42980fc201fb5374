import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { COMMON, openAt } from '../support/screen-survey.ts'
import { signInToDemo } from '../support/sign-in.ts'

describeInChromium('the signature of a mailbox', () => {
  it('is written in the settings beside the footer, placed in an email, and seen in the preview', async () => {
    const product = await startFreshProduct()
    const { page, survey, expectNoTrouble } = await openBrowser('signature')
    await signInToDemo(page, product)
    await openAt(page, product, '/settings?tab=emails')
    await page
      .getByRole('button', { name: /^Signature… / })
      .first()
      .click()
    await write(page)
    await survey('signature-dialog', COMMON)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Signature saved', { exact: true }).waitFor()
    await page.locator('[data-written] b', { hasText: 'Ann Lee' }).waitFor()
    await survey('signature-shown', COMMON)

    await openAt(page, product, '/settings?tab=brand')
    await page.getByLabel('Company name').fill('Larkspur Bücher')
    await page.getByLabel('Postal address').fill('Am Markt 1\n20095 Hamburg')
    await page.getByLabel('Postal address').blur()
    await page.getByText('Email settings updated successfully', { exact: true }).waitFor()
    await survey('email-footer', COMMON)
    await openAt(page, product, '/settings?tab=languages')
    // Changes are saved in order, so the last one is saved when all are.
    const saved = page.waitForResponse((response) => /"language":"\w+"/.test(response.request().postData() ?? ''))
    await page.getByLabel('Language of your emails').selectOption('Deutsch')
    await saved

    await openAt(page, product, '/create-campaign')
    await page.getByLabel('Campaign Name').fill('Spring news')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Select All' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Subject').fill('Hallo')
    await page.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.type('Liebe Leser,')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Signature' }).click()
    await survey('composer-signature', COMMON)
    await page.getByRole('button', { name: 'Next' }).click()
    const mail = page.frameLocator('iframe[title="Content preview"]')
    await mail.getByText('Ann Lee').waitFor()
    const width = (image: Element) => (image as HTMLImageElement).naturalWidth
    expect(await mail.getByRole('img').first().evaluate(width)).toBeGreaterThan(0)
    expect(await mail.getByText('Larkspur Bücher').innerText()).toBe('Larkspur Bücher\nAm Markt 1\n20095 Hamburg')
    const link = await mail.getByRole('link', { name: 'Abmelden' }).getAttribute('href')
    expect(link).toBe(`${product.url}/u/sample`)
    expectNoTrouble()
  })
})

/** Writes a signature with a bold name, a link and a picture, by the keyboard and the form of the link. */
async function write(page: Page): Promise<void> {
  const { keyboard } = page
  const dialog = page.getByRole('dialog', { name: 'Signature' })
  await dialog.getByRole('textbox', { name: 'Signature' }).click()
  await keyboard.press('Control+b')
  await keyboard.type('Ann Lee')
  await keyboard.press('Control+b')
  await keyboard.press('Shift+Enter')
  await dialog.getByRole('button', { name: 'Link' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('larkspur.example')
  await keyboard.press('Enter')
  await dialog.getByRole('link', { name: 'https://larkspur.example' }).waitFor()
  const buffer = await sharp({ create: { width: 120, height: 40, channels: 3, background: '#1f5c48' } })
    .png()
    .toBuffer()
  await dialog.getByLabel('Upload image').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await dialog.getByRole('textbox', { name: 'Signature' }).getByRole('img').waitFor()
}
