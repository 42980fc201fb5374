import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A picture for mails. Whoever knows its `token` may see it: mail programs fetch it without a sign-in. */
export const Image = defineEntity({
  name: 'Image',
  tableName: 'images',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** unguessable; the name under which it is served */
    token: p.text(),
    contentType: p.text().$type<'image/png' | 'image/jpeg' | 'image/gif'>(),
    bytes: p.blob().lazy(),
    /** in bytes */
    size: p.integer(),
    /** in pixels */
    width: p.integer(),
    height: p.integer(),
    createdBy: p.uuid(),
    createdAt: p.datetime(),
  },
})
export type Image = InferEntity<typeof Image>
