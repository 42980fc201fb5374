/** The path of an uploaded image, on any host of this installation. */
const OWN = /^https?:\/\/[^/]+(\/images\/[\w-]{43}\.(?:png|jpg|gif))$/i

/** An uploaded image, addressed through the page's own host; null for any other image. */
export function ownImage(address: string): string | null {
  const path = OWN.exec(address)?.[1]
  return path === undefined ? null : `${location.origin}${path}`
}
