import type { ImageView } from '#api/images/images.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { connection, SortDirection, connectionOf } from './connections.ts'
import { uuidOf } from './object-ids.ts'

/** Cost of searching all content for images, in fetched values. */
const USES_COST = 20

const Image = builder.objectRef<ImageView>('Image')
builder.node(Image, {
  description: 'An image for emails. Anyone with its URL can see it, because email programs need access.',
  id: { resolve: (image) => image.id },
  loadOne: (id, ctx) => ctx.loaders.images.load(String(id)),
  fields: (t) => ({
    url: t.string({
      description: 'Public URL of the image.',
      resolve: (image, _, ctx) => ctx.api.images.imageUrl(ctx.app, image),
    }),
    contentType: t.exposeString('contentType', { description: 'image/png, image/jpeg or image/gif.' }),
    size: t.exposeInt('size', { description: 'Size in bytes.' }),
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    usedInCampaigns: t.int({
      complexity: USES_COST,
      description: 'Number of campaigns that use the image, whatever their status.',
      resolve: async (image, _, ctx) => (await ctx.loaders.imageUses.load(image.token)).campaigns,
    }),
    usedInTemplates: t.int({
      complexity: USES_COST,
      description: 'Number of templates that use the image.',
      resolve: async (image, _, ctx) => (await ctx.loaders.imageUses.load(image.token)).templates,
    }),
    usedInSavedBlocks: t.int({
      complexity: USES_COST,
      description: 'Number of saved blocks of the builder that use the image.',
      resolve: async (image, _, ctx) => (await ctx.loaders.imageUses.load(image.token)).savedBlocks,
    }),
    usedInSignatures: t.int({
      complexity: USES_COST,
      description: 'Number of mailbox signatures that use the image.',
      resolve: async (image, _, ctx) => (await ctx.loaders.imageUses.load(image.token)).signatures,
    }),
  }),
})

const ImageOrder = builder.inputType('ImageOrder', {
  description: 'Sort order. Defaults to newest first.',
  fields: (t) => ({
    field: t.field({
      required: true,
      description: 'Field to sort by.',
      type: enumType('ImageOrderField', {
        description: 'Fields that images can be sorted by.',
        values: ['createdAt', 'size'] as const,
      }),
    }),
    direction: t.field({ type: SortDirection, required: true, description: 'Sort direction.' }),
  }),
})

const ImageConnection = connectionOf('Image', Image)
builder.objectFields(ImageConnection, (t) => ({
  usedBytes: t.float({
    description: 'Total size of the workspace’s images in bytes.',
    resolve: async (_, _args, ctx) => (await ctx.api.images.imageStorage(ctx)).used,
  }),
  maxBytes: t.float({
    nullable: true,
    description: 'Limit of the plan in bytes; null if there is none.',
    resolve: async (_, _args, ctx) => (await ctx.api.images.imageStorage(ctx)).most,
  }),
}))

builder.queryFields((t) => ({
  images: t.connection(
    {
      ...forScope('templates:read'),
      type: Image,
      complexity: pageCost,
      description: 'The workspace’s images, at most 500 per page.',
      args: { orderBy: t.arg({ type: ImageOrder, description: 'Sort order.' }) },
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.images.listImages(ctx, args.orderBy, page),
          () => ctx.api.images.countImages(ctx),
        ),
    },
    ImageConnection,
  ),
}))

const ImageCropInput = builder.inputType('ImageCropInput', {
  description: 'A part of an image, in pixels of the image as it is seen upright.',
  fields: (t) => ({
    left: t.int({ required: true, description: 'Pixels left of it.' }),
    top: t.int({ required: true, description: 'Pixels above it.' }),
    width: t.int({ required: true, description: 'Width of the part.' }),
    height: t.int({ required: true, description: 'Height of the part.' }),
  }),
})

mutation('uploadImage', {
  scope: 'templates:write',
  description:
    'Stores an image for emails: a PNG, JPEG, GIF or WebP of at most 10 MB, which is re-encoded. REST takes multipart/form-data. Errors: BAD_INPUT, UNSUPPORTED_TYPE, TOO_LARGE, UNREADABLE_FILE, LIMIT_REACHED.',
  input: {
    description: 'An image to store.',
    fields: (t) => ({
      contentBytes: t.string({ required: true, description: 'The file in base64.' }),
      maxWidth: t.int({
        description:
          'A wider image is scaled down to this width in pixels. Use twice the width that the email shows. Animations keep their size.',
      }),
      crop: t.field({ type: ImageCropInput, description: 'Keeps only this part. Animations cannot be cropped.' }),
    }),
  },
  payload: { image: { type: Image, description: 'The image.' } },
  resolve: async (input, ctx) => ({ image: await ctx.api.images.uploadImage(ctx, input.contentBytes, input) }),
})
mutation('deleteImage', {
  scope: 'templates:write',
  description:
    'Deletes an image and returns it as it was. An image used in a campaign, template or saved block is not deleted unless evenIfUsed is true, because people who open those emails would see a gap, even in emails already sent. Copies stored by email programs are not removed. Errors: NOT_FOUND, CONFLICT (the message says where it is used), APPROVAL_NEEDED (an approved campaign that is still being sent shows it).',
  input: {
    description: 'The input of deleteImage.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the image.' }),
      evenIfUsed: t.boolean({ description: 'True to delete it even if it is used. Defaults to false.' }),
    }),
  },
  payload: { image: { type: Image, description: 'The image.' } },
  resolve: async ({ id, evenIfUsed }, ctx) => ({
    image: await ctx.api.images.deleteImage(ctx, uuidOf('Image', id), evenIfUsed ?? false),
  }),
})
