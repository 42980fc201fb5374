import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { BOTH_THEMES } from '../support/screen-survey.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Text that only the widgets page contains. */
const LINE = 'What screens are built from.'

/** Builds the widgets page, as `npm run dev` serves it at /widgets, and serves it until the test ends. */
async function serveWidgets(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'mergewell-widgets-'))
  onTestFinished(() => rm(outDir, { recursive: true, force: true }))
  const shared = { configFile: join(ROOT, 'vite.config.ts'), logLevel: 'error' } as const
  const input = join(ROOT, 'web', 'widgets.html')
  await build({ ...shared, build: { outDir, rolldownOptions: { input } } })
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  onTestFinished(() => server.close())
  return `${server.resolvedUrls?.local[0]}widgets.html`
}

it('the page of all user interface components is not part of the production build', async () => {
  const assets = join(ROOT, 'web', 'dist', 'assets')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const code = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((_, index) => code[index]?.includes(LINE))).toEqual([])
})

describeInChromium('the page of all user interface components', () => {
  it('has no layout or accessibility faults in any width or theme', async () => {
    const url = await serveWidgets()
    const { page, survey, expectNoTrouble } = await openBrowser('widgets')
    await page.goto(url)
    await page.getByText(LINE).waitFor()
    await survey('widgets', BOTH_THEMES)
    expectNoTrouble()
  })
  it('shows messages beside the controls that they are about', async () => {
    const url = await serveWidgets()
    const { page, expectNoTrouble } = await openBrowser('messages')
    const message = page.locator('li', { hasText: 'Contacts Deleted' })
    const isBeside = async (controls: string) => {
      const [own, others] = await Promise.all([message.boundingBox(), page.locator(controls).all()])
      const boxes = await Promise.all(others.map((each) => each.boundingBox()))
      expect([own, boxes.length > 0]).toEqual([expect.anything(), true])
      return boxes.every(
        (box) =>
          !own ||
          !box ||
          own.y + own.height <= box.y ||
          box.y + box.height <= own.y ||
          own.x + own.width <= box.x ||
          box.x + box.width <= own.x,
      )
    }
    for (const width of [390, 1366]) {
      await page.setViewportSize({ width, height: 768 })
      await page.goto(url)
      await page.getByRole('button', { name: 'Toast with action' }).click()
      await message.waitFor()
      // A message stays while another window has the focus.
      await page.evaluate(() => window.dispatchEvent(new Event('blur')))
      await page.evaluate(() =>
        document.body.insertAdjacentHTML(
          'beforeend',
          '<footer data-action-bar style="position:fixed;inset:auto 0 0;height:56px"></footer>',
        ),
      )
      await expect.poll(() => isBeside('[data-action-bar]')).toBe(true)
      await page.evaluate(() => document.querySelector('[data-action-bar]')?.remove())
      await page.getByRole('button', { name: 'Dialog', exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await expect.poll(() => isBeside('[data-modal] button')).toBe(true)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expectNoTrouble()
  })
})
