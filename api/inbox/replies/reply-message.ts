import { mayUse } from '#domain/accounts/api-keys.ts'
import type { NoTextReason } from '#domain/inbox/replies.ts'
import { splitReply } from '#domain/inbox/reply-text/split-reply.ts'
import { mayRead } from '#domain/mailboxes/mailboxes.ts'
import { notFound } from '#schema/object-ids.ts'
import { viewerOf, viewerWith, type Call, type Viewer } from '#api/platform/call-context.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { usableIds } from '#api/mailboxes/mailboxes-of-sender.ts'
import { openWorking } from '../read-mailbox.ts'
import { DeliveryError, type ReadableMail } from '#api/sending/provider.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { takeRead } from './reply-read-limit.ts'
import { Reply } from './reply.ts'
import { PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'

/** A reply as it is in the mailbox, or why it cannot be shown. */
export interface ReplyMail {
  subject: string | null
  /** text of the reply without the email that it quotes */
  text: string | null
  quoted: string | null
  /** whole text of the reply, including quoted emails */
  whole: string | null
  /** URL that opens the reply in the provider's web mail */
  link: string | null
  problem: NoTextReason | null
}

/**
 * Reads a reply from the mailbox, for those who may send from it: its owner, and the people it is shared with. A
 * program with an API key needs the workspace's permission for Gmail (product: results.agents-read). Nothing of it is stored. Throws NOT_FOUND, and TOO_MANY_REQUESTS, because each call is a request to the provider.
 */
export async function replyMail(call: Call, id: string): Promise<ReplyMail> {
  const { app } = call
  const viewer = viewerWith(call, 'mailboxes:read')
  const { tenantId } = viewer
  const found = await app.database.inTenant(tenantId, async (em) => {
    const reply = await em.findOne(Reply, { id })
    if (!reply) throw notFound('Reply')
    const mailboxId = reply.mailboxId ?? null
    const account = mailboxId && (await em.findOne(Mailbox, { id: mailboxId }))
    if (!mailboxId || !account) return 'mailboxGone'
    const usable = await usableIds(em, viewer, [mailboxId])
    if (usable.length === 0) return 'notShared'
    const isRestricted = needsPermission(viewer, account.provider)
    if (isRestricted && !(await settingsOf(em, tenantId)).agentsReadGmailReplies) return 'agentsMayNot'
    return { reply, mailboxId }
  })
  if (typeof found === 'string') return without(found)
  const { reply, mailboxId } = found
  takeRead(app, viewer)
  const open = await openWorking(app, { tenantId, mailboxId })
  if (!open) return without('signInNeeded')
  const { account, mailbox } = open
  if (!mailbox.canRead || !mayRead(account.scopes)) return without('sendOnly')
  try {
    const mail = await mailbox.readMail(reply.messageId, account.email)
    if (!mail) return without('messageGone')
    return shown(mail, app.sandboxed.includes(account.provider))
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    app.log.info({ kind: error.kind, tenantId, mailboxId }, 'A reply could not be read')
    return without(PROBLEMS[error.kind] ?? 'unavailable')
  }
}

/** Returns whether a caller needs the workspace's permission to read replies in a provider's mailboxes. */
const needsPermission = ({ scopes }: Viewer, provider: string) =>
  scopes !== null && PROVIDERS[provider as Provider].programsNeedPermission

/** Returns whether the caller may read replies in mailboxes of these providers that are usable and readable, by provider. */
export async function readableProvidersOf(call: Call, providers: readonly string[]): Promise<Map<string, boolean>> {
  const viewer = viewerOf(call)
  if (!mayUse(viewer, 'mailboxes:read')) return new Map()
  const { tenantId } = viewer
  const isPermitted =
    providers.some((provider) => needsPermission(viewer, provider)) &&
    (await call.app.database.inTenant(tenantId, (em) => settingsOf(em, tenantId))).agentsReadGmailReplies
  return new Map(providers.map((provider) => [provider, isPermitted || !needsPermission(viewer, provider)]))
}

const PROBLEMS: Partial<Record<DeliveryError['kind'], NoTextReason>> = {
  expired: 'signInNeeded',
  forbidden: 'sendOnly',
  missing: 'messageGone',
}

/** Prepares a reply for display. In the sandbox it has no link, because the link would lead to the real provider. */
function shown({ subject, link, ...content }: ReadableMail, isSandbox: boolean): ReplyMail {
  const { text, quoted, whole } = splitReply(content)
  return { subject, text, quoted: quoted || null, whole, link: isSandbox ? null : link, problem: null }
}

const without = (problem: NoTextReason): ReplyMail => ({
  ...{ subject: null, text: null, quoted: null, whole: null, link: null, problem },
})
