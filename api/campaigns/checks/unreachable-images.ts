import { isReachable } from '../../images/reachable.ts'
import { pictureAddresses } from '../../sending/inline-images.ts'

/** total bytes of uploaded images that may be embedded in an email */
export const EMBEDDED_MAX = 1_048_576
/** An uploaded image's address, under any origin the product had when it was inserted. */
const UPLOADED = /^\/images\/([\w-]{43})\.(?:png|jpg|gif)$/

/**
 * The workspace's uploaded images that recipients could not fetch because their address is local: address → token.
 * Never includes another workspace's images.
 */
export function unreachableImages(app: { publicUrl: string }, html: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const address of pictureAddresses(html)) {
    if (!URL.canParse(address, app.publicUrl)) continue
    const url = new URL(address, app.publicUrl)
    const token = /^https?:$/.test(url.protocol) ? UPLOADED.exec(url.pathname)?.[1] : undefined
    if (token && !isReachable(url)) found.set(address, token)
  }
  return found
}
