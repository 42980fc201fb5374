import type { FilePlan, FilePlanRow } from '#api/campaigns/drafts/recipient-files.ts'
import { FILE_PROBLEMS } from '#domain/campaigns/recipient-files.ts'
import type { StoredFile } from '#api/campaigns/drafts/recipient-file-rows.ts'
import { builder, enumType, forScope } from './schema-builder.ts'
import { Campaign } from './campaigns.ts'
import { encodeId, uuidOf } from './object-ids.ts'
import { mutation } from './mutation-fields.ts'
import { forContactReaders } from './type-scopes.ts'

const RecipientFile = builder.objectRef<StoredFile>('RecipientFile').implement({
  description: 'A file for some recipients of a campaign, found by its name.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the file.', resolve: ({ id }) => encodeId('RecipientFile', id) }),
    name: t.exposeString('name', { description: 'File name.' }),
    contentType: t.exposeString('contentType', { description: 'Media type.' }),
    size: t.exposeInt('size', { description: 'Size in bytes.' }),
  }),
})

const FileProblem = enumType('RecipientFileProblem', {
  description:
    'missing: a file is not there, so the recipient gets no email. doubtful: its name is that of another recipient. shared: others get it too.',
  values: FILE_PROBLEMS,
})

const Row = builder.objectRef<FilePlanRow>('RecipientFileRow').implement({
  description: 'Which files one recipient gets.',
  fields: (t) => ({
    contactId: t.id({ description: 'Id of the contact.', resolve: ({ contactId }) => encodeId('Contact', contactId) }),
    name: t.exposeString('name', { description: 'Name of the recipient; may be empty.' }),
    email: t.exposeString('email', { description: 'Address of the recipient.' }),
    wanted: t.stringList({ description: 'The file names that were looked for.', resolve: ({ wanted }) => [...wanted] }),
    files: t.field({
      type: [RecipientFile],
      description: 'The files that were found.',
      resolve: ({ files }) => [...files],
    }),
    problem: t.field({
      type: FileProblem,
      nullable: true,
      description: 'Most serious problem of the recipient’s files; null if there is none.',
      resolve: ({ problem }) => problem,
    }),
    sharedWith: t.exposeInt('sharedWith', {
      description:
        'How many other recipients get one of these files too; 0 if none does, or if it is meant for all: all get it, and its name has no last name of a recipient.',
    }),
  }),
})

const Plan = builder.objectRef<FilePlan>('RecipientFilePlan').implement({
  description: 'Who gets which file. Empty except for the files once sending has started.',
  fields: (t) => ({
    recipients: t.exposeInt('recipients', { description: 'All recipients.' }),
    missing: t.exposeInt('missing', { description: 'Recipients without one of their files: they would get no email.' }),
    doubtful: t.exposeInt('doubtful', { description: 'Recipients whose file has the name of another recipient.' }),
    shared: t.exposeInt('shared', { description: 'Recipients whose file others get too, unless it is meant for all.' }),
    fileCount: t.exposeInt('fileCount', { description: 'All files.' }),
    bytes: t.exposeInt('bytes', { description: 'Bytes of all files.' }),
    unusedCount: t.exposeInt('unusedCount', { description: 'Files that no recipient gets.' }),
    unused: t.field({
      type: [RecipientFile],
      description: 'The first 200 files that no recipient gets. An API key needs contacts:read to see them.',
      resolve: ({ unused }, _, ctx) => forContactReaders(ctx, unused),
    }),
    rowCount: t.exposeInt('rowCount', { description: 'All recipients that were asked for.' }),
    rows: t.field({
      type: [Row],
      description: 'The first 200 recipients that were asked for. An API key needs contacts:read to see them.',
      resolve: ({ rows }, _, ctx) => forContactReaders(ctx, rows),
    }),
  }),
})

const RecipientFileInput = builder.inputType('RecipientFileInput', {
  description: 'A file for some recipients, or a zip archive of such files.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'File name; .zip means an archive that is unpacked.' }),
    contentBytes: t.string({ required: true, description: 'Content in base64.' }),
  }),
})

builder.queryFields((t) => ({
  recipientFilePlan: t.field({
    ...forScope('campaigns:read'),
    type: Plan,
    complexity: 1_000,
    description: 'Who would get which file of a draft, by its `filePattern`. Errors: NOT_FOUND.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the campaign.' }),
      only: t.arg({ type: FileProblem, description: 'Only rows with this problem.' }),
    },
    resolve: (_, { id, only }, ctx) => ctx.api.campaigns.recipientFilePlan(ctx, uuidOf('Campaign', id), only ?? null),
  }),
}))

mutation('addRecipientFiles', {
  scope: 'campaigns:write',
  description:
    'Adds files for recipients of a campaign, encrypted at rest: at most 5,000 of 10 MB each and 300 MB together. One with the name of a stored file takes its place. Errors: BAD_INPUT, NOT_FOUND, TOO_LARGE, UNREADABLE_FILE, FEATURE_OFF, UNAVAILABLE.',
  input: {
    description: 'Files for recipients of a campaign.',
    fields: (t) => ({
      campaignId: t.id({ required: true, description: 'Id of the campaign.' }),
      files: t.field({ type: [RecipientFileInput], required: true, description: 'The files.' }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ campaignId, files }, ctx) => ({
    campaign: await ctx.api.campaigns.addRecipientFiles(ctx, uuidOf('Campaign', campaignId), files),
  }),
})

mutation('removeRecipientFiles', {
  scope: 'campaigns:write',
  description: 'Deletes all files of a campaign’s recipients. Errors: NOT_FOUND.',
  input: {
    description: 'The input of removeRecipientFiles.',
    fields: (t) => ({
      campaignId: t.id({ required: true, description: 'Id of the campaign.' }),
    }),
  },
  payload: { campaign: { type: Campaign, description: 'The campaign.' } },
  resolve: async ({ campaignId }, ctx) => ({
    campaign: await ctx.api.campaigns.removeRecipientFiles(ctx, uuidOf('Campaign', campaignId)),
  }),
})
