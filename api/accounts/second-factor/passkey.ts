import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A WebAuthn credential of a person: signs in alone, or as the second step after a password. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** the authenticator's id of the credential, base64url */
    credentialId: p.text(),
    publicKey: p.blob(),
    /** signatures so far, if the authenticator counts them; a lower one reveals a copy */
    counter: p.integer(),
    name: p.text(),
    addedAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
})
export type Passkey = InferEntity<typeof Passkey>
