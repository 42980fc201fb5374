import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { BOTH_THEMES } from '../support/screens.ts'
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

it('is not part of the production build', async () => {
  const assets = join(ROOT, 'web', 'dist', 'assets')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const code = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((_, index) => code[index]?.includes(LINE))).toEqual([])
})

describeInChromium('the page of all widgets', () => {
  it('has no faults in any width or theme', async () => {
    const url = await serveWidgets()
    const { page, survey, expectNoTrouble } = await openBrowser('widgets')
    await page.goto(url)
    await page.getByText(LINE).waitFor()
    await survey('widgets', BOTH_THEMES)
    expectNoTrouble()
  })
})
