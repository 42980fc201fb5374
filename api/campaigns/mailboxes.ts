import { AppError } from '#domain/errors.ts'
import { notFound, uuidOf } from '#schema/ids.ts'
import { viewerOf, type Call, type Viewer } from '../context.ts'
import { sqlOf, type Em } from '../database.ts'
import { MailAccount } from '../mail-accounts/mail-account.ts'
import { CampaignMailbox } from './campaign.ts'

/**
 * The mailboxes to send from: those asked for, or the person's own newest, or the workspace's newest. Throws NOT_FOUND for one that is
 * not there, and BAD_INPUT when none is connected or one needs reconnecting.
 */
export async function chooseMailAccounts(em: Em, viewer: Viewer, asked: readonly string[]): Promise<MailAccount[]> {
  const accounts = await em.find(MailAccount, {}, { orderBy: { connectedAt: 'desc' } })
  const named = [...new Set(asked)].map((id) => {
    const account = accounts.find((one) => one.id === id)
    if (!account) throw notFound('MailAccount')
    return account
  })
  const working = accounts.filter(({ status }) => status !== 'error')
  const own = working.find(({ userId }) => userId === viewer.userId) ?? working[0] ?? accounts[0]
  const chosen = named.length > 0 ? named : own ? [own] : []
  if (chosen.length === 0) {
    throw new AppError(
      'BAD_INPUT',
      'No mailbox is connected. Connect Microsoft 365 or Google Gmail in the sidebar and try again.',
    )
  }
  const expired = chosen.find(({ status }) => status === 'error')
  if (expired) {
    const vendor = expired.provider === 'microsoft' ? 'Microsoft' : 'Google'
    throw new AppError(
      'BAD_INPUT',
      `The ${vendor} access token of ${expired.email} has expired. Connect the mailbox again and try again.`,
    )
  }
  return chosen
}

/**
 * The mailbox that a mail would leave first: the one asked for, or the first of its campaign, or the person's own newest; null when none is
 * connected. Throws NOT_FOUND for one that is not there.
 */
export async function firstMailboxOf(
  em: Em,
  viewer: Viewer,
  { mailAccountId, campaign }: { mailAccountId: string | null; campaign: { id: string } | null },
): Promise<MailAccount | null> {
  const accounts = await em.find(MailAccount, {}, { orderBy: { connectedAt: 'desc' } })
  if (mailAccountId !== null) {
    const named = accounts.find(({ id }) => id === uuidOf('MailAccount', mailAccountId))
    if (!named) throw notFound('MailAccount')
    return named
  }
  const chosen =
    campaign && (await em.findOne(CampaignMailbox, { campaignId: campaign.id }, { orderBy: { position: 'asc' } }))
  const working = accounts.filter(({ status }) => status !== 'error')
  return (
    accounts.find(({ id }) => id === chosen?.mailAccountId) ??
    working.find(({ userId }) => userId === viewer.userId) ??
    working[0] ??
    accounts[0] ??
    null
  )
}

/** Gives a campaign these mailboxes to be sent from, in this order, and no others; nothing holds them up yet. */
export async function setMailboxes(
  em: Em,
  tenantId: string,
  campaignId: string,
  accounts: readonly Pick<MailAccount, 'id'>[],
): Promise<void> {
  await em.nativeDelete(CampaignMailbox, { tenantId, campaignId })
  for (const [position, { id }] of accounts.entries()) {
    await em.insert(CampaignMailbox, { tenantId, campaignId, mailAccountId: id, position })
  }
}

/** The mailboxes that campaigns are sent from: campaign id → mailbox ids in their order. */
export async function mailboxesOf(call: Call, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await sqlOf(em)
      .selectFrom('campaign_mailboxes')
      .select(['campaignId', 'mailAccountId'])
      .where('tenantId', '=', tenantId)
      .where('campaignId', 'in', [...ids])
      .orderBy('position')
      .execute()
    const chosen = new Map<string, string[]>()
    for (const id of ids) chosen.set(id, [])
    for (const row of rows) chosen.get(row.campaignId)?.push(row.mailAccountId)
    return chosen
  })
}
