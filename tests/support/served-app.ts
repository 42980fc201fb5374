import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '#api/platform/app-context.ts'
import { createServer } from '#api/server.ts'
import type { World } from './world.ts'

/** Serves a world's product with a built web app (one page and one script with this code) until `close`. */
export async function servedApp(world: World, code: string) {
  const webDir = await mkdtemp(join(tmpdir(), 'mergewell-web-'))
  await mkdir(join(webDir, 'assets'))
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Mergewell</title>')
  await writeFile(join(webDir, 'assets', 'index-a1b2.js'), code)
  const closing: (() => Promise<void>)[] = []
  return {
    /** Serves the app again with another configuration; returns the URL. */
    serve: async (change: Partial<App> = {}): Promise<string> => {
      const { server, close } = createServer({ ...world.app, ...change }, { webDir })
      closing.push(close)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    close: async () => {
      for (const close of closing) await close()
      await rm(webDir, { recursive: true, force: true })
    },
  }
}
