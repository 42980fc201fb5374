import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Locator, type Page } from 'puppeteer-core'
import { expect, inject, onTestFinished } from 'vitest'

const RESULTS = fileURLToPath(new URL('../../test-results', import.meta.url))
/** ms to wait for a page on a busy machine */
const PATIENCE = 120_000

/** A simulated person using Firefox in a test. Controls are found by their names, as in the other browser tests. */
export interface FirefoxVisitor {
  page: Page
  /** Returns the form control with this label. */
  field(label: string): Locator<Element>
  /** Presses the first button or link with this name. */
  press(name: string): Promise<void>
  /** Opens a URL once the current page has completed its requests: leaving earlier ends them with errors. */
  open(address: string): Promise<void>
  /** Waits for an element with exactly this text. */
  see(text: string): Promise<void>
  /** Fails on any fault so far: console errors, uncaught errors, violations of the content security policy. */
  expectNoTrouble(): void
}

/** Starts Firefox for the running test and ends it afterwards. `scene` names the folder for failure artifacts. */
export async function openFirefox(scene: string): Promise<FirefoxVisitor> {
  const folder = join(RESULTS, scene)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: inject('firefox') ?? '',
    headless: true,
    timeout: PATIENCE,
    protocolTimeout: PATIENCE,
    defaultViewport: { width: 1366, height: 768 },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  const troubles: string[] = []
  const reading: Promise<unknown>[] = []
  onTestFinished(async ({ task }) => {
    await Promise.all(reading)
    if (task.result?.state === 'fail') {
      const failed = join(folder, 'failed.png') as `${string}.png`
      await page.screenshot({ path: failed }).catch(() => undefined)
      await writeFile(join(folder, 'troubles.txt'), `${troubles.join('\n')}\n`)
    }
    await browser.close()
    expect(troubles.filter((trouble) => trouble.includes('The policy refused'))).toEqual([])
  })
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      // oxlint-disable-next-line no-console -- the listener below records it
      console.error(`The policy refused ${violatedDirective}: ${blockedURI} (${sourceFile})`)
    })
  })
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const place = troubles.push(`console: ${message.text()}`) - 1
    // Errors arrive as handles; their texts are read while the page is there.
    const texts = message.args().map((arg) => arg.evaluate((value: unknown) => String(value)).catch(() => '?'))
    reading.push(Promise.all(texts).then((parts) => (troubles[place] = `console: ${parts.join(' ')}`)))
  })
  page.on('pageerror', (error) => troubles.push(`uncaught: ${String(error)}`))

  return {
    page,
    open: async (address) => {
      await page.waitForNetworkIdle({ timeout: PATIENCE })
      // The page may change its own address at this moment: Firefox then takes that one and aborts ours.
      await page.goto(address).catch(async (error: unknown) => {
        if (!String(error).includes('NS_BINDING_ABORTED')) throw error
        await page.goto(address)
      })
    },
    field: (label) => page.locator(`::-p-xpath(//*[@id=//label[normalize-space()="${label}"]/@for])`),
    press: (name) =>
      page
        .locator(
          `::-p-xpath(//*[self::button or self::a or @role="option"][normalize-space()="${name}" or @aria-label="${name}"])`,
        )
        .click(),
    see: async (text) => void (await page.locator(`::-p-xpath(//*[normalize-space()="${text}"])`).wait()),
    expectNoTrouble: () => expect(troubles).toEqual([]),
  }
}
