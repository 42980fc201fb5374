import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
const filesOf = (folder: string) =>
  readdirSync(join(web, folder)).filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))

/** Stands once around the app: the page shows what it says. */
const AROUND_THE_APP = ['toaster.tsx']

test('the page of all widgets shows every widget there is', () => {
  const page = filesOf('widgets').map((name) => readFileSync(join(web, 'widgets', name), 'utf8'))
  const missing = filesOf('ui').filter((name) => !page.some((source) => source.includes(`'#web/ui/${name}'`)))
  expect(missing).toEqual(AROUND_THE_APP)
})
