import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { AUDIENCE_LIMITS, segmentChanges, segmentInput } from '#domain/audiences.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { sqlOf } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { takeTurn } from '#api/tenants/plan-limits.ts'
import { contactsOfSegments, requireCampaign } from './contact-matching-queries.ts'
import { Segment } from './segment.ts'

/** The workspace's segments by name. */
export async function listSegments(call: Call): Promise<Segment[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.find(Segment, { tenantId }, { orderBy: { name: 'asc' } }))
}

/** Segments by id. */
export async function segmentsOf(call: Call, ids: readonly string[]): Promise<Map<string, Segment>> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) =>
    byId<Segment>(em.find(Segment, { id: { $in: [...ids] } })),
  )
}

/** Segments counted by one statement, which has 30 seconds: each may read a million contacts. */
const COUNTED_TOGETHER = 25

/** The current number of contacts in segments: segment id → count. */
export async function segmentCountsOf(call: Call, ids: readonly string[]): Promise<Map<string, number>> {
  return call.app.database.inTenant(viewerOf(call).tenantId, async (em) => {
    const segments = await em.find(Segment, { id: { $in: [...ids] } })
    if (segments.length === 0) return new Map()
    const queries = (await contactsOfSegments(em, segments)).map(
      (query) => sql`(${query.select((eb) => eb.fn.countAll().as('count'))})`,
    )
    const counts: number[] = []
    for (let from = 0; from < queries.length; from += COUNTED_TOGETHER) {
      const together = sql.join(queries.slice(from, from + COUNTED_TOGETHER))
      const { rows } = await sql<{ counts: number[] }>`select array[${together}]::int[] as counts`.execute(sqlOf(em))
      counts.push(...(rows[0]?.counts ?? []))
    }
    return new Map(segments.map(({ id }, index) => [id, counts[index] ?? 0]))
  })
}

/** Stores a filter under a name. Throws BAD_INPUT, NOT_FOUND (a campaign), CONFLICT (the name), LIMIT_REACHED. */
export async function createSegment(call: Call, input: InputOf<typeof segmentInput>): Promise<Segment> {
  const { tenantId, userId } = viewerOf(call)
  const data = parseInput(segmentInput, input)
  return unique(() =>
    call.app.database.inTenant(tenantId, async (em) => {
      await takeTurn(em, tenantId)
      const count = await em.count(Segment, { tenantId })
      if (count >= AUDIENCE_LIMITS.segments) {
        throw new AppError(
          'LIMIT_REACHED',
          `A workspace can have ${AUDIENCE_LIMITS.segments} segments; you have ${count}. Delete some before you add another.`,
        )
      }
      await requireCampaign(em, tenantId, data.filter)
      const segment = em.create(Segment, {
        ...data,
        tenantId,
        id: newId(),
        createdBy: userId,
        createdAt: call.app.clock(),
      })
      await em.flush()
      return segment
    }),
  )
}

/** Changes a segment; omitted fields stay. Throws BAD_INPUT, NOT_FOUND, CONFLICT (the name). */
export async function updateSegment(call: Call, id: string, input: InputOf<typeof segmentChanges>): Promise<Segment> {
  const { tenantId } = viewerOf(call)
  const data = parseInput(segmentChanges, present(input))
  return unique(() =>
    call.app.database.inTenant(tenantId, async (em) => {
      const segment = await em.findOne(Segment, { id })
      if (!segment) throw notFound('Segment')
      if (data.name !== undefined) segment.name = data.name
      await requireCampaign(em, tenantId, data.filter)
      if (data.filter !== undefined) segment.filter = data.filter
      await em.flush()
      return segment
    }),
  )
}

/** Deletes and returns a segment, not its contacts. Campaigns keep their recipients. Throws NOT_FOUND. */
export async function deleteSegment(call: Call, id: string): Promise<Segment> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const segment = await em.findOne(Segment, { id })
    if (!segment) throw notFound('Segment')
    await em.nativeDelete(Segment, { tenantId, id })
    await recordOwn(call, em, { action: 'segment_deleted', target: { id, label: segment.name } })
    return segment
  })
}

async function unique<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    const message = 'A segment with this name already exists.'
    throw new AppError('CONFLICT', message, { fields: { name: message }, cause: error })
  }
}
