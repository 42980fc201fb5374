import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** path of a Firefox; null when there is none and its test is skipped */
    firefox: string | null
  }
}

const NAMES = ['firefox-esr', 'firefox']
const APPLICATION = '/Applications/Firefox.app/Contents/MacOS/firefox'
/** ms to wait for Firefox to print its version on a busy machine */
const PATIENCE = 180_000

/**
 * Vitest's global setup of the browser tests: finds a Firefox (FIREFOX_PATH, or the machine's). Without one, it prints a
 * line and its test is skipped.
 * @throws when FIREFOX_PATH is set but does not run
 */
export default async function setup(project: TestProject): Promise<void> {
  const wanted = process.env['FIREFOX_PATH']
  if (wanted && !(await runs(wanted))) throw new Error(`FIREFOX_PATH is ${wanted}, which does not run.`)
  const found = wanted || (await firstThatRuns())
  if (!found) {
    process.stderr.write(
      'SKIPPED: the journey in Firefox, because none is on this machine. ' +
        'Install one, as root on Debian with "apt-get install firefox-esr", or name one in FIREFOX_PATH.\n',
    )
  }
  project.provide('firefox', found)
}

async function firstThatRuns(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const named = NAMES.flatMap((name) => [...folders, '/usr/bin'].map((folder) => join(folder, name)))
  for (const path of new Set([...named, APPLICATION])) {
    // oxlint-disable-next-line no-await-in-loop -- the first is enough
    if (existsSync(path) && (await runs(path))) return path
  }
  return null
}

const runs = (path: string): Promise<boolean> =>
  promisify(execFile)(path, ['--version'], { timeout: PATIENCE }).then(
    ({ stdout }) => stdout.includes('Firefox'),
    () => false,
  )
