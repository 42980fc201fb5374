import type { Browser, Page } from 'playwright-core'
import { SLOWER } from './page-loads.ts'

/** ms to wait for a step: the machine may be busy */
const PATIENCE = 120_000
const TEXT = 'We have good news for you and for everybody else who reads this letter in spring. '

export interface EditorTimes {
  /** ms from the click on Next until the text can be edited and was painted */
  shown: number
  /** ms that 95 of 100 key presses take at most, until the browser may paint */
  typed: number
}

/** Opens a page with a cookie, clicks Next until the email's text is shown, and types into it. */
export async function editorTimes(
  browser: Browser,
  { url, cookie }: { url: string; cookie: { name: string; value: string } },
  goToNext: (page: Page) => Promise<void>,
): Promise<EditorTimes> {
  const context = await browser.newContext()
  try {
    await context.addCookies([{ ...cookie, url }])
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(url)
    await goToNext(page)
    const shown = await page.evaluate(clickNext)
    const text = page.locator('[contenteditable=true]')
    await text.click()
    await page.evaluate(watchKeys)
    for (const key of TEXT) {
      await page.keyboard.type(key)
      await page.waitForTimeout(90)
    }
    const times = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
    return { shown, typed: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0 }
  } finally {
    await context.close()
  }
}

/** Clicks Next and measures the time until the text is shown. Runs in the page. */
async function clickNext(): Promise<number> {
  const next = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Next')
  const start = performance.now()
  next?.click()
  // The wizard renders the next step hidden.
  while (document.querySelector('[contenteditable=true]')?.checkVisibility() !== true)
    await new Promise((drawn) => requestAnimationFrame(drawn))
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
  return performance.now() - start
}

/** Runs in the page: measures from each key press to the first task after its input was handled. */
function watchKeys(): void {
  const times: number[] = []
  Object.assign(window, { keyTimes: times })
  let start = 0
  window.addEventListener('keypress', () => (start = performance.now()), { capture: true })
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => times.push(performance.now() - start))
  port1.start()
  window.addEventListener('input', () => port2.postMessage(null))
}
