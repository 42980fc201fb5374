import PostalMime from 'postal-mime'
import { DeliveryError, type ReadableMail } from '#api/sending/provider.ts'
import { joinFlowed, withoutFlow } from './flowed-text.ts'

/** Bytes read of an email: its text comes before its files. */
export const MAIL_BYTES = 524_288

/** Reads the subject, the text and the HTML of an email in MIME, which may be cut off, without emails attached to it. Never throws: what cannot be read is empty. */
export async function readMailText(raw: Uint8Array): Promise<Omit<ReadableMail, 'link'>> {
  const { bytes, flow } = withoutFlow(raw.subarray(0, MAIL_BYTES))
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true }).catch(() => null)
  const text = mail?.text ?? ''
  return { subject: mail?.subject ?? '', text: (flow ? joinFlowed(text, flow) : text).trim(), html: mail?.html ?? '' }
}

/** Error for an email that a provider returned without content, as happens just after it arrived. */
export function emptyMail(): DeliveryError {
  return new DeliveryError('unavailable', 'the provider returned an email without its content')
}
