import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { eventually } from './eventually.ts'
import { freePort } from './tcp-proxy.ts'

const RESULTS = fileURLToPath(new URL('../../test-results', import.meta.url))
/** ms that a test waits for a page in WebKit on a busy machine */
const PATIENCE = 60_000
/** Paths at which Linux distributions install WebKitGTK's MiniBrowser. */
const BROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu', ''].flatMap((folder) =>
  ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) => join('/usr/lib', folder, name, 'MiniBrowser')),
)
/** Key under which WebDriver's answers hold the id of a page's element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** WebDriver errors of a page that is still drawing: the test looks for the element again. */
const AGAIN = new Set([
  'no such element',
  'stale element reference',
  'element not interactable',
  'element click intercepted',
  'unknown error',
])

/**
 * JavaScript for a page that notes every violation of its content security policy, and returns the notes. WebDriver
 * runs no script before those of a page: a report observer also tells of violations before it was added.
 */
const LISTEN = `
  if (!window.refusedByPolicy) {
    const noted = (window.refusedByPolicy = [])
    const note = (directive, address, file) =>
      noted.push('The policy refused ' + directive + ': ' + address + ' (' + file + ')')
    document.addEventListener('securitypolicyviolation', (event) =>
      note(event.violatedDirective, event.blockedURI, event.sourceFile))
    if (window.ReportingObserver)
      new ReportingObserver((reports) => {
        for (const { body } of reports) note(body.effectiveDirective, body.blockedURL, body.sourceFile)
      }, { types: ['csp-violation'], buffered: true }).observe()
  }
  return window.refusedByPolicy`

export const KEYS = { home: '\uE011', end: '\uE010' } as const

/** The paths of WebKitGTK's browser and its driver; on a machine without a display, also of a virtual display. */
export interface Webkit {
  driver: string
  browser: string
  /** name of the machine's display, such as `:0`; null: the machine has none, so a virtual one is started */
  display: string | null
}

/** Returns the WebKitGTK programs on this machine, or the name of a missing one. */
export function findWebkit(): Webkit | { missing: string } {
  const driver = commandAt('WebKitWebDriver')
  const browser = BROWSERS.find((path) => existsSync(path))
  const hasDisplay = Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
  const display = hasDisplay ? null : commandAt('Xvfb')
  if (driver && browser && (hasDisplay || display)) return { driver, browser, display }
  return {
    missing:
      'WebKitGTK, its driver or a display is not on this machine: as root on Debian, "apt-get install webkit2gtk-driver xvfb".',
  }
}

function commandAt(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/bin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/**
 * A simulated person using WebKitGTK's browser in a test. Controls are found by their names, as in the other browser
 * tests.
 */
export interface WebkitVisitor {
  goto(url: string): Promise<void>
  /** Replaces the text of the form control with this label. */
  fill(label: string, text: string): Promise<void>
  /** Presses the first button, link or option with this name. */
  press(name: string): Promise<void>
  /** Clicks the first element that an XPath finds. */
  click(xpath: string): Promise<void>
  /** Types a text into the focused element. */
  type(text: string): Promise<void>
  /** Waits until the page shows an element with exactly this text. */
  see(text: string): Promise<void>
  /** Waits until the page has an element that an XPath finds. */
  wait(xpath: string): Promise<void>
  /** Returns the violations of the pages' content security policies since the start of the test. */
  refused(): Promise<readonly string[]>
  /** Returns the value of a JavaScript expression in the page. */
  read<Value>(expression: string): Promise<Value>
}

/**
 * Starts WebKitGTK for the running test and ends it afterwards. `scene` names the folder for failure artifacts. It
 * speaks WebDriver (https://www.w3.org/TR/webdriver2/) directly: the other drivers of the tests do not know WebKitGTK.
 */
export async function openWebkit(webkit: Webkit, scene: string): Promise<WebkitVisitor> {
  const folder = join(RESULTS, scene)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const display = webkit.display && (await startDisplay(webkit.display))
  const ask = await startDriver(webkit.driver, display)
  const options = { binary: webkit.browser, args: ['--automation'] }
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const session = <Value = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    ask<Value>(method, `/session/${sessionId}${path}`, body)
  const refused: string[] = []
  /** Copies a page's notes of policy violations to the test: they are lost when the page is left. */
  const collect = async () => {
    const noted = await session<string[]>('POST', '/execute/sync', { script: LISTEN, args: [] }).catch(() => [])
    for (const each of noted) if (!refused.includes(each)) refused.push(each)
  }

  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const picture = await session<string>('GET', '/screenshot').catch(() => '')
      await writeFile(join(folder, 'failed.png'), Buffer.from(picture, 'base64'))
    }
    await collect()
    await session('DELETE', '').catch(() => undefined)
    expect(refused).toEqual([])
  })
  await session('POST', '/window/rect', { x: 0, y: 0, width: 1366, height: 768 })

  const find = async (xpath: string) => {
    const found = await session<Record<string, string>>('POST', '/element', { using: 'xpath', value: xpath })
    return `/element/${found[ELEMENT]}`
  }
  /** Performs an action on the first element that an XPath finds, as soon as the page allows it. */
  const act = (xpath: string, work: (element: string) => Promise<unknown>) =>
    eventually(
      `${xpath} in the page`,
      async () => {
        try {
          await work(await find(xpath))
          return true
        } catch (error) {
          if (error instanceof DriverError && AGAIN.has(error.code)) return false
          throw error
        }
      },
      PATIENCE,
    ).then(() => undefined)
  const click = (xpath: string) => act(xpath, (element) => session('POST', `${element}/click`, {}))
  const named = (name: string) =>
    `//*[self::button or self::a or @role="option"][normalize-space()="${name}" or @aria-label="${name}"]`

  return {
    goto: async (url) => {
      await collect()
      await session('POST', '/url', { url })
      await collect()
    },
    fill: (label, text) =>
      act(`//*[@id=//label[normalize-space()="${label}"]/@for or @aria-label="${label}"]`, async (element) => {
        await session('POST', `${element}/clear`, {})
        await session('POST', `${element}/value`, { text })
      }),
    press: (name) => click(named(name)),
    click,
    type: async (text) => {
      const active = await session<Record<string, string>>('GET', '/element/active')
      await session('POST', `/element/${active[ELEMENT]}/value`, { text })
    },
    see: (text) => act(`//*[normalize-space()="${text}"]`, async () => undefined),
    wait: (xpath) => act(xpath, async () => undefined),
    refused: async () => {
      await collect()
      return refused
    },
    read: (expression) => session('POST', '/execute/sync', { script: `return ${expression}`, args: [] }),
  }
}

class DriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** Starts a virtual display (X server); returns its name. */
async function startDisplay(command: string): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp']
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill())
  const told = child.stdio[3]
  if (!told) throw new Error('Xvfb has no pipe for its number')
  const [number] = (await once(told, 'data')) as [Buffer]
  return `:${number.toString().trim()}`
}

/** Starts the WebDriver server; returns a function that sends it a command and throws {@link DriverError}. */
async function startDriver(command: string, display: string | null) {
  const port = await freePort()
  // The browser's sandbox does not start as root, as in containers, and a virtual screen has no graphics card.
  const without = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1' }
  const child = spawn(command, [`--port=${port}`], {
    env: { ...process.env, ...without, LIBGL_ALWAYS_SOFTWARE: '1', ...(display && { DISPLAY: display }) },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill())
  const ask = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (!response.ok) throw new DriverError(value.error ?? 'unknown error', value.message ?? '')
    return value as Value
  }
  await eventually(
    'WebKitWebDriver listens',
    () =>
      ask('GET', '/status').then(
        () => true,
        () => false,
      ),
    PATIENCE,
  )
  return ask
}
