import { DeliveryError, type GrantKeeper, type Mailbox, type MailVendor } from '../sending/provider.ts'
import type { Metrics } from './metrics.ts'

type Provider = MailVendor['name']

/** The same vendor, with every call to its mailboxes and every renewal of a sign-in counted. */
export function observeVendor(vendor: MailVendor, metrics: Metrics): MailVendor {
  const provider = vendor.name
  for (const result of ['ok', 'expired', 'unavailable']) metrics.count('tokenRefreshes', { provider, result }, 0)
  for (const outcome of ['sent', 'uncertain']) {
    metrics.count('emails', { provider, outcome, kind: outcome === 'sent' ? '' : outcome }, 0)
  }
  for (const kind of ['throttled', 'quota']) metrics.count('throttles', { provider, kind }, 0)
  return {
    ...vendor,
    openMailbox: (grant, keep) =>
      observeMailbox(vendor.openMailbox(grant, observeRenewals(keep, provider, metrics)), provider, metrics),
  }
}

/** Counts renewals that asked the provider for a token; those that another process already made are not counted. */
function observeRenewals(keep: GrantKeeper, provider: Provider, metrics: Metrics): GrantKeeper {
  return (renew) =>
    keep(async (kept) => {
      try {
        const fresh = await renew(kept)
        if (fresh !== null) metrics.count('tokenRefreshes', { provider, result: 'ok' })
        return fresh
      } catch (error) {
        metrics.count('tokenRefreshes', { provider, result: failureOf(error) })
        throw error
      }
    })
}

function observeMailbox(mailbox: Mailbox, provider: Provider, metrics: Metrics): Mailbox {
  const observed =
    <A extends unknown[], R>(call: string, run: (...values: A) => Promise<R>) =>
    async (...values: A): Promise<R> => {
      const began = performance.now()
      let result = 'ok'
      try {
        return await run(...values)
      } catch (error) {
        result = failureOf(error)
        if (result === 'throttled' || result === 'quota') metrics.count('throttles', { provider, kind: result })
        throw error
      } finally {
        metrics.count('providerCalls', { provider, call, result })
        metrics.observe('providerSeconds', { provider, call }, (performance.now() - began) / 1_000)
      }
    }
  const { readAliases, readSent, countSent } = mailbox
  return {
    ...(countSent && { countSent: observed('count_sent', (since: Date) => countSent(since)) }),
    ...(readSent && { readSent: observed('read_sent', (messageId: string) => readSent(messageId)) }),
    canDraft: mailbox.canDraft,
    canRead: mailbox.canRead,
    replacesFrom: mailbox.replacesFrom,
    readAliases: readAliases && observed('read_aliases', () => readAliases()),
    draftLooks: mailbox.draftLooks,
    createDraft: observed('create_draft', (message) => mailbox.createDraft(message)),
    sendDraft: observed('send_draft', (draftId) => mailbox.sendDraft(draftId)),
    lookAtDraft: observed('look_at_draft', (draftId) => mailbox.lookAtDraft(draftId)),
    send: observed('send', (message) => mailbox.send(message)),
    discardDraft: observed('discard_draft', (draftId) => mailbox.discardDraft(draftId)),
    findMarked: observed('search', (since, state) => mailbox.findMarked(since, state)),
    listInbox: observed('list_inbox', (cursor, since, size) => mailbox.listInbox(cursor, since, size)),
    listInboxBetween: observed('list_inbox', (from, to, size) => mailbox.listInboxBetween(from, to, size)),
    readInboxMail: observed('read_inbox_mail', (entry) => mailbox.readInboxMail(entry)),
    readMail: observed('read_mail', (id, address) => mailbox.readMail(id, address)),
  }
}

/** The kind of a failure of a provider; anything else is an error of ours. */
const failureOf = (error: unknown): string => (error instanceof DeliveryError ? error.kind : 'error')
