import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Provider } from '../mail-accounts/mail-account.ts'

/** An account at Microsoft or Google that a person signs in with. It has nothing to do with the mailboxes they connected. */
export const Identity = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    provider: p.text().$type<Provider>(),
    /** who it is at the provider, for good: `tid/oid` at Microsoft, `sub` at Google; never an address */
    issuerKey: p.text(),
    /** the address it had when it was added, for people to recognise it by */
    label: p.text(),
    addedAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
})
export type Identity = InferEntity<typeof Identity>
