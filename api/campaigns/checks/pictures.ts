import type { App } from '../../context.ts'
import type { Em } from '../../platform/database.ts'
import { Image } from '../../images/image.ts'
import { isReachable } from '../../images/reachable.ts'
import { pictureAddresses, type Picture } from '../../sending/inline-images.ts'

/** total bytes of uploaded images that may be embedded in an email */
export const EMBEDDED_MAX = 1_048_576
/** An uploaded image's address, under any origin the product had when it was inserted. */
const UPLOADED = /^\/images\/([\w-]{43})\.(?:png|jpg|gif)$/

/**
 * The workspace's uploaded images that recipients could not fetch because their address is local: address → token.
 * Never includes another workspace's images.
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

/** The images of an email to embed instead of linking, if their total is small enough; otherwise they stay links. */
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
