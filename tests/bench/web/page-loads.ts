import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, Request } from 'playwright-core'

/** A page that is measured. */
export interface MeasuredPage {
  url: string
  /** CSS selector of the page's main content */
  content: string
}

/** Moments of one load in ms since the navigation, and the scripts it needed. */
export interface Load {
  /** First Contentful Paint */
  painted: number
  /** the first frame with the page's content */
  shown: number
  /** bytes of scripts as transferred, without headers */
  scriptBytes: number
}

/** Speed of a simulated slow line; null: the loads go over this machine's own network. */
export type Line = { ms: number; bytesPerSecond: number } | null

/** The factor by which the measured browser's processor is slowed down, to that of a phone or a cheap laptop. */
export const SLOWER = 4

/** The moments by their names in the browser: its own entry of the first paint, which may come late, and our mark. */
const MOMENTS = ['first-contentful-paint', 'shown']

/** Starts the Chromium of CHROMIUM_PATH, of Playwright or of the machine. */
export async function launchChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const known = [process.env['CHROMIUM_PATH'], chromium.executablePath(), '/usr/bin/chromium']
  const executablePath = known.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) throw new Error('Install Chromium, or name one in CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: ['--disable-gpu', '--no-first-run'] })
}

/** Loads a page with an empty cache and measures it; `cookie` is its Cookie header. */
export async function load(
  browser: Browser,
  { url, content }: MeasuredPage,
  cookie: { name: string; value: string } | null,
  line: Line = null,
): Promise<Load> {
  const context = await browser.newContext()
  try {
    if (cookie) await context.addCookies([{ ...cookie, url }])
    return await loadIn(context, { url, content }, line)
  } finally {
    await context.close()
  }
}

async function loadIn(context: BrowserContext, { url, content }: MeasuredPage, line: Line): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  if (line) {
    const throughput = { downloadThroughput: line.bytesPerSecond, uploadThroughput: line.bytesPerSecond }
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: line.ms, ...throughput })
  }
  const scripts: Request[] = []
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request)
  })
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector)) performance.mark('shown')
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, content)
  await page.goto(url)
  await page.waitForFunction((names) => names.every((name) => performance.getEntriesByName(name).length > 0), MOMENTS)
  await page.waitForLoadState('networkidle')
  const [painted = 0, shown = 0] = await page.evaluate(
    (names) => names.map((name) => performance.getEntriesByName(name)[0]?.startTime),
    MOMENTS,
  )
  const sizes = await Promise.all(scripts.map((script) => script.sizes()))
  return { painted, shown, scriptBytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) }
}
