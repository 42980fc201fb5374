import type { Segment as SegmentRow } from '#api/audiences/segment.ts'
import { builder } from './builder.ts'
import { mutation } from './mutation.ts'
import { ContactFilter } from './contacts.ts'
import { uuidOf } from './ids.ts'

const Segment = builder.objectRef<SegmentRow>('Segment')
builder.node(Segment, {
  description: 'A saved contact filter. Its contacts are looked up each time it is used.',
  id: { resolve: (segment) => segment.id },
  loadOne: (id, ctx) => ctx.api.audiences.findSegment(ctx, String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the segment; unique in the workspace, case-insensitive.' }),
    filter: t.expose('filter', { type: 'JSON', description: 'Its conditions, as in ContactFilter.' }),
    contactCount: t.int({
      complexity: 10,
      description: 'Number of contacts that match now.',
      resolve: (segment, _, ctx) => ctx.api.audiences.countSegment(ctx, segment),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
  }),
})

builder.queryFields((t) => ({
  segments: t.field({
    type: [Segment],
    description: 'The workspace’s segments, sorted by name, at most 200.',
    resolve: (_, _args, ctx) => ctx.api.audiences.listSegments(ctx),
  }),
}))

mutation('createSegment', {
  description: 'Saves a filter as a segment. Errors: BAD_INPUT, NOT_FOUND, CONFLICT, LIMIT_REACHED.',
  input: {
    description: 'A segment to save.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'Name.' }),
      filter: t.field({
        type: ContactFilter,
        required: true,
        description: 'Its conditions. They cannot refer to another segment.',
      }),
    }),
  },
  payload: { segment: { type: Segment, description: 'The segment.' } },
  resolve: async (input, ctx) => ({ segment: await ctx.api.audiences.createSegment(ctx, input) }),
})
mutation('updateSegment', {
  description: 'Changes a segment. Errors: BAD_INPUT, NOT_FOUND, CONFLICT.',
  input: {
    description: 'Changes to a segment. Omitted fields stay the same.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the segment.' }),
      name: t.string({ description: 'Name.' }),
      filter: t.field({
        type: ContactFilter,
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
  description:
    'Deletes a segment and returns it. Its contacts are not deleted, and campaigns keep their recipients. Errors: NOT_FOUND.',
  input: {
    description: 'The input of deleteSegment.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the segment.' }) }),
  },
  payload: { segment: { type: Segment, description: 'The segment.' } },
  resolve: async ({ id }, ctx) => ({ segment: await ctx.api.audiences.deleteSegment(ctx, uuidOf('Segment', id)) }),
})
