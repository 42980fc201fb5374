import { describe, expect, it } from 'vitest'
import { startFreshProduct, type Product } from '../support/product.ts'
import { findWebkit, KEYS, openWebkit, type WebkitVisitor } from '../support/webkit.ts'

describe('the product in WebKit', () => {
  it('lets a user sign in, write an email, open the builder, launch to the sandbox and watch the progress', async ({
    skip,
  }) => {
    const webkit = findWebkit()
    if ('missing' in webkit) return skip(webkit.missing)
    const product = await startFreshProduct()
    const visitor = await openWebkit(webkit, 'webkit')
    await signIn(visitor, product)
    await opensBuilder(visitor, product)
    await writes(visitor, product)
    await launches(visitor)
    expect(await visitor.refused()).toEqual([])
  })
})

async function signIn({ goto, fill, press, see }: WebkitVisitor, product: Product): Promise<void> {
  const [, username = '', password = ''] = /Demo workspace +(\S+) \/ (\S+)/.exec(product.printed()) ?? []
  await goto(`${product.url}/login`)
  await fill('Username', username)
  await fill('Password', password)
  await press('Sign in')
  await see('Dashboard')
}

async function opensBuilder({ goto, press, wait, read }: WebkitVisitor, product: Product): Promise<void> {
  await goto(`${product.url}/email-builder?start=sample`)
  await wait('//ul[@aria-label="Blocks"]')
  await press('Button')
  await wait('//*[@data-block and @data-selected and starts-with(@aria-label, "Button")]')
  expect(await read<number>('document.querySelector("[data-canvas]").clientHeight')).toBeGreaterThanOrEqual(500)
}

async function writes(visitor: WebkitVisitor, product: Product): Promise<void> {
  const { goto, fill, press, click, type, see, wait } = visitor
  await goto(`${product.url}/create-campaign`)
  await fill('Campaign Name', 'From WebKit')
  await press('Next')
  await click('//input[contains(@placeholder, "Search")]')
  await type('Evelyn')
  await click('//*[@role="option"][contains(., "Evelyn Boyd")]')
  await press('Next')
  await see('Design Email')
  await fill('Subject', 'For {firstName}')
  await click('//*[@contenteditable="true" and @aria-label="Content"]')
  await type('{firstName}')
  await wait('//*[@contenteditable="true"]//*[@data-merge-tag="{firstName}"]')
  await type(KEYS.home)
  await type('Dear ')
  await type(KEYS.end)
  await type(', this is ')
  await press('Bold')
  await type('bold')
  await expect.poll(() => storedContent(visitor)).toBe('Dear {firstName}, this is <b>bold</b>')
}

async function launches({ press, click, wait, read }: WebkitVisitor): Promise<void> {
  const card = '//article[@aria-label="From WebKit"]'
  await press('Next')
  await wait('//iframe[@title="Content preview"]')
  await press('Create Campaign')
  await wait(card)
  await click(`${card}//button[normalize-space()="Send Campaign"]`)
  await press('Send now')
  await wait(`${card}//*[contains(normalize-space(), "1/1 sent")]`)
  expect(await read<string>('getComputedStyle(document.querySelector("article .hatched")).backgroundImage')).toContain(
    'repeating-linear-gradient',
  )
}

/** The stored text of the draft that the page saves. */
function storedContent({ read }: WebkitVisitor): Promise<string> {
  return read(`(() => {
    const key = Object.keys(sessionStorage).find((each) => each.startsWith('campaign-draft:'))
    return key ? JSON.parse(sessionStorage.getItem(key)).content : ''
  })()`)
}
