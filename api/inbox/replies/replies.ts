import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { REPLIES_MAX, replyChanges, type ReplyState, snoozeOf } from '#domain/inbox/replies.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import { User } from '#api/accounts/user.ts'
import { Campaign } from '#api/campaigns/campaign.ts'
import { viewerOf, viewerWith, type Call, type Viewer } from '#api/platform/call-context.ts'
import { watch } from '#api/accounts/state-subscription.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { countOf, NEWEST_FIRST, readPage, type Listed, type Page } from '#api/platform/database/keyset-pagination.ts'
import { noteEvents } from '#api/webhooks/webhook-outbox.ts'
import { Reply } from './reply.ts'

/** Conditions of a list of replies; all must hold. */
export interface ReplyFilter {
  state?: ReplyState | null | undefined
  /** id of the campaign: replies to its emails and its follow-ups */
  campaignId?: string | null | undefined
}

/** A page of the workspace's replies across all campaigns, newest first. Throws NOT_FOUND for a campaign that does not exist. */
export async function listReplies(
  call: Call,
  filter: ReplyFilter | null | undefined,
  page: Page,
): Promise<Listed<Reply>[]> {
  const viewer = viewerWith(call, 'campaigns:read')
  return call.app.database.inTenant(viewer.tenantId, async (em) => {
    const { campaignId } = filter ?? {}
    if (
      campaignId != null &&
      !(await em.findOne(Campaign, { id: uuidOf('Campaign', campaignId) }, { fields: ['id'] }))
    ) {
      throw notFound('Campaign')
    }
    return readPage(matching(em, viewer, filter, call.app.clock()).selectAll(), NEWEST_FIRST, page)
  })
}

/** Returns how many replies match. */
export async function countReplies(call: Call, filter: ReplyFilter | null | undefined): Promise<number> {
  const viewer = viewerWith(call, 'campaigns:read')
  return call.app.database.inTenant(viewer.tenantId, (em) => countOf(matching(em, viewer, filter, call.app.clock())))
}

/** The replies in a list; {@link stateOfReply} is the same rule. */
function matching(em: Em, { tenantId, userId }: Viewer, filter: ReplyFilter | null | undefined, now: Date) {
  const { state, campaignId } = filter ?? {}
  const isWaiting = sql<boolean>`(case when snoozed_until is null then answered_at is not null else snoozed_until > ${now} end)`
  let query = sqlOf(em).selectFrom('replies').where('tenantId', '=', tenantId)
  if (campaignId != null) {
    const id = uuidOf('Campaign', campaignId)
    // A reply to a follow-up has the id of the follow-up.
    query = query.where(
      sql<boolean>`campaign_id = any (array(select id from campaigns
        where tenant_id = ${tenantId}::uuid and (id = ${id}::uuid or parent_id = ${id}::uuid)))`,
    )
  }
  if (state === 'open' || state === 'mine')
    query = query.where('doneAt', 'is', null).where(sql<boolean>`not ${isWaiting}`)
  if (state === 'waiting') query = query.where('doneAt', 'is', null).where(isWaiting)
  if (state === 'mine') query = query.where('assigneeId', '=', userId)
  if (state === 'done') query = query.where('doneAt', 'is not', null)
  return query
}

/** Replies of the workspace by id. */
export async function repliesOf(call: Call, ids: readonly string[]): Promise<Map<string, Reply>> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) =>
    byId<Reply>(em.find(Reply, { id: { $in: [...ids] } })),
  )
}

/**
 * Marks replies as done or open, snoozes them until a day, or assigns them to a user of the workspace (null: to
 * nobody). A reply that is opened again is no longer snoozed. Throws BAD_INPUT, NOT_FOUND (a reply or the user).
 */
export async function updateReplies(call: Call, input: InputOf<typeof replyChanges>): Promise<Reply[]> {
  const { app } = call
  const { tenantId, userId } = viewerWith(call, 'campaigns:write')
  const { ids, done, assigneeId, snoozedUntil, isPositive } = parseInput(replyChanges, input)
  const until = snoozedUntil === undefined ? undefined : snoozeOf(snoozedUntil, app.clock())
  const wanted = [...new Set(ids.map((id) => uuidOf('Reply', id)))]
  const assignee = typeof assigneeId === 'string' ? uuidOf('User', assigneeId) : assigneeId
  return app.database.inTenant(tenantId, async (em) => {
    if (assignee && !(await em.findOne(User, { id: assignee, isActive: true }))) throw notFound('User')
    const locked = { orderBy: { id: 'desc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const
    const replies = await em.find(Reply, { id: { $in: wanted } }, locked)
    if (replies.length !== wanted.length) throw notFound('Reply')
    const assigned = replies.filter((reply) => assignee !== undefined && (reply.assigneeId ?? null) !== assignee)
    const flipped = replies.filter((reply) => done !== undefined && (reply.doneAt != null) !== done)
    if (isPositive !== undefined) for (const reply of replies) reply.isPositive = isPositive
    for (const reply of assigned) reply.assigneeId = assignee ?? null
    for (const reply of flipped) {
      reply.doneAt = done ? app.clock() : null
      reply.doneBy = done ? userId : null
    }
    if (done === false) for (const reply of replies) Object.assign(reply, { snoozedUntil: null, answeredAt: null })
    if (until !== undefined)
      for (const reply of replies) Object.assign(reply, { snoozedUntil: until, ...(!until && { answeredAt: null }) })
    await em.flush()
    await noteReplies(em, tenantId, [
      ...assigned.map((reply) => ({ event: 'reply_assigned' as const, reply })),
      ...flipped.map((reply) => ({ event: done ? ('reply_done' as const) : ('reply_reopened' as const), reply })),
    ])
    for (const { id } of replies) await app.events.publish(em, { kind: 'reply', tenantId, id })
    return replies
  })
}

/** An event about a reply, for the activity history and webhooks. */
interface ReplyEvent {
  event: Extract<WebhookEvent, `reply_${string}`>
  reply: Reply
}

/** Writes events of replies that this transaction changed. */
export async function noteReplies(em: Em, tenantId: string, events: readonly ReplyEvent[]): Promise<void> {
  const ids = [...new Set(events.map(({ reply }) => reply.campaignId))]
  const campaigns = ids.length === 0 ? [] : await em.find(Campaign, { tenantId, id: { $in: ids } })
  const wholes = new Map(campaigns.map(({ id, parentId }) => [id, parentId ?? id]))
  await noteEvents(
    em,
    tenantId,
    events.map(({ event, reply: { id, campaignId, logId, assigneeId } }) => ({
      event,
      data: {
        ...{ replyId: id, campaignId: wholes.get(campaignId) ?? campaignId, emailLogId: logId },
        assigneeId: assigneeId ?? null,
      },
    })),
  )
}

/** Replies that are new or changed. `missed`: there may have been other changes, so the list must be read again. */
export interface RepliesChanges {
  replies: Reply[]
  openCount: number
  missed: boolean
}

/** Subscribes to new and changed replies of the workspace. The first message is empty, with `missed`. */
export async function watchReplies(call: Call): Promise<AsyncGenerator<RepliesChanges, void>> {
  const { app, overSocket } = call
  const viewer = viewerWith(call, 'campaigns:read')
  const { tenantId } = viewer
  const state = (ids: readonly string[], missed: boolean): Promise<RepliesChanges> =>
    app.database.inTenant(tenantId, async (em) => ({
      replies: ids.length > 0 ? await em.find(Reply, { id: { $in: [...ids] } }, { orderBy: { id: 'desc' } }) : [],
      openCount: await countOf(matching(em, viewer, { state: 'open' }, app.clock())),
      missed,
    }))
  return watch<RepliesChanges>({
    ...{ app, viewer, overSocket },
    topic: 'replies',
    wanted: (event) => event.kind === 'reply',
    current: () => state([], true),
    changed: (events) => {
      const ids = new Set(events.flatMap((event) => (event !== 'anything' && event.kind === 'reply' ? event.id : [])))
      const missed = events.includes('anything') || ids.size > REPLIES_MAX
      return state(missed ? [] : [...ids], missed)
    },
  })
}
