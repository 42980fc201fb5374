import type { App } from '#api/platform/app-context.ts'
import { countInLedgers } from '#api/emails/ledgers/shared-ledgers.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { openMailbox } from '#api/mailboxes/open-mailbox.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import { SystemEmailRefused, type SystemMailer } from '#api/system-mail/system-mailer.ts'

type Needs = Pick<App, 'clock' | 'database' | 'log' | 'secrets' | 'vendors'>

/**
 * Makes a mailer that sends system emails through a connected mailbox: the first one connected with this email address,
 * and no other, so that somebody who connects a mailbox with the same address later never sends our emails. These
 * emails count in the mailbox's limits but do not wait for them, because a person waits for each.
 */
export function mailboxMailer(app: () => Needs, address: string): SystemMailer {
  return {
    send: async ({ to, subject, text, html }) => {
      const { database, clock } = app()
      const account = await database.asSystem(async (em) => {
        const [found] = await em.execute<{ tenantId: string; id: string }[]>(
          `select tenant_id as "tenantId", id from mailboxes where lower(email) = lower(:address)
           order by connected_at, id limit 1`,
          { address },
        )
        return found ? em.findOne(Mailbox, found) : null
      })
      const mailbox = account && account.status !== 'error' ? openMailbox(app(), account) : null
      if (!account || !mailbox)
        throw new Error('The mailbox in SYSTEM_MAILBOX is not connected, or needs to be reconnected')
      await database.inTenant(account.tenantId, (em) => countInLedgers(em, account, [[to]], clock()))
      try {
        await mailbox.send({
          from: { name: 'Mergewell', address: account.email },
          to: { name: '', address: to },
          subject,
          html,
          text,
          headers: [],
          attachments: [],
        })
      } catch (error) {
        // In doubt it is not sent again: the person can ask for another one.
        if (error instanceof DeliveryError && (!error.retryable || error.kind === 'uncertain')) {
          throw new SystemEmailRefused('The mailbox could not send it', { cause: error })
        }
        throw error
      }
    },
  }
}
