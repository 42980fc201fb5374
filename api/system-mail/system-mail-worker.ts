import type { App } from '#api/platform/app-context.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { SystemEmailRefused } from './system-mailer.ts'
import { openWork, SYSTEM_EMAIL_QUEUE } from './system-mail-queue.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/**
 * Sends system emails (those of Mergewell itself) from the queue. An email that the server does not accept now is tried
 * again for some hours.
 *
 * @param work handles entries that need data from the database before the email can be written
 */
export async function startSystemMail(
  app: App,
  { sendPasswordReset }: { sendPasswordReset: (app: App, name: string) => Promise<void> },
): Promise<Worker> {
  const takeNoMore = await app.jobs.workSingly(
    SYSTEM_EMAIL_QUEUE,
    LIMITS.systemEmails.max.process,
    async ({ sealed }) => {
      const { systemMailer } = app
      if (!systemMailer) return
      const work = openWork(app, sealed)
      try {
        if (work.kind === 'password reset') await sendPasswordReset(app, work.name)
        else await systemMailer.send(work.email)
      } catch (error) {
        const refused = error instanceof SystemEmailRefused
        app.log.warn({ ...facts(refused ? error.cause : error), refused }, 'A system email could not be sent')
        // The queue stores what is thrown, with its cause.
        // oxlint-disable-next-line preserve-caught-error -- it can name the recipient
        if (!refused) throw new Error('A system email could not be sent')
      }
    },
  )
  return { stop: takeNoMore }
}

/** Returns the facts of an error that may be logged, because a server's answer can repeat the recipient's address. */
function facts(error: unknown) {
  const { name, code, responseCode, command, kind } = error as Record<string, unknown>
  return { name, code, responseCode, command, kind }
}
