import type { Locator, Page } from 'playwright-core'
import { type SurveyOptions, type Visitor } from './browser.ts'
import type { Product } from './product.ts'
import { COMMON, walkTo } from './screen-survey.ts'

/** A state of a screen: its path, the action that leads to it, and a text or element that proves it is there. */
export interface Step extends Pick<SurveyOptions, 'widths'> {
  name: string
  /** Surveys the state in dark mode too: for shared components, or colors of the state's own. */
  dark?: boolean
  /** Path of the page; absent: stays on the page and keeps overlays open. */
  path?: string
  act?: (page: Page) => Promise<unknown>
  shows: string | RegExp | ((page: Page) => Locator)
}

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
export const type = (label: string, text: string) => (page: Page) => page.getByLabel(label).first().fill(text)
export const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
export const inDialog = (text: string | RegExp) => (page: Page) => page.getByRole('dialog').getByText(text)
export const confirm = (name: string) => (page: Page) => page.getByRole('dialog').getByRole('button', { name }).click()
/** Shows a toast, which stays while it has focus. */
export const notice = (text: string) => (page: Page) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true })
export const listening = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await act(page)
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Dismiss' })
    .waitFor()
  await page.keyboard.press('F8')
}

/** Gives the page's file field a file. */
export function choose(file: string | { name: string; mimeType: string; buffer: Buffer }) {
  return (page: Page) => page.locator('input[type=file]').setInputFiles(file)
}

/** Walks through the states in order. */
export async function walk(visitor: Visitor, product: Product, steps: readonly Step[]): Promise<void> {
  const { page } = visitor
  for (const { name, path, act, shows, widths, dark } of steps) {
    if (path !== undefined) {
      await closeAll(page)
      await walkTo(page, product, path)
    }
    await act?.(page)
    const shown = typeof shows === 'function' ? shows(page) : page.getByText(shows)
    await shown.first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    await visitor.survey(name, { ...(!dark && COMMON), ...(widths && { widths }) })
  }
}

/** Closes overlays one by one. */
async function closeAll(page: Page): Promise<void> {
  const open = '[role=dialog], [role=alertdialog]'
  for (let left = await page.locator(open).count(); left > 0; left = await page.locator(open).count()) {
    // A toast above them takes the key first.
    await page.keyboard.press('Escape')
    await page
      .waitForFunction(([what, before]) => document.querySelectorAll(what).length < before, [open, left] as const, {
        timeout: 5_000,
      })
      .catch(() => undefined)
  }
}
