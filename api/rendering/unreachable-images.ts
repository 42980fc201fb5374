import { isReachable } from '#api/images/public-image-url.ts'
import { pictureAddresses } from '#api/sending/message/inline-images.ts'

/** total bytes of uploaded images that may be embedded in an email */
export const EMBEDDED_MAX = 1_048_576
/** The path of an uploaded image or one that comes with the product, under any origin it had when it was inserted. */
const OURS = /^\/images\/(?:([\w-]{43})\.(?:png|jpg|gif)|((?:icon|art)-[a-z\d-]{1,60}\.png))$/

/**
 * Finds our images that recipients could not fetch because their URL is local: URL → token of an uploaded image, or
 * file name of one that comes with the product. Never includes another workspace's images.
 */
export function unreachableImages(app: { publicUrl: string }, html: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const address of pictureAddresses(html)) {
    if (!URL.canParse(address, app.publicUrl)) continue
    const url = new URL(address, app.publicUrl)
    const [, token, name] = (/^https?:$/.test(url.protocol) && OURS.exec(url.pathname)) || []
    const key = token ?? name
    if (key && !isReachable(url)) found.set(address, key)
  }
  return found
}
