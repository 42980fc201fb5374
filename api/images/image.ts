import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An image for emails. Its `token` is the only authorization: email clients fetch it without a sign-in. */
export const Image = defineEntity({
  name: 'Image',
  tableName: 'images',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** random part of the image's public URL, which cannot be guessed */
    token: p.text(),
    contentType: p.text().$type<'image/png' | 'image/jpeg' | 'image/gif'>(),
    bytes: p.blob().lazy(),
    /** size of the file in bytes */
    size: p.integer(),
    /** width in pixels */
    width: p.integer(),
    height: p.integer(),
    createdBy: p.uuid(),
    createdAt: p.datetime(),
  },
})
export type Image = InferEntity<typeof Image>
