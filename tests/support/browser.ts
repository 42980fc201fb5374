import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { describe, expect, inject, onTestFinished } from 'vitest'

const RESULTS = fileURLToPath(new URL('../../test-results', import.meta.url))
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Where pictures of surveyed states go, if anybody wants them. */
const PICTURES = process.env['SCREENS_DIR']
/** Survey every state in every width and theme; otherwise the states, widths and theme in which faults show first. */
export const EVERYTHING = inject('everything') || PICTURES !== undefined
/** Widths that every screen is looked at in, in px: a phone, a desk, and between them a tablet. */
const WIDTHS = EVERYTHING ? [390, 768, 1440] : [390, 1440]
const THEMES = ['light', 'dark'] as const
const DESK = { width: 1440, height: 900 }
/** ms for whatever a page is waited for on a busy machine */
const PATIENCE = 60_000
/** What Chromium would look up or fetch by itself. */
const QUIET = ['--disable-quic', '--disable-gpu', '--disable-sync', '--disable-background-networking', '--no-first-run']

/** The Chromium of this worker: its tests open a context each. It ends with the worker. */
let running: Promise<Browser> | null = null

/** Tests in a real Chromium; skipped, in plain words, where chromium-setup found none. */
export const describeInChromium = describe.skipIf(inject('chromium') === null)

export interface SurveyOptions {
  /** when left out both, or without EVERYTHING the light one */
  themes?: readonly (typeof THEMES)[number][]
  /** false: it has only colours that other states have as well, so their contrast is measured with EVERYTHING alone */
  ownColours?: boolean
  /** px, rising; a phone and a desk when left out, and with EVERYTHING a tablet */
  widths?: readonly number[]
}

/** Somebody at a browser of their own. */
export interface Visitor {
  page: Page
  /**
   * Looks at a state of a screen in several widths and themes: what is wrong with it goes among the troubles. Pictures are taken, and
   * nothing is taken for known from another width or theme, only where SCREENS_DIR names a folder.
   */
  survey(state: string, how?: SurveyOptions): Promise<void>
  /** Takes what was wrong as it had to be out of the troubles; fails when it was not wrong. */
  expectTrouble(what: RegExp): void
  /** Fails when anything was wrong up to now: errors and warnings in the console, refused or failed requests, findings of `survey`. */
  expectNoTrouble(): void
}

/**
 * Opens a fresh browser context for the running test and closes it at the test's end. `scene` names the folder of what is left of a failure;
 * with `touch` its pointer is a finger. Motion is reduced: nothing has to be waited for until it has stopped moving.
 */
export async function openBrowser(scene: string, { touch = false }: { touch?: boolean } = {}): Promise<Visitor> {
  const folder = join(RESULTS, scene)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  running ??= chromium.launch({ executablePath: inject('chromium') ?? '', args: QUIET, timeout: PATIENCE })
  const place = { viewport: DESK, locale: 'en-GB', timezoneId: 'Europe/Lisbon', reducedMotion: 'reduce' } as const
  const context = await (await running).newContext({ ...place, hasTouch: touch })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const troubles: string[] = []
  const axe = await readFile(AXE, 'utf8')
  listen(page, troubles)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await page.screenshot({ path: join(folder, 'failed.png') }).catch(() => undefined)
      await writeFile(join(folder, 'troubles.txt'), `${troubles.join('\n')}\n`)
    }
    await context.close()
  })

  return {
    page,
    survey: async (
      state,
      { themes = EVERYTHING ? THEMES : ['light'], widths = WIDTHS, ownColours = true }: SurveyOptions = {},
    ) => {
      const widest = widths.at(-1) ?? DESK.width
      const rules = { contrast: EVERYTHING || ownColours }
      const note = (theme: string, width: number, found: string[]) =>
        troubles.push(...found.map((finding) => `${state}, ${theme} at ${width} px: ${finding}`))
      for (const theme of PICTURES ? THEMES : themes) {
        await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme)
        // What a theme changes is colour, what a width changes is room: what was looked for once need not be looked for again.
        const isFirst = theme === THEMES[0]
        for (const width of isFirst || PICTURES ? widths.toReversed() : [widest]) {
          await page.setViewportSize({ width, height: DESK.height })
          await page.evaluate(atRest)
          if (width === widest || PICTURES)
            note(theme, width, await violations(page, axe, isFirst || PICTURES ? rules : { only: 'color-contrast' }))
          if (isFirst || PICTURES) note(theme, width, await overflow(page))
          if (PICTURES) {
            // Taken as a whole, a page begins the movement of what lies on top anew; that is no longer than the screen.
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
 * Writes down, from now on and in the page itself, each number of sent mails that the send bar of a campaign says. A reload would lose
 * them: they are what the page showed by itself.
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

/** Counts the frames that the page draws from now on; the answer says how many there were and how long they took, in ms. */
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
        // More than two frames of a screen that draws 60 a second.
        late: pauses.filter((pause) => pause > 34).length,
      }
    })
}

/** Writes down whatever goes wrong without anybody looking. */
function listen(page: Page, troubles: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      troubles.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const { protocol, hostname, href } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && hostname !== '127.0.0.1') troubles.push(`left this machine: ${href}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // What a page asked for is called off when the person goes on to the next.
    if (why !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.method()} ${request.url()} (${why})`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400)
      troubles.push(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
}

/** Runs in the page: waits for fonts, for movements that end, and for a drawn frame. */
async function atRest(): Promise<void> {
  await document.fonts.ready
  // Another width may begin another movement, with the next frame.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const moving = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
  if (moving.length === 0) return
  await Promise.allSettled(moving.map((each) => each.finished))
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
}

/** What axe-core finds, by one rule only or without contrast, which is nearly half of the work, if so asked. */
async function violations(page: Page, axe: string, { only, contrast = true }: { only?: string; contrast?: boolean }) {
  // Half a megabyte: once for each page that is loaded.
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
