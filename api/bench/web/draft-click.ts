import type { Browser } from 'playwright-core'
import { timed } from '../bench.ts'

/** ms to wait for a step: the machine may be busy */
const PATIENCE = 120_000

/**
 * ms from the click on "Create Campaign" until the draft is on the page of campaigns. The wizard is walked as fast as it lets
 * a script, so the recipients may still be being saved when it is clicked.
 */
export async function draftClick(
  browser: Browser,
  { url, cookie, name }: { url: string; cookie: { name: string; value: string }; name: string },
): Promise<number> {
  const context = await browser.newContext()
  try {
    await context.addCookies([{ ...cookie, url }])
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    const press = (button: string) => page.getByRole('button', { name: button }).click()
    await page.goto(`${url}/campaigns/create`)
    await page.getByLabel('Campaign Name').fill(name)
    await press('Next')
    await press('Select All')
    await press('Next')
    await page.getByLabel('Subject').fill('News for {firstName|you}')
    await page.getByLabel('Content').fill('Dear {firstName|reader}, we have news for you.')
    await press('Next')
    await page.getByText(/^Recipient 1 of /).waitFor()
    const create = page.getByRole('button', { name: 'Create Campaign' })
    await create.waitFor()
    return await timed(async () => {
      await create.click()
      await page.getByRole('article', { name }).waitFor()
    })
  } finally {
    await context.close()
  }
}
