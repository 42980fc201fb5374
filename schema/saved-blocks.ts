import type { SavedBlock as SavedBlockRow } from '#api/templates/saved-block.ts'
import { builder, forScope } from './builder.ts'
import { mutation } from './mutation.ts'
import { uuidOf } from './ids.ts'

const SavedBlock = builder.objectRef<SavedBlockRow>('SavedBlock')
builder.node(SavedBlock, {
  description: 'Named builder elements that can be reused in any email in the workspace.',
  id: { resolve: (block) => block.id },
  loadOne: (id, ctx) => ctx.loaders.savedBlocks.load(String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the block.' }),
    elements: t.expose('elements', { type: 'JSON', description: 'Its elements, as in the builder document.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
  }),
})

builder.queryFields((t) => ({
  savedBlocks: t.field({
    ...forScope('templates:read'),
    type: [SavedBlock],
    description: 'The workspace’s saved blocks, newest first, at most 200.',
    resolve: (_, _args, ctx) => ctx.api.templates.listSavedBlocks(ctx),
  }),
}))

mutation('createSavedBlock', {
  scope: 'templates:write',
  description: 'Saves builder elements as a named block. Errors: BAD_INPUT, LIMIT_REACHED, FEATURE_OFF.',
  input: {
    description: 'A block to save.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'Name.' }),
      elements: t.field({
        type: 'JSON',
        required: true,
        description: 'A list of elements, as in the builder document; at most 256 KB.',
      }),
    }),
  },
  payload: { savedBlock: { type: SavedBlock, description: 'The block.' } },
  resolve: async (input, ctx) => ({ savedBlock: await ctx.api.templates.createSavedBlock(ctx, input) }),
})
mutation('deleteSavedBlock', {
  scope: 'templates:write',
  description: 'Deletes a saved block and returns it. Emails that already use it do not change. Errors: NOT_FOUND.',
  input: {
    description: 'The input of deleteSavedBlock.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the block.' }) }),
  },
  payload: { savedBlock: { type: SavedBlock, description: 'The block.' } },
  resolve: async ({ id }, ctx) => ({
    savedBlock: await ctx.api.templates.deleteSavedBlock(ctx, uuidOf('SavedBlock', id)),
  }),
})
