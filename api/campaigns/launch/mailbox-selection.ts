import { AppError } from '#domain/errors.ts'
import { fromAddressProblem } from '#domain/mailboxes/send-as.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { viewerOf, type Call, type Viewer } from '#api/platform/call-context.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { isDefault, mailboxesToUse, usableMailboxes } from '#api/mailboxes/mailboxes-of-sender.ts'
import { CampaignMailbox } from '../campaign.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'

/** The person whose mailboxes a launch may use; `scopes` as in {@link Viewer}. */
export type LaunchSender = Pick<Viewer, 'tenantId' | 'userId' | 'scopes'>

/**
 * The mailboxes to send from: the requested ones, or the default. A colleague's shared mailbox is used
 * only on request, except by service accounts. Throws NOT_FOUND if missing, FORBIDDEN if the person may not use it, BAD_INPUT if they have none or one
 * needs reconnecting.
 */
export async function chooseMailboxes(em: Em, viewer: LaunchSender, asked: readonly string[]): Promise<Mailbox[]> {
  const chosen = asked.length > 0 ? await mailboxesToUse(em, viewer, asked) : await defaultMailbox(em, viewer)
  if (chosen.length === 0) throw await noMailbox(em, viewer)
  const expired = chosen.find(({ status }) => status === 'error')
  if (expired) {
    throw new AppError(
      'BAD_INPUT',
      `The ${PROVIDERS[expired.provider].name} access token for ${expired.email} has expired. Reconnect the mailbox, then try again.`,
    )
  }
  return chosen
}

/** Throws BAD_INPUT if a chosen mailbox cannot send from the campaign's From address. */
export function requireFrom(accounts: readonly Mailbox[], fromAddress: string | null | undefined): void {
  const message = fromAddressProblem(accounts, fromAddress)
  if (message !== null) throw new AppError('BAD_INPUT', message, { fields: { fromAddress: message } })
}

/** The mailbox for a caller who names none ({@link isDefault}). */
async function defaultMailbox(em: Em, { tenantId, userId }: LaunchSender): Promise<Mailbox[]> {
  const [newest] = await em.execute<{ id: string }[]>(
    `select m.id from mailboxes m where m.tenant_id = :tenantId and ${isDefault('m')}`,
    { tenantId, userId },
  )
  return newest ? em.find(Mailbox, { id: newest.id }) : []
}

/** The error for a person without a mailbox who named none. */
export async function noMailbox(em: Em, viewer: LaunchSender): Promise<AppError> {
  const [shared] = await usableMailboxes(em, viewer)
  return new AppError(
    'BAD_INPUT',
    shared
      ? `You have no mailbox of your own. Choose one that is shared with you, such as ${shared.email}.`
      : viewer.scopes === null
        ? 'No mailbox is connected. Connect Microsoft 365, Gmail or any other mailbox in the sidebar and try again.'
        : 'No mailbox can be used by this API key. Share one with everyone in Mergewell under Settings → Connected Emails, or connect one.',
  )
}

/**
 * The mailbox that would send first: the requested one, or the campaign's first that the person may use, or the
 * person's own newest; null if there is none. Throws NOT_FOUND if missing, FORBIDDEN if the person may not use it.
 */
export async function firstMailboxOf(
  em: Em,
  viewer: LaunchSender,
  { mailboxId, campaign }: { mailboxId: string | null; campaign: { id: string } | null },
): Promise<Mailbox | null> {
  if (mailboxId !== null) {
    const [named] = await mailboxesToUse(em, viewer, [uuidOf('Mailbox', mailboxId)])
    return named ?? null
  }
  const chosen = campaign
    ? await em.find(CampaignMailbox, { campaignId: campaign.id }, { orderBy: { position: 'asc' } })
    : []
  const usable = chosen.length > 0 ? await usableMailboxes(em, viewer) : []
  const ofCampaign = chosen.map((row) => usable.find(({ id }) => id === row.mailboxId)).find(Boolean)
  return ofCampaign ?? (await defaultMailbox(em, viewer))[0] ?? null
}

/**
 * Sets a campaign's mailboxes, in this order, with no pauses yet. `chosenBy` is the person whose permission to use them
 * applies.
 */
export async function setMailboxes(
  em: Em,
  { tenantId, userId: chosenBy }: Pick<Viewer, 'tenantId' | 'userId'>,
  campaignId: string,
  accounts: readonly Pick<Mailbox, 'id'>[],
): Promise<void> {
  await em.nativeDelete(CampaignMailbox, { tenantId, campaignId })
  for (const [position, { id }] of accounts.entries()) {
    await em.insert(CampaignMailbox, { tenantId, campaignId, mailboxId: id, position, chosenBy })
  }
}

/** The mailboxes of campaigns: campaign id → mailbox ids in order. */
export async function mailboxesOf(call: Call, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await sqlOf(em)
      .selectFrom('campaign_mailboxes')
      .select(['campaignId', 'mailboxId'])
      .where('tenantId', '=', tenantId)
      .where('campaignId', 'in', [...ids])
      .orderBy('position')
      .execute()
    const chosen = new Map<string, string[]>()
    for (const id of ids) chosen.set(id, [])
    for (const row of rows) chosen.get(row.campaignId)?.push(row.mailboxId)
    return chosen
  })
}

/**
 * Maps campaign ids to the id of the user who launched the campaign, or resumed it last. Drafts and old campaigns are
 * left out.
 */
export async function launchersOf(call: Call, ids: readonly string[]): Promise<Map<string, string>> {
  const { tenantId } = viewerOf(call)
  const rows = await call.app.database.inTenant(tenantId, (em) =>
    sqlOf(em)
      .selectFrom('campaign_mailboxes')
      .select(['campaignId', 'chosenBy'])
      .where('tenantId', '=', tenantId)
      .where('campaignId', 'in', [...ids])
      .where('chosenBy', 'is not', null)
      .execute(),
  )
  return new Map(rows.flatMap(({ campaignId, chosenBy }) => (chosenBy ? [[campaignId, chosenBy] as const] : [])))
}
