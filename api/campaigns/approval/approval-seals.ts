import type { Em } from '#api/platform/database/database.ts'
import type { MessageAttachment } from '#api/sending/provider.ts'
import type { CampaignContent } from '#api/sending/store.ts'
import type { Campaign, EmailSeal, FrozenLaunch } from '../campaign.ts'
import { withAnswerSubject } from '../follow-ups/reply-subject.ts'
import { filesFrom, senderTextsOf, textsOf } from '../content/email-content.ts'
import { attachmentHashes, filledType, hashOf } from '../rehearsal/launch-fingerprint.ts'

/**
 * Seals: fingerprints of what a second person approved. They are written by the transaction that launches the approved
 * campaign, and compared with what the engine is about to send.
 *
 * - One of each email (the first and every follow-up), with its files by content: `campaigns.frozen.seal.email`.
 * - One of who sends it from each mailbox, with the signature: `campaigns.frozen.seal.senders`.
 * - One of each recipient, with the values and the files of their own: `email_logs.approved_seal`. A follow-up inherits it.
 *
 * A fingerprint covers the parts of an email, not the rendered email: a new version of Mergewell may render the same parts
 * differently, and must not stop a campaign that nobody changed. Pictures are part of the text, by their addresses: the
 * picture behind an address never changes, and cannot be deleted while an approved campaign needs it. A file of a recipient is
 * known by its id: its content is encrypted for that id, so no other content opens.
 *
 * The hashed fields and their order must stay the same as long as sealed campaigns run: otherwise all of these campaigns pause
 * after an upgrade. A new kind of content needs a new seal beside these.
 */

/** Writes the seals of an approved campaign's emails, once all of them are as they will be sent. */
export async function sealEmails(em: Em, mails: readonly Campaign[], frozen: FrozenLaunch): Promise<void> {
  for (const mail of mails) {
    const { id, filePattern } = await filesFrom(em, mail)
    const files = await attachmentHashes(em, { tenantId: mail.tenantId, id })
    const written = { ...(await withAnswerSubject(em, mail)), frozen }
    const senders = Object.keys(frozen.signatures).map((mailbox) => [mailbox, senderHash(frozen, mailbox)] as const)
    const email = emailHash(written, filePattern, files)
    mail.frozen = { ...frozen, seal: { email, senders: Object.fromEntries(senders) } }
  }
}

/**
 * Compares an email, as it was read to be sent from a mailbox, with its seal.
 *
 * @param mail the email with the subject that it has, see {@link withAnswerSubject}
 * @returns undefined for a campaign that was launched without approval
 */
export async function approvalOf(
  mail: Campaign,
  mailboxId: string,
  { attachments, documents = [], ownFiles }: Pick<CampaignContent, 'attachments' | 'documents' | 'ownFiles'>,
): Promise<CampaignContent['approval']> {
  const { frozen } = mail
  if (!frozen?.seal) return undefined
  const files: FileHash[] = []
  for (const file of attachments) files.push({ name: file.name, type: file.contentType, hash: await contentHash(file) })
  for (const { name, format, hash } of documents) files.push({ name, type: filledType(format), hash })
  if (emailHash(mail, ownFiles?.pattern, files) !== frozen.seal.email) return { changed: 'email' }
  return { changed: senderHash(frozen, mailboxId) === frozen.seal.senders[mailboxId] ? null : 'sender' }
}

type FileHash = Awaited<ReturnType<typeof attachmentHashes>>[number]

/** Hashes an email. Arrays are used, since an absent value and null are the same in them. */
function emailHash(
  mail: Campaign,
  filePattern: string | null | undefined,
  files: readonly FileHash[],
): EmailSeal['email'] {
  const { useHtmlBuilder, tracking, trackOpens, trackClicks, frozen } = mail
  const { fromName, fromAddress, replyTo, cc, bcc } = senderTextsOf(mail)
  return hashOf([
    ...[textsOf(mail), useHtmlBuilder, frozen?.language, frozen?.imprint, filePattern],
    ...[tracking, trackOpens, trackClicks, fromName, fromAddress, replyTo, cc, bcc],
    files.map(({ name, type, hash }) => [name, type, hash]),
  ])
}

function senderHash({ senders, signatures }: FrozenLaunch, mailboxId: string): string {
  const from = senders?.[mailboxId]
  return hashOf([from?.name, from?.address, signatures[mailboxId]])
}

/**
 * Fingerprints of attached files, cached by content: one file is shared by all mailboxes of this process that send it.
 */
const hashes = new WeakMap<Uint8Array, Promise<string>>()

/** Hashes the content of a file in another thread, once per file. */
function contentHash({ content }: Pick<MessageAttachment, 'content'>): Promise<string> {
  const known = hashes.get(content) ?? digestOf(content)
  hashes.set(content, known)
  return known
}

async function digestOf(content: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', content as BufferSource)).toString('hex')
}
