import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { shareFreshProduct } from '#tests/support/product.ts'
import { signInToDemo } from '#tests/support/sign-in.ts'

/** The names of the scripts that a page has requested, without their hashes. */
function watchScripts(page: Page): Set<string> {
  const names = new Set<string>()
  page.on('request', (request) => {
    const name = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url())?.[1]
    if (name !== undefined) names.add(name)
  })
  return names
}

describeInChromium('the scripts of a page', () => {
  const product = shareFreshProduct()

  async function preloaded(path: string, cookie = ''): Promise<string[]> {
    const response = await fetch(`${product().url}${path}`, { headers: { cookie } })
    const links = (await response.text()).matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)
    const scripts = [...links].map(([, script = '']) => script)
    for (const script of scripts) expect((await fetch(product().url + script)).status).toBe(200)
    return scripts.map((script) => script.replace(/^\/assets\/(.+)-[\w-]{8}\.js$/, '$1'))
  }

  it('are preloaded by its HTML, which differs for visitors with and without a session', async () => {
    expect(await preloaded('/login')).toEqual(['accounts'])
    const session = 'mergewell_session=any'
    for (const path of ['/', '/dashboard', '/dashboard?tab=1'])
      expect((await preloaded(path, session)).toSorted()).toEqual(['accounts', 'app'])
    expect(await preloaded('/dashboard')).toContain('landing-page')
    expect(await preloaded('/campaigns/c1/analytics', session)).toContain('campaign-analytics-page')
    expect(await preloaded('/no/such/page', session)).toContain('not-found-page')
  })

  it('leave out the builder and charts on /login and /dashboard, and load them with their pages', async () => {
    const { page } = await openBrowser('first-scripts')
    const scripts = watchScripts(page)
    const large = () => [...scripts].filter((name) => /builder|charts|text-box/.test(name))
    await signInToDemo(page, product())
    await page.waitForLoadState('networkidle')
    expect(large()).toEqual([])
    await page.goto(`${product().url}/email-builder`)
    await eventually('the builder is loaded', async () => scripts.has('builder-page'))
  })

  it('are loaded as soon as the pointer or the focus reaches a link to it', async () => {
    const { page } = await openBrowser('links')
    const scripts = watchScripts(page)
    await page.goto(`${product().url}/login`)
    await page.waitForLoadState('networkidle')
    expect(scripts).not.toContain('register-page')
    await page.getByRole('link', { name: 'Create an account' }).hover()
    await eventually('the code of /register is there', async () => scripts.has('register-page'))
    expect(scripts).not.toContain('forgot-password-page')
    await page.getByRole('link', { name: 'Forgot your password?' }).focus()
    await eventually('the code of /forgot-password is there', async () => scripts.has('forgot-password-page'))
    await page.getByRole('link', { name: 'Use Google' }).hover()
    expect(scripts, 'no page of the app').not.toContain('not-found-page')
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})
