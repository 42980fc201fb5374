import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { SignInProvider } from '#domain/mailboxes/providers.ts'

/**
 * A person's permission for spreadsheets at a provider (product: sheets.permission). It is apart from their mailboxes, and opens
 * no email. `sealedGrant` contains the provider's tokens, encrypted and bound to this row.
 */
export const FileGrant = defineEntity({
  name: 'FileGrant',
  tableName: 'file_grants',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    provider: p.text().$type<SignInProvider>(),
    /** the provider's permanent id of the account */
    subject: p.text(),
    email: p.text(),
    sealedGrant: p.blob(),
    grantedAt: p.datetime(),
    createdAt: p.datetime(),
  },
})
export type FileGrant = InferEntity<typeof FileGrant>
