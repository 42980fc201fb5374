import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** The suite of attacks must not shrink. */

const ROOT = join(import.meta.dirname, '../..')
const FEWEST = 200

interface Listed {
  name: string
  file: string
}

/**
 * The attack cases as vitest itself lists them from the source: a table of cases counts once, so that there are more in
 * truth. `mode`: what `npm test` runs, or `npm run test:all`.
 */
async function casesOf(mode: 'test' | 'all'): Promise<string[]> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const list = [vitest, 'list', '--json', '--mode', mode, '--project', 'node', 'tests/attacks']
  const { stdout } = await promisify(execFile)(process.execPath, list, { cwd: ROOT, maxBuffer: 64 * 1_048_576 })
  const cases = JSON.parse(stdout) as Listed[]
  return cases
    .map(({ file, name }) => `${file} ${name}`)
    .filter((each) => !each.includes('attacks/attack-count.long.test.ts'))
}

it(`the folder of attacks has at least ${FEWEST} tests in npm test, and more in npm run test:all`, async () => {
  const [core, all] = await Promise.all([casesOf('test'), casesOf('all')])
  expect(core.length).toBeGreaterThanOrEqual(FEWEST)
  expect(all).toEqual(expect.arrayContaining(core))
  expect(all.length).toBeGreaterThan(core.length)
})
