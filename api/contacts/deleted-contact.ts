import { defineEntity, type InferEntity, type Opt, p } from '@mikro-orm/core'

/** The id of a contact that was deleted, for programs that keep contacts in step. */
export const DeletedContact = defineEntity({
  name: 'DeletedContact',
  tableName: 'deleted_contacts',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** the contact's id in another system; null if there was none or the person was erased */
    externalId: p.text().nullable(),
    deletedAt: p.datetime().$type<Opt<Date>>().defaultRaw('now()'),
  },
})
export type DeletedContact = InferEntity<typeof DeletedContact>
