import type { App } from '#api/platform/app.ts'
import { every } from '#api/platform/jobs/every.ts'
import type { MailboxLocks } from '#api/sending/store.ts'
import type { Worker } from '#api/platform/jobs/worker.ts'
import type { Heartbeat } from './heartbeat.ts'
import { concludeSearches, isToSearch, mailboxesToSearch, searchMailbox } from './mailbox-search.ts'

/** ms between heartbeats */
const EVERY = 10_000

/**
 * Writes heartbeats, and searches the mailboxes of a restored database. Resolves after the first heartbeat. Heartbeats do
 * not wait for a search, which may take hours; a search starts after a heartbeat, unless one is running.
 */
export async function startInstallation(app: App, locks: MailboxLocks, { beat }: Heartbeat): Promise<Worker> {
  const search = async (stopped: () => boolean) => {
    for (const key of await mailboxesToSearch(app)) {
      if (stopped()) return
      const lock = await locks.acquire(key)
      if (!lock) continue
      try {
        if (await isToSearch(app, key)) await searchMailbox(app, key)
      } finally {
        await lock.release()
      }
    }
    await concludeSearches(app)
  }
  const warn = (message: string) => (error: unknown) => app.log.warn({ error: String(error) }, message)
  let searching: Promise<void> | null = null
  const round = async (stopped: () => boolean) => {
    await beat()
    if (stopped()) return
    searching ??= search(stopped)
      .catch(warn('The search of mailboxes after a restore failed'))
      .finally(() => {
        searching = null
      })
  }

  await beat()
  const rounds = every(EVERY, (stopped) => round(stopped).catch(warn('The heartbeat of this installation failed')))
  return {
    stop: async () => {
      await rounds.stop()
      await searching
    },
  }
}
