import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { ApiScope } from '#domain/accounts/api-keys.ts'

/** An API key of a workspace. Stores only the token's hash, and its first characters to tell keys apart. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** id of the person who acts with this key; null for the key of a service account */
    userId: p.uuid().nullable(),
    serviceAccountId: p.uuid().nullable(),
    name: p.text(),
    scopes: p.array().$type<ApiScope[]>(),
    /** addresses and ranges from which the key works; empty: anywhere */
    allowedAddresses: p.array(),
    tokenHash: p.blob(),
    tokenStart: p.text(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
  },
})
export type ApiKey = InferEntity<typeof ApiKey>
