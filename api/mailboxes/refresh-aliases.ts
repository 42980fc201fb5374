import { AppError } from '#domain/errors.ts'
import { readAliases, withAliases } from '#domain/mailboxes/send-as.ts'
import { notFound } from '#schema/object-ids.ts'
import type { App } from '#api/platform/app-context.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import { Mailbox } from './mailbox.ts'
import { openMailbox } from './open-mailbox.ts'

type Asker = Pick<App, 'clock' | 'database' | 'log' | 'secrets' | 'vendors'>

/**
 * Asks a mailbox's provider for its other addresses and stores them. Throws NOT_FOUND, BAD_INPUT if the granted access
 * does not show them or the mailbox must be reconnected, UNAVAILABLE if the provider does not answer.
 */
export async function refreshAliases(app: Asker, { tenantId, id }: { tenantId: string; id: string }): Promise<void> {
  const account = await app.database.inTenant(tenantId, (em) => em.findOne(Mailbox, { tenantId, id }))
  if (!account) throw notFound('Mailbox')
  const mailbox = account.status === 'error' ? null : openMailbox(app, account)
  if (!mailbox) {
    throw new AppError('BAD_INPUT', `${account.email} needs to be reconnected before its addresses can be read.`)
  }
  if (!mailbox.readAliases) {
    throw new AppError(
      'BAD_INPUT',
      'Mergewell may not read the addresses of this mailbox. First allow safe sending, bounces and replies.',
    )
  }
  // Outside of a transaction: the provider may take seconds.
  const found = await mailbox.readAliases().catch((cause: unknown) => {
    if (!(cause instanceof DeliveryError)) throw cause
    throw new AppError('UNAVAILABLE', `The addresses of ${account.email} could not be read: ${cause.message}.`, {
      cause,
    })
  })
  await app.database.inTenant(tenantId, async (em) => {
    const current = await em.findOne(Mailbox, { tenantId, id })
    if (current) current.sendAs = withAliases(current.sendAs, readAliases(current.email, found))
    await em.flush()
  })
}

/**
 * Renews the aliases of mailboxes that are about to send from one of them. A failure changes nothing: the address is
 * checked again with the first email.
 */
export async function refreshBeforeLaunch(app: Asker, tenantId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await refreshAliases(app, { tenantId, id }).catch((error: unknown) => {
      app.log.info({ err: error, mailboxId: id }, 'The addresses of a mailbox could not be read before a launch')
    })
  }
}
