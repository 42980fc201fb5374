import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Goes about the pages as one does who has a keyboard and nothing else. */

/** More stops than any way here has; whoever needs more has lost the way. */
const STOPS_MOST = 60
const FOCUSABLE = 'a, button, input, select, textarea, summary, [tabindex], [contenteditable]'

/** Somebody at a keyboard. */
export interface Keyboard {
  page: Page
  /** Goes on from stop to stop until what has the focus is called so. */
  go(name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Goes there and does it. */
  enter(name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Goes to boxes, one after the other, and types into each. */
  fill(boxes: Record<string, string>): Promise<void>
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  /** Waits for what is said at the edge of the screen. */
  notice(text: string): Promise<void>
  heading(name: string): Promise<void>
  /** Stops at which the focus could not be seen. */
  unseen: readonly string[]
}

export function keyboardAt(page: Page): Keyboard {
  const unseen: string[] = []
  const go: Keyboard['go'] = (name, key = 'Tab') => goTo(page, name, key, unseen)
  const { keyboard } = page
  const enter: Keyboard['enter'] = async (name, key) => {
    await go(name, key)
    await keyboard.press('Enter')
  }
  return {
    page,
    go,
    enter,
    fill: async (boxes) => {
      for (const [label, value] of Object.entries(boxes)) {
        await go(label)
        await keyboard.type(value)
      }
    },
    press: (key) => keyboard.press(key),
    type: (text) => keyboard.type(text),
    notice: (text) =>
      page
        .getByRole('region', { name: /Notifications/ })
        .getByText(text)
        .first()
        .waitFor(),
    heading: (name) => page.getByRole('heading', { name, level: 1 }).waitFor(),
    unseen,
  }
}

/**
 * Goes on from stop to stop until what has the focus is called so; writes down stops at which it cannot be seen. Nobody sets out before
 * there is such a thing.
 */
async function goTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab', unseen: string[]): Promise<void> {
  const isIt = (each: string) => (typeof name === 'string' ? each === name : name.test(each))
  await expect
    .poll(async () => (await page.evaluate(namesOf, FOCUSABLE)).some(isIt), { message: `something called ${name}` })
    .toBe(true)
  const passed: string[] = []
  for (let stop = 0; stop < STOPS_MOST; stop += 1) {
    if (isIt(await focused(page))) return
    await page.keyboard.press(key)
    const next = await focused(page)
    passed.push(next)
    if (next === '' || (await page.evaluate(isFocusSeen))) continue
    // What has gone meanwhile, as rows do that are made anew, needs no frame any more.
    if ((await focused(page)) === next) unseen.push(next)
  }
  throw new Error(`No way to ${name}: ${passed.join(' | ')}`)
}

/** What has the focus, by the name that screen readers say; nothing when nothing has it. */
export async function focused(page: Page): Promise<string> {
  const [name = ''] = await page.evaluate(namesOf, ':focus')
  return name
}

/** Runs in the page: the names that screen readers say. */
function namesOf(selector: string): string[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].map((element) => {
    if (element === document.body) return ''
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const named = [...by.map((id) => document.getElementById(id)), ...labels].map((label) => label?.textContent ?? '')
    const text = element.getAttribute('aria-label') ?? (named.join(' ') || element.textContent || '')
    const role = element.getAttribute('role') === 'tabpanel' ? 'panel ' : ''
    return role + text.replace('(optional)', '').trim()
  })
}

/** Runs in the page: whether what has the focus, or a frame close around it, looks otherwise than without it. */
async function isFocusSeen(): Promise<boolean> {
  const element = document.activeElement
  // The page as a whole takes the focus when it has come: there is no one thing to frame.
  if (!(element instanceof HTMLElement) || element.id === 'content') return true
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  if (outlineStyle !== 'none' && outlineWidth !== '0px') return true
  const frames = [element, element.parentElement, element.parentElement?.parentElement].filter((each) => each != null)
  const looks = () =>
    frames
      .map((each) => getComputedStyle(each))
      .map((style) => [style.outline, style.borderColor, style.boxShadow, style.backgroundColor].join())
      .join()
  const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const lit = looks()
  element.blur()
  await frame()
  const dark = looks()
  element.focus({ preventScroll: true })
  await frame()
  return lit !== dark
}
