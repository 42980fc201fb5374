import { v7 as newId } from 'uuid'
import { AppError } from '#domain/errors.ts'
import { levelOf, maySendShared } from '#domain/mailboxes/mailboxes.ts'
import { readAliases, withAliases } from '#domain/mailboxes/send-as.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { User } from '#api/accounts/user.ts'
import { announceMailbox } from '#api/emails/sending-state.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { ProviderAccount } from '#api/sending/provider.ts'
import { SIGN_IN_PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'
import { Mailbox, MailboxShare } from './mailbox.ts'
import { takeFormerId } from './former-mailboxes.ts'
import { grantPlace } from './open-mailbox.ts'
import { addShare } from './mailbox-shares.ts'

/**
 * Stores a connected mailbox, or renews the tokens of a known one. A mailbox that a colleague connected stays the
 * colleague's, with the colleague's tokens unless they have expired, and is shared with the person who signs in now,
 * because they proved that they may use it; its owner can see the share. A mailbox that an administrator provided
 * becomes the person's own. Throws CONFLICT if the provider knows its address as a different account: the drafts and
 * the ledger belong to the other account.
 *
 * @returns the id of the mailbox
 */
export async function keepAccount(
  app: Pick<App, 'clock' | 'secrets' | 'events'>,
  em: Em,
  { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
  provider: Provider,
  account: Omit<ProviderAccount, 'identity' | 'emailProven' | 'freshness'> & { emailProven?: boolean },
): Promise<string> {
  const now = app.clock()
  const [other] = await em.execute<{ id: string; subject: string }[]>(
    `select id, subject from mailboxes where tenant_id = :tenantId and provider = :provider and lower(email) = lower(:email) and subject <> :subject`,
    { tenantId, provider, email: account.email, subject: account.subject },
  )
  const own = await em.findOne(Mailbox, { tenantId, provider, subject: account.subject })
  const isProvided = !own && other?.subject === providedSubject(account.email)
  // An address that nobody proved may be written into an account of another organization.
  if (other && !(isProvided && account.emailProven)) {
    throw new AppError('CONFLICT', SIGN_IN_FAILURES.otherAccount)
  }
  const known = other ? await takeProvided(em, { tenantId, id: other.id }, { ...account, userId, now }) : own
  if (known && known.userId !== userId) {
    const { name: sharedBy } = await em.findOneOrFail(User, { tenantId, id: userId })
    await addShare(em, known, { userId, sharedBy, now })
    if (known.status !== 'error') return known.id
  }
  const id = known?.id ?? (await takeFormerId(em, { tenantId, provider, subject: account.subject })) ?? newId()
  const level = levelOf(account.scopes)
  // A sign-in that asked for fewer permissions does not reduce those of a working mailbox. But a person who types
  // servers and a password wants exactly these.
  const grantsLess =
    known &&
    ((level === 'send' && levelOf(known.scopes) === 'full') ||
      (maySendShared(known.scopes) && !maySendShared(account.scopes)))
  const keepsMore =
    known &&
    !isProvided &&
    known.status !== 'error' &&
    grantsLess &&
    SIGN_IN_PROVIDERS.some((name) => name === provider)
  const grant = {
    scopes: account.scopes,
    sealedGrant: app.secrets.seal(account.grant, grantPlace(id)),
  }
  const data = {
    email: account.email,
    name: account.name || account.email,
    sendAs: account.aliases
      ? withAliases(known?.sendAs ?? [], readAliases(account.email, account.aliases))
      : (known?.sendAs ?? []),
    directory: account.directory ?? known?.directory ?? null,
    status: 'connected' as const,
    statusReason: null,
    signInDoubt: null,
    wantedLevel: level === 'full' ? null : (known?.wantedLevel ?? null),
    connectedAt: now,
    // The new sign-in may read what the old one could not.
    inboxError: null,
    inboxFailures: 0,
    inboxFailingSince: null,
    inboxRetryAt: null,
  }
  if (known) em.assign(known, keepsMore ? data : { ...data, ...grant })
  else
    em.create(Mailbox, {
      ...data,
      ...grant,
      tenantId,
      userId,
      id,
      provider,
      subject: account.subject,
      createdAt: now,
    })
  await em.flush()
  await em.execute(`update campaign_mailboxes set wakes_at = null where tenant_id = :tenantId and mailbox_id = :id`, {
    tenantId,
    id,
  })
  await announceMailbox(app, em, { tenantId, mailboxId: id })
  return id
}

/**
 * Makes an id for a mailbox that an administrator provides, from its email address, because its provider tells an
 * application no permanent id.
 */
export const providedSubject = (email: string): string => `application:${email.toLowerCase()}`

/**
 * Makes the person who signs in to a mailbox its owner, if an administrator had provided it. The previous owner may
 * still send from it.
 */
async function takeProvided(
  em: Em,
  key: { tenantId: string; id: string },
  { userId, subject, now }: { userId: string; subject: string; now: Date },
): Promise<Mailbox> {
  const mailbox = await em.findOneOrFail(Mailbox, key)
  if (mailbox.userId !== userId) {
    const { name: sharedBy } = await em.findOneOrFail(User, { tenantId: key.tenantId, id: userId })
    await em.nativeDelete(MailboxShare, { tenantId: key.tenantId, mailboxId: key.id, userId })
    await addShare(em, mailbox, { userId: mailbox.userId, sharedBy, now })
  }
  return em.assign(mailbox, { userId, subject })
}
