import { valuesOf } from '#domain/contacts/contact-fields.ts'
import { z } from 'zod'
import { mayUse } from '#domain/accounts/api-keys.ts'
import { documentIn } from '#domain/builder/builder-document.ts'
import { campaignChanges } from '#domain/campaigns/campaigns.ts'
import { isValidEmail } from '#domain/contacts/contacts.ts'
import { AppError } from '#domain/errors.ts'
import { ROW_LIMITS } from '#domain/content/merge-rows.ts'
import type { MergeValues } from '#domain/content/merge-tags.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import { ContactTag } from '#api/audiences/contact-tag.ts'
import { Contact } from '#api/contacts/contact.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import { requireFeature } from '#api/tenants/feature-flags.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { ownFilesOf } from '#api/sending/message/recipient-attachments.ts'
import { attachmentOf } from '#api/sending/message/inline-images.ts'
import { Campaign } from '../campaign.ts'
import { isPerRow } from '../drafts/draft-emails.ts'
import { EmailLog } from '#api/emails/email-log.ts'
import { allRowsOf, rowsOfCampaign } from '#api/emails/merge-values.ts'
import { reviewedFor } from '../approval/launching-user.ts'
import { firstMailboxOf } from '../launch/mailbox-selection.ts'
import { languageOf, mailContent, signatureFor, signed, type MailContent } from '../content/email-content.ts'
import { readFile } from '../drafts/recipient-file-rows.ts'
import { contentToStore } from '#api/rendering/stored-content.ts'
import { picturesIn } from './embedded-pictures.ts'

/** The sample recipient of an email shown without one. */
export const SAMPLE: MergeValues = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', fields: {} }

const short = z.string().max(1_000)
/** Maximum number of email addresses that one test email can go to. */
const TEST_ADDRESSES = 5
/** Email address that is used in a header, as a contact's address is. */
const sampleEmail = short.refine(isValidEmail, 'Valid email is required')
const mailInput = z.object({
  ...campaignChanges.pick({
    ...{ subject: true, content: true, useHtmlBuilder: true, htmlTemplate: true, language: true },
    ...{ fromName: true, fromAddress: true, replyTo: true, cc: true, bcc: true },
  }).shape,
  campaignId: z.string().optional(),
  variant: z.enum(['A', 'B']).optional(),
  attachesFiles: z.boolean().default(true),
  contactId: z.string().optional(),
  row: z.int32().min(0).optional(),
  values: z
    .object({ firstName: short, lastName: short, email: sampleEmail, fields: z.record(z.string().max(200), short) })
    .partial()
    .optional(),
  mailboxId: z.string().optional(),
  to: z.string().optional(),
  toAddresses: z
    .array(short.trim().refine(isValidEmail, 'Each address must be a valid email address'))
    .max(TEST_ADDRESSES, `A test can go to at most ${TEST_ADDRESSES} addresses`)
    .default([]),
})

/** An email to preview or test, and its recipient. */
export type MailInput = InputOf<typeof mailInput>

/** A {@link EmailInQuestion} with everything it names loaded from the database. */
export interface ResolvedEmail {
  campaign: Campaign | null
  content: MailContent
  /** the builder's document, if any */
  htmlTemplate: unknown
  recipient: MergeValues
  /** mailbox that would send the email; null if there is none */
  account: Mailbox | null
  /** email address for a test email, if specified */
  to: string | null
  /** email addresses to which the test is sent; empty if none are given */
  toAddresses: readonly string[]
}

/**
 * Resolves the email: a campaign's, with overrides, or an unsaved one. The recipient is a contact (as recorded if the
 * campaign was started), the campaign's first recipient, or a sample; a key that may not read contacts sees only
 * samples. It has the signature of the mailbox that would send it. Reads file content if the email shows it, or `withFiles`. Throws BAD_INPUT, NOT_FOUND, FORBIDDEN, FEATURE_OFF.
 */
export async function resolveEmail(
  call: Call,
  em: Em,
  tenantId: string,
  input: MailInput,
  withFiles: boolean,
): Promise<ResolvedEmail> {
  const { campaignId, contactId, row, values, variant, attachesFiles, mailboxId, to, toAddresses, ...given } =
    parseInput(mailInput, present(input))
  const campaign = campaignId === undefined ? null : await em.findOne(Campaign, { id: uuidOf('Campaign', campaignId) })
  if (campaignId !== undefined && !campaign) throw notFound('Campaign')
  const written = {
    subject: (variant === 'B' && campaign?.isAbTest && campaign.abVariantB) || (campaign?.subject ?? ''),
    content: campaign?.content ?? '',
    htmlTemplate: campaign?.htmlTemplate ?? undefined,
    useHtmlBuilder: campaign?.useHtmlBuilder ?? given.htmlTemplate !== undefined,
    ...given,
  }
  if (!campaign && written.subject.trim() === '') written.subject = documentIn(written.htmlTemplate)?.subject ?? ''
  if (written.useHtmlBuilder) await requireFeature(em, tenantId, 'htmlBuilder')
  const asked = mailboxId ? [uuidOf('Mailbox', mailboxId)] : []
  // A test email really leaves the mailbox, so it needs the caller's own permission.
  const sender = withFiles ? viewerOf(call) : await reviewedFor(em, viewerOf(call), campaign, asked)
  const account = await firstMailboxOf(em, sender, { mailboxId: mailboxId ?? null, campaign })
  const changed = Object.keys(given).length > 0 || !campaign
  const stored = { ...written, content: changed ? await contentToStore(call, tenantId, written) : written.content }
  const source = await signed(call.app, tenantId, stored, signatureFor(campaign ?? {}, account))
  const named = contactId === undefined ? null : uuidOf('Contact', contactId)
  if (named) viewerWith(call, 'contacts:read')
  const byDefault = campaign && !values && mayUse(viewerOf(call), 'contacts:read')
  const whom = named ?? (byDefault ? await firstRecipient(em, campaign) : null)
  const recipient = await recipientOf(em, campaign, whom, { sample: { ...SAMPLE, ...values }, row })
  const wanted = withFiles || !campaign ? undefined : await shownIn(call, tenantId, source.content)
  /** Recipients' own files; a missing one is left out here and told by the plan. */
  const ownFiles = async (mail: MailContent, person: MergeValues) => {
    const files = mail.ownFiles && whom ? ownFilesOf(mail.ownFiles, person).files : []
    const read = async (id: string) =>
      (withFiles ? await readFile(call.app, em, tenantId, id) : null) ?? new Uint8Array()
    return Promise.all(files.map(async ({ id, ...file }) => ({ ...file, content: await read(id) })))
  }
  const content: MailContent = campaign
    ? await mailContent(call.app, em, { ...campaign, ...source }, wanted)
    : {
        ...source,
        language: await languageOf(em, { tenantId, language: given.language ?? null }),
        subjectB: null,
        attachments: [],
        pictures: await picturesIn(call.app, em, tenantId, source.content),
      }
  const files = attachesFiles ? [...content.attachments, ...(await ownFiles(content, recipient))] : []
  const withOwn = { ...content, attachments: files, ...(!attachesFiles && { documents: [], ownFiles: null }) }
  if (withOwn.attachments.length + (withOwn.documents?.length ?? 0) > 0)
    await requireFeature(em, tenantId, 'attachments')
  const { htmlTemplate } = source
  return { campaign, content: withOwn, htmlTemplate, recipient, account, to: to ?? null, toAddresses }
}

/** Returns which stored files the HTML shows as images. */
async function shownIn(call: Call, tenantId: string, html: string): Promise<(name: string) => boolean> {
  const addresses = await call.app.threads.run(tenantId, 'pictures', html, html.length)
  return (name) => addresses.some((address) => attachmentOf(address, [{ name }]) !== null)
}

/** Reads the rows of the draft's sheet that its first email to a contact would be about, or only the row `row`. */
async function firstRowsOf(
  em: Em,
  campaign: Campaign,
  contactId: string,
  row: number | undefined,
): Promise<Record<string, string>[]> {
  const all = allRowsOf(campaign)
  if (!all) return []
  const only = row !== undefined && isPerRow(campaign) ? 'and s.position = :row' : ''
  const { cells: merged, from, where } = rowsOfCampaign(all)
  const rows = await em.execute<{ cells: Record<string, string> }[]>(
    `select ${merged} as cells from ${from} where ${where} and s.contact_id = :contactId ${only}
     order by s.position limit ${isPerRow(campaign) ? 1 : ROW_LIMITS.perPerson}`,
    { tenantId: campaign.tenantId, contactId, ...(only && { row }) },
  )
  return rows.map(({ cells }) => cells)
}

/** Finds the id of a contact who gets the campaign; null if the campaign has no recipients yet. */
async function firstRecipient(em: Em, { tenantId, id, status }: Campaign): Promise<string | null> {
  const [row] = await em.execute<{ id: string }[]>(
    `select contact_id as id from ${status === 'draft' ? 'campaign_contacts' : 'email_logs'}
     where tenant_id = :tenantId and campaign_id = :id order by contact_id limit 1`,
    { tenantId, id },
  )
  return row?.id ?? null
}

async function recipientOf(
  em: Em,
  campaign: Campaign | null,
  id: string | null,
  { sample, row }: { sample: MergeValues; row: number | undefined },
): Promise<MergeValues> {
  if (id === null) return sample
  const log = campaign && (await em.findOne(EmailLog, { campaignId: campaign.id, contactId: id }))
  if (log?.mergeValues.deleted) {
    throw new AppError('GONE', 'This recipient’s personalized values were deleted when the retention period ended.')
  }
  if (log) return { ...log.mergeValues, email: log.contactEmail }
  const contact = await em.findOne(Contact, { id })
  if (!contact) throw notFound('Contact')
  const tags = await em.find(ContactTag, { tenantId: contact.tenantId, contactId: id }, { orderBy: { tag: 'asc' } })
  const rows = campaign?.sheetId ? await firstRowsOf(em, campaign, id, row) : undefined
  return { ...valuesOf(contact), fields: contact.fields, tags: tags.map(({ tag }) => tag), rows }
}
