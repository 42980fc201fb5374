import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { MailboxLevel } from '#domain/mailboxes/mailboxes.ts'
import type { Provider } from '#domain/mailboxes/providers.ts'

/** A pending sign-in at a provider. Bound to one browser and, for a signed-in person, to one session. */
export const SignInAttempt = defineEntity({
  name: 'SignInAttempt',
  tableName: 'sign_in_attempts',
  properties: {
    stateHash: p.blob().primary(),
    provider: p.text().$type<Provider>(),
    action: p.text().$type<'connect' | 'register' | 'login' | 'identity' | 'confirm' | 'files' | 'smtp'>(),
    tier: p.text().nullable(),
    level: p.text().$type<MailboxLevel>(),
    /** permission to send from shared mailboxes was requested */
    shared: p.boolean().default(false),
    /** id of the mailbox that is reconnected or whose access level is raised; null for any */
    mailboxId: p.uuid().nullable(),
    /** link of the sheet to be opened; null: the person chooses one at the provider */
    sheetLink: p.text().nullable(),
    sessionId: p.uuid().nullable(),
    tenantId: p.uuid().nullable(),
    userId: p.uuid().nullable(),
    browserHash: p.blob(),
    sealedVerifier: p.blob(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})
export type SignInAttempt = InferEntity<typeof SignInAttempt>
