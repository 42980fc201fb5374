import { accountsNamed, comparableName } from '#domain/accounts/sign-in-names.ts'
import type { App } from '#api/platform/app-context.ts'
import { sqlOf } from '#api/platform/database/database.ts'
import { passwordReset } from '#api/system-mail/system-email-texts.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import { createLink } from './account-links.ts'
import { wayBackOf } from './account-recovery-method.ts'

/** Maximum number of accounts whose links are in one password-reset email. */
const ACCOUNTS_PER_EMAIL_MAX = 10

/** Sends the links for the accounts with this name, one email per address. Nothing happens if there are none. */
export async function sendPasswordReset(app: App, name: string): Promise<void> {
  await app.database.asSystem(async (em) => {
    const rows = await sqlOf(em)
      .selectFrom('users')
      .innerJoin('tenants', 'tenants.id', 'users.tenantId')
      .select(['users.id', 'users.tenantId', 'users.username', 'users.email', 'users.emailProvenAt'])
      .select(['users.createdAt', 'tenants.name as workspace'])
      .where('users.isActive', '=', true)
      .where('tenants.isActive', '=', true)
      .where((eb) => {
        const wanted = comparableName(name)
        return eb.or([
          eb(eb.fn<string>('lower', ['users.username']), '=', wanted),
          eb(eb.fn<string>('lower', ['users.email']), '=', wanted),
        ])
      })
      .orderBy('users.emailProvenAt', (order) => order.asc().nullsLast())
      .orderBy('users.createdAt')
      .limit(ACCOUNTS_PER_EMAIL_MAX)
      .execute()
    const byAddress = Map.groupBy(accountsNamed(name, rows), ({ email }) => email.toLowerCase())
    for (const [email, accounts] of byAddress) {
      const entries = []
      for (const { tenantId, id: userId, username, workspace } of accounts) {
        const way = await wayBackOf(em, { tenantId, userId })
        const link = way === 'link' ? await createLink(app, em, { kind: 'password', tenantId, userId, email }) : null
        entries.push({ workspace, username, way, link })
      }
      await queueSystemEmail(app, em, email, passwordReset(entries))
    }
  })
}
