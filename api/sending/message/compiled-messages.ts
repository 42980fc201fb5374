import { mailFor, readerOf, versionNamer } from '#domain/content/email-parts.ts'
import { DOCUMENT_FAILED, FILE_MISSING } from '#domain/emails/delivery-errors.ts'
import { emailKey } from '#domain/contacts/contacts.ts'
import type { MergeValues } from '#domain/content/merge-tags.ts'
import { AppError } from '#domain/errors.ts'
import { withoutTracking } from './recipient-links.ts'
import { composeMessage, type CompiledMessage } from './message.ts'
import type { FromAddresses } from './from-address.ts'
import { approvedFilesOf, ownFilesOf } from './recipient-attachments.ts'
import { DeliveryError, type MailAddress, type MessageAttachment, type OutgoingMessage } from '../provider.ts'
import type { Attempt, CampaignContent, MailboxKey, SendStore } from '../store.ts'

/** Maximum number of emails kept compiled: variants of campaigns, by the parts that recipients see. */
const COMPILED_MAX = 64

/** The part of the store that messages are made from. */
type MessageStore = Pick<SendStore, 'content' | 'compile' | 'fileContent' | 'fillDocument'>

interface Content {
  content: CampaignContent
  versionOf: ReturnType<typeof versionNamer>
}

/** The messages of one slice's campaigns, each read once, and compiled once for recipients who see the same parts. */
export class CompiledMessages {
  readonly #from: FromAddresses
  readonly #store: MessageStore
  readonly #key: MailboxKey
  readonly #contents = new Map<string, Promise<Content>>()
  readonly #compiled = new Map<string, Promise<CompiledMessage>>()

  constructor(from: FromAddresses, store: MessageStore, key: MailboxKey) {
    this.#from = from
    this.#store = store
    this.#key = key
  }

  /**
   * Makes the email of an attempt, with the recipient's own files.
   *
   * @throws DeliveryError if it is not what a second person approved
   * @throws DeliveryError if one of the files is missing
   * @throws DeliveryError if the mailbox cannot send from the campaign's address
   * @throws DeliveryError `too-large` if it is too large to be made, as if the provider had refused it
   */
  async compose(attempt: Attempt): Promise<OutgoingMessage> {
    try {
      requireApproved((await this.#contentOf(attempt.campaignId)).content, attempt)
      const message = composeMessage(await this.#of(attempt), attempt)
      const own = [...(await this.#filesOf(attempt)), ...(await this.#documentsOf(attempt))]
      return own.length === 0 ? message : { ...message, attachments: [...message.attachments, ...own] }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_LARGE') throw error
      throw new DeliveryError('too-large', error.message, { cause: error })
    }
  }

  /**
   * Checks a draft that an earlier slice may have made, before it is sent.
   *
   * @throws DeliveryError if the email is not what a second person approved, or the mailbox cannot send from its address any more
   */
  async checkDraft(attempt: Attempt): Promise<void> {
    const isApproved = attempt.isAsApproved != null
    if (!isApproved && !this.#from.mayBeReplaced) return
    const { content } = await this.#contentOf(attempt.campaignId)
    requireApproved(content, attempt)
    if (this.#from.mayBeReplaced) await this.#from.of(content.fromAddress)
  }

  async #of(attempt: Attempt): Promise<CompiledMessage> {
    const { campaignId, variant, untracked } = attempt
    const { content: source, versionOf } = await this.#contentOf(campaignId)
    // Before an email that was compiled earlier, too: it may be the first one in doubt about its address.
    const from = asLaunched(await this.#from.of(source.fromAddress), source)
    const version = versionOf(readerOf(attempt, source.language))
    const name = `${campaignId}/${variant}/${untracked}/${version}`
    const known = this.#compiled.get(name)
    if (known) return known
    const subject = variant === 'B' ? (source.subjectB ?? source.subject) : source.subject
    const own = untracked && source.own ? withoutTracking(source.own) : source.own
    const mail = version === '' ? { ...source, subject } : mailFor({ ...source, subject }, attempt)
    const compiled = this.#store.compile(this.#key, { ...mail, ...(own && { own }), from })
    this.#compiled.set(name, compiled)
    // Recipients who differ in many conditions would each keep a whole email in memory.
    const [oldest] = this.#compiled.keys()
    if (oldest !== undefined && this.#compiled.size > COMPILED_MAX) this.#compiled.delete(oldest)
    return compiled
  }

  async #filesOf(attempt: Attempt): Promise<MessageAttachment[]> {
    const { ownFiles } = (await this.#contents.get(attempt.campaignId))?.content ?? {}
    if (!ownFiles) return []
    const { files, missing } = attempt.fileIds
      ? approvedFilesOf(ownFiles, attempt, attempt.fileIds)
      : ownFilesOf(ownFiles, attempt)
    if (missing !== null) throw new DeliveryError('rejected', missing)
    return Promise.all(
      files.map(async ({ id, name, contentType, size }) => {
        const content = await this.#store.fileContent(this.#key, id)
        if (!content) throw new DeliveryError('rejected', `${FILE_MISSING}: ${name}`)
        return { name, contentType, size, content }
      }),
    )
  }

  /** Fills the documents of a recipient. Throws DeliveryError if one cannot be made for them. */
  async #documentsOf(attempt: Attempt): Promise<MessageAttachment[]> {
    const { documents = [], language } = (await this.#contentOf(attempt.campaignId)).content
    const filled: MessageAttachment[] = []
    for (const document of documents) {
      try {
        filled.push(await this.#store.fillDocument(this.#key, document, valuesOf(attempt), language))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        throw new DeliveryError('rejected', `${DOCUMENT_FAILED}: ${document.name}: ${error.message}`, {
          cause: error,
          // Another attempt may find LibreOffice at work again.
          mayPass: error.code === 'UNAVAILABLE',
        })
      }
    }
    return filled
  }

  #contentOf(campaignId: string): Promise<Content> {
    const asked = this.#contents.get(campaignId) ?? this.#readContent(campaignId)
    this.#contents.set(campaignId, asked)
    return asked
  }

  async #readContent(campaignId: string): Promise<Content> {
    const content = await this.#store.content(this.#key, campaignId)
    const { subject, subjectB } = content
    return { content, versionOf: versionNamer([subject, subjectB ?? '', content.content]) }
  }
}

/** The values of an attempt's recipient. */
const valuesOf = ({ firstName, lastName, email, serialNumber, fields, tags, rows }: Attempt): MergeValues => ({
  ...{ firstName, lastName, email, fields, tags, rows },
  ...(serialNumber !== undefined && { serialNumber }),
})

/** Throws DeliveryError if a second person approved the campaign, but not this email to this recipient. */
function requireApproved({ approval }: CampaignContent, { isAsApproved }: Attempt): void {
  const changed = approval && (approval.changed ?? (isAsApproved ? null : 'recipient'))
  if (changed) throw notApproved(changed)
}

/**
 * Restores the sender of an email as fixed at the launch, with the address from which the mailbox sends now. If the
 * launch was approved, that address must be the approved one.
 */
function asLaunched(now: MailAddress, { sender, approval }: CampaignContent): MailAddress {
  if (!sender) return now
  if (approval && emailKey(now.address) !== emailKey(sender.address)) throw notApproved('sender')
  return { ...now, name: sender.name }
}

const notApproved = (what: 'email' | 'recipient' | 'sender') =>
  new DeliveryError(
    `${what}-changed`,
    `NOT_APPROVED: the ${what} was changed after a second person approved the launch`,
  )
