import { LockMode } from '@mikro-orm/core'
import { emailKey } from '#domain/contacts/contacts.ts'
import { type SendAsAddress } from '#domain/mailboxes/send-as.ts'
import { asksForSignature } from '#domain/content/mailbox-signatures.ts'
import { type Call } from '#api/platform/call-context.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { refreshBeforeLaunch } from '#api/mailboxes/refresh-aliases.ts'
import type { Em } from '#api/platform/database/database.ts'
import { launchRefusal } from '../checks/campaign-problems.ts'
import { Campaign } from '../campaign.ts'
import { signed } from '../content/email-content.ts'
import { chooseMailboxes, firstMailboxOf, type LaunchSender } from './mailbox-selection.ts'
import { followUpsIn } from '../follow-ups/campaign-with-follow-ups.ts'
import { renewDraft } from '../drafts/saved-blocks.ts'

/**
 * Prepares a launch before its transaction begins, because it asks providers and threads, which take seconds: asks the provider again
 * for the alias that the emails would be from, and checks the email.
 *
 * @returns why the draft may not be launched (product: campaigns.problems); null if it may, or is no draft any more
 * @throws TOO_LARGE if the engine could not compile the email or a follow-up within its limits: each would fail
 */
export async function prepareLaunch(
  call: Call,
  sender: LaunchSender,
  id: string,
  mailboxIds: readonly string[],
): Promise<string | null> {
  const { app } = call
  const { tenantId } = sender
  const found = await app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (campaign?.status !== 'draft') return null
    // A saved block may have been changed while this draft was stored, or during a launch that was undone.
    await renewDraft(call, em, campaign)
    await em.flush()
    const mails = [campaign, ...(await followUpsIn(em, campaign))]
    const asks = mails.some(({ content }) => asksForSignature(content))
    const signature = asks ? await longestSignature(em, sender, mailboxIds) : null
    return { mails, signature, asked: await aliasOwners(em, sender, campaign, mailboxIds) }
  })
  if (!found) return null
  await refreshBeforeLaunch(app, tenantId, found.asked)
  for (const mail of found.mails) {
    const { subject, content, useHtmlBuilder } = await signed(app, tenantId, mail, found.signature)
    await app.threads.run(tenantId, 'sendable', { subject, content, useHtmlBuilder }, content.length)
  }
  return app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id })
    // The launch itself refuses mailboxes, in its own order.
    const accounts = await chooseMailboxes(em, sender, mailboxIds).catch(() => [])
    return campaign?.status === 'draft' && accounts.length > 0 ? launchRefusal(call, em, campaign, accounts) : null
  })
}

/** The mailboxes that a draft would be sent from by one of their aliases. */
async function aliasOwners(
  em: Em,
  sender: LaunchSender,
  { fromAddress }: Campaign,
  mailboxIds: readonly string[],
): Promise<string[]> {
  if (!fromAddress) return []
  const key = emailKey(fromAddress)
  const accounts = await chooseMailboxes(em, sender, mailboxIds)
  const isAlias = ({ kind, address }: SendAsAddress) => kind === 'alias' && emailKey(address) === key
  return accounts.filter(({ sendAs }) => sendAs.some(isAlias)).map((account) => account.id)
}

async function longestSignature(em: Em, sender: LaunchSender, mailboxIds: readonly string[]): Promise<string | null> {
  const accounts =
    mailboxIds.length > 0
      ? await em.find(Mailbox, { id: { $in: [...mailboxIds] } })
      : [await firstMailboxOf(em, sender, { mailboxId: null, campaign: null })]
  const signatures = accounts.map((account) => account?.signature ?? '')
  return signatures.toSorted((a, b) => b.length - a.length)[0] || null
}
