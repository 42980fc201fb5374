import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import { imprintOf } from '#domain/settings/settings.ts'
import { asksForSignature, withoutSignature } from '#domain/content/mailbox-signatures.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { HeaderPerson, SenderTexts } from '#domain/content/sender-fields.ts'
import type { CampaignContent } from '#api/sending/store.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { campaignFiles } from '../drafts/attachment-content.ts'
import { Campaign } from '../campaign.ts'
import { picturesIn } from '../checks/embedded-pictures.ts'
import { filesOf } from '../drafts/recipient-file-rows.ts'

/** The parts that all emails of a campaign share, before links are rewritten for tracking. */
export type MailContent = Omit<CampaignContent, 'own'>

/**
 * Reads what all emails of a campaign share: for sending, previews and tests. Reads only the content of `wanted` files.
 */
export async function mailContent(
  app: Pick<App, 'publicUrl' | 'threads'>,
  em: Em,
  campaign: Pick<
    Campaign,
    | 'tenantId'
    | 'id'
    | 'subject'
    | 'abVariantB'
    | 'isAbTest'
    | 'content'
    | 'useHtmlBuilder'
    | 'language'
    | 'frozen'
    | 'filePattern'
    | 'parentId'
    | 'attachesFiles'
    | SenderField
  >,
  wanted?: (name: string) => boolean,
): Promise<MailContent> {
  const { tenantId, subject, abVariantB, isAbTest, content, useHtmlBuilder } = campaign
  const { id, filePattern } = await filesFrom(em, campaign)
  return {
    subject,
    subjectB: isAbTest ? (abVariantB ?? null) : null,
    content,
    useHtmlBuilder,
    language: await languageOf(em, campaign),
    ...senderTextsOf(campaign),
    ...(await campaignFiles(em, tenantId, id, wanted)),
    pictures: await picturesIn(app, em, tenantId, content),
    ownFiles: filePattern ? { pattern: filePattern, files: await filesOf(em, tenantId, id) } : null,
  }
}

/** The campaign whose files an email has: its own, or for a follow-up that attaches them again those of its campaign. */
export async function filesFrom(
  em: Em,
  campaign: Pick<Campaign, 'id' | 'filePattern' | 'parentId' | 'attachesFiles'>,
): Promise<Pick<Campaign, 'id' | 'filePattern'>> {
  const { parentId, attachesFiles } = campaign
  return parentId && attachesFiles ? em.findOneOrFail(Campaign, { id: parentId }) : campaign
}

type SenderField = 'fromName' | 'fromAddress' | 'replyTo' | 'cc' | 'bcc'

/** Picks the sender, reply and copy fields of a campaign, as typed. */
export function senderTextsOf({ fromName, fromAddress, replyTo, cc, bcc }: Pick<Campaign, SenderField>): SenderTexts {
  return { fromName, fromAddress, replyTo, cc, bcc }
}

/** The written parts of an email that {signature} can be in. */
type Written = Pick<Campaign, 'subject' | 'content' | 'useHtmlBuilder'> & Partial<Pick<Campaign, 'abVariantB'>>

/**
 * Inserts the signature of the sending mailbox into a campaign's texts (`withSignature`), in another thread. Throws
 * TOO_LARGE if that takes too long.
 */
export async function signed<Source extends Written>(
  { threads }: Pick<App, 'threads'>,
  tenantId: string,
  campaign: Source,
  signature: string | null | undefined,
): Promise<Source> {
  const { subject, abVariantB, content, useHtmlBuilder } = campaign
  const plain = {
    ...campaign,
    subject: withoutSignature(subject),
    ...(abVariantB && { abVariantB: withoutSignature(abVariantB) }),
  }
  if (!asksForSignature(content)) return plain
  const mail = { subject, content, useHtmlBuilder }
  const size = content.length + (signature?.length ?? 0)
  return { ...plain, content: await threads.run(tenantId, 'signed', { mail, signature: signature ?? null }, size) }
}

/**
 * Returns the language of a campaign's emails: the one frozen at the launch, else the campaign's own, else the
 * workspace's, else English.
 */
export async function languageOf(
  em: Em,
  { tenantId, language, frozen }: Pick<Campaign, 'tenantId' | 'language'> & Partial<Pick<Campaign, 'frozen'>>,
): Promise<EmailLanguage> {
  return frozen?.language ?? language ?? (await settingsOf(em, tenantId)).language ?? DEFAULT_LANGUAGE
}

/** The texts of a campaign that merge tags and conditions are in, those of its documents included. */
export function textsOf({
  subject,
  abVariantB,
  isAbTest,
  content,
  documentTags,
}: Pick<Campaign, 'subject' | 'abVariantB' | 'isAbTest' | 'content' | 'documentTags'>): string[] {
  return [subject, ...(isAbTest ? [abVariantB ?? ''] : []), content, ...(documentTags ? [documentTags] : [])]
}

/** Returns the name and postal address for the footer: as frozen at the launch, else the workspace's present ones. */
export async function imprintFor(
  em: Em,
  { tenantId, frozen }: Pick<Campaign, 'tenantId'> & Partial<Pick<Campaign, 'frozen'>>,
): Promise<string | null> {
  return frozen ? frozen.imprint : imprintOf(await settingsOf(em, tenantId))
}

/**
 * Returns the From name and address that were fixed for a mailbox when the campaign was launched. Null: use the
 * mailbox's own.
 */
export const frozenSender = ({ frozen }: Partial<Pick<Campaign, 'frozen'>>, mailboxId: string): HeaderPerson | null =>
  frozen?.senders?.[mailboxId] ?? null

/**
 * Returns the signature of a campaign's emails from a mailbox: as frozen at the launch, else the mailbox's present
 * signature.
 */
export function signatureFor(
  { frozen }: Partial<Pick<Campaign, 'frozen'>>,
  mailbox: Pick<Mailbox, 'id' | 'signature'> | null | undefined,
): string | null {
  const kept = mailbox ? frozen?.signatures[mailbox.id] : undefined
  return kept === undefined ? (mailbox?.signature ?? null) : kept
}
