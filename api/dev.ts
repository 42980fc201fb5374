import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { AppError } from '#domain/errors.ts'
import { ConfigError, readConfig } from './config.ts'
import type { Config } from './config.ts'
import { freePort } from '#api/platform/postgres/postmaster.ts'
import { startEmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import { onStopSignals } from '#api/platform/process/stop-signals.ts'

const ROOT = join(import.meta.dirname, '..')
/** Paths served by the API; all others belong to Vite. */
const API_PATHS = String.raw`^/((api|auth|graphql|images|mcp|t|u)(/|\?|$)|(healthz|readyz|metrics)$)`
const ownGroup = process.platform !== 'win32'
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Started parts, to be stopped in reverse order. */
const started: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | undefined

onStopSignals(stop)
try {
  await start(readConfig(process.env, ROOT))
} catch (error) {
  const known = error instanceof ConfigError || error instanceof AppError
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  await stop()
  process.exit(1)
}

/** Starts Vite on PORT with hot reload and the API behind it, which restarts when one of its files changes. */
async function start(config: Config): Promise<void> {
  if (config.mode === 'production') throw new AppError('BAD_INPUT', '"npm run dev" is not for NODE_ENV=production.')
  if (!config.databaseUrl) {
    // Started here too, so the database keeps running while the API restarts.
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
    started.push(() => postgres.stop())
  }
  const apiPort = await freePort()
  const publicUrl = await startVite(config, apiPort)
  startApi({ PORT: String(apiPort), HOST: '127.0.0.1', PUBLIC_URL: config.publicUrl ?? publicUrl })
}

async function startVite(config: Config, apiPort: number): Promise<string> {
  const { createServer } = await import('vite').catch((cause: unknown) => {
    throw new AppError('UNAVAILABLE', 'Vite is not installed. Run "npm ci" with development dependencies.', { cause })
  })
  const vite = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    server: {
      host: config.host,
      port: config.port,
      strictPort: config.port !== 0,
    },
    plugins: [toApi(`http://127.0.0.1:${apiPort}`)],
  })
  started.push(() => vite.close())
  await vite.listen().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('UNAVAILABLE', `${reason}. Set PORT to another port, or stop the process that uses it.`, {
      cause,
    })
  })
  const url = vite.resolvedUrls?.local[0] ?? vite.resolvedUrls?.network[0]
  if (url === undefined) throw new Error('Vite started but did not report its address.')
  return new URL(url).origin
}

/** Proxies API requests. */
function toApi(target: string): Plugin {
  return {
    name: 'mergewell-api',
    config: (config) => {
      config.server = { ...config.server, proxy: { [API_PATHS]: { target, ws: true } } }
    },
  }
}

function startApi(environment: Record<string, string>): void {
  const api = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(ROOT, 'api', 'start.js'), '--behind-vite'],
    // The child gets a process group of its own: Ctrl-C reaches only this process, which stops the child in order.
    {
      cwd: ROOT,
      env: { NODE_ENV: 'development', ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: ownGroup,
    },
  )
  const ended = once(api, 'exit')
  started.push(() => end(api, ended))
  process.once('exit', () => killGroup(api))
  void ended.then(() => stopping ?? stop().then(() => process.exit(1)))
}

async function end(api: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (api.exitCode === null && api.signalCode === null) api.kill('SIGTERM')
  await ended
}

/** Kills the API's process group, even if we did not wait for its end. */
function killGroup(api: ChildProcess): void {
  if (api.pid === undefined || api.exitCode !== null || api.signalCode !== null) return
  process.kill(ownGroup ? -api.pid : api.pid, 'SIGKILL')
}

/** Stops everything this process started, in reverse order. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const one of started.toReversed()) {
      await one().catch((error: unknown) => process.stderr.write(`While stopping: ${String(error)}\n`))
    }
  })()
  return stopping
}
