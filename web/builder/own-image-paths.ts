/** The path of an uploaded image, or one that comes with the product, on any host of this installation. */
const OWN = /^(?:https?:\/\/[^/]+)?(\/images\/(?:[\w-]{43}\.(?:png|jpg|gif)|(?:icon|art)-[a-z\d-]{1,60}\.png))$/i

/** An image of this installation, addressed through the page's own host; null for any other image. */
export function ownImage(address: string): string | null {
  const path = OWN.exec(address)?.[1]
  return path === undefined ? null : `${location.origin}${path}`
}

/**
 * Addresses our own pictures behind elements through the page's own host. Calls `onOther` for every element with another
 * picture behind it.
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
