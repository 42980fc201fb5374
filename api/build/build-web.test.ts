import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { buildWebIfNeeded } from './build-web.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** A small checkout; `vite` says whether Vite is installed in it. */
async function checkout({ vite }: { vite: boolean }) {
  const root = await mkdtemp(join(tmpdir(), 'mergewell-web-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  await write('package.json', '{ "type": "module" }')
  await write('package-lock.json', '{}')
  await write('vite.config.ts', `export default { root: '${root}/web' }`)
  await write('schema/domain/tenants/plans.ts', `export const plan = 'free'\n`)
  await write('web/index.html', '<!doctype html><title>App</title><script type="module" src="./main.ts"></script>')
  await write('web/main.ts', `import { plan } from '../schema/domain/tenants/plans.ts'\ndocument.title = plan\n`)
  await mkdir(join(root, 'node_modules'))
  if (vite) await symlink(join(packages, 'vite'), join(root, 'node_modules', 'vite'))
  const said: string[] = []
  return {
    root,
    write,
    said,
    build: () => buildWebIfNeeded({ root, log: (line) => said.push(line) }),
    scripts: async () => {
      const names = (await readdir(join(root, 'web/dist/assets'))).filter((name) => name.endsWith('.js'))
      return Promise.all(names.map((name) => readFile(join(root, 'web/dist/assets', name), 'utf8')))
    },
  }
}

test('the web app is built at the first start, and again only when its sources have changed', async () => {
  const app = await checkout({ vite: true })
  await app.build()
  expect((await app.scripts()).join('')).toContain('free')
  expect(app.said).toHaveLength(1)

  await app.build()
  await app.write('web/main.test.ts', 'a test is no part of the app')
  await app.build()
  expect(app.said).toHaveLength(1)

  await app.write('schema/domain/tenants/plans.ts', `export const plan = 'enterprise'\n`)
  await app.build()
  expect(app.said).toHaveLength(2)
  const scripts = (await app.scripts()).join('')
  expect(scripts).toContain('enterprise')
  expect(scripts).not.toContain('free')
})

itInFull('a failed web build explains why and keeps the old build', async () => {
  const app = await checkout({ vite: true })
  await app.build()
  await app.write('web/main.ts', `import './missing.ts'`)
  await expect(app.build()).rejects.toThrow(/could not be built[^]*missing\.ts/)
  expect((await app.scripts()).join('')).toContain('free')
})

test('an existing web build is served unchanged where Vite is not installed', async () => {
  const app = await checkout({ vite: false })
  await app.write('web/dist/index.html', 'built elsewhere')
  await app.build()
  expect(await readFile(join(app.root, 'web/dist/index.html'), 'utf8')).toBe('built elsewhere')
})

test('a container image without the web sources serves its build without printing anything', async () => {
  const app = await checkout({ vite: false })
  await app.write('web/dist/index.html', 'built')
  await rm(join(app.root, 'web/index.html'))
  await app.build()
  expect(app.said).toEqual([])
})

test('the start fails with the command to run where there is neither Vite nor a web build', async () => {
  const app = await checkout({ vite: false })
  await expect(app.build()).rejects.toThrow('npm run build')
})
