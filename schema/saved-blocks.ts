import type { SavedBlock as SavedBlockRow } from '#api/templates/saved-block.ts'
import type { SavedBlockUses as SavedBlockUsesRow } from '#api/templates/saved-block-uses.ts'
import { builder, forScope } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { uuidOf } from './object-ids.ts'

/** Cost of finding the uses of saved blocks, which reads the documents of all templates and drafts. */
const USES_COST = 20

const SavedBlockUses = builder.objectRef<SavedBlockUsesRow>('SavedBlockUses').implement({
  description: 'Where a saved block is used. Campaigns that were launched do not count: they keep what was sent.',
  fields: (t) => ({
    templates: t.exposeInt('templates', { description: 'Number of templates that use it.' }),
    drafts: t.exposeInt('drafts', { description: 'Number of drafts of campaigns that use it.' }),
    names: t.exposeStringList('names', {
      description: 'Names of at most five of them; those of campaigns only with the scope campaigns:read.',
    }),
  }),
})

const SavedBlock = builder.objectRef<SavedBlockRow>('SavedBlock')
builder.node(SavedBlock, {
  description:
    'Named builder elements that can be reused in any email in the workspace. An element with `saved: {id}` shows a saved block of one element and follows its changes, until the campaign is launched.',
  id: { resolve: (block) => block.id },
  loadOne: (id, ctx) => ctx.loaders.savedBlocks.load(String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the block.' }),
    elements: t.expose('elements', { type: 'JSON', description: 'Its elements, as in the builder document.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed, or saved.',
      resolve: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
    }),
    uses: t.field({
      type: SavedBlockUses,
      complexity: USES_COST,
      description: 'Templates and drafts that use the saved block.',
      resolve: ({ id }, _, ctx) => ctx.loaders.savedBlockUses.load(id),
    }),
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
mutation('updateSavedBlock', {
  scope: 'templates:write',
  description:
    'Changes a saved block, and the templates and drafts that use it; launched campaigns stay as they are. An API key needs campaigns:write as well if drafts use it. Errors: BAD_INPUT, NOT_FOUND, CONFLICT, FORBIDDEN, FEATURE_OFF.',
  input: {
    description: 'Changes to a saved block. Omitted fields stay the same.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the block.' }),
      name: t.string({ description: 'Name.' }),
      elements: t.field({
        type: 'JSON',
        description: 'A list of elements, at most 256 KB; one element if emails use the block.',
      }),
      unchangedSince: t.field({
        type: 'DateTime',
        description: 'CONFLICT if the block was changed later: its updatedAt when you read it.',
      }),
    }),
  },
  payload: {
    savedBlock: { type: SavedBlock, description: 'The block.' },
    templates: { type: 'Int', description: 'Number of templates that changed with it.' },
    drafts: { type: 'Int', description: 'Number of drafts of campaigns that changed with it.' },
  },
  resolve: ({ id, ...input }, ctx) => ctx.api.templates.updateSavedBlock(ctx, uuidOf('SavedBlock', id), input),
})
mutation('deleteSavedBlock', {
  scope: 'templates:write',
  description:
    'Deletes a saved block and returns it. In the emails that use it, its copies become ordinary blocks. Errors: NOT_FOUND.',
  input: {
    description: 'The input of deleteSavedBlock.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the block.' }) }),
  },
  payload: { savedBlock: { type: SavedBlock, description: 'The block.' } },
  resolve: async ({ id }, ctx) => ({
    savedBlock: await ctx.api.templates.deleteSavedBlock(ctx, uuidOf('SavedBlock', id)),
  }),
})
