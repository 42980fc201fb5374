import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'

/** Number of campaigns, templates, saved blocks, signatures and brand kits of the workspace that use an image. */
export interface ImageUses {
  campaigns: number
  templates: number
  savedBlocks: number
  signatures: number
  /** 1 if the workspace's brand kit uses the image, otherwise 0 */
  brandKits: number
}

export const NO_USES: ImageUses = { campaigns: 0, templates: 0, savedBlocks: 0, signatures: 0, brandKits: 0 }

/** All email content, one select per kind: `holder` is the row's id, `content` may contain images. */
const CONTENT = `
  select 'campaigns' as noun, coalesce(parent_id, id) as holder, content || ' ' || coalesce(html_template::text, '') as content
  from campaigns where tenant_id = :tenantId
  union all
  select 'templates', id, content || ' ' || coalesce(html_template::text, '') from templates where tenant_id = :tenantId
  union all
  select 'savedBlocks', id, elements::text from saved_blocks where tenant_id = :tenantId
  union all
  select 'signatures', id, coalesce(signature, '') from mailboxes where tenant_id = :tenantId
  union all
  select 'brandKits', tenant_id, coalesce(brand_kit ->> 'logo', '') from email_settings where tenant_id = :tenantId`

/**
 * Finds where images are used: token → uses, without unused ones. Reads every content once, however many images are
 * requested.
 */
export async function imageUsesIn(
  em: Em,
  tenantId: string,
  tokens: readonly string[],
): Promise<Map<string, ImageUses>> {
  const rows = await em.execute<({ token: string } & ImageUses)[]>(
    `select found.token,
       count(distinct holder) filter (where noun = 'campaigns')::int as campaigns,
       count(distinct holder) filter (where noun = 'templates')::int as templates,
       count(distinct holder) filter (where noun = 'savedBlocks')::int as "savedBlocks",
       count(distinct holder) filter (where noun = 'signatures')::int as signatures,
       count(distinct holder) filter (where noun = 'brandKits')::int as "brandKits"
     from (${CONTENT}) as written,
       lateral (select (regexp_matches(written.content, '/images/([A-Za-z0-9_-]{43})[.]', 'g'))[1] as token) as found
     where written.content like '%/images/%'
       and found.token in (select jsonb_array_elements_text(:tokens::jsonb))
     group by found.token`,
    { tenantId, tokens: JSON.stringify(tokens) },
  )
  return new Map(rows.map(({ token, ...uses }) => [token, uses]))
}

/** Returns whether an approved campaign that is not finished shows an image, also in a follow-up or a signature. */
export async function isImageApproved(em: Em, tenantId: string, token: string): Promise<boolean> {
  const found = await em.execute<object[]>(
    `select 1 as found from campaign_approvals a
     join campaigns c on c.tenant_id = :tenantId and c.id = a.campaign_id and c.status in ('sending', 'paused')
     join campaigns k on k.tenant_id = :tenantId and (k.id = c.id or k.parent_id = c.id)
     where a.tenant_id = :tenantId and a.status = 'approved'
       and (strpos(k.content, :token) > 0 or strpos(k.frozen ->> 'signatures', :token) > 0) limit 1`,
    { tenantId, token },
  )
  return found.length > 0
}

/** {@link imageUsesIn} for the caller's workspace. */
export async function imageUsesOf(call: Call, tokens: readonly string[]): Promise<Map<string, ImageUses>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => imageUsesIn(em, tenantId, tokens))
}

/** `2 campaigns, 1 template and 1 saved block` */
export function usesInWords({ campaigns, templates, savedBlocks, signatures, brandKits }: ImageUses): string {
  const some = (count: number, noun: string) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`])
  const words = [
    ...some(campaigns, 'campaign'),
    ...some(templates, 'template'),
    ...some(savedBlocks, 'saved block'),
    ...some(signatures, 'signature'),
    ...(brandKits > 0 ? ['your brand'] : []),
  ]
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words)
}
