import { AppError } from '#domain/errors.ts'
import { withoutTracking } from './own-links.ts'
import { composeMessage, type CompiledMessage } from './message.ts'
import { DeliveryError, type MailAddress, type OutgoingMessage } from './provider.ts'
import type { Attempt, CampaignContent, MailboxKey, SendStore } from './store.ts'

/** The messages of one slice's campaigns, each read and compiled once. */
export class CompiledMessages {
  readonly #from: MailAddress
  readonly #store: Pick<SendStore, 'content' | 'compile'>
  readonly #key: MailboxKey
  readonly #contents = new Map<string, Promise<CampaignContent>>()
  readonly #compiled = new Map<string, Promise<CompiledMessage>>()

  constructor(from: MailAddress, store: Pick<SendStore, 'content' | 'compile'>, key: MailboxKey) {
    this.#from = from
    this.#store = store
    this.#key = key
  }

  /**
   * The email of an attempt. One that is too large to be made fails like one that the provider finds too large: throws
   * DeliveryError.
   */
  async compose(attempt: Attempt): Promise<OutgoingMessage> {
    try {
      return composeMessage(await this.#of(attempt), attempt)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_LARGE') throw error
      throw new DeliveryError('too-large', error.message, { cause: error })
    }
  }

  #of({ campaignId, variant, untracked }: Attempt): Promise<CompiledMessage> {
    const name = `${campaignId}/${variant}/${untracked}`
    const known = this.#compiled.get(name)
    if (known) return known
    const content = this.#contents.get(campaignId) ?? this.#store.content(this.#key, campaignId)
    this.#contents.set(campaignId, content)
    const compiled = content.then((source) => {
      const subject = variant === 'B' ? (source.subjectB ?? source.subject) : source.subject
      const own = untracked ? withoutTracking(source.own) : source.own
      return this.#store.compile(this.#key, { ...source, own, subject, from: this.#from })
    })
    this.#compiled.set(name, compiled)
    return compiled
  }
}
