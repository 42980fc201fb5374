import { DeliveryError, type GrantKeeper, type OpenMailbox, type MailProvider } from '#api/sending/provider.ts'
import { wrapMailbox } from '#api/sending/mailbox-wrapper.ts'
import type { Metrics } from './metrics.ts'

type Provider = MailProvider['name']

/** Wraps a provider so that every call to its mailboxes and every renewal of a sign-in is counted. */
export function observeVendor(vendor: MailProvider, metrics: Metrics): MailProvider {
  const provider = vendor.name
  for (const result of ['ok', 'expired', 'sign-in-doubt', 'registration', 'unavailable'])
    metrics.count('tokenRefreshes', { provider, result }, 0)
  for (const outcome of ['sent', 'uncertain']) {
    metrics.count('emails', { provider, outcome, kind: outcome === 'sent' ? '' : outcome }, 0)
  }
  for (const kind of ['throttled', 'quota']) metrics.count('throttles', { provider, kind }, 0)
  return {
    ...vendor,
    openMailbox: (grant, keep, options) =>
      observeMailbox(vendor.openMailbox(grant, observeRenewals(keep, provider, metrics), options), provider, metrics),
  }
}

/** Counts token renewals that asked the provider; renewals that another process had already made are not counted. */
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

/** Names of the calls whose own name does not say what the provider is asked for. */
const CALLS: Partial<Record<keyof OpenMailbox, string>> = { findMarked: 'search', listInboxBetween: 'list_inbox' }

function observeMailbox(mailbox: OpenMailbox, provider: Provider, metrics: Metrics): OpenMailbox {
  const labels = new Map<keyof OpenMailbox, string>()
  return wrapMailbox(mailbox, async (name, run) => {
    const call = labels.get(name) ?? labelOf(name)
    labels.set(name, call)
    const began = performance.now()
    let result = 'ok'
    try {
      return await run()
    } catch (error) {
      result = failureOf(error)
      if (result === 'throttled' || result === 'quota') metrics.count('throttles', { provider, kind: result })
      throw error
    } finally {
      metrics.count('providerCalls', { provider, call, result })
      metrics.observe('providerSeconds', { provider, call }, (performance.now() - began) / 1_000)
    }
  })
}

const labelOf = (name: keyof OpenMailbox) =>
  CALLS[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The kind of a failure of a provider; anything else is an error of ours. */
const failureOf = (error: unknown): string => (error instanceof DeliveryError ? error.kind : 'error')
