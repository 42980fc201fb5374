import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { watchFrames } from './browser.ts'

/** px: many screens, past the first pages of rows */
const FAR = 20_000

/** Measures how long a user is waiting. Nothing asserts on the figures; they annotate the test report. */
export interface Stopwatch {
  figures: readonly string[]
  /** Acts and waits for everything that shows it is done. */
  timed(what: string, act: () => Promise<unknown>, ...shown: (() => Promise<unknown>)[]): Promise<void>
  /** Scrolls far down a list that loads rows on demand. */
  scroll(rows: Locator): Promise<void>
}

export function stopwatch(): Stopwatch {
  const figures: string[] = []
  return {
    figures,
    timed: async (what, act, ...shown) => {
      const start = performance.now()
      await act()
      await Promise.all(shown.map((wait) => wait()))
      figures.push(`${what}: ${Math.round(performance.now() - start)} ms`)
    },
    scroll: async (rows) => {
      const page = rows.page()
      await rows.scrollIntoViewIfNeeded()
      await rows.hover()
      const frames = await watchFrames(page)
      for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 600)
      // Rows load as fast as the server allows: a user at the end keeps scrolling.
      const scrollOn = async () => {
        await page.mouse.wheel(0, 600)
        return rows.evaluate((box) => box.scrollTop)
      }
      await expect.poll(scrollOn, { timeout: 60_000 }).toBeGreaterThan(FAR)
      const { count, longest, late } = await frames()
      figures.push(`scroll: ${count} frames, the longest ${longest} ms, ${late} over 34 ms`)
    },
  }
}
