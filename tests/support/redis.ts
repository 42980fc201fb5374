import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { eventually } from './eventually.ts'
import { freePort } from './tcp-proxy.ts'

/** A real Redis server that stores nothing on disk. */
export interface TestRedis {
  url: string
  /** Kills it and starts it again on the same port. `meanwhile` runs while it is away. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Starts redis-server. Rejects, naming Debian's package, if it is not installed. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let server = await start(port)
  const stop = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    restart: async (meanwhile) => {
      await stop()
      await meanwhile?.()
      server = await start(port)
    },
    stop,
  }
}

async function start(port: number): Promise<ChildProcess> {
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp'], {
    stdio: 'ignore',
  })
  await Promise.race([
    once(server, 'spawn'),
    once(server, 'error').then(() => {
      throw new Error('redis-server is not installed: apt-get install redis-server')
    }),
  ])
  await eventually('Redis answers', () => answers(port))
  return server
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
