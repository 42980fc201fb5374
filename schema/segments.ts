import type { Segment as SegmentRow } from '#api/audiences/segment.ts'
import { builder } from './builder.ts'
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

builder.mutationFields((t) => ({
  createSegment: t.field({
    type: Segment,
    description: 'Saves a filter as a segment. Errors: BAD_INPUT, NOT_FOUND, CONFLICT, LIMIT_REACHED.',
    args: {
      input: t.arg({
        required: true,
        description: 'The segment.',
        type: builder.inputType('CreateSegmentInput', {
          description: 'A segment to save.',
          fields: (f) => ({
            name: f.string({ required: true, description: 'Name.' }),
            filter: f.field({
              type: ContactFilter,
              required: true,
              description: 'Its conditions. They cannot refer to another segment.',
            }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.audiences.createSegment(ctx, input),
  }),
  updateSegment: t.field({
    type: Segment,
    description: 'Changes a segment. Errors: BAD_INPUT, NOT_FOUND, CONFLICT.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the segment.' }),
      input: t.arg({
        required: true,
        description: 'The fields to change.',
        type: builder.inputType('UpdateSegmentInput', {
          description: 'Changes to a segment. Omitted fields stay the same.',
          fields: (f) => ({
            name: f.string({ description: 'Name.' }),
            filter: f.field({
              type: ContactFilter,
              description: 'The full list of conditions. Replaces the existing ones.',
            }),
          }),
        }),
      }),
    },
    resolve: (_, { id, input }, ctx) => ctx.api.audiences.updateSegment(ctx, uuidOf('Segment', id), input),
  }),
  deleteSegment: t.field({
    type: Segment,
    description:
      'Deletes a segment and returns it. Its contacts are not deleted, and campaigns keep their recipients. Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the segment.' }) },
    resolve: (_, { id }, ctx) => ctx.api.audiences.deleteSegment(ctx, uuidOf('Segment', id)),
  }),
}))
