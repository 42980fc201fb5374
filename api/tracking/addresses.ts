import { hasFeature } from '#domain/plans.ts'
import { Campaign } from '../campaigns/campaign.ts'
import type { App } from '../context.ts'
import type { Em } from '../platform/database.ts'
import { linksOfMail } from '../sending/message.ts'
import type { OwnAddresses } from '../sending/own-links.ts'
import { Tenant } from '../tenants/tenant.ts'

/** Where the addresses in a mail lead, under the product's own. */
export const PATHS = { open: '/t/o', click: '/t/c', unsubscribe: '/u' } as const
/** In place of a token where a mail is a test or a preview. */
export const SAMPLE = 'sample'

/**
 * The addresses that a campaign's mails carry: tracked as the campaign and the workspace's `tracking` feature say, the unsubscribe link
 * always. Puts links on record that are not yet, and what is tracked.
 */
export async function addressesOf(
  app: Pick<App, 'links' | 'publicUrl'>,
  em: Em,
  campaign: Campaign,
): Promise<OwnAddresses> {
  const { tenantId } = campaign
  const { features } = await em.findOneOrFail(Tenant, { id: tenantId })
  const tracks = hasFeature(features, 'tracking')
  const opens = tracks && campaign.trackOpens
  const clicks = tracks && campaign.trackClicks
  await noteTracked(em, campaign, opens, clicks)
  const tokens = app.links
  const at = app.publicUrl
  return {
    unsubscribe: ({ logId, email }) => `${at}${PATHS.unsubscribe}/${tokens.unsubscribe({ tenantId, logId }, email)}`,
    open: opens ? ({ logId }) => `${at}${PATHS.open}/${tokens.open({ tenantId, logId })}.gif` : null,
    links: clicks ? await numbersOf(em, campaign, linksOfMail(campaign)) : new Map(),
    click: ({ logId }, link) => `${at}${PATHS.click}/${tokens.click({ tenantId, logId }, link)}`,
    headers: listHeaders(campaign, at),
  }
}

/**
 * Names the list an email belongs to (RFC 2919), by workspace, and what a complaint is about, by campaign: Gmail's feedback loop reads
 * `campaign:customer:kind:sender`.
 */
function listHeaders({ id, tenantId }: Campaign, publicUrl: string): OwnAddresses['headers'] {
  const [campaign, workspace] = [id.replaceAll('-', ''), tenantId.replaceAll('-', '')]
  return [
    { name: 'List-ID', value: `<${workspace}.${new URL(publicUrl).hostname}>` },
    { name: 'Feedback-ID', value: `${campaign}:${workspace}:campaign:mergewell` },
  ]
}

/** Keeps what holds of the mails that are sent now, for when the workspace has the feature no more. */
async function noteTracked(em: Em, campaign: Campaign, opens: boolean, clicks: boolean): Promise<void> {
  const { tenantId, id, opensTracked, clicksTracked } = campaign
  const held = { opensTracked: opensTracked === true || opens, clicksTracked: clicksTracked === true || clicks }
  if (held.opensTracked === opensTracked && held.clicksTracked === clicksTracked) return
  await em.nativeUpdate(Campaign, { tenantId, id }, held)
}

/** What a test or a preview carries: links are direct, nothing is tracked, and the unsubscribe link leads to a page that says what it is. */
export function sampleAddresses(app: Pick<App, 'publicUrl'>): OwnAddresses {
  return {
    unsubscribe: () => `${app.publicUrl}${PATHS.unsubscribe}/${SAMPLE}`,
    open: null,
    links: new Map(),
    click: () => app.publicUrl,
    headers: [],
  }
}

/** The numbers of a campaign's links: address → number. A number once given stays, whatever finds the links later. */
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
  await em.execute('select pg_advisory_xact_lock(hashtextextended(:lock, 0))', { lock: `tracked links of ${id}` })
  numbers = await stored()
  const first = Math.max(-1, ...numbers.values()) + 1
  const added = urls.filter((url) => !numbers.has(url)).map((url, index) => ({ url, position: first + index }))
  await em.execute(
    `insert into tracked_links (tenant_id, campaign_id, id, position, url)
     select :tenantId, :id, gen_random_uuid(), position, url from jsonb_to_recordset(:added::jsonb) as row (url text, position int)`,
    { tenantId, id, added: JSON.stringify(added) },
  )
  for (const { url, position } of added) numbers.set(url, position)
  return numbers
}
