import PostalMime from 'postal-mime'
import { wordsOfHtml } from '#domain/html/words.ts'
import { TEXT_MAX, type ReadableMail } from '../provider.ts'

/** Bytes read of an email: its text comes before its files. */
export const MAIL_BYTES = 524_288

/** The subject and the text of an email in MIME, which may be cut off. Never throws: what cannot be read is empty. */
export async function readMailText(raw: Uint8Array): Promise<Omit<ReadableMail, 'link'>> {
  const mail = await PostalMime.parse(raw.subarray(0, MAIL_BYTES)).catch(() => null)
  const plain = mail?.text?.trim() ? mail.text : wordsOfHtml(mail?.html ?? '')
  return { subject: mail?.subject ?? '', text: tidied(plain).slice(0, TEXT_MAX) }
}

/** Without characters that a browser would not show or would let run backwards, and without stacks of blank lines. */
function tidied(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(UNSEEN, '')
    .replaceAll(/\n[ \t\u00a0]+(?=\n)/g, '\n')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim()
}

// eslint-disable-next-line no-control-regex -- control characters are what is removed
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
