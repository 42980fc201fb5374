import type { SheetLink as SheetLinkRow } from '#api/campaigns/exports/live-sheet-link.ts'
import { sheetLinkEnd } from '#domain/campaigns/status-sheet.ts'
import { User } from './accounts.ts'
import { builder } from './schema-builder.ts'
import { Campaign } from './campaigns.ts'
import { uuidOf } from './object-ids.ts'
import { mutation } from './mutation-fields.ts'

const SheetLink = builder.objectRef<SheetLinkRow>('SheetLink').implement({
  description: 'A live link to the spreadsheet of a campaign. Its address is told only when it is created.',
  fields: (t) => ({
    campaign: t.field({
      type: Campaign,
      nullable: true,
      description: 'The campaign.',
      resolve: ({ campaignId }, _args, ctx) => ctx.loaders.campaigns.load(campaignId),
    }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'User who created the link.',
      resolve: ({ userId }, _args, ctx) => ctx.loaders.users.load(userId),
    }),
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

builder.queryField('sheetLinks', (t) =>
  t.field({
    type: [SheetLink],
    description:
      'The live links to spreadsheets that work, at most 500, newest first: to admins those of the workspace, to others their own. No API keys.',
    resolve: (_, _args, ctx) => ctx.api.campaigns.listSheetLinks(ctx),
  }),
)

const id = 'Id of the campaign.'

mutation('createSheetLink', {
  description:
    'Creates your live link to the spreadsheet of a campaign, which Excel and Google Sheets can reload: the sheet that its recipients came from, with what became of each email. It takes the place of an earlier one. Everybody with the address can read the file, without signing in. It ends when it is revoked, when it is not read for 90 days, when your password is reset, when an admin signs you out everywhere, when single sign-on becomes required for you, when you leave the workspace, and when the campaign is deleted. You are told by email. Requires a recent sign-in. No API keys. Errors: REAUTHENTICATE, NOT_FOUND, LIMIT_REACHED.',
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
  description:
    'Revokes a live link to the spreadsheet of a campaign: yours, or as an admin that of somebody else. No API keys. Errors: FORBIDDEN, NOT_FOUND.',
  input: {
    description: 'The input of revokeSheetLink.',
    fields: (t) => ({
      id: t.id({ required: true, description: id }),
      userId: t.id({ description: 'Id of the user whose link it is. Defaults to you; only admins can name others.' }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async (input, ctx) => ({
    campaign: await ctx.api.campaigns.revokeSheetLink(
      ctx,
      uuidOf('Campaign', input.id),
      input.userId ? uuidOf('User', input.userId) : undefined,
    ),
  }),
})
