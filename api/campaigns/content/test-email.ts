import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/**
 * A test email that a person sent to themselves. `attemptedAt` is persisted before the provider is called; it counts in
 * the mailbox's ledger.
 */
export const TestMail = defineEntity({
  name: 'TestMail',
  tableName: 'test_mails',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    mailboxId: p.uuid(),
    email: p.text(),
    status: p.text().$type<'sending' | 'sent' | 'failed'>(),
    attemptedAt: p.datetime(),
    error: p.text().nullable(),
  },
})
export type TestMail = InferEntity<typeof TestMail>
