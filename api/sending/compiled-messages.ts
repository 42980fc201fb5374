import { withoutTracking } from './own-links.ts'
import type { CompiledMessage, MessageSource } from './message.ts'
import type { MailAddress } from './provider.ts'
import type { Attempt, CampaignContent } from './store.ts'

/** The messages of one slice's campaigns, each read and compiled once. */
export class CompiledMessages {
  readonly #from: MailAddress
  readonly #load: (campaignId: string) => Promise<CampaignContent>
  readonly #compile: (source: MessageSource) => Promise<CompiledMessage>
  readonly #contents = new Map<string, Promise<CampaignContent>>()
  readonly #compiled = new Map<string, Promise<CompiledMessage>>()

  constructor(
    from: MailAddress,
    load: (campaignId: string) => Promise<CampaignContent>,
    compile: (source: MessageSource) => Promise<CompiledMessage>,
  ) {
    this.#from = from
    this.#load = load
    this.#compile = compile
  }

  /** The message of an attempt. Rejects with TOO_LARGE if it cannot be compiled. */
  of({ campaignId, variant, untracked }: Attempt): Promise<CompiledMessage> {
    const name = `${campaignId}/${variant}/${untracked}`
    const known = this.#compiled.get(name)
    if (known) return known
    const content = this.#contents.get(campaignId) ?? this.#load(campaignId)
    this.#contents.set(campaignId, content)
    const compiled = content.then((source) => {
      const subject = variant === 'B' ? (source.subjectB ?? source.subject) : source.subject
      const own = untracked ? withoutTracking(source.own) : source.own
      return this.#compile({ ...source, own, subject, from: this.#from })
    })
    this.#compiled.set(name, compiled)
    return compiled
  }
}
