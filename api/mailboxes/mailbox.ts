import type { Provider, SignInProvider } from '#domain/mailboxes/providers.ts'
import type { ProviderCeiling } from '#domain/tenants/plans.ts'
import type { ProviderSetup } from '#domain/mailboxes/provider-setup.ts'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { StoredCheck } from '#domain/mailboxes/deliverability/test-email-arrival.ts'
import type { SendAsAddress } from '#domain/mailboxes/send-as.ts'
import type { UnreadMail } from '#domain/inbox/unreadable-emails.ts'
import type { Caution } from '#domain/pacing/complaint-slowdown.ts'
import type { LimitReason } from '#domain/pacing/sending-gates.ts'
import type { Breaker, SignInDoubt } from '#api/sending/circuit-breaker.ts'

export type MailboxStatus = 'connected' | 'warming_up' | 'error'

/**
 * A connected mailbox. It belongs to the person who connected it. `sealedGrant` contains the provider's tokens,
 * encrypted and bound to this row.
 */
export const Mailbox = defineEntity({
  name: 'Mailbox',
  tableName: 'mailboxes',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    provider: p.text().$type<Provider>(),
    subject: p.text(),
    email: p.text(),
    name: p.text(),
    /** signature that the mailbox's emails can end with: rich text as the composer stores it */
    signature: p.text().nullable(),
    /** other addresses that the mailbox can send from, as the provider and a person named them */
    sendAs: p.json<SendAsAddress[]>().default([]),
    status: p.text().$type<MailboxStatus>(),
    statusReason: p.text().nullable(),
    scopes: p.array(),
    sealedGrant: p.blob(),
    /** id of the Microsoft 365 organization; null if unknown */
    directory: p.text().nullable(),
    /** level of access that the organization refused, and that is requested again from time to time */
    wantedLevel: p.text().$type<'full'>().nullable(),
    levelTriedAt: p.datetime().nullable(),
    /** time until which the provider asked to wait */
    throttledUntil: p.datetime().nullable(),
    /** time until which the provider's quota is used up */
    quotaUntil: p.datetime().nullable(),
    /** limit that was reached until `quotaUntil`; null: the mailbox's own */
    quotaReason: p.text().$type<LimitReason>().nullable(),
    /** refusal of the sign-in by a provider that may accept it again */
    signInDoubt: p.json<SignInDoubt>().nullable(),
    /** circuit breaker of this mailbox */
    outage: p.json<Breaker>().nullable(),
    /** set after sending failed because of an error of ours; the reason is the reference of the log line */
    breakdown: p.json<Breaker>().nullable(),
    /** time at which a worker last skipped the mailbox because the worker's clock was wrong */
    clockWrongAt: p.datetime().nullable(),
    /** judgment that slows the mailbox down, because recipients complain or leave more than usual */
    caution: p.json<Caution>().nullable(),
    lastUsedAt: p.datetime().nullable(),
    /** last email that the mailbox sent to itself to see how it arrives */
    landingCheck: p.json<StoredCheck>().nullable(),
    /** sync cursor of the inbox; opaque to us */
    inboxCursor: p.text().nullable(),
    inboxReadAt: p.datetime().nullable(),
    /** reason why the inbox cannot be read */
    inboxError: p.text().nullable(),
    /** number of reads of the inbox that failed in a row; with the time since then, and of the next try */
    inboxFailures: p.integer().default(0),
    inboxFailingSince: p.datetime().nullable(),
    inboxRetryAt: p.datetime().nullable(),
    /** emails of the inbox that could not be read */
    unreadMails: p.json<UnreadMail[]>().default([]),
    /** True if everybody in the workspace may send from the mailbox. */
    sharedWithAll: p.boolean().default(false),
    /** true to send each email also to the mailbox itself, to find out whether uncertain emails left */
    copyToSelf: p.boolean().default(false),
    connectedAt: p.datetime(),
    /** time at which the provider last refused a sign-in that had worked; with the seconds for which it had worked */
    lostAt: p.datetime().nullable(),
    lostAfterSeconds: p.integer().nullable(),
    createdAt: p.datetime(),
  },
})
export type Mailbox = InferEntity<typeof Mailbox>

/** A person with permission to send from a colleague's mailbox. */
export const MailboxShare = defineEntity({
  name: 'MailboxShare',
  tableName: 'mailbox_shares',
  properties: {
    tenantId: p.uuid().primary(),
    mailboxId: p.uuid().primary(),
    userId: p.uuid().primary(),
    /** name of the person who shared the mailbox */
    sharedBy: p.text(),
    createdAt: p.datetime(),
  },
})

declare module '#api/platform/app-context.ts' {
  interface App {
    /** URL that shows the sandbox's mailboxes, if the sandbox is used */
    sandboxUrl: string | null
    /** providers that the sandbox replaces */
    sandboxed: readonly Provider[]
    /** returns the sending limits of a provider; none for a replacement of the provider */
    ceilings: (provider: Provider) => readonly ProviderCeiling[]
    /** registration of the app at each provider */
    setups: Record<SignInProvider, ProviderSetup>
  }
}
