import type { SheetLink as SheetLinkRow } from '#api/campaigns/sheet-link.ts'
import { sheetLinkEnd } from '#domain/status-sheet.ts'
import { builder } from './builder.ts'
import { Campaign } from './campaigns.ts'
import { uuidOf } from './ids.ts'
import { mutation } from './mutation.ts'

const SheetLink = builder.objectRef<SheetLinkRow>('SheetLink').implement({
  description: 'A live link to the spreadsheet of a campaign. Its address is told only when it is created.',
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created or replaced.' }),
    lastReadAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last read, to the minute; null if it never was.',
      resolve: ({ lastReadAt }) => lastReadAt ?? null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When it ends if it is not read until then: 90 days after it was last read.',
      resolve: (link) => sheetLinkEnd(link),
    }),
  }),
})

builder.objectField(Campaign, 'sheetLink', (t) =>
  t.field({
    type: SheetLink,
    nullable: true,
    description: 'Your live link to its spreadsheet; null if there is none. Always null for API keys.',
    resolve: ({ id }, _args, ctx) => (ctx.viewer?.scopes ? null : ctx.loaders.sheetLinks.load(id)),
  }),
)

const id = 'Id of the campaign.'

mutation('createSheetLink', {
  description:
    'Creates your live link to the spreadsheet of a campaign, which Excel and Google Sheets can reload: the sheet that its recipients came from, with what became of each email. It takes the place of an earlier one. Everybody with the address can read the file, without signing in. It ends when it is revoked, when it is not read for 90 days, when you leave the workspace, and when the campaign is deleted. No API keys. Errors: NOT_FOUND.',
  input: {
    description: 'The input of createSheetLink.',
    fields: (t) => ({ id: t.id({ required: true, description: id }) }),
  },
  payload: {
    campaign: { type: Campaign, description: 'The campaign.' },
    url: { type: 'String', description: 'The address of the file. It is told only here.' },
  },
  resolve: (input, ctx) => ctx.api.campaigns.createSheetLink(ctx, uuidOf('Campaign', input.id)),
})

mutation('revokeSheetLink', {
  description: 'Revokes your live link to the spreadsheet of a campaign. No API keys. Errors: NOT_FOUND.',
  input: {
    description: 'The input of revokeSheetLink.',
    fields: (t) => ({ id: t.id({ required: true, description: id }) }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async (input, ctx) => ({
    campaign: await ctx.api.campaigns.revokeSheetLink(ctx, uuidOf('Campaign', input.id)),
  }),
})
