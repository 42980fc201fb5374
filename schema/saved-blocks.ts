import type { SavedBlock as SavedBlockRow } from '#api/templates/saved-block.ts'
import { builder } from './builder.ts'
import { uuidOf } from './ids.ts'

const SavedBlock = builder.objectRef<SavedBlockRow>('SavedBlock')
builder.node(SavedBlock, {
  description: 'Named builder elements that can be reused in any email in the workspace.',
  id: { resolve: (block) => block.id },
  loadOne: (id, ctx) => ctx.api.templates.findSavedBlock(ctx, String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the block.' }),
    elements: t.expose('elements', { type: 'JSON', description: 'Its elements, as in the builder document.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
  }),
})

builder.queryFields((t) => ({
  savedBlocks: t.field({
    type: [SavedBlock],
    description: 'The workspace’s saved blocks, newest first, at most 200.',
    resolve: (_, _args, ctx) => ctx.api.templates.listSavedBlocks(ctx),
  }),
}))

builder.mutationFields((t) => ({
  createSavedBlock: t.field({
    type: SavedBlock,
    description: 'Saves builder elements as a named block. Errors: BAD_INPUT, LIMIT_REACHED, FEATURE_OFF.',
    args: {
      input: t.arg({
        required: true,
        description: 'The block.',
        type: builder.inputType('CreateSavedBlockInput', {
          description: 'A block to save.',
          fields: (f) => ({
            name: f.string({ required: true, description: 'Name.' }),
            elements: f.field({
              type: 'JSON',
              required: true,
              description: 'A list of elements, as in the builder document; at most 256 KB.',
            }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.templates.createSavedBlock(ctx, input),
  }),
  deleteSavedBlock: t.field({
    type: SavedBlock,
    description: 'Deletes a saved block and returns it. Emails that already use it do not change. Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the block.' }) },
    resolve: (_, { id }, ctx) => ctx.api.templates.deleteSavedBlock(ctx, uuidOf('SavedBlock', id)),
  }),
}))
