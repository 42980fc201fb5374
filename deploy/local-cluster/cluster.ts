import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#api/platform/postgres/postmaster.ts'
import { startNginx } from './nginx.ts'
import { isReady, startProcess, type Running } from './process.ts'

/** ms between two health checks; a process serves for DRAIN_SECONDS after its check fails. */
const LOOK_EVERY = 200
const DRAIN_SECONDS = '2'

export interface ClusterOptions {
  /** processes with ROLE=api */
  api: number
  /** processes with ROLE=worker */
  workers: number
  /** folder of logs and DATA_DIR */
  folder: string
  /** port of nginx on 127.0.0.1; by default any free one */
  port?: number
  /** environment of every process: DATABASE_URL, SECRET_KEY, and the providers */
  env: NodeJS.ProcessEnv
}

/** A process of the cluster, such as `api-1` or `worker-2`. */
export interface Member {
  name: string
  role: 'api' | 'worker'
  /** port of the API, or of a worker's health checks */
  port: number
  /** process id; null while the member is not running */
  pid: number | null
}

/** Several api and worker processes on one database, behind nginx. */
export interface Cluster {
  /** URL of nginx */
  url: string
  members: readonly Readonly<Member>[]
  /** Starts a member that was killed; resolves when it is ready. */
  start(name: string): Promise<void>
  /** Kills a member at once (SIGKILL). */
  kill(name: string): Promise<void>
  /**
   * Stops a member (SIGTERM) and starts a replacement; returns the exit code of the old process when the new one is
   * ready and gets requests.
   */
  restart(name: string): Promise<number | null>
  stop(): Promise<void>
}

/**
 * Starts the cluster. It looks at the processes' health checks, as an orchestrator does, and tells nginx which of them to
 * use: open-source nginx cannot do that itself.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, env } = options
  await mkdir(folder, { recursive: true })
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const members = await membersOf(options)
  const { start, end, endAll } = createProcesses(members, { folder, env, url })
  const serving = () => members.filter(({ role }) => role === 'api')

  const nginx = await startNginx(port, [])
  let used: number[] = []
  try {
    // The first one migrates; the others then find nothing to do.
    await start('api-1')
    await Promise.all(members.slice(1).map(({ name }) => start(name)))
    used = serving().map((member) => member.port)
    await nginx.use(used)
  } catch (error) {
    await nginx.stop()
    await endAll()
    throw error
  }

  let stopped = false
  const look = async () => {
    const ready = await Promise.all(
      serving().map(async (member) => ((await isReady(member.port)) ? [member.port] : [])),
    )
    if (stopped || ready.flat().join() === used.join()) return
    used = ready.flat()
    await nginx.use(used)
  }
  const watching = (async () => {
    while (!stopped) {
      await look()
      await sleep(LOOK_EVERY)
    }
  })()

  return {
    url,
    members,
    start,
    kill: async (name) => void (await end(name, 'SIGKILL')),
    restart: async (name) => {
      const code = await end(name, 'SIGTERM')
      await start(name)
      const { role, port: own } = find(members, name)
      while (role === 'api' && !used.includes(own)) await sleep(LOOK_EVERY)
      return code
    },
    stop: async () => {
      stopped = true
      await watching
      await nginx.stop()
      await endAll()
    },
  }
}

/** The processes of a cluster, each with a free port. */
async function membersOf(options: ClusterOptions): Promise<Member[]> {
  const members: Member[] = []
  for (const [role, count] of [
    ['api', options.api],
    ['worker', options.workers],
  ] as const) {
    for (let number = 1; number <= count; number += 1)
      members.push({ name: `${role}-${number}`, role, port: await freePort(), pid: null })
  }
  return members
}

/** Starts and ends the processes of a cluster. */
function createProcesses(
  members: readonly Member[],
  { folder, env, url }: Pick<ClusterOptions, 'folder' | 'env'> & { url: string },
) {
  const running = new Map<string, Running>()
  const start = async (name: string) => {
    const member = find(members, name)
    const own = {
      ROLE: member.role,
      PORT: String(member.port),
      HEALTH_PORT: String(member.port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '1',
      DATA_DIR: join(folder, 'data'),
      DRAIN_SECONDS,
    }
    const process_ = await startProcess({ ...basics(), ...env, ...own }, member.port, join(folder, `${name}.log`))
    running.set(name, process_)
    member.pid = process_.pid
    void process_.ended.finally(() => {
      if (running.get(name) !== process_) return
      running.delete(name)
      member.pid = null
    })
  }
  const end = async (name: string, signal: 'SIGTERM' | 'SIGKILL') => {
    const process_ = running.get(name)
    if (!process_) throw new Error(`${name} is not running`)
    process_.signal(signal)
    return process_.ended
  }
  const endAll = () =>
    Promise.all([...running.keys()].map((name) => Promise.race([end(name, 'SIGTERM'), sleep(20_000)])))
  return { start, end, endAll }
}

function find(members: readonly Member[], name: string): Member {
  const member = members.find((one) => one.name === name)
  if (!member) throw new Error(`There is no ${name}`)
  return member
}

/** Returns the environment variables that a program needs, without those that configure the product. */
function basics(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE }
}
