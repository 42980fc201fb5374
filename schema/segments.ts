import type { Segment as SegmentRow } from '#api/audiences/segment.ts'
import type { ContactFilter } from '#domain/audiences.ts'
import { builder, forScope } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { ContactFilter as ContactFilterInput } from './contacts.ts'
import { RecipientOutcomeEnum } from './email-logs.ts'
import { uuidOf } from './object-ids.ts'

const SegmentField = builder.objectRef<NonNullable<ContactFilter['fields']>[number]>('SegmentField').implement({
  description: 'A condition on a custom field: one of equals, contains and isEmpty.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the field.' }),
    equals: t.exposeString('equals', { nullable: true, description: 'The value equals this text.' }),
    contains: t.exposeString('contains', { nullable: true, description: 'The value contains this text.' }),
    isEmpty: t.exposeBoolean('isEmpty', { nullable: true, description: 'True if the field is missing or empty.' }),
  }),
})

const SegmentOutcome = builder.objectRef<NonNullable<ContactFilter['campaignOutcome']>>('SegmentOutcome').implement({
  description: 'A campaign and the outcome of its email.',
  fields: (t) => ({
    campaignId: t.exposeID('campaignId', { description: 'Id of the campaign.' }),
    outcome: t.field({ type: RecipientOutcomeEnum, description: 'The outcome.', resolve: ({ outcome }) => outcome }),
  }),
})

const SegmentFilter = builder.objectRef<ContactFilter>('SegmentFilter').implement({
  description: 'The conditions of a segment, as in ContactFilter. All must match; null: no condition.',
  fields: (t) => ({
    search: t.exposeString('search', { nullable: true, description: 'Part of the first name, last name or email.' }),
    tags: t.exposeStringList('tags', { nullable: true, description: 'Only contacts with all of these tags.' }),
    withoutTags: t.exposeStringList('withoutTags', {
      nullable: true,
      description: 'Only contacts with none of these tags.',
    }),
    fields: t.expose('fields', { type: [SegmentField], nullable: true, description: 'Conditions on custom fields.' }),
    suppressed: t.exposeBoolean('suppressed', {
      nullable: true,
      description: 'True if the address is on the suppression list.',
    }),
    campaignOutcome: t.expose('campaignOutcome', {
      type: SegmentOutcome,
      nullable: true,
      description: 'Only contacts with this outcome of a campaign.',
    }),
  }),
})

export const Segment = builder.objectRef<SegmentRow>('Segment')
builder.node(Segment, {
  description: 'A saved contact filter. Its contacts are looked up each time it is used.',
  id: { resolve: (segment) => segment.id },
  loadOne: (id, ctx) => ctx.loaders.segments.load(String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the segment; unique in the workspace, case-insensitive.' }),
    filter: t.field({ type: SegmentFilter, description: 'Its conditions.', resolve: ({ filter }) => filter }),
    contactCount: t.int({
      complexity: 10,
      description: 'Number of contacts that match now.',
      resolve: (segment, _, ctx) => ctx.loaders.segmentCounts.load(segment.id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
  }),
})

builder.queryFields((t) => ({
  segments: t.field({
    ...forScope('contacts:read'),
    type: [Segment],
    description: 'The workspace’s segments, sorted by name, at most 200.',
    resolve: (_, _args, ctx) => ctx.api.audiences.listSegments(ctx),
  }),
}))

mutation('createSegment', {
  scope: 'contacts:write',
  description: 'Saves a filter as a segment. Errors: BAD_INPUT, NOT_FOUND, CONFLICT, LIMIT_REACHED.',
  input: {
    description: 'A segment to save.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'Name.' }),
      filter: t.field({
        type: ContactFilterInput,
        required: true,
        description: 'Conditions of the segment. They cannot refer to another segment.',
      }),
    }),
  },
  payload: { segment: { type: Segment, description: 'The segment.' } },
  resolve: async (input, ctx) => ({ segment: await ctx.api.audiences.createSegment(ctx, input) }),
})
mutation('updateSegment', {
  scope: 'contacts:write',
  description: 'Changes a segment. Errors: BAD_INPUT, NOT_FOUND, CONFLICT.',
  input: {
    description: 'Changes to a segment. Omitted fields stay the same.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the segment.' }),
      name: t.string({ description: 'Name.' }),
      filter: t.field({
        type: ContactFilterInput,
        description: 'The full list of conditions. Replaces the existing ones.',
      }),
    }),
  },
  payload: { segment: { type: Segment, description: 'The segment.' } },
  resolve: async ({ id, ...input }, ctx) => ({
    segment: await ctx.api.audiences.updateSegment(ctx, uuidOf('Segment', id), input),
  }),
})
mutation('deleteSegment', {
  scope: 'contacts:write',
  description:
    'Deletes a segment and returns it. Its contacts are not deleted, and campaigns keep their recipients. Errors: NOT_FOUND.',
  input: {
    description: 'The input of deleteSegment.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the segment.' }) }),
  },
  payload: { segment: { type: Segment, description: 'The segment.' } },
  resolve: async ({ id }, ctx) => ({ segment: await ctx.api.audiences.deleteSegment(ctx, uuidOf('Segment', id)) }),
})
