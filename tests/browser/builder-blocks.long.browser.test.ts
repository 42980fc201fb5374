import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

const HTML = `<html><body bgcolor="#eeeeee"><table width="600" bgcolor="#ffffff"><tr><td style="padding:20px"><h1>Hello *|FNAME|*</h1>
<p>Some text</p><a href="https://example.com" style="background:#b83a24;color:#fff;padding:10px 20px">Buy</a></td></tr>
<tr><td width="50%">Left</td><td width="50%">Right</td></tr></table><form>Name <input></form></body></html>`

describeInChromium('the newer blocks of the email builder', () => {
  it('can be added, filled in and shown, and an email made elsewhere is imported as blocks', async () => {
    const product = await startFreshProduct()
    const { page, survey, expectNoTrouble } = await openBrowser('builder-blocks')
    await signInToDemo(page, product)
    await page.goto(`${product.url}/email-builder`)
    const elements = page.getByRole('list', { name: 'Elements' })
    for (const name of ['Table', 'Menu', 'Video', 'Social Links', 'Band']) {
      // oxlint-disable-next-line no-await-in-loop -- one click after another
      await elements.getByRole('button', { name }).click()
    }
    await page.getByLabel('Background picture', { exact: true }).waitFor()
    await page.getByRole('group', { name: /^Table/ }).click()
    await page.getByRole('button', { name: 'Row 2, column 1: empty' }).click()
    await page.getByRole('textbox', { name: 'Row 2, column 1' }).press('ControlOrMeta+b')
    await page.keyboard.type('Lamp')
    await page.locator('[data-block] td', { hasText: 'Lamp' }).locator('b, strong').waitFor()
    await page.getByText('Phones', { exact: true }).click()
    await page.getByRole('radio', { name: 'Desktop' }).click()
    const icons = page.getByRole('group', { name: /^Social Links/ }).locator('img')
    await icons.first().waitFor()
    // Our own pictures, from this product.
    expect(await icons.evaluateAll((all) => all.every((each) => (each as HTMLImageElement).naturalWidth > 0))).toBe(
      true,
    )
    await survey('builder-new-blocks')

    await page.getByRole('button', { name: 'Import HTML' }).click()
    await page.getByLabel('HTML', { exact: true }).fill(HTML)
    await survey('builder-import-source')
    await page.getByRole('button', { name: 'Convert to blocks' }).click()
    await page.getByText('*|FNAME|* → {firstName}').waitFor()
    await page.getByText('<form>: Name').waitFor()
    await survey('builder-import-compared')
    await page.getByRole('button', { name: 'Replace this email' }).click()
    await page.getByRole('group', { name: /^Two Columns/ }).waitFor()
    expect(await page.getByRole('list', { name: 'Blocks' }).textContent()).toContain('Hello')
    expectNoTrouble()
  })
})
