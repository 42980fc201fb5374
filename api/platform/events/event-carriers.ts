import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisOptions } from 'ioredis'
import pg from 'pg'
import type { Logger } from 'pino'
import { AppError } from '#domain/errors.ts'
import { afterCommit } from '../database/database.ts'
import type { Arrivals, Carrier } from './events.ts'

const CHANNEL = 'mergewell'

/** ms between two attempts to listen again */
const RETRY = 500
/** Message that tells all listeners that events were lost: an empty list, which the previous version ignores. */
const LOST = '[]'
/** ms without an answer after which a connection to Redis counts as lost */
const SILENCE = 10_000

/**
 * LISTEN/NOTIFY on one connection, which is opened again after a loss. An event arrives if and only if its transaction
 * commits.
 */
export const overPostgres =
  (url: string, log: Logger) =>
  async (arrivals: Arrivals): Promise<Carrier> => {
    let client: pg.Client | null = null
    let closed = false
    const connect = async () => {
      const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'mergewell-events' })
      next.on('notification', ({ payload }) => arrivals.message(payload ?? '[]'))
      next.on('error', (error) => log.warn({ error: error.message }, 'The LISTEN connection was lost'))
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      if (closed) return next.end()
      client = next
      next.once('end', () => void reconnect())
    }
    const reconnect = async () => {
      client = null
      while (!closed) {
        await sleep(RETRY)
        try {
          await connect()
          arrivals.missed()
          return
        } catch (error) {
          log.warn({ error: String(error) }, 'The LISTEN connection has not been restored yet')
        }
      }
    }
    await connect()
    return {
      send: async (em, messages) => {
        const calls = messages.map((_, at) => `pg_notify(:CHANNEL, :message${at})`)
        const values = Object.fromEntries(messages.map((message, at) => [`message${at}`, message]))
        await em.execute(`select ${calls.join(', ')}`, { CHANNEL, ...values })
      },
      close: async () => {
        closed = true
        await client?.end()
      },
    }
  }

const unreachable = (cause: unknown) =>
  new AppError(
    'UNAVAILABLE',
    `The Redis in REDIS_URL does not answer: ${cause instanceof Error ? cause.message : String(cause)}. Start it, correct the address, or remove REDIS_URL.`,
    { cause },
  )

/**
 * Publish and subscribe on Redis, so that commits do not queue behind PostgreSQL's lock for NOTIFY. Events leave right
 * after the commit: those of a process that dies in between are lost, as are those sent while Redis is away. They are not
 * kept until it is back: then all listeners are told that they may have missed something.
 */
export const overRedis =
  (url: string, log: Logger) =>
  async (arrivals: Arrivals): Promise<Carrier> => {
    const { Redis: Connection } = await import('ioredis')
    const listens = { autoResubscribe: false, maxRetriesPerRequest: null }
    const sends = { enableOfflineQueue: false, maxRetriesPerRequest: 0, socketTimeout: SILENCE }
    let opened = false
    const retryStrategy = () => (opened ? RETRY : null)
    const open = (options: RedisOptions) => new Connection(url, { ...options, lazyConnect: true, retryStrategy })
    const [listening, sending] = [open(listens), open(sends)]
    const connections = [listening, sending]
    /**
     * true if events were lost since one was last sent; logged once, and announced as soon as events can be sent again
     */
    let isLosing = false
    const lost = (error: unknown) => {
      if (!isLosing) log.warn({ error: String(error) }, 'Events could not be sent over Redis')
      isLosing = true
    }
    const publish = (message: string): Promise<void> =>
      sending.publish(CHANNEL, message).then(() => {
        if (!isLosing) return
        isLosing = false
        return publish(LOST)
      }, lost)
    sending.on('ready', () => {
      if (isLosing) void publish(LOST)
    })
    for (const connection of connections) {
      connection.on('error', (error) => log.warn({ error: error.message }, 'The connection to Redis was lost'))
    }
    listening.on('message', (_channel, text) => (text === LOST ? arrivals.missed() : arrivals.message(text)))
    try {
      await Promise.all(connections.map((connection) => connection.connect()))
      await listening.subscribe(CHANNEL)
    } catch (error) {
      for (const connection of connections) connection.disconnect()
      throw unreachable(error)
    }
    opened = true
    listening.on('ready', () => void listening.subscribe(CHANNEL).then(arrivals.missed, () => undefined))
    return {
      send: async (em, messages) => {
        afterCommit(em, () => {
          for (const message of messages) void publish(message)
        })
      },
      close: async () => {
        listening.disconnect()
        sending.disconnect()
      },
    }
  }
