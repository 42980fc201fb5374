import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { emailKey } from '#domain/contacts/contacts.ts'
import { unsubscribeMailto } from '#domain/inbox/unsubscribe-mail.ts'
import { mayRead } from '#domain/mailboxes/mailboxes.ts'
import { compileAddress } from '#domain/content/mail-links.ts'
import { hasFeature } from '#domain/tenants/plans.ts'
import { effectiveTracking } from '#domain/tracking/tracking.ts'
import { Campaign } from '../campaign.ts'
import { WITH_FOLLOW_UPS } from '../follow-ups/campaign-with-follow-ups.ts'
import type { App } from '#api/platform/app-context.ts'
import { imprintFor } from './email-content.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { MailRecipient, OwnAddresses } from '#api/sending/message/recipient-links.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { PATHS } from '#api/rendering/sample-addresses.ts'
import { linkOrigin } from '#api/tracking/link-domains/link-origin.ts'

/**
 * Makes the URLs in a campaign's emails: the tracking pixel, tracked links and the unsubscribe link, on the workspace's
 * link domain while that works. Opens and clicks are tracked at the campaign's level, with a URL for each recipient or
 * one for all, if the workspace has the feature `tracking`. The unsubscribe link is always included. Stores new links,
 * and what is tracked.
 *
 * @param found the links of the email, see linksOfMail
 * @param mailbox from which the emails leave
 */
export async function addressesOf(
  app: Pick<App, 'links' | 'publicUrl'>,
  em: Em,
  campaign: Campaign,
  found: readonly string[],
  mailbox: Pick<Mailbox, 'email' | 'scopes'> | null,
): Promise<OwnAddresses> {
  const { tenantId } = campaign
  const { features } = await em.findOneOrFail(Tenant, { id: tenantId })
  const level = effectiveTracking(campaign.tracking, 'recipient', hasFeature(features, 'tracking'))
  const counts = level === 'counts'
  const opens = level !== 'off' && campaign.trackOpens
  const clicks = level !== 'off' && campaign.trackClicks
  await noteTracked(em, campaign, opens && !counts, clicks && !counts)
  const links = found.filter((url) => !counts || isSame(url))
  const tokens = app.links
  const at = await linkOrigin(app, em, tenantId)
  const shared = ({ variant = null }: MailRecipient) => ({ tenantId, campaignId: campaign.id, variant })
  const openToken = (mail: MailRecipient) =>
    counts ? tokens.countedOpen(shared(mail)) : tokens.open({ tenantId, logId: mail.logId })
  const clickToken = (mail: MailRecipient, link: number) =>
    counts ? tokens.countedClick(shared(mail), link) : tokens.click({ tenantId, logId: mail.logId }, link)
  const unsubscribeToken = ({ logId, email }: MailRecipient) => tokens.unsubscribe({ tenantId, logId }, email)
  const returnsTo = mailbox && isRead(campaign, mailbox) ? mailbox.email : null
  return {
    unsubscribe: (recipient) => `${at}${PATHS.unsubscribe}/${unsubscribeToken(recipient)}`,
    ...(returnsTo && {
      unsubscribeByMail: (recipient) => unsubscribeMailto(returnsTo, unsubscribeToken(recipient)),
    }),
    open: opens ? (recipient) => `${at}${PATHS.open}/${openToken(recipient)}.gif` : null,
    links: clicks ? await numbersOf(em, campaign, links) : new Map(),
    click: (recipient, link) => `${at}${PATHS.click}/${clickToken(recipient, link)}`,
    headers: listHeaders(campaign, app.publicUrl),
    postalAddress: await imprintFor(em, campaign),
  }
}

/** Returns whether replies to the From address that recipients see arrive in an inbox that Mergewell may read. */
function isRead({ fromAddress }: Campaign, { email, scopes }: Pick<Mailbox, 'email' | 'scopes'>): boolean {
  return mayRead(scopes) && (!fromAddress || emailKey(fromAddress) === emailKey(email))
}

/**
 * Returns whether a link has the same URL for everybody. Clicks on a URL with merge tags are not counted, because the
 * URL would name a recipient.
 */
function isSame(url: string): boolean {
  return compileAddress(url).parts.every((part) => typeof part === 'string')
}

/**
 * Identifies the list of an email (RFC 2919), by workspace, and the subject of a complaint, by campaign: Gmail's
 * feedback loop reads `campaign:customer:kind:sender`.
 */
function listHeaders({ id, tenantId }: Campaign, publicUrl: string): OwnAddresses['headers'] {
  const [campaign, workspace] = [id.replaceAll('-', ''), tenantId.replaceAll('-', '')]
  return [
    { name: 'List-ID', value: `<${workspace}.${new URL(publicUrl).hostname}>` },
    { name: 'Feedback-ID', value: `${campaign}:${workspace}:campaign:mergewell` },
  ]
}

/**
 * Stores which kinds of tracking the emails sent now contain, so that it is known even after the workspace loses the
 * feature.
 */
async function noteTracked(em: Em, campaign: Campaign, opens: boolean, clicks: boolean): Promise<void> {
  const { tenantId, id, opensTracked, clicksTracked } = campaign
  const held = { opensTracked: opensTracked === true || opens, clicksTracked: clicksTracked === true || clicks }
  if (held.opensTracked === opensTracked && held.clicksTracked === clicksTracked) return
  await em.nativeUpdate(Campaign, { tenantId, id }, held, WITH_FOLLOW_UPS)
}

/** Gives each link of a campaign a number: URL → number. The number of a URL never changes. */
async function numbersOf(
  em: Em,
  { tenantId, id }: Pick<Campaign, 'tenantId' | 'id'>,
  urls: readonly string[],
): Promise<Map<string, number>> {
  const stored = async () => {
    const rows = await em.execute<{ url: string; position: number }[]>(
      'select url, position from tracked_links where tenant_id = :tenantId and campaign_id = :id order by position',
      { tenantId, id },
    )
    return new Map(rows.map(({ url, position }) => [url, position]))
  }
  let numbers = await stored()
  if (urls.every((url) => numbers.has(url))) return numbers
  await takeLock(em, 'trackedLinks', id)
  numbers = await stored()
  const first = Math.max(-1, ...numbers.values()) + 1
  const added = urls.filter((url) => !numbers.has(url)).map((url, index) => ({ url, position: first + index }))
  await em.execute(
    `insert into tracked_links (tenant_id, campaign_id, id, position, url)
     select :tenantId, :id, gen_random_uuid(), position, url from jsonb_to_recordset(:added::jsonb) as row (url text, position int)
     returning 1`,
    { tenantId, id, added: JSON.stringify(added) },
  )
  for (const { url, position } of added) numbers.set(url, position)
  return numbers
}
