import { describe, expect, inject, it } from 'vitest'
import { openFirefox, type FirefoxVisitor } from '../support/firefox.ts'
import { startFreshProduct, type Product } from '../support/product.ts'

describe.skipIf(inject('firefox') === null)('the product in Firefox', () => {
  it('lets a user sign in, write an email, open the builder, launch to the sandbox and watch the progress', async () => {
    const product = await startFreshProduct()
    const visitor = await openFirefox('firefox')
    await signIn(visitor, product)
    await opensBuilder(visitor, product)
    await writesTemplate(visitor, product)
    await writes(visitor, product)
    await launches(visitor)
    visitor.expectNoTrouble()
  })
})

async function signIn({ page, field, press, see }: FirefoxVisitor, product: Product): Promise<void> {
  const [, username = '', password = ''] = /Demo workspace +(\S+) \/ (\S+)/.exec(product.printed()) ?? []
  await page.goto(`${product.url}/login`)
  await field('Username').fill(username)
  await field('Password').fill(password)
  await press('Sign in')
  await see('Dashboard')
}

async function opensBuilder({ page, open, press }: FirefoxVisitor, product: Product): Promise<void> {
  await open(`${product.url}/email-builder?start=sample`)
  await page.locator('ul[aria-label=Blocks]').wait()
  await press('Button')
  await page.locator('[data-block][data-selected][aria-label^="Button"]').wait()
  const height = await page.$eval('[data-canvas]', (canvas) => canvas.clientHeight)
  expect(height).toBeGreaterThanOrEqual(600)
  const overhanging = await page.$$eval('input[type=color]', (swatches) =>
    swatches.map((swatch) => {
      const [own, around] = [swatch, swatch.parentElement ?? swatch].map((each) => each.getBoundingClientRect())
      return own !== undefined && around !== undefined && (own.top < around.top || own.bottom > around.bottom)
    }),
  )
  expect([overhanging.length > 0, overhanging.includes(true)]).toEqual([true, false])
}

/** In the visual editor of a template. */
async function writesTemplate({ page, field, open, press, see }: FirefoxVisitor, product: Product): Promise<void> {
  const { keyboard } = page
  await open(`${product.url}/templates?template=new`)
  await field('Name').fill('By Firefox')
  await field('Subject').fill('Bold')
  await page.locator('[contenteditable=true][aria-label=Content]').click()
  await keyboard.type('Plain and ')
  await press('Bold')
  await keyboard.type('bold')
  await page
    .locator('::-p-xpath(//*[@contenteditable="true"]//*[self::b or self::strong][normalize-space()="bold"])')
    .wait()
  // The page behind the dialog has a button of the same name.
  await page.locator('::-p-xpath(//*[@role="dialog"]//button[normalize-space()="Create Template"])').click()
  await see('By Firefox')
}

async function writes({ page, field, open, press, see }: FirefoxVisitor, product: Product): Promise<void> {
  const { keyboard } = page
  await open(`${product.url}/create-campaign`)
  await field('Campaign Name').fill('From Firefox')
  await press('Next')
  await page.locator('input[placeholder*="Search"]').fill('Evelyn')
  await page.locator('::-p-xpath(//*[@role="option"][contains(., "Evelyn Boyd")])').click()
  await press('Next')
  await see('Design Email')
  await field('Subject').fill('For {firstName}')
  await page.locator('[contenteditable=true][aria-label=Content]').click()
  await keyboard.type('{firstName}')
  await page.locator('[contenteditable=true] [data-merge-tag="{firstName}"]').wait()
  await keyboard.press('Home')
  await keyboard.type('Dear ')
  await keyboard.press('End')
  await keyboard.type(', this is ')
  await press('Bold')
  await keyboard.type('bold')
  await expect.poll(() => storedContent({ page })).toBe('Dear {firstName}, this is <b>bold</b>')
}

async function launches({ page, press, see }: FirefoxVisitor): Promise<void> {
  await press('Next')
  await page.locator('iframe[title="Content preview"]').wait()
  await press('Create Campaign')
  await page.locator('article[aria-label="From Firefox"]').wait()
  const card = '//article[@aria-label="From Firefox"]'
  await page.locator(`::-p-xpath(${card}//button[normalize-space()="Send Campaign"])`).click()
  await press('Send now')
  await page.locator(`::-p-xpath(${card}//*[contains(normalize-space(), "1/1 sent")])`).wait()
  const waiting = await page.$eval('article .hatched', (bar) => getComputedStyle(bar).backgroundImage)
  expect(waiting).toContain('repeating-linear-gradient')
  await see('From Firefox')
}

/** The stored text of the draft that the page saves. */
function storedContent({ page }: Pick<FirefoxVisitor, 'page'>): Promise<string> {
  return page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((each) => each.startsWith('campaign-draft:'))
    return key ? (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { content: string }).content : ''
  })
}
