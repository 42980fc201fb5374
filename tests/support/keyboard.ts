import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Number of Tab stops after which an element counts as unreachable. */

/** More Tab stops than any path needs; beyond it, the element is unreachable. */
const STOPS_MOST = 60
const FOCUSABLE = 'a, button, input, select, textarea, summary, [tabindex], [contenteditable]'

/** A keyboard-only user. */
export interface Keyboard {
  page: Page
  /** Tabs until the focused element has this name. */
  go(name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Tabs to the element and activates it. */
  enter(name: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Tabs to each text box and types into it. */
  fill(boxes: Record<string, string>): Promise<void>
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  /** Waits for a toast. */
  notice(text: string): Promise<void>
  heading(name: string): Promise<void>
  /** Tab stops without a visible focus indicator. */
  withoutFocusRing: readonly string[]
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
    withoutFocusRing: unseen,
  }
}

/**
 * Tabs until the focused element has this name and records stops without a visible focus indicator. Starts only once
 * such an element exists.
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
    // An element removed meanwhile, such as a re-rendered row, needs no indicator.
    if ((await focused(page)) === next) unseen.push(next)
  }
  throw new Error(`No way to ${name}: ${passed.join(' | ')}`)
}

/** The accessible name of the focused element; empty when nothing has focus. */
export async function focused(page: Page): Promise<string> {
  const [name = ''] = await page.evaluate(namesOf, ':focus')
  return name
}

/** Runs in the page: the accessible names. */
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

/** Runs in the page: whether the focused element, or a close ancestor, looks different from its unfocused state. */
async function isFocusSeen(): Promise<boolean> {
  const element = document.activeElement
  // After navigation the whole page takes focus: there is no single element to outline.
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
