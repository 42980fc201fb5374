import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DOCUMENT_VERSION } from '#domain/builder/builder-document.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import {
  boxOf,
  dragBy,
  drawn,
  mousePointer,
  paletteEntry,
  touchPointer,
  type Point,
  type Pointer,
} from '../support/builder-drag.ts'
import { shareFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

/** Blocks of a document several times the screen height. */
const LONG = 40
/** Frames in which a held pointer may scroll. */
const HELD = 25

const SCREENS = [
  { name: 'a small laptop by mouse', width: 1366, height: 768, emailHeight: 600, pointerOf: mousePointer },
  { name: 'a phone by touch', width: 390, height: 844, emailHeight: 400, pointerOf: touchPointer },
] as const

describeInChromium('dragging a block in the email builder', () => {
  const running = shareFreshProduct()

  it.each(SCREENS)('can drop it anywhere on an empty and on a long canvas, on $name', async (screen) => {
    const visitor = await openBrowser(`builder-drag-${screen.width}`, { touch: screen.width < 500 })
    const { page } = visitor
    const { width, height } = screen
    await page.setViewportSize({ width, height })
    await signInToDemo(page, running())
    await page.goto(`${running().url}/email-builder`)
    await page.getByText('Drag elements here to start building your email').waitFor()
    const canvas = page.locator('[data-canvas]')
    // The part of the email in sight.
    expect((await boxOf(canvas)).height).toBeGreaterThanOrEqual(screen.emailHeight)
    const pointer = await screen.pointerOf(page)
    await dropsOnEmpty(page, canvas, pointer)
    await dropsOnLong(page, canvas, pointer)
    const sheet = page.getByRole('button', { name: 'Divider properties' })
    if (await sheet.isVisible()) await sheet.click()
    await visitor.survey(`builder-${width}`, { widths: [width], themes: ['light'] })
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    visitor.expectNoTrouble()
  })
})

/** Every part of an empty canvas takes the drop, also one that is held near the edge of the screen. */
async function dropsOnEmpty(page: Page, canvas: Locator, pointer: Pointer): Promise<void> {
  for (const [across, down] of [
    [0.5, 0.9],
    [0.03, 0.5],
    [0.95, 0.03],
  ] as const) {
    await dragBy(page, pointer, (at) => holdStill(page, canvas, pointer, at))(paletteEntry(page, 'Divider'), () =>
      visiblePoint(page, canvas, across, down),
    )
    await page.getByRole('group', { name: /^Divider, 1 of 1/ }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Drag elements here to start building your email').waitFor()
  }
}

/** A long canvas scrolls under a held pointer, and takes the drop where it scrolled to. */
async function dropsOnLong(page: Page, canvas: Locator, pointer: Pointer): Promise<void> {
  const elements = Array.from({ length: LONG }, (_, index) => ({
    id: `b${index}`,
    type: 'text',
    content: `Block number ${index + 1}`,
    styles: { padding: '10px' },
  }))
  await page.evaluate(
    (text) => localStorage.setItem('builder-clipboard', text),
    JSON.stringify({ version: DOCUMENT_VERSION, elements }),
  )
  await page.getByRole('button', { name: 'Paste block' }).click()
  await page.getByRole('group', { name: `Text Block, ${LONG} of ${LONG}` }).waitFor()
  await canvas.evaluate((element) => element.scrollTo({ top: 0 }))
  const drag = dragBy(page, pointer, async (at) => {
    await holdStill(page, canvas, pointer, at)
    expect(await canvas.evaluate((element) => element.scrollTop)).toBeGreaterThan(200)
  })
  await drag(paletteEntry(page, 'Divider'), () => visiblePoint(page, canvas, 0.4, 0.97))
  const name = await page
    .getByRole('group', { name: new RegExp(`^Divider, \\d+ of ${LONG + 1}`) })
    .getAttribute('aria-label')
  expect(Number(/, (\d+) of/.exec(name ?? '')?.[1])).toBeGreaterThan(6)
}

/** Keeps the pointer where it is for many frames; the page may not scroll meanwhile. */
async function holdStill(page: Page, canvas: Locator, pointer: Pointer, at: Point): Promise<void> {
  const before = await canvas.boundingBox()
  for (let turn = 0; turn < HELD; turn += 1) {
    await pointer.move({ x: at.x + (turn % 2), y: at.y })
    await drawn(page)
  }
  expect(await canvas.boundingBox()).toEqual(before)
}

/** A point on the part of the canvas that is on the screen, as shares of its width and height. */
async function visiblePoint(page: Page, canvas: Locator, across: number, down: number): Promise<Point> {
  const { x, y, width, height } = await boxOf(canvas)
  const bottom = Math.min(y + height, page.viewportSize()?.height ?? 0)
  return { x: x + width * across, y: y + (bottom - y) * down }
}
