import { mailFor } from '#domain/content/email-parts.ts'
import type { MergeValues } from '#domain/content/merge-tags.ts'
import { compileMessage, composeMessage } from '#api/sending/message/message.ts'
import type { MailAddress, OutgoingMessage } from '#api/sending/provider.ts'
import { sampleAddresses } from './sample-addresses.ts'
import type { CampaignContent } from '#api/sending/store.ts'

/** An email for one recipient, with sample addresses instead of tracked ones. */
export interface SampleEmail {
  content: Omit<CampaignContent, 'own'>
  from: MailAddress
  recipient: MergeValues
  publicUrl: string
  postalAddress: string | null
  /** an answer to a reply: it has no link to unsubscribe */
  isAnswer?: boolean
}

/** The email as sent, apart from tracking. Pure. */
export function composeSample({
  content,
  from,
  recipient,
  publicUrl,
  postalAddress,
  isAnswer,
}: SampleEmail): OutgoingMessage {
  const own = isAnswer ? {} : { own: sampleAddresses({ publicUrl }, postalAddress) }
  return composeMessage(compileMessage({ ...mailFor(content, recipient), from, ...own }), recipient)
}

/** A test email as plain data. Pure. */
export function composeTest(mail: SampleEmail): OutgoingMessage & { html: string; text: string } {
  const message = composeSample(mail)
  return { ...message, html: String(message.html), text: String(message.text) }
}
