import type { Segment as SegmentRow } from '#api/audiences/segment.ts'
import { builder } from './builder.ts'
import { ContactFilter } from './contacts.ts'
import { uuidOf } from './ids.ts'

const Segment = builder.objectRef<SegmentRow>('Segment')
builder.node(Segment, {
  description: 'A filter of contacts with a name; who belongs to it is looked up each time.',
  id: { resolve: (segment) => segment.id },
  loadOne: (id, ctx) => ctx.api.audiences.findSegment(ctx, String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the segment; unique in the workspace whatever its case.' }),
    filter: t.expose('filter', { type: 'JSON', description: 'Its conditions, as in ContactFilter.' }),
    contactCount: t.int({
      complexity: 10,
      description: 'How many contacts it has now.',
      resolve: (segment, _, ctx) => ctx.api.audiences.countSegment(ctx, segment),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
  }),
})

builder.queryFields((t) => ({
  segments: t.field({
    type: [Segment],
    description: 'The segments of the workspace by name, at most 200.',
    resolve: (_, _args, ctx) => ctx.api.audiences.listSegments(ctx),
  }),
}))

builder.mutationFields((t) => ({
  createSegment: t.field({
    type: Segment,
    description: 'Keeps a filter under a name. Errors: BAD_INPUT, NOT_FOUND, CONFLICT, LIMIT_REACHED.',
    args: {
      input: t.arg({
        required: true,
        description: 'The segment.',
        type: builder.inputType('CreateSegmentInput', {
          description: 'A segment to keep.',
          fields: (f) => ({
            name: f.string({ required: true, description: 'Name.' }),
            filter: f.field({ type: ContactFilter, required: true, description: 'Its conditions; no other segment.' }),
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
        description: 'What to change.',
        type: builder.inputType('UpdateSegmentInput', {
          description: 'Changes of a segment; what is left out stays as it is.',
          fields: (f) => ({
            name: f.string({ description: 'Name.' }),
            filter: f.field({ type: ContactFilter, description: 'All conditions, in place of those before.' }),
          }),
        }),
      }),
    },
    resolve: (_, { id, input }, ctx) => ctx.api.audiences.updateSegment(ctx, uuidOf('Segment', id), input),
  }),
  deleteSegment: t.field({
    type: Segment,
    description:
      'Deletes a segment, not its contacts, and returns it as it was; campaigns keep their recipients. Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the segment.' }) },
    resolve: (_, { id }, ctx) => ctx.api.audiences.deleteSegment(ctx, uuidOf('Segment', id)),
  }),
}))
