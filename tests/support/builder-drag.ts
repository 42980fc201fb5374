import type { CDPSession, Locator, Page } from 'playwright-core'

/** Number of pointer movements of one drag in the builder. */
const DRAG_STEPS = 4

export interface Point {
  x: number
  y: number
}

/** A simulated mouse or finger: picks an element up at a point, moves it and drops it. */
export interface Pointer {
  press(at: Point): Promise<void>
  move(to: Point): Promise<void>
  release(): Promise<void>
}

export function mousePointer({ mouse }: Page): Pointer {
  return {
    press: async ({ x, y }) => {
      await mouse.move(x, y)
      await mouse.down()
      await mouse.move(x + 8, y + 8)
    },
    move: ({ x, y }) => mouse.move(x, y),
    release: () => mouse.up(),
  }
}

export async function touchPointer(page: Page): Promise<Pointer> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    press: async (at) => {
      await send('touchStart', [at])
      // The long press has lifted it.
      await page.locator('[data-rfd-draggable-id][style*="position: fixed"]').waitFor()
    },
    move: async (to) => void (await send('touchMove', [to])),
    release: async () => void (await send('touchEnd', [])),
  }
}

/** Function that drags an element to a point. */
export type Drag = (from: Locator, to: () => Promise<Point>) => Promise<void>

/** Drags with a pointer; `hold` runs before it lets go. */
export function dragBy(page: Page, pointer: Pointer, hold?: (at: Point) => Promise<void>): Drag {
  return async (from, to) => {
    const start = await centerOf(from)
    const end = await to()
    await pointer.press(start)
    for (let step = 1; step <= DRAG_STEPS; step += 1) {
      const part = (one: number, other: number) => one + ((other - one) * step) / DRAG_STEPS
      // oxlint-disable-next-line no-await-in-loop
      await pointer.move({ x: part(start.x, end.x), y: part(start.y, end.y) })
    }
    await drawn(page)
    await hold?.(end)
    await pointer.release()
    await landed(page)
  }
}

/** The last movement takes effect on the next frame; an earlier release would be ignored. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  )
}

/** Waits until no drag is in progress. */
export async function landed(page: Page): Promise<void> {
  await page.locator('[data-rfd-draggable-id][style*="position: fixed"]').waitFor({ state: 'detached' })
}

export const paletteEntry = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Elements' }).getByRole('button', { name: label, exact: true })

export async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await locator.scrollIntoViewIfNeeded()
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not visible')
  return box
}

export async function centerOf(locator: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height / 2 }
}
