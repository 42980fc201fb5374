/**
 * Matches the URL of an image uploaded to this installation or shipped with the product, on any host; group 1 is its
 * path.
 */
const OWN = /^(?:https?:\/\/[^/]+)?(\/images\/(?:[\w-]{43}\.(?:png|jpg|gif)|(?:icon|art)-[a-z\d-]{1,60}\.png))$/i

/** Returns the URL of an image of this installation on the page's own host; null for any other image. */
export function ownImage(address: string): string | null {
  const path = OWN.exec(address)?.[1]
  return path === undefined ? null : `${location.origin}${path}`
}

/**
 * Rewrites the URLs of this installation's background images to the page's own host. Calls `onOther` for every element
 * with another background image.
 */
export function showOwnBackgrounds(page: ParentNode, onOther?: (box: HTMLElement, address: string) => void): void {
  for (const box of page.querySelectorAll<HTMLElement>('[style*="url("]')) {
    const address = /url\(["']?([^"')]+)/.exec(box.style.backgroundImage)?.[1]
    if (address === undefined) continue
    const own = ownImage(address)
    if (own) box.style.backgroundImage = `url("${own}")`
    else onOther?.(box, address)
  }
}
