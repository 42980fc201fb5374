import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '#tests/support/browser.ts'
import { eventually } from '#tests/support/eventually.ts'
import { shareFreshProduct } from '#tests/support/product.ts'
import { signInToDemo } from '#tests/support/sign-in.ts'

/** Words that only the builder and charts contain. */
const LARGE_WORDS = ['data-rfd', 'recharts']
const LARGE = new RegExp(LARGE_WORDS.join('|'), 'g')

/** Most gzipped KB of scripts before somebody can sign in: 228 when screens became faster. */
const SIGN_IN_MAX_KB = 200
/** Most gzipped KB of scripts before the first step of a new campaign: 378 when it had no rich-text editor. */
const WIZARD_MAX_KB = 340
/** Libraries that every page loads, each in a file of its own. */
const LIBRARIES = ['apollo', 'react', 'router']

interface Script {
  url: string
  /** Code that no test awaits may get lost with the page. */
  code: Promise<string>
}

/** The scripts that a page has loaded, by their names without hash. */
function watchScripts(page: Page): Map<string, Script> {
  const scripts = new Map<string, Script>()
  page.on('requestfinished', (request) => {
    const name = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url())?.[1]
    if (name === undefined) return
    const code = textOf(request)
    code.catch(() => {})
    scripts.set(name, { url: request.url(), code })
  })
  return scripts
}

const codesOf = (scripts: Map<string, Script>) => [...scripts.values()].map(({ code }) => code)

/** The size of scripts in gzipped KB. */
async function sizeOf(scripts: Map<string, Script>): Promise<number> {
  const sizes = (await Promise.all(codesOf(scripts))).map((code) => gzipSync(code).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000
}

async function textOf(request: Request): Promise<string> {
  const response = await request.response()
  return (await response?.text()) ?? ''
}

describeInChromium('the scripts that a page of the web app loads', () => {
  const product = shareFreshProduct()

  async function preloaded(path: string, cookie = ''): Promise<string[]> {
    const response = await fetch(`${product().url}${path}`, { headers: { cookie } })
    const html = await response.text()
    const links = html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)
    const afterPaint = /data-scripts="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
    const scripts = [...afterPaint, ...[...links].map(([, script = '']) => script)]
    for (const script of scripts) expect((await fetch(product().url + script)).status).toBe(200)
    const names = scripts.map((script) => script.replace(/^\/assets\/(.+)-[\w-]{8}\.js$/, '$1'))
    return [...new Set(names)].filter((name) => !['base', 'start', 'rolldown-runtime'].includes(name))
  }

  it('are preloaded by its HTML, which differs for visitors with and without a session', async () => {
    expect((await preloaded('/login')).toSorted()).toEqual(['accounts', ...LIBRARIES])
    const session = 'mergewell_session=any'
    for (const path of ['/', '/dashboard', '/dashboard?tab=1'])
      expect((await preloaded(path, session)).toSorted()).toEqual(['accounts', 'apollo', 'app', 'react', 'router'])
    expect(await preloaded('/dashboard')).toContain('landing-page')
    expect(await preloaded('/campaigns/c1/analytics', session)).toContain('campaign-analytics-page')
    expect(await preloaded('/no/such/page', session)).toContain('not-found-page')
  })

  it('are few before somebody can sign in', async () => {
    const { page } = await openBrowser('sign-in-scripts')
    const scripts = watchScripts(page)
    await page.goto(`${product().url}/login`)
    await page.waitForLoadState('networkidle')
    expect(await sizeOf(scripts)).toBeLessThan(SIGN_IN_MAX_KB)
  })

  it('leave out the builder and charts on /login and /dashboard', async () => {
    const { page } = await openBrowser('first-scripts')
    const scripts = watchScripts(page)
    await signInToDemo(page, product())
    await page.waitForLoadState('networkidle')
    expect([...scripts.keys()]).toContain('app')
    const loaded = await Promise.all(codesOf(scripts))
    expect(new Set(loaded.join().match(LARGE))).toEqual(new Set())
    const folder = fileURLToPath(new URL('dist/assets', import.meta.url))
    const built = (await readdir(folder)).filter((name) => name.endsWith('.js'))
    const code = await Promise.all(built.map((name) => readFile(join(folder, name), 'utf8')))
    expect(new Set(code.join().match(LARGE)), 'they can be told by these words').toEqual(new Set(LARGE_WORDS))
  })

  it('are loaded as soon as the pointer or the focus reaches a link to the page', async () => {
    const { page } = await openBrowser('links')
    const scripts = watchScripts(page)
    await page.goto(`${product().url}/login`)
    await page.waitForLoadState('networkidle')
    expect(scripts.has('register-page')).toBe(false)
    await page.getByRole('link', { name: 'Create an account' }).hover()
    await eventually('the code of /register is there', async () => scripts.has('register-page'))
    expect(scripts.has('forgot-password-page')).toBe(false)
    await page.getByRole('link', { name: 'Forgot your password?' }).focus()
    await eventually('the code of /forgot-password is there', async () => scripts.has('forgot-password-page'))
    await page.getByRole('link', { name: 'Use Google' }).hover()
    expect(scripts.has('not-found-page'), 'no page of the app').toBe(false)
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  it('are loaded for a new campaign with the step that needs them', async () => {
    const { page } = await openBrowser('wizard-scripts')
    await signInToDemo(page, product())
    const scripts = watchScripts(page)
    await page.goto(`${product().url}/create-campaign`)
    await page.waitForLoadState('networkidle')
    expect(await sizeOf(scripts)).toBeLessThan(WIZARD_MAX_KB)
    expect(scripts.has('step-audience')).toBe(false)
    expect(scripts.has('content-editor')).toBe(false)
    await page.getByLabel('Campaign Name').fill('Spring')
    await eventually('the second step is there before Next is pressed', async () => scripts.has('step-audience'))
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('heading', { name: 'Select Audience' }).waitFor()
    await eventually('the editor is there before the third step', async () => scripts.has('content-editor'))
    // Resolves once the page has run it, with what it imports. As a text, which Vitest does not rewrite.
    await page.evaluate(`import(${JSON.stringify(scripts.get('content-editor')?.url)}).then(() => true)`)
    await page.getByRole('button', { name: 'First 5', exact: true }).click()
    await page.evaluate(() => {
      const seen = new MutationObserver(() => {
        if (document.querySelector('form .animate-shimmer.h-92')) document.body.dataset['waited'] = ''
      })
      seen.observe(document.body, { childList: true, subtree: true })
    })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Content' }).waitFor()
    expect(await page.evaluate(() => document.body.dataset['waited'])).toBeUndefined()
  })
})
