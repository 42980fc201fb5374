import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '#tests/support/browser.ts'
import { shareFreshProduct } from '#tests/support/product.ts'
import { OPEN_PAGES } from '#web/client/lazy-pages.ts'
import { firstOf } from '#tests/support/full-run-only.ts'

const PAGES = [
  ['/', 'Mail merge from your own mailbox'],
  ['/login', 'Sign in'],
  ['/register?tier=pro', 'Create your account'],
  ['/single-sign-on', 'Single sign-on'],
  ['/forgot-password', 'Forgot your password?'],
] as const

const product = shareFreshProduct()

/** Holds the app's code back until `release`. */
async function withoutApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/base-.+\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

describeInChromium('a page whose HTML was rendered at build time', () => {
  it.each(firstOf(PAGES, 1))('can be read without scripts: %s', async (path, title) => {
    const { page, expectNoTrouble } = await openBrowser('prerendered-read', { scripts: false })
    await page.goto(product().url + path)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    expect(await page.title()).toBe(`${title} · Mergewell`)
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/^.{40,160}/)
    expectNoTrouble()
  })

  it.each(firstOf(PAGES, 1))('is taken over by the app without being drawn again: %s', async (path, title) => {
    const { page, expectNoTrouble } = await openBrowser('prerendered-taken')
    const release = await withoutApp(page)
    await page.goto(product().url + path)
    const heading = page.getByRole('heading', { name: title, level: 1 })
    await heading.evaluate((element) => Object.assign(element, { isFirst: true }))
    release()
    const theme = page.getByRole('button', { name: 'Theme: system' })
    await theme.click()
    await page.getByRole('button', { name: 'Theme: light' }).waitFor()
    expect(await heading.evaluate((element) => 'isFirst' in element)).toBe(true)
    expectNoTrouble()
  })

  it('keeps what is typed, and signs in once the app is there', async () => {
    const { page } = await openBrowser('prerendered-sign-in')
    const release = await withoutApp(page)
    const [, username = '', password = ''] = /Demo workspace +(\S+) \/ (\S+)/.exec(product().printed()) ?? []
    await page.goto(`${product().url}/login`)
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'username')
    await page.keyboard.type(username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    expect(page.url()).toBe(`${product().url}/login`)
    release()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  })

  it('repeats the clicks on buttons and the choice of a plan that were made before the app had loaded', async () => {
    const { page } = await openBrowser('prerendered-pressed')
    const release = await withoutApp(page)
    await page.goto(`${product().url}/register`)
    await page.getByRole('radio', { name: 'Pro' }).click()
    await page.getByRole('button', { name: 'Sign up manually' }).click()
    release()
    await page.getByLabel('Company name').waitFor()
    expect(await page.getByRole('radio', { name: 'Pro' }).isChecked()).toBe(true)
    expect(page.url()).toBe(`${product().url}/register?tier=pro`)
  })

  it('never puts a password into the URL, even without scripts', async () => {
    const { page } = await openBrowser('prerendered-post', { scripts: false })
    await page.goto(`${product().url}/login`)
    await page.getByLabel('Password', { exact: true }).fill('twelve white swans')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.keyboard.press('Enter')
    await sent
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    expect(page.url()).toBe(`${product().url}/login`)
  })
})

describeInChromium('a page that is open to everybody', () => {
  it.each(OPEN_PAGES.map(({ path }) => path))(
    'has a description, and the title that the app shows: %s',
    async (path) => {
      const html = await (await fetch(product().url + path)).text()
      const { page } = await openBrowser('public-title')
      await page.goto(product().url + path)
      const title = /<title>(.+?)<\/title>/.exec(html)?.[1] ?? ''
      await page.waitForFunction((expected) => document.title === expected && document.querySelector('h1'), title)
      expect(title).toMatch(/.+ · Mergewell$/)
      expect(html).not.toContain('content="Mail merge and email campaigns from the mailbox you already own."')
    },
  )

  it('may be indexed by search engines, and no other page may', async () => {
    const answer = await fetch(`${product().url}/robots.txt`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    const rules = await answer.text()
    expect(rules).toMatch(/^User-agent: \*$/m)
    expect(rules.match(/^Disallow: .*$/gm)).toEqual(['Disallow: /'])
    for (const path of ['/$', '/login$', '/register']) expect(rules).toContain(`\nAllow: ${path}\n`)
  })
})
