import { viewerOf, type Call } from '../context.ts'
import type { Em } from '../database.ts'

/** How many campaigns and templates of the workspace show a picture. */
export interface ImageUses {
  campaigns: number
  templates: number
}

export const NO_USES: ImageUses = { campaigns: 0, templates: 0 }

/** Everything that mails are made of, one select per noun: `holder` is the row's id, `content` what may show a picture. */
const CONTENT = `
  select 'campaigns' as noun, id as holder, content || ' ' || coalesce(html_template::text, '') as content
  from campaigns where tenant_id = ?
  union all
  select 'templates', id, content from templates where tenant_id = ?`

/** Where pictures are shown: token → uses, without those that are shown nowhere. Every content is read once, however many are asked for. */
export async function imageUsesIn(
  em: Em,
  tenantId: string,
  tokens: readonly string[],
): Promise<Map<string, ImageUses>> {
  const rows = await em.execute<{ token: string; campaigns: number; templates: number }[]>(
    `select found.token,
       count(distinct holder) filter (where noun = 'campaigns')::int as campaigns,
       count(distinct holder) filter (where noun = 'templates')::int as templates
     from (${CONTENT}) as written,
       lateral (select (regexp_matches(written.content, '/images/([A-Za-z0-9_-]{43})[.]', 'g'))[1] as token) as found
     where written.content like '%/images/%'
       and found.token in (select jsonb_array_elements_text(?::jsonb))
     group by found.token`,
    [tenantId, tenantId, JSON.stringify(tokens)],
  )
  return new Map(rows.map(({ token, campaigns, templates }) => [token, { campaigns, templates }]))
}

/** {@link imageUsesIn} of the workspace of the person who asks. */
export async function imageUsesOf(call: Call, tokens: readonly string[]): Promise<Map<string, ImageUses>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => imageUsesIn(em, tenantId, tokens))
}

/** `2 campaigns and 1 template` */
export function usesInWords({ campaigns, templates }: ImageUses): string {
  const some = (count: number, noun: string) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`])
  return [...some(campaigns, 'campaign'), ...some(templates, 'template')].join(' and ')
}
