import { CONTACT_FIELD_NAMES, entryOf, isInteger } from '#domain/contacts/contact-fields.ts'
import { z } from 'zod'
import { gapFinder } from '#domain/content/missing-values.ts'
import type { MergeValues } from '#domain/content/merge-tags.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import { Contact } from '#api/contacts/contact.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { likePattern } from '#api/platform/database/keyset-pagination.ts'
import { Campaign } from '../campaign.ts'
import { languageOf, senderTextsOf, textsOf } from '../content/email-content.ts'
import { allRowsOf, mergeValuesOf, type RowsOf } from '#api/emails/merge-values.ts'

const NUMBER_MATCHES = CONTACT_FIELD_NAMES.filter(isInteger)
  .map((name) => `c.${entryOf(name).column}::text like :pattern or`)
  .join(' ')

/** Number of recipients that are checked at once. */
const BATCH = 2_000

const asked = z.object({
  campaignId: z.string(),
  after: z.string().optional(),
  before: z.string().optional(),
  contactId: z.string().optional(),
  search: z.string().max(200, 'Search for at most 200 characters').default(''),
  hasGap: z.boolean().default(false),
})

/** Recipient of a draft whose email is previewed, with the position among all recipients. */
export interface PreviewRecipient {
  contact: Contact
  /** among all recipients, from 1 */
  position: number
  total: number
  /**
   * values that the email lacks for this recipient: “{Title}”, “CC”, or “{Due|date:long}” for a value that is sent
   * without its format
   */
  gaps: string[]
}

type Row = { id: string; email: string; merge: Omit<MergeValues, 'email'> }

/**
 * Finds the recipient of a draft whose email the preview shows next: the one after or before a contact, the contact
 * itself, or the first, in the order in which they became contacts. A search (name, address, serial number, any field)
 * or “lacks a value” can limit the recipients. Null if no recipient matches. Throws BAD_INPUT, NOT_FOUND.
 */
export async function previewRecipient(call: Call, input: InputOf<typeof asked>): Promise<PreviewRecipient | null> {
  const { tenantId } = viewerWith(call, 'campaigns:read')
  const { database } = call.app
  const { campaignId, after, before, contactId, search, hasGap } = parseInput(asked, present(input))
  // A search reveals the fields of contacts, so it needs the scope. The contact that is returned is guarded by its
  // type.
  if (search !== '' || hasGap) viewerWith(call, 'contacts:read')
  const id = uuidOf('Campaign', campaignId)
  const [campaign, language] = await database.inTenant(tenantId, async (em) => {
    const found = await em.findOne(Campaign, { id })
    if (!found) throw notFound('Campaign')
    return [found, await languageOf(em, found)]
  })
  const gapsOf = gapFinder({ texts: textsOf(campaign), language, ...senderTextsOf(campaign) })
  const gapsIn = ({ email, merge }: Row) => {
    const { missing, unread } = gapsOf({ ...merge, email })
    return [...missing, ...unread]
  }
  const compare: keyof typeof COMPARED =
    contactId !== undefined ? 'at' : before !== undefined && after === undefined ? 'before' : 'after'
  const step = { tenantId, id, compare, search: search.trim(), rows: allRowsOf(campaign) }
  const named = contactId ?? after ?? before
  let from = named === undefined ? null : uuidOf('Contact', named)
  if (from !== null && !(await database.inTenant(tenantId, (em) => em.findOne(Contact, { id: from })))) {
    throw notFound('Contact')
  }
  for (;;) {
    // Each batch is its own transaction: 200,000 recipients hold no connection for long.
    const rows = await database.inTenant(tenantId, (em) =>
      nextRecipients(em, { ...step, from, most: hasGap ? BATCH : 1 }),
    )
    const row = hasGap ? rows.find((each) => gapsIn(each).length > 0) : rows[0]
    if (row) {
      const place = await database.inTenant(tenantId, (em) => placeOf(em, { tenantId, id, contactId: row.id }))
      return place && { ...place, gaps: gapsIn(row) }
    }
    from = rows.at(-1)?.id ?? null
    if (rows.length < BATCH || from === null) return null
  }
}

/** SQL operator and sort direction for the recipient at, before or after a contact. */
const COMPARED = { at: ['=', 'asc'], before: ['<', 'desc'], after: ['>', 'asc'] } as const

/**
 * Reads the recipients after or before a contact, or the contact itself. Pages by id, so that the last recipients cost
 * no more than the first.
 */
async function nextRecipients(
  em: Em,
  step: {
    tenantId: string
    id: string
    from: string | null
    compare: keyof typeof COMPARED
    search: string
    rows: RowsOf | null
    most: number
  },
): Promise<Row[]> {
  const [compare, order] = COMPARED[step.compare]
  const pattern = likePattern(step.search.normalize('NFC'))
  return em.execute<Row[]>(
    `select c.id, c.email, ${mergeValuesOf('c', true, step.rows)} as merge
     from campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
     where r.tenant_id = :tenantId and r.campaign_id = :id
       ${step.from === null ? '' : `and r.contact_id ${compare} :from`}
       ${step.search === '' ? '' : `and (c.search_text like lower(:pattern) or ${NUMBER_MATCHES} exists (select from jsonb_each_text(c.fields) f where f.value ilike :pattern))`}
     order by r.contact_id ${order} limit ${step.most}`,
    {
      tenantId: step.tenantId,
      id: step.id,
      ...(step.from !== null && { from: step.from }),
      ...(step.search !== '' && { pattern }),
    },
  )
}

async function placeOf(
  em: Em,
  { tenantId, id, contactId }: { tenantId: string; id: string; contactId: string },
): Promise<Omit<PreviewRecipient, 'gaps'> | null> {
  const contact = await em.findOne(Contact, { id: contactId })
  const [{ position, total }] = await em.execute<[{ position: number; total: number }]>(
    `select count(*) filter (where contact_id <= :contactId)::int as position, count(*)::int as total
     from campaign_contacts where tenant_id = :tenantId and campaign_id = :id`,
    { tenantId, id, contactId },
  )
  return contact && { contact, position, total }
}
