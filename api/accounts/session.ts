import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A signed-in browser or program. Stores only the hash of its token (decision 0013). */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    tokenHash: p.blob(),
    userAgent: p.text().default(''),
    createdAt: p.datetime(),
    /** time at which the person last authenticated */
    authenticatedAt: p.datetime(),
    lastUsedAt: p.datetime(),
    expiresAt: p.datetime(),
    /** True if single sign-on opened the session: requiring single sign-on does not end it. */
    bySingleSignOn: p.boolean().default(false),
  },
})
export type Session = InferEntity<typeof Session>
