import { createStore, type StoreApi } from 'zustand/vanilla'

/**
 * Decides which list a dragged block is over. The library asks every overlapping list and picks the farthest. Nested
 * lists need a clear answer: the column under the pointer, else the email itself. All other lists are disabled.
 */

export interface Point {
  readonly x: number
  readonly y: number
}

interface Zone {
  readonly id: string
  /** page position in px without scrolling */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The email's own list. */
export const ROOT = 'mail'
/** Marks a column's list in the DOM. */
export const ZONE_ATTRIBUTE = 'data-column-zone'
export const CANVAS_ATTRIBUTE = 'data-canvas'

export interface ZoneTracker {
  /** Sets the test for rows of columns, which cannot be nested. */
  setRowTest(isRow: (draggableId: string) => boolean): void
  /** The enabled list; ROOT while nothing is dragged. */
  open(): string
  /** whether a drag is in progress */
  isDragging(): boolean
  /** The enabled list. */
  readonly store: StoreApi<string>
  /** Starts a drag: measures everything. */
  begin(draggableId: string, point: Point): void
  /** Takes the pointer position and returns the one to report to the library. */
  move(point: Point): Point
  end(): void
}

export function createZoneTracker(): ZoneTracker {
  let isRow: (draggableId: string) => boolean = () => false
  const store = createStore(() => ROOT)
  let isBusy = false
  let zones: readonly Zone[] = []
  let canvas: HTMLElement | null = null
  let scrolled: Point = { x: 0, y: 0 }
  /** from the pointer to the edges of the dragged block */
  let edges = { left: 0, right: 0 }

  const scroll = (): Point => ({
    x: scrollX + (canvas?.scrollLeft ?? 0),
    y: scrollY + (canvas?.scrollTop ?? 0),
  })

  const set = (next: string): void => store.setState(next, true)

  function zoneAt(point: Point): Zone | undefined {
    const view = canvas?.getBoundingClientRect()
    if (!view || point.y < view.top || point.y > view.bottom) return undefined
    const now = scroll()
    const x = point.x + now.x - scrolled.x
    const y = point.y + now.y - scrolled.y
    return zones.find((zone) => x >= zone.left && x <= zone.right && y >= zone.top && y <= zone.bottom)
  }

  return {
    setRowTest: (test) => {
      isRow = test
    },
    store,
    open: store.getState,
    isDragging: () => isBusy,
    begin: (draggableId, point) => {
      isBusy = true
      const dragged = document.querySelector(`[data-rfd-draggable-id="${CSS.escape(draggableId)}"]`)
      canvas = document.querySelector<HTMLElement>(`[${CANVAS_ATTRIBUTE}]`)
      scrolled = scroll()
      const box = dragged?.getBoundingClientRect()
      edges = { left: (box?.left ?? point.x) - point.x, right: (box?.right ?? point.x) - point.x }
      zones = isRow(draggableId) ? [] : [...document.querySelectorAll<HTMLElement>(`[${ZONE_ATTRIBUTE}]`)].map(measure)
      set(zoneAt(point)?.id ?? ROOT)
    },
    move: (point) => {
      const zone = zoneAt(point)
      set(zone?.id ?? ROOT)
      if (!zone) return point
      // The library enters a list only when the block covers its middle, so a narrow block is reported there.
      const middle = (zone.left + zone.right) / 2 - (scroll().x - scrolled.x)
      if (point.x + edges.left >= middle) return { x: middle - edges.left - 1, y: point.y }
      if (point.x + edges.right <= middle) return { x: middle - edges.right + 1, y: point.y }
      return point
    },
    end: () => {
      zones = []
      isBusy = false
      set(ROOT)
    },
  }
}

function measure(element: HTMLElement): Zone {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { id: element.getAttribute(ZONE_ATTRIBUTE) ?? '', left, right, top, bottom }
}
