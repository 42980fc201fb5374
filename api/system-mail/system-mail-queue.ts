import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { composeSystemEmail, type Letter, type SystemEmail } from './compose-system-email.ts'
import type { JobQueue } from '#api/platform/jobs/job-queue.ts'

/** Entry of the queue for system emails: an email, or a user name whose accounts may get a link for a new password. */
export type SystemWork = { kind: 'email'; email: SystemEmail } | { kind: 'password reset'; name: string }

const PLACE = 'system_emails'

/** Encrypts an entry for the queue, because it contains links that open accounts. */
export function sealWork({ secrets }: Pick<App, 'secrets'>, work: SystemWork): string {
  return secrets.seal(JSON.stringify(work), PLACE).toString('base64')
}

/** Decrypts an entry of the queue. Throws if it was encrypted with an unlisted key. */
export function openWork({ secrets }: Pick<App, 'secrets'>, sealed: string): SystemWork {
  return JSON.parse(secrets.open(Buffer.from(sealed, 'base64'), PLACE)) as SystemWork
}

/** Queue of system emails. An email that the server does not accept now is tried again for some hours. */
export const SYSTEM_EMAIL_QUEUE: JobQueue<{ sealed: string }> = {
  name: 'system-email',
  options: {
    notify: true,
    retryLimit: 10,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 120,
    deleteAfterSeconds: 60,
  },
  keyOf: null,
}

/** Enqueues work for emails of Mergewell itself; takes effect when the transaction commits. */
export const queueSystemWork = (app: Pick<App, 'jobs' | 'secrets'>, em: Em, work: SystemWork): Promise<void> =>
  app.jobs.add(SYSTEM_EMAIL_QUEUE, { sealed: sealWork(app, work) }, { em })

type Queuing = Pick<App, 'jobs' | 'secrets' | 'systemMailer'>

/** Queues an email of Mergewell itself; it leaves when the transaction commits. Does nothing if none can be sent. */
export async function queueSystemEmail(app: Queuing, em: Em, to: string, letter: Letter): Promise<void> {
  if (!app.systemMailer) return
  await queueSystemWork(app, em, { kind: 'email', email: composeSystemEmail(to, letter) })
}
