import type { Browser } from 'playwright-core'
import { timed } from '../bench.ts'

/** ms to wait for a step: the machine may be busy */
const PATIENCE = 120_000

/**
 * ms from the click on "Select All" until the draft is on the page of campaigns. A script writes the email and clicks through
 * the other steps at once, while the recipients are saved.
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
    const selectAll = page.getByRole('button', { name: 'Select All' })
    await selectAll.waitFor()
    return await timed(async () => {
      await selectAll.click()
      await press('Next')
      await page.getByLabel('Subject').fill('News for {firstName|you}')
      await page.getByLabel('Content').fill('Dear {firstName|reader}, we have news for you.')
      await press('Next')
      await press('Create Campaign')
      await page.getByRole('article', { name }).waitFor()
    })
  } finally {
    await context.close()
  }
}
