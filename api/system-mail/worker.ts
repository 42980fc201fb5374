import type { App } from '../context.ts'
import type { Worker } from '../queue/worker.ts'
import { sendPasswordReset } from '../accounts/links/password-reset.ts'
import { SystemEmailRefused } from './mailer.ts'
import { openWork } from './queue.ts'

/** Sends the emails of Mergewell itself. One that a server does not take now is tried again for some hours. */
export async function startSystemMail(app: App): Promise<Worker> {
  const takeNoMore = await app.jobs.workSystem(async (sealed) => {
    const { systemMailer } = app
    if (!systemMailer) return
    const work = openWork(app, sealed)
    try {
      if (work.kind === 'password reset') await sendPasswordReset(app, work.name)
      else await systemMailer.send(work.email)
    } catch (error) {
      app.log.warn({ err: error }, 'A system email could not be sent')
      if (!(error instanceof SystemEmailRefused)) throw error
    }
  })
  return { stop: takeNoMore }
}
