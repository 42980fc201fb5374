import { emailKey } from '#domain/contacts/contacts.ts'
import { readAliases, senderOf, withAliases, type SendAsMailbox } from '#domain/mailboxes/send-as.ts'
import { DeliveryError, SEND_AS_REFUSED, type OpenMailbox, type MailAddress } from '../provider.ts'

/**
 * Decides the From address of a mailbox's emails, given the address that a campaign names. A provider that replaces
 * addresses silently is asked once whether it still knows the address; the answer is kept for the life of this object:
 * a slice, or a test email.
 * @throws DeliveryError `from-refused` if the mailbox cannot send from that address
 */
export class FromAddresses {
  readonly #own: SendAsMailbox
  readonly #mailbox: Pick<OpenMailbox, 'readAliases' | 'replacesFrom'>
  #current: Promise<SendAsMailbox> | null = null

  constructor(own: SendAsMailbox, mailbox: Pick<OpenMailbox, 'readAliases' | 'replacesFrom'>) {
    this.#own = own
    this.#mailbox = mailbox
  }

  /** true if the provider would replace a From address without an error */
  get mayBeReplaced(): boolean {
    return this.#mailbox.replacesFrom
  }

  async of(fromAddress: string | null | undefined): Promise<MailAddress> {
    const known = senderOf(this.#own, fromAddress)
    if (!known) throw refused(`${this.#own.email} cannot send from this address`)
    if (!this.#mailbox.replacesFrom || emailKey(known.address) === emailKey(this.#own.email)) return known
    const from = senderOf(await this.#asked(), fromAddress)
    if (!from) throw refused('the provider no longer lists this address, or has not verified it')
    return from
  }

  async #asked(): Promise<SendAsMailbox> {
    const { readAliases: read } = this.#mailbox
    if (!read) throw refused('what was granted does not show whether the provider still knows this address')
    this.#current ??= read().then((found) => ({
      ...this.#own,
      sendAs: withAliases(this.#own.sendAs, readAliases(this.#own.email, found)),
    }))
    try {
      return await this.#current
    } catch (error) {
      this.#current = null
      const isFinal = error instanceof DeliveryError && (error.kind === 'forbidden' || error.kind === 'rejected')
      throw isFinal ? refused('the addresses of the mailbox cannot be read') : error
    }
  }
}

/** A mailbox without other addresses. */
export const onlyItself = ({ name, address }: MailAddress): SendAsMailbox => ({
  ...{ name, email: address, sendAs: [], scopes: [] },
})

const refused = (why: string) => new DeliveryError('from-refused', `${SEND_AS_REFUSED}: ${why}`)
