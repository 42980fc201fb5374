import { partsOf } from '#domain/emails/delivery-errors.ts'
import type { MailProvider } from '#api/sending/provider.ts'
import type { MailboxKey, Outcome, SendStore } from '#api/sending/store.ts'
import type { Metrics } from './metrics.ts'

/** Wraps the engine's store so that every recorded outcome of an email and every failure of the engine is counted. */
export function observeStore(store: SendStore, metrics: Metrics): SendStore {
  /** The provider of a mailbox, while a slice of it runs. */
  const providers = new WeakMap<MailboxKey, MailProvider['name']>()
  return {
    ...store,
    open: async (key) => {
      const work = await store.open(key)
      if (work) providers.set(key, work.provider)
      return work
    },
    record: async (key, outcomes) => {
      await store.record(key, outcomes)
      const provider = providers.get(key) ?? 'unknown'
      for (const outcome of outcomes) metrics.count('emails', { provider, ...labelsOf(outcome) })
    },
    noteBreakdown: (key, broken, now) => {
      if (broken) metrics.count('breakdowns', {})
      return store.noteBreakdown(key, broken, now)
    },
  }
}

function labelsOf(outcome: Outcome): { outcome: string; kind: string } {
  if ('receipt' in outcome) return { outcome: 'sent', kind: '' }
  const { code } = partsOf(outcome.error)
  if (code === 'UNCERTAIN') return { outcome: 'uncertain', kind: 'uncertain' }
  const kind = outcome.kind ?? code.toLowerCase().replaceAll('_', '-')
  return { outcome: 'failed', kind }
}
