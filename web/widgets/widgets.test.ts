import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
const filesOf = (folder: string) =>
  readdirSync(join(web, folder)).filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))

/** Files that are parts of other widgets. */
const PARTS = ['activated-tooltip.tsx', 'icon.tsx']

test('the page of all user interface components shows every component', () => {
  const page = filesOf('widgets').map((name) => readFileSync(join(web, 'widgets', name), 'utf8'))
  const missing = filesOf('ui').filter((name) => !page.some((source) => source.includes(`'#web/ui/${name}'`)))
  expect(missing).toEqual(PARTS)
})
