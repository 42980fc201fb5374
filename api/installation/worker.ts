import type { App } from '../context.ts'
import type { MailboxLocks, Worker } from '../queue/worker.ts'
import type { Heartbeat } from './heartbeat.ts'
import { concludeSearches, mailboxesToSearch, searchMailbox } from './mailbox-search.ts'

/** ms between heartbeats */
const EVERY = 10_000

/** Writes heartbeats, and searches the mailboxes of a restored database. Resolves after the first heartbeat. */
export async function startInstallation(app: App, locks: MailboxLocks, { beat }: Heartbeat): Promise<Worker> {
  const stopping = new AbortController()
  const search = async () => {
    for (const key of await mailboxesToSearch(app)) {
      if (stopping.signal.aborted) return
      const lock = await locks.acquire(key)
      if (!lock) continue
      try {
        await searchMailbox(app, key)
      } finally {
        await lock.release()
      }
    }
    await concludeSearches(app)
  }
  const round = async () => {
    try {
      await beat()
      await search()
    } catch (error) {
      app.log.warn({ error: String(error) }, 'The heartbeat of this installation failed')
    }
  }

  await beat()
  let running = round()
  const timer = setInterval(() => {
    running = running.then(() => (stopping.signal.aborted ? undefined : round()))
  }, EVERY)
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
