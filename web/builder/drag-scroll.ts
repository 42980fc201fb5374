/** A place in the window, in px. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** px that the canvas scrolls per frame at most (product: builder.dragging) */
const SPEED_MAX = 28
/** Distance in px from an edge of the canvas within which a dragging pointer scrolls it. */
const ZONE = 72
const ZONE_SHARE = 0.2

/**
 * Returns how far a box scrolls in one frame for a pointer at `at`, in px; negative is up. The box reaches from `start`
 * to
 * `end`. 0 away from its edges; a pointer beyond an edge scrolls as fast as one on it.
 */
export function scrollStep(at: number, start: number, end: number): number {
  const zone = Math.min(ZONE, (end - start) * ZONE_SHARE)
  if (zone <= 0) return 0
  const depth = Math.min(at - (start + zone), 0) + Math.max(at - (end - zone), 0)
  return Math.sign(depth) * Math.ceil(SPEED_MAX * Math.min(Math.abs(depth) / zone, 1) ** 2)
}

/**
 * Scrolls by one frame for a dragging pointer and tells whether anything moved. Inside the canvas only the canvas
 * scrolls: a page that moved under the pointer would take the drop area away.
 */
export function scrollFrame(canvas: HTMLElement | null, { x, y }: Point): boolean {
  const box = canvas?.getBoundingClientRect()
  if (canvas && box && isWithin(box, { x, y })) {
    const before = canvas.scrollTop
    canvas.scrollTop += scrollStep(y, Math.max(box.top, 0), Math.min(box.bottom, innerHeight))
    return canvas.scrollTop !== before
  }
  const before = scrollY
  const step = scrollStep(y, 0, innerHeight)
  if (step !== 0) scrollBy({ top: step, behavior: 'instant' })
  return scrollY !== before
}

/** Returns whether a point lies on a box. */
export function isWithin({ left, right, top, bottom }: DOMRect, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}
