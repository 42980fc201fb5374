import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'

/** Returns PUBLIC_URL with another host; its scheme and port stay. */
export function originAt({ publicUrl }: Pick<App, 'publicUrl'>, host: string): string {
  const url = new URL(publicUrl)
  url.hostname = host
  return url.origin
}

/**
 * Returns the origin of the links and pictures in a workspace's new emails: its link domain while that works, otherwise
 * PUBLIC_URL.
 */
export async function linkOrigin(app: Pick<App, 'publicUrl'>, em: Em, tenantId: string): Promise<string> {
  const [row] = await em.execute<{ host: string }[]>(
    `select host from link_domains where tenant_id = :tenantId and removed_at is null
       and verified_at is not null and problem is null`,
    { tenantId },
  )
  return row ? originAt(app, row.host) : app.publicUrl
}

/**
 * Changes the URLs of the pictures that this installation serves to the workspace's link domain. Links to pictures
 * stay, because they are tracked as written. So do the pictures in `embedded`, which are found by their URL.
 */
export function movePictures(
  html: string,
  { from, to, embedded }: { from: string; to: string; embedded: ReadonlyMap<string, unknown> },
): string {
  if (from === to || !html.includes(`${from}/images/`)) return html
  const pattern = new RegExp(`(?<!href=["']?)${from.replaceAll(/[.[\]]/g, '\\$&')}/images/[\\w.-]+`, 'gi')
  return html.replaceAll(pattern, (address) => (embedded.has(address) ? address : to + address.slice(from.length)))
}
