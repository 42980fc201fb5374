import { mailFor, readerOf, versionNamer, withAllParts } from '#domain/content/email-parts.ts'
import { AppError } from '#domain/errors.ts'
import { TRACKED_BYTES, UNSUBSCRIBE_BYTES } from '#domain/builder/sent-size.ts'
import type { MergeValues } from '#domain/content/merge-tags.ts'
import { compileMessage, composeMessage, linksOfMail, type CompiledMessage } from '#api/sending/message/message.ts'
import { mimeLength } from '#api/sending/message/mime.ts'
import type { OwnAddresses } from '#api/sending/message/recipient-links.ts'
import type { MailAddress } from '#api/sending/provider.ts'
import type { CampaignContent } from '#api/sending/store.ts'
import { PATHS } from './sample-addresses.ts'

/** Emails to render without sending them. */
export interface EmailsToRehearse {
  content: Omit<CampaignContent, 'own'>
  from: MailAddress
  publicUrl: string
  postalAddress: string | null
  /** True if opens will be tracked */
  opens: boolean
  /** True if clicks will be tracked */
  clicks: boolean
  recipients: readonly MergeValues[]
}

/** Size of an email, or the reason why it cannot be made. */
export type RehearsedEmail =
  | {
      /** size of the HTML, which Gmail counts */
      htmlBytes: number
      /** size of the whole email as sent, without the recipient's own files */
      bytes: number
    }
  | { problem: string }

/**
 * Renders emails with the code that sends, and measures them: one result for each recipient, in order. Sample URLs have
 * the length of real ones. Recipients who see the same parts share one compiled email. Pure.
 */
export function rehearseEmails({ recipients, content, from, ...mail }: EmailsToRehearse): RehearsedEmail[] {
  const own = addressesLike(mail, linksOfMail({ ...content, content: withAllParts(content.content) }))
  const versionOf = versionNamer([content.subject, content.content])
  const compiled = new Map<string, CompiledMessage>()
  return recipients.map((recipient) => {
    const key = versionOf(readerOf(recipient, content.language))
    try {
      const message = compiled.get(key) ?? compileMessage({ ...mailFor(content, recipient), from, own })
      compiled.set(key, message)
      const email = composeMessage(message, recipient)
      return { htmlBytes: Buffer.byteLength(String(email.html)), bytes: mimeLength(email) }
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOO_LARGE') return { problem: error.message }
      throw error
    }
  })
}

/** Makes sample URLs as long as real ones. */
function addressesLike(
  { publicUrl, postalAddress, opens, clicks }: Omit<EmailsToRehearse, 'recipients' | 'content' | 'from'>,
  links: readonly string[],
): OwnAddresses {
  const like = (path: string, bytes: number) => `${publicUrl}${path}/`.padEnd(bytes, 'x')
  return {
    unsubscribe: () => like(PATHS.unsubscribe, UNSUBSCRIBE_BYTES),
    open: opens ? () => like(PATHS.open, TRACKED_BYTES) : null,
    links: clicks ? new Map(links.map((link, index) => [link, index])) : new Map(),
    click: () => like(PATHS.click, TRACKED_BYTES),
    headers: [],
    postalAddress,
  }
}
