import { conditionsIn, heldBy, mailFor, type Condition } from '#domain/conditions.ts'
import { FILE_MISSING } from '#domain/delivery-errors.ts'
import { AppError } from '#domain/errors.ts'
import { withoutTracking } from './own-links.ts'
import { composeMessage, type CompiledMessage } from './message.ts'
import type { FromAddresses } from './from-address.ts'
import { ownFilesOf } from './own-files.ts'
import { DeliveryError, type MessageAttachment, type OutgoingMessage } from './provider.ts'
import type { Attempt, CampaignContent, MailboxKey, SendStore } from './store.ts'

/** Emails compiled at once: variants of campaigns, by the parts that recipients see. */
const COMPILED_MAX = 64

interface Content {
  content: CampaignContent
  conditions: readonly Condition[]
}

/** The messages of one slice's campaigns, each read once, and compiled once for recipients who see the same parts. */
export class CompiledMessages {
  readonly #from: FromAddresses
  readonly #store: Pick<SendStore, 'content' | 'compile' | 'fileContent'>
  readonly #key: MailboxKey
  readonly #contents = new Map<string, Promise<Content>>()
  readonly #compiled = new Map<string, Promise<CompiledMessage>>()

  constructor(from: FromAddresses, store: Pick<SendStore, 'content' | 'compile' | 'fileContent'>, key: MailboxKey) {
    this.#from = from
    this.#store = store
    this.#key = key
  }

  /**
   * The email of an attempt, with the recipient's own files. Throws DeliveryError if one of them is missing, or if the mailbox
   * cannot send from the campaign's address; an email that
   * is too large to be made fails like one that the provider finds too large.
   */
  async compose(attempt: Attempt): Promise<OutgoingMessage> {
    try {
      const message = composeMessage(await this.#of(attempt), attempt)
      const own = await this.#filesOf(attempt)
      return own.length === 0 ? message : { ...message, attachments: [...message.attachments, ...own] }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_LARGE') throw error
      throw new DeliveryError('too-large', error.message, { cause: error })
    }
  }

  /** Before a draft is sent that an earlier slice may have made: whether the mailbox can still send from its address. */
  async checkFrom({ campaignId }: Attempt): Promise<void> {
    if (!this.#from.mayBeReplaced) return
    const { content } = await this.#contentOf(campaignId)
    await this.#from.of(content.fromAddress)
  }

  async #of(attempt: Attempt): Promise<CompiledMessage> {
    const { campaignId, variant, untracked } = attempt
    const { content: source, conditions } = await this.#contentOf(campaignId)
    // Before an email that was compiled earlier, too: it may be the first one in doubt about its address.
    const from = await this.#from.of(source.fromAddress)
    const holds = heldBy(attempt, source.language)
    const held = conditions.map((condition) => holds(condition))
    const name = `${campaignId}/${variant}/${untracked}/${held.map(Number).join('')}`
    const known = this.#compiled.get(name)
    if (known) return known
    const subject = variant === 'B' ? (source.subjectB ?? source.subject) : source.subject
    const own = untracked ? withoutTracking(source.own) : source.own
    const mail = conditions.length === 0 ? { ...source, subject } : mailFor({ ...source, subject }, attempt)
    const compiled = this.#store.compile(this.#key, { ...mail, own, from })
    this.#compiled.set(name, compiled)
    // Recipients who differ in many conditions would each keep a whole email in memory.
    const [oldest] = this.#compiled.keys()
    if (oldest !== undefined && this.#compiled.size > COMPILED_MAX) this.#compiled.delete(oldest)
    return compiled
  }

  async #filesOf(attempt: Attempt): Promise<MessageAttachment[]> {
    const { ownFiles } = (await this.#contents.get(attempt.campaignId))?.content ?? {}
    if (!ownFiles) return []
    const { files, missing } = ownFilesOf(ownFiles, attempt)
    if (missing !== null) throw new DeliveryError('rejected', missing)
    return Promise.all(
      files.map(async ({ id, name, contentType, size }) => {
        const content = await this.#store.fileContent(this.#key, id)
        if (!content) throw new DeliveryError('rejected', `${FILE_MISSING}: ${name}`)
        return { name, contentType, size, content }
      }),
    )
  }

  #contentOf(campaignId: string): Promise<Content> {
    const asked = this.#contents.get(campaignId) ?? this.#readContent(campaignId)
    this.#contents.set(campaignId, asked)
    return asked
  }

  async #readContent(campaignId: string): Promise<Content> {
    const content = await this.#store.content(this.#key, campaignId)
    const { subject, subjectB } = content
    return { content, conditions: conditionsIn(subject, subjectB ?? '', content.content) }
  }
}
