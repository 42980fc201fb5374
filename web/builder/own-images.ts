/** The path of an uploaded image, wherever this installation says that it is. */
const OWN = /^https?:\/\/[^/]+(\/images\/[\w-]{43}\.(?:png|jpg|gif))$/i

/** An uploaded image by the address under which this page was opened; null for any other. */
export function ownImage(address: string): string | null {
  const path = OWN.exec(address)?.[1]
  return path === undefined ? null : `${location.origin}${path}`
}
