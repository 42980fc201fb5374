import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Setting } from '../bench.ts'

/** Builds the bare app with the settings of the web app and serves it in the same way; returns its URL. */
export async function serveBare(databaseUrl: string, secretKey: string, undo: Setting['undo']): Promise<string> {
  const webDir = await mkdtemp(join(tmpdir(), 'mergewell-bare-'))
  undo.push(() => rm(webDir, { recursive: true, force: true }))
  const [{ build }, { default: react }, { default: settings }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('../../../vite.config.ts'),
  ])
  await build({
    ...settings,
    configFile: false,
    root: dirname(fileURLToPath(import.meta.resolve('./bare/main.tsx'))),
    plugins: [react()],
    build: { ...settings.build, outDir: webDir },
    logLevel: 'warn',
  })
  const program = fileURLToPath(import.meta.resolve('./bare-server.ts'))
  const child = spawn(process.execPath, [program, databaseUrl, webDir, secretKey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  undo.push(async () => {
    child.kill()
    await exited
  })
  const [said] = (await Promise.race([once(child.stdout, 'data'), exited])) as [Buffer | number]
  const url = /ready at (\S+)/.exec(String(said))?.[1]
  if (url === undefined) throw new Error('The server of the bare app did not start')
  return url
}
