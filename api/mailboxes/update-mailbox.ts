import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { mayManage } from '#domain/mailboxes/mailboxes.ts'
import { sharedAddressesInput, withShared, type SendAsAddress } from '#domain/mailboxes/send-as.ts'
import { signatureProblem } from '#domain/content/mailbox-signatures.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput } from '#api/platform/input-validation.ts'
import { Mailbox } from './mailbox.ts'
import { findMailbox, type MailboxView } from './mailboxes.ts'
import { refreshAliases } from './refresh-aliases.ts'
import { ensurePassword } from './smtp/stored-credentials.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'

/** Changes to a mailbox; an undefined field stays as it is. */
export interface MailboxChange {
  /** new signature; null removes it */
  signature?: string | null | undefined
  /** all shared mailboxes that this mailbox can send from; null: no change */
  sharedAddresses?: readonly string[] | null | undefined
  /** true to ask the provider for the mailbox's other addresses again */
  refreshAddresses?: boolean | null | undefined
  /** true to send each email also to the mailbox itself, to find out whether uncertain emails left; null: no change */
  copyToSelf?: boolean | null | undefined
}

const addressesInput = z.object({ sharedAddresses: sharedAddressesInput })

/**
 * Changes a mailbox; for its owner or an admin. Launched campaigns keep the signature of their launch. Throws
 * NOT_FOUND, FORBIDDEN, BAD_INPUT, and UNAVAILABLE if the provider cannot be asked for the addresses.
 */
export async function updateMailbox(call: Call, id: string, change: MailboxChange): Promise<MailboxView> {
  const viewer = viewerOf(call)
  const { signature, sharedAddresses, refreshAddresses, copyToSelf } = change
  const text = signature === undefined ? undefined : signature?.replace(/\r\n?/g, '\n').trim() || null
  const problem = text ? signatureProblem(text) : null
  if (problem !== null) throw new AppError('BAD_INPUT', problem, { fields: { signature: problem } })
  const named = sharedAddresses ? parseInput(addressesInput, { sharedAddresses }).sharedAddresses : null
  await call.app.database.inTenant(viewer.tenantId, async (em) => {
    const account = await em.findOne(Mailbox, { id })
    if (!account) throw notFound('Mailbox')
    if (!mayManage(viewer, account)) {
      throw new AppError('FORBIDDEN', 'Only the owner of this mailbox or an admin can change it.')
    }
    if (text !== undefined) await setSignature(call, em, account, text)
    if (named !== null) await setSharedAddresses(call, em, account, named)
    if (copyToSelf != null) await setCopyToSelf(call, em, account, copyToSelf)
  })
  if (refreshAddresses) await refreshAliases(call.app, { tenantId: viewer.tenantId, id })
  const changed = await findMailbox(call, id)
  if (!changed) throw notFound('Mailbox')
  return changed
}

async function setSignature(call: Call, em: Em, account: Mailbox, text: string | null): Promise<void> {
  if (text === (account.signature ?? null)) return
  account.signature = text
  await em.flush()
  await recordOwn(call, em, {
    action: 'mailbox_signature_changed',
    target: { id: account.id, label: account.email },
  })
}

async function setSharedAddresses(call: Call, em: Em, account: Mailbox, named: readonly string[]): Promise<void> {
  if (named.length > 0 && PROVIDERS[account.provider].sharedScope === null) {
    const message = 'Only Microsoft 365 has shared mailboxes. In Gmail, add the address under Settings → Accounts.'
    throw new AppError('BAD_INPUT', message, { fields: { sharedAddresses: message } })
  }
  const from = sharedOf(account.sendAs)
  account.sendAs = withShared(account.sendAs, named)
  const to = sharedOf(account.sendAs)
  if (from === to) return
  await em.flush()
  await recordOwn(call, em, {
    action: 'mailbox_addresses_changed',
    target: { id: account.id, label: account.email },
    changes: [{ field: 'sharedAddresses', from, to }],
  })
}

async function setCopyToSelf(call: Call, em: Em, account: Mailbox, copyToSelf: boolean): Promise<void> {
  ensurePassword(account)
  if (account.copyToSelf === copyToSelf) return
  account.copyToSelf = copyToSelf
  await em.flush()
  await recordOwn(call, em, {
    action: 'mailbox_settings_changed',
    target: { id: account.id, label: account.email },
    changes: [{ field: 'copyToSelf', from: String(!copyToSelf), to: String(copyToSelf) }],
  })
}

/** Names the shared mailboxes among addresses, in words; null if there are none. */
const sharedOf = (addresses: readonly SendAsAddress[]) =>
  addresses
    .filter(({ kind }) => kind === 'shared')
    .map(({ address }) => address)
    .join(', ') || null
