import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** path of a working Chromium; null when there is none and its tests are skipped */
    chromium: string | null
  }
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** ms to wait for the download or installation of a browser */
const PATIENCE = 240_000
/** ms to wait for a browser to start on a busy machine */
const START = 180_000

/**
 * Vitest's global setup of the browser tests: finds a Chromium (CHROMIUM_PATH, the machine's, Playwright's) or installs
 * one (Playwright's download, or the Debian package as root). If all fail, it prints one line and the browser tests are
 * skipped.
 * @throws when CHROMIUM_PATH is set but does not start
 */
export default async function setup(project: TestProject): Promise<void> {
  const wanted = process.env['CHROMIUM_PATH']
  if (wanted && !(await starts(wanted))) throw new Error(`CHROMIUM_PATH is ${wanted}, which does not start.`)
  const found = wanted || ((await firstThatStarts()) ?? (await download()) ?? (await installPackage()))
  if (!found) {
    process.stderr.write(
      'SKIPPED: all browser tests (*.browser.test.ts), because no Chromium starts here and none could be got. ' +
        'Install one, as root on Debian with "apt-get install chromium", or name one in CHROMIUM_PATH.\n',
    )
  }
  project.provide('chromium', found)
}

async function firstThatStarts(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const named = NAMES.flatMap((name) => [...folders, '/usr/bin'].map((folder) => join(folder, name)))
  for (const path of new Set([...named, ...APPLICATIONS, chromium.executablePath()])) {
    if (existsSync(path) && (await starts(path))) return path
  }
  return null
}

async function download(): Promise<string | null> {
  process.stderr.write('No Chromium is on this machine: downloading the one of Playwright.\n')
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  return (await runs(process.execPath, [cli, 'install', '--no-shell', 'chromium'])) ? firstThatStarts() : null
}

async function installPackage(): Promise<string | null> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null
  process.stderr.write('That did not work: installing the package chromium of Debian.\n')
  const install = ['install', '--yes', '--no-install-recommends', 'chromium']
  const done =
    (await runs('apt-get', install)) || ((await runs('apt-get', ['update'])) && (await runs('apt-get', install)))
  return done ? firstThatStarts() : null
}

async function starts(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, timeout: START })
    await browser.close()
    return true
  } catch {
    return false
  }
}

async function runs(program: string, args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return promisify(execFile)(program, args, { env, timeout: PATIENCE, maxBuffer: 64 * 1024 * 1024 }).then(
    () => true,
    () => false,
  )
}
