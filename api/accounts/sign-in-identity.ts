import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { SignInProvider } from '#domain/mailboxes/providers.ts'

/** A Microsoft or Google account that a person signs in with. Independent of the mailboxes they connected. */
export const Identity = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    provider: p.text().$type<SignInProvider>(),
    /** the account's permanent id at the provider: `tid/oid` at Microsoft, `sub` at Google; never an address */
    issuerKey: p.text(),
    /** the account's address when it was added, so that people recognize it */
    label: p.text(),
    addedAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
})
export type Identity = InferEntity<typeof Identity>
