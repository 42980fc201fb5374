import type { App } from '#api/platform/app.ts'
import type { Em } from '#api/platform/database/database.ts'
import { composeSystemEmail, type Letter, type SystemEmail } from './compose.ts'

/** What waits in the queue: an email, or a name whose accounts may get a new password. */
export type SystemWork = { kind: 'email'; email: SystemEmail } | { kind: 'password reset'; name: string }

const PLACE = 'system_emails'

/** Work for the queue, sealed: it contains links that open accounts. */
export function sealWork({ secrets }: Pick<App, 'secrets'>, work: SystemWork): string {
  return secrets.seal(JSON.stringify(work), PLACE).toString('base64')
}

/** Work from the queue. Throws if it was sealed with an unlisted key. */
export function openWork({ secrets }: Pick<App, 'secrets'>, sealed: string): SystemWork {
  return JSON.parse(secrets.open(Buffer.from(sealed, 'base64'), PLACE)) as SystemWork
}

type Queuing = Pick<App, 'jobs' | 'secrets' | 'systemMailer'>

/** Queues an email of Mergewell itself; it leaves when the transaction commits. Does nothing if none can be sent. */
export async function queueSystemEmail(app: Queuing, em: Em, to: string, letter: Letter): Promise<void> {
  if (!app.systemMailer) return
  await app.jobs.queueSystemWork(em, sealWork(app, { kind: 'email', email: composeSystemEmail(to, letter) }))
}
