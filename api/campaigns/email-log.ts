import type { FailureCode } from '#domain/delivery-errors.ts'
import { defineEntity, type InferEntity, type Opt, p } from '@mikro-orm/core'
import type { EmailLogStatus } from '#domain/campaigns.ts'

/**
 * One recipient of a started campaign and what became of the mail. It is the ledger that pace and "once" stand on: `attemptedAt` is
 * persisted before the provider is called. `sending` = handed over, outcome not recorded yet.
 */
export const EmailLog = defineEntity({
  name: 'EmailLog',
  tableName: 'email_logs',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    campaignId: p.uuid(),
    contactId: p.uuid(),
    contactName: p.text(),
    contactEmail: p.text(),
    /** lower-cased address, kept by the database: under row-level security no index over an expression serves */
    emailKey: p.text().$type<Opt<string>>().generated('lower(contact_email) stored'),
    mergeValues: p.json<{ firstName: string; lastName: string; fields: Record<string, string> }>(),
    status: p.text().$type<EmailLogStatus | 'sending'>(),
    mailAccountId: p.uuid().nullable(),
    /** how often it was begun, by any mailbox; names its Message-IDs, so it only grows */
    attempts: p.integer().default(0),
    /** how many of them failed in a way that may pass, since a person last had it sent */
    failures: p.integer().default(0),
    attemptedAt: p.datetime().nullable(),
    retryAt: p.datetime().nullable(),
    /** how it was handed over, said before it was: decides what a crash leaves knowable */
    protocol: p.text().$type<'draft' | 'direct'>().nullable(),
    draftId: p.text().nullable(),
    messageId: p.text().nullable(),
    internetMessageId: p.text().nullable(),
    threadId: p.text().nullable(),
    /** which subject of an A/B test; null without a test */
    variant: p.text().$type<'A' | 'B'>().nullable(),
    sentAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    /** first open by a person */
    openedAt: p.datetime().nullable(),
    /** first open by a program that fetches images ahead */
    machineOpenedAt: p.datetime().nullable(),
    clickedAt: p.datetime().nullable(),
    bouncedAt: p.datetime().nullable(),
    repliedAt: p.datetime().nullable(),
    unsubscribedAt: p.datetime().nullable(),
    failedAt: p.datetime().nullable(),
    error: p.text().nullable(),
    /** what kind of failure the text tells of; the database keeps it in step with the text */
    failureCode: p.text().$type<FailureCode>().nullable().generated('stored'),
    createdAt: p.datetime(),
  },
})
export type EmailLog = InferEntity<typeof EmailLog>
