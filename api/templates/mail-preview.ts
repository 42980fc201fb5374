import { z } from 'zod'
import { looksLikeDocument, readDocument } from '#domain/builder/document.ts'
import { sizeInBytes } from '#domain/builder/render.ts'
import { warningsOf, type Warning } from '#domain/builder/warnings.ts'
import type { MergeValues } from '#domain/merge-tags.ts'
import { campaignChanges } from '#domain/campaigns.ts'
import { notFound, uuidOf } from '#schema/ids.ts'
import { Contact } from '../contacts/contact.ts'
import { viewerWith, type Call } from '../context.ts'
import { requireFeature } from '../tenants/features.ts'
import { parseInput, present } from '../platform/input.ts'
import { compileMessage, composeMessage } from '../sending/message.ts'
import { sampleAddresses } from '../tracking/addresses.ts'
import { contentOf } from './builder-content.ts'

/** A mail as one recipient gets it. */
export interface RenderedMail {
  subject: string
  html: string
  text: string
  /** bytes of the HTML */
  size: number
  warnings: readonly Warning[]
}

/** Whom a mail is shown for when nobody is named. */
const SAMPLE: MergeValues = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', fields: {} }

const short = z.string().max(1_000)
const sampleValues = z
  .object({ firstName: short, lastName: short, email: short, fields: z.record(z.string().max(200), short) })
  .partial()
const previewInput = z.object({
  subject: campaignChanges.shape.subject.default(''),
  content: campaignChanges.shape.content.default(''),
  useHtmlBuilder: z.boolean().optional(),
  htmlTemplate: campaignChanges.shape.htmlTemplate,
  contactId: z.string().optional(),
  values: sampleValues.optional(),
})

/**
 * A mail as it would be sent to a contact, or with sample values: rendered, merged and with its plain text by the very code that sends. Links
 * are direct and nothing is tracked. Throws BAD_INPUT, NOT_FOUND (the contact), FEATURE_OFF.
 */
export async function renderMail(call: Call, input: object): Promise<RenderedMail> {
  const { tenantId } = viewerWith(call, 'read')
  const { contactId, values, ...given } = parseInput(previewInput, present(input))
  const source = { ...given, useHtmlBuilder: given.useHtmlBuilder ?? given.htmlTemplate !== undefined }
  const read = looksLikeDocument(source.htmlTemplate) ? readDocument(source.htmlTemplate) : null
  const document = read && 'document' in read ? read.document : null
  const subject = source.subject.trim() === '' ? (document?.subject ?? '') : source.subject
  const recipient = await call.app.database.inTenant(tenantId, async (em): Promise<MergeValues> => {
    if (source.useHtmlBuilder) await requireFeature(em, tenantId, 'htmlBuilder')
    if (contactId === undefined) return { ...SAMPLE, ...values }
    const contact = await em.findOne(Contact, { id: uuidOf('Contact', contactId) })
    if (!contact) throw notFound('Contact')
    const { firstName, lastName, email, fields } = contact
    return { firstName, lastName, email, fields }
  })
  const content = contentOf({ ...source, subject })
  const compiled = compileMessage({
    subject,
    content,
    useHtmlBuilder: source.useHtmlBuilder,
    from: { name: '', address: '' },
    attachments: [],
    own: sampleAddresses(call.app),
  })
  const mail = composeMessage(compiled, recipient)
  const html = String(mail.html)
  const warnings = document && source.useHtmlBuilder ? warningsOf({ ...document, subject }, html) : []
  return { subject: mail.subject, html, text: String(mail.text), size: sizeInBytes(html), warnings }
}
