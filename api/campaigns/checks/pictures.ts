import type { App } from '../../context.ts'
import type { Em } from '../../platform/database.ts'
import { Image } from '../../images/image.ts'
import { isReachable } from '../../images/reachable.ts'
import { pictureAddresses, type Picture } from '../../sending/inline-images.ts'

/** bytes of uploaded images that a mail may carry along, all together */
export const EMBEDDED_MAX = 1_048_576
/** An uploaded image's own address, under whatever origin the product was reached when it was written. */
const UPLOADED = /^\/images\/([\w-]{43})\.(?:png|jpg|gif)$/

/**
 * Uploaded images of the workspace that readers could not fetch, because they lie at an address of this machine or network: address →
 * token. A workspace's mail never shows another's this way.
 */
export function unreachableImages(app: Pick<App, 'publicUrl'>, html: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const address of pictureAddresses(html)) {
    if (!URL.canParse(address, app.publicUrl)) continue
    const url = new URL(address, app.publicUrl)
    const token = /^https?:$/.test(url.protocol) ? UPLOADED.exec(url.pathname)?.[1] : undefined
    if (token && !isReachable(url)) found.set(address, token)
  }
  return found
}

/** What of a mail's HTML is sent along instead of being linked: such images, if they are small together; otherwise they stay links. */
export async function picturesIn(
  app: Pick<App, 'publicUrl'>,
  em: Em,
  tenantId: string,
  html: string,
): Promise<Map<string, Picture>> {
  const addresses = unreachableImages(app, html)
  if (addresses.size === 0) return new Map()
  const tokens = [...new Set(addresses.values())]
  const images = await em.find(Image, { tenantId, token: { $in: tokens } })
  if (images.reduce((sum, image) => sum + image.size, 0) > EMBEDDED_MAX) return new Map()
  const loaded = await em.populate(images, ['bytes'])
  const byToken = new Map(
    loaded.map(({ token, contentType, bytes }) => [token, { contentType, content: Buffer.from(bytes) }]),
  )
  return new Map(
    [...addresses].flatMap(([address, token]) => {
      const picture = byToken.get(token)
      return picture ? [[address, picture] as const] : []
    }),
  )
}
