import { defineEntity, type Opt, p } from '@mikro-orm/core'

/** A tag on a contact. Tags are alike whatever their case. */
export const ContactTag = defineEntity({
  name: 'ContactTag',
  tableName: 'contact_tags',
  properties: {
    tenantId: p.uuid().primary(),
    contactId: p.uuid().primary(),
    tag: p.text(),
    /** lower-cased tag, kept by the database */
    tagKey: p.text().primary().$type<Opt<string>>().generated('lower(tag) stored'),
  },
})
