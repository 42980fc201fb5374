import { LockMode } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { attachmentProblem } from '#domain/attachments.ts'
import { campaignInput, COPY_SUFFIX, type EmailLogStatus } from '#domain/campaigns.ts'
import { AppError } from '#domain/errors.ts'
import { notFound, uuidOf } from '#schema/ids.ts'
import { viewerOf, type Call } from '../context.ts'
import { sqlOf, type Em } from '../database.ts'
import { parseInput, present } from '../input.ts'
import { keysetPage, likePattern, withCursor, type Order, type Page } from '../keyset.ts'
import { ensureRoom } from '../limits.ts'
import { Attachment } from './attachment.ts'
import { Campaign } from './campaign.ts'
import { EmailLog } from './email-log.ts'

export interface CampaignFilter {
  status?: Campaign['status'] | null | undefined
  search?: string | null | undefined
}
export interface CampaignOrder {
  field: 'createdAt' | 'name'
  direction: 'ascending' | 'descending'
}
export interface EmailLogFilter {
  status?: EmailLogStatus | null | undefined
}

const NEWEST_FIRST: Order = { column: 'id', direction: 'descending' }
const OLDEST_FIRST: Order = { column: 'id', direction: 'ascending' }

/** A page of campaigns; the newest first unless an order is given. */
export async function listCampaigns(
  call: Call,
  filter: CampaignFilter | null | undefined,
  orderBy: CampaignOrder | null | undefined,
  page: Page,
): Promise<(Campaign & { cursor: string })[]> {
  const { tenantId } = viewerOf(call)
  const order = orderBy
    ? { column: orderBy.field === 'createdAt' ? 'id' : orderBy.field, direction: orderBy.direction }
    : NEWEST_FIRST
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await keysetPage(matching(em, tenantId, filter).selectAll(), order, page).execute()
    return withCursor(rows as Campaign[], order)
  })
}

/** How many campaigns match. */
export async function countCampaigns(call: Call, filter: CampaignFilter | null | undefined): Promise<number> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const { count } = await matching(em, tenantId, filter)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  })
}

/** One campaign, or null. */
export async function findCampaign(call: Call, id: string): Promise<Campaign | null> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) => em.findOne(Campaign, { id }))
}

/** A page of a campaign's recipients in the order they were queued. */
export async function listEmailLogs(
  call: Call,
  campaignId: string,
  filter: EmailLogFilter | null | undefined,
  page: Page,
): Promise<(EmailLog & { cursor: string })[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const query = recipients(em, tenantId, campaignId, filter).selectAll()
    return withCursor((await keysetPage(query, OLDEST_FIRST, page).execute()) as EmailLog[], OLDEST_FIRST)
  })
}

/** How many recipients of a campaign match. */
export async function countEmailLogs(
  call: Call,
  campaignId: string,
  filter: EmailLogFilter | null | undefined,
): Promise<number> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const { count } = await recipients(em, tenantId, campaignId, filter)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  })
}

/** One recipient's log, or null. */
export async function findEmailLog(call: Call, id: string): Promise<EmailLog | null> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) => em.findOne(EmailLog, { id }))
}

/** Creates a draft. Throws BAD_INPUT, NOT_FOUND (a contact or attachment), TOO_LARGE, LIMIT_REACHED. */
export async function createCampaign(call: Call, input: object): Promise<Campaign> {
  const { tenantId, userId } = viewerOf(call)
  const { selectedContacts, attachments, ...data } = parseInput(campaignInput, present(input))
  const contactIds = [...new Set(selectedContacts.map((id) => uuidOf('Contact', id)))]
  return call.app.database.inTenant(tenantId, async (em) => {
    await ensureRoom(em, tenantId, 'campaigns', call.app.clock())
    const campaign = em.create(Campaign, {
      ...data,
      tenantId,
      id: newId(),
      userId,
      htmlTemplate: null,
      abVariantType: data.abVariantType ?? null,
      abVariantB: data.abVariantB ?? null,
      abSplitPercentage: data.abSplitPercentage ?? null,
      abTestStatus: data.isAbTest ? 'pending' : null,
      status: 'draft',
      createdAt: call.app.clock(),
    })
    await em.flush()
    await chooseContacts(em, campaign, contactIds)
    await attach(em, campaign, attachments)
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id: campaign.id })
    return campaign
  })
}

/** Creates a draft that is a copy, attachments included. Throws NOT_FOUND, LIMIT_REACHED. */
export async function duplicateCampaign(call: Call, id: string): Promise<Campaign> {
  const { tenantId, userId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const source = await em.findOne(Campaign, { id })
    if (!source) throw notFound('Campaign')
    await ensureRoom(em, tenantId, 'campaigns', call.app.clock())
    const copy = em.create(Campaign, {
      tenantId,
      id: newId(),
      userId,
      name: `${source.name}${COPY_SUFFIX}`,
      subject: source.subject,
      content: source.content,
      htmlTemplate: source.htmlTemplate ?? null,
      useHtmlBuilder: source.useHtmlBuilder,
      personalization: source.personalization,
      isAbTest: source.isAbTest,
      abVariantType: source.abVariantType ?? null,
      abVariantB: source.abVariantB ?? null,
      abSplitPercentage: source.abSplitPercentage ?? null,
      abTestStatus: source.isAbTest ? 'pending' : null,
      status: 'draft',
      createdAt: call.app.clock(),
    })
    await em.flush()
    const db = sqlOf(em)
    await db
      .insertInto('campaign_contacts')
      .columns(['tenantId', 'campaignId', 'contactId'])
      .expression((eb) =>
        eb
          .selectFrom('campaign_contacts')
          .select((row) => ['tenantId', row.val(copy.id).as('campaignId'), 'contactId'])
          .where('tenantId', '=', tenantId)
          .where('campaignId', '=', source.id),
      )
      .execute()
    const files = await em.find(Attachment, { campaignId: source.id }, { populate: ['content'] })
    for (const file of files)
      em.create(Attachment, { ...pick(file), content: file.content, tenantId, campaignId: copy.id, id: newId() })
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id: copy.id })
    return copy
  })
}

/** Deletes a campaign that is not sending and returns it as it was. Throws NOT_FOUND, CONFLICT. */
export async function deleteCampaign(call: Call, id: string): Promise<Campaign> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    if (campaign.status === 'sending') {
      throw new AppError('CONFLICT', 'This campaign is being sent. Wait until it has finished before deleting it.')
    }
    await em.nativeDelete(Campaign, { tenantId, id })
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id, removed: true })
    return campaign
  })
}

/** The chosen contacts of campaigns: campaign id → contact ids. */
export async function selectedContactsOf(call: Call, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await sqlOf(em)
      .selectFrom('campaign_contacts')
      .select(['campaignId', 'contactId'])
      .where('tenantId', '=', tenantId)
      .where('campaignId', 'in', [...ids])
      .orderBy('contactId')
      .execute()
    const chosen = new Map<string, string[]>()
    for (const id of ids) chosen.set(id, [])
    for (const row of rows) chosen.get(row.campaignId)?.push(row.contactId)
    return chosen
  })
}

/** The attachments of campaigns without their content: campaign id → attachments in order. */
export async function attachmentsOf(
  call: Call,
  ids: readonly string[],
): Promise<Map<string, Omit<Attachment, 'content'>[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const files = await em.find(Attachment, { campaignId: { $in: [...ids] } }, { orderBy: { position: 'asc' } })
    return Map.groupBy(files, (file) => file.campaignId)
  })
}

/** Chooses contacts of the workspace for a draft. Throws NOT_FOUND when one of them is not there. */
async function chooseContacts(em: Em, campaign: Campaign, contactIds: string[]): Promise<void> {
  if (contactIds.length === 0) return
  const chosen = await em.execute<{ contact_id: string }[]>(
    `insert into campaign_contacts (tenant_id, campaign_id, contact_id)
     select tenant_id, ?, id from contacts
     where tenant_id = ? and id in (select value::uuid from jsonb_array_elements_text(?::jsonb)) returning contact_id`,
    [campaign.id, campaign.tenantId, JSON.stringify(contactIds)],
  )
  if (chosen.length !== contactIds.length) throw notFound('Contact')
}

interface AttachmentData {
  id?: string | null | undefined
  name: string
  contentBytes?: string | null | undefined
  contentType: string
}

/** Stores the files of a draft. Throws BAD_INPUT, NOT_FOUND, TOO_LARGE. */
async function attach(em: Em, campaign: Campaign, inputs: AttachmentData[]): Promise<void> {
  const contents: Buffer[] = []
  for (const input of inputs) contents.push(await contentOf(em, input))
  const problem = attachmentProblem(contents.map((content) => content.length))
  if (problem) throw new AppError('TOO_LARGE', `${problem.title}: ${problem.description}`)
  for (const [position, input] of inputs.entries()) {
    const content = contents[position] ?? Buffer.alloc(0)
    em.create(Attachment, {
      tenantId: campaign.tenantId,
      id: newId(),
      campaignId: campaign.id,
      position,
      name: input.name,
      contentType: input.contentType,
      size: content.length,
      content,
      createdAt: campaign.createdAt,
    })
  }
}

async function contentOf(em: Em, input: AttachmentData): Promise<Buffer> {
  if (input.contentBytes != null) {
    const content = Buffer.from(input.contentBytes, 'base64')
    if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(input.contentBytes)) {
      throw new AppError('BAD_INPUT', `The content of ${input.name} is not base64.`)
    }
    return content
  }
  if (!input.id) throw new AppError('BAD_INPUT', `The attachment ${input.name} has no content.`)
  const stored = await em.findOne(Attachment, { id: uuidOf('Attachment', input.id) }, { populate: ['content'] })
  if (!stored) throw notFound('Attachment')
  return Buffer.from(stored.content ?? [])
}

function pick(file: Attachment) {
  const { position, name, contentType, size, createdAt } = file
  return { position, name, contentType, size, createdAt }
}

function matching(em: Em, tenantId: string, filter: CampaignFilter | null | undefined) {
  let query = sqlOf(em).selectFrom('campaigns').where('tenantId', '=', tenantId)
  if (filter?.status) query = query.where('status', '=', filter.status)
  const search = filter?.search?.trim()
  if (search) {
    const pattern = likePattern(search)
    query = query.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('subject', 'ilike', pattern)]))
  }
  return query
}

function recipients(em: Em, tenantId: string, campaignId: string, filter: EmailLogFilter | null | undefined) {
  const query = sqlOf(em).selectFrom('email_logs').where('tenantId', '=', tenantId).where('campaignId', '=', campaignId)
  if (!filter?.status) return query
  return query.where('status', 'in', filter.status === 'pending' ? ['pending', 'sending'] : [filter.status])
}
