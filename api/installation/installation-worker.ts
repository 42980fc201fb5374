import type { App } from '#api/platform/app-context.ts'
import type { MailboxLocks } from '#api/sending/store.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import type { Heartbeat } from './heartbeat.ts'
import { concludeSearches, isToSearch, mailboxesToSearch, searchMailbox } from './post-restore-mailbox-search.ts'

/** seconds between heartbeats */
const HEARTBEAT_INTERVAL_SECONDS = 10

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
  const round = async (signal: AbortSignal) => {
    const stopped = () => signal.aborted
    await beat()
    if (stopped()) return
    searching ??= search(stopped)
      .catch(warn('The search of mailboxes after a restore failed'))
      .finally(() => {
        searching = null
      })
  }

  await beat()
  const rounds = runPeriodically({
    name: 'The heartbeat of this installation',
    seconds: HEARTBEAT_INTERVAL_SECONDS,
    work: round,
    log: app.log,
  })
  return {
    stop: async () => {
      await rounds.stop()
      await searching
    },
  }
}
