import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLoopback } from '#api/platform/http/loopback-address.ts'
import type { AxeResults } from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { describe, expect, inject, onTestFinished } from 'vitest'

const RESULTS = fileURLToPath(new URL('../../test-results', import.meta.url))
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Folder for screenshots of surveyed states; undefined: takes none. */
const PICTURES = process.env['SCREENS_DIR']
/** True to survey every state in every width and theme; otherwise only the states most likely to show faults. */
export const EVERYTHING = inject('everything') || PICTURES !== undefined
/** Viewport widths in px: phone, tablet and desktop. */
const WIDTHS = EVERYTHING ? [390, 768, 1440] : [390, 1440]
const THEMES = ['light', 'dark'] as const
const DESK = { width: 1440, height: 900 }
/** ms to wait for a page on a busy machine */
const PATIENCE = 120_000
/** Options that disable Chromium's own look-ups and downloads. */
const QUIET = ['--disable-quic', '--disable-gpu', '--disable-sync', '--disable-background-networking', '--no-first-run']

/** Beginning of the note about a violation of a page's content security policy. */
const REFUSED = 'The policy refused'

/** The Chromium of this test worker; each test opens a browser context in it. It ends with the worker. */
let running: Promise<Browser> | null = null

/** Tests in a real Chromium; skipped with a message when chromium-setup found none. */
export const describeInChromium = describe.skipIf(inject('chromium') === null)

export interface SurveyOptions {
  /** default: both, or only the light one without EVERYTHING */
  themes?: readonly (typeof THEMES)[number][]
  /** false: its colors appear in other states too, so contrast is measured only with EVERYTHING */
  ownColors?: boolean
  /** px, ascending; default: phone and desktop, plus tablet with EVERYTHING */
  widths?: readonly number[]
}

/** A user with their own browser context. */
export interface Visitor {
  page: Page
  /**
   * Surveys a screen state in several widths and themes and records its faults. Takes screenshots, and skips no check
   * as already done, only when SCREENS_DIR is set.
   */
  survey(state: string, how?: SurveyOptions): Promise<void>
  /** Removes an expected error from the recorded faults; fails when it did not occur. */
  expectTrouble(what: RegExp): void
  /** Fails on any fault so far: console errors and warnings, refused or failed requests, findings of `survey`. */
  expectNoTrouble(): void
}

/**
 * Opens a fresh browser context for the running test and closes it at the end. `scene` names the folder for failure
 * artifacts; `touch` emulates a touch screen;
 * without `scripts` pages run none. Reduced motion avoids waiting for animations. What a page's security policy
 * refuses fails the test, also without `expectNoTrouble`.
 */
export async function openBrowser(
  scene: string,
  { touch = false, scripts = true }: { touch?: boolean; scripts?: boolean } = {},
): Promise<Visitor> {
  const folder = join(RESULTS, scene)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  running ??= chromium.launch({ executablePath: inject('chromium') ?? '', args: QUIET, timeout: PATIENCE })
  const place = { viewport: DESK, locale: 'en-GB', timezoneId: 'Europe/Lisbon', reducedMotion: 'reduce' } as const
  const context = await (await running).newContext({ ...place, hasTouch: touch, javaScriptEnabled: scripts })
  const troubles: string[] = []
  await listenEverywhere(context, troubles)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const axe = await readFile(AXE, 'utf8')
  listen(page, troubles)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await page.screenshot({ path: join(folder, 'failed.png') }).catch(() => undefined)
      await writeFile(join(folder, 'troubles.txt'), `${troubles.join('\n')}\n`)
    }
    await context.close()
    expect(troubles.filter((trouble) => trouble.includes(REFUSED))).toEqual([])
  })

  return {
    page,
    survey: async (
      state,
      { themes = EVERYTHING ? THEMES : ['light'], widths = WIDTHS, ownColors = true }: SurveyOptions = {},
    ) => {
      const widest = widths.at(-1) ?? DESK.width
      const rules = { contrast: EVERYTHING || ownColors }
      const note = (theme: string, width: number, found: string[]) =>
        troubles.push(...found.map((finding) => `${state}, ${theme} at ${width} px: ${finding}`))
      for (const theme of PICTURES ? THEMES : themes) {
        await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme)
        // Themes only change colors and widths only change layout, so most checks run once.
        const isFirst = theme === THEMES[0]
        for (const width of isFirst || PICTURES ? widths.toReversed() : [widest]) {
          await page.setViewportSize({ width, height: DESK.height })
          await page.evaluate(atRest)
          if (width === widest || PICTURES)
            note(theme, width, await violations(page, axe, isFirst || PICTURES ? rules : { only: 'color-contrast' }))
          if (isFirst || PICTURES) note(theme, width, await overflow(page))
          if (PICTURES) {
            // A full-page screenshot restarts overlay animations; an overlay is no taller than the screen.
            const fullPage = (await page.locator('[role=dialog], [role=alertdialog]').count()) === 0
            await page.screenshot({ path: join(PICTURES, `${state}-${theme}-${width}.png`), fullPage })
          }
        }
      }
      await page.evaluate(() => delete document.documentElement.dataset['theme'])
      await page.setViewportSize(DESK)
    },
    expectTrouble: (what) => {
      expect(troubles).toContainEqual(expect.stringMatching(what))
      troubles.splice(0, Infinity, ...troubles.filter((trouble) => !what.test(trouble)))
    },
    expectNoTrouble: () => expect(troubles).toEqual([]),
  }
}

/**
 * Records, inside the page, each sent count that a campaign's send bar shows. A reload loses the record, which proves
 * the page updated by itself.
 */
export async function watchProgress(page: Page, campaign: string): Promise<() => Promise<number[]>> {
  await page.evaluate((label) => {
    const seen: number[] = []
    Object.assign(window, { seenProgress: seen })
    new MutationObserver(() => {
      const words = document.querySelector(`[role=progressbar][aria-label="${label}"]`)?.getAttribute('aria-valuetext')
      const sent = /^(\d+) of \d+ sent/.exec(words ?? '')?.[1]
      if (sent !== undefined && seen.at(-1) !== Number(sent)) seen.push(Number(sent))
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  }, `Progress of ${campaign}`)
  return () => page.evaluate(() => (window as unknown as { seenProgress: number[] }).seenProgress)
}

/** Counts the frames the page draws from now on; returns the count and the elapsed ms. */
export async function watchFrames(
  page: Page,
): Promise<() => Promise<{ count: number; longest: number; late: number }>> {
  await page.evaluate(() => {
    const moments: number[] = []
    const note = (moment: number) => {
      moments.push(moment)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(window, { frameMoments: moments })
  })
  return () =>
    page.evaluate(() => {
      const { frameMoments } = window as unknown as { frameMoments: number[] }
      const pauses = frameMoments.slice(1).map((moment, index) => moment - (frameMoments[index] ?? 0))
      return {
        count: pauses.length,
        longest: Math.round(Math.max(...pauses)),
        // More than two frames at 60 fps.
        late: pauses.filter((pause) => pause > 34).length,
      }
    })
}

/** Records what the pages of a context log, and what their security policies refuse. */
async function listenEverywhere(context: BrowserContext, troubles: string[]): Promise<void> {
  await context.addInitScript((refused) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      // oxlint-disable-next-line no-console -- the listener below records it
      console.error(`${refused} ${violatedDirective}: ${blockedURI} (${sourceFile})`)
    })
  }, REFUSED)
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      troubles.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
}

/** Records errors of a page as they occur. */
function listen(page: Page, troubles: string[]): void {
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const { protocol, hostname, href } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && !isLoopback(hostname)) troubles.push(`left this machine: ${href}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // Navigation cancels the page's pending requests.
    if (why !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.method()} ${request.url()} (${why})`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400)
      troubles.push(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
}

/** Runs in the page: waits for fonts, for what is dimmed until it is loaded again, for finite animations, and for a painted frame. */
async function atRest(): Promise<void> {
  await document.fonts.ready
  const givesUpAt = performance.now() + 10_000
  while (document.querySelector('[aria-busy=true].opacity-60') && performance.now() < givesUpAt)
    await new Promise((drawn) => requestAnimationFrame(drawn))
  // A new width may start an animation on the next frame.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const moving = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
  if (moving.length === 0) return
  await Promise.allSettled(moving.map((each) => each.finished))
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
}

/** Runs axe-core, optionally with one rule or without contrast, which is nearly half of the work. */
async function violations(page: Page, axe: string, { only, contrast = true }: { only?: string; contrast?: boolean }) {
  // Half a megabyte: inject it once per page load.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const how = {
    resultTypes: ['violations'],
    iframes: false,
    ...(only !== undefined && { runOnly: [only] }),
    ...(!contrast && { rules: { 'color-contrast': { enabled: false } } }),
  }
  const results = await page.evaluate(async (options) => {
    const { axe: checker } = window as unknown as { axe: { run(where: Document, how: object): Promise<AxeResults> } }
    return checker.run(document, options)
  }, how)
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

async function overflow(page: Page): Promise<string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return over > 0 ? [`the page is ${over} px wider than the screen`] : []
}
