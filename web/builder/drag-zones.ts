import { createStore, type StoreApi } from 'zustand/vanilla'
import { isWithin, scrollFrame, type Point } from './drag-scroll.ts'

/**
 * Decides over which list (the email or a column) a block is dragged. The drag library asks every overlapping list and
 * picks the farthest. Nested lists need a clear answer: the column under the pointer, else the email itself. All other
 * lists are disabled.
 */

interface Zone {
  readonly id: string
  /** page position in px without scrolling */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Id of the list of the email's top-level blocks. */
export const ROOT = 'mail'
/** Attribute of the element that holds the blocks of one layout column; drags look up drop zones by it. */
export const ZONE_ATTRIBUTE = 'data-column-zone'
/** Attribute of the element that holds the whole email in the builder. */
export const CANVAS_ATTRIBUTE = 'data-canvas'

export interface ZoneTracker {
  /** Sets the test for rows of columns, which cannot be nested. */
  setRowTest(isRow: (draggableId: string) => boolean): void
  /** Returns the id of the list that accepts the dragged block; ROOT while nothing is dragged. */
  open(): string
  /** Returns whether a drag is in progress */
  isDragging(): boolean
  /** Store with the id of the list that accepts the dragged block. */
  readonly store: StoreApi<string>
  /** Starts a drag: measures all lists. */
  begin(draggableId: string, point: Point): void
  /** Takes the pointer position and returns the one to report to the library. */
  move(point: Point): Point
  /** Scrolls by one frame where the pointer asks for it. Returns the position to report again; null without a scroll. */
  scroll(): Point | null
  end(): void
}

export function createZoneTracker(): ZoneTracker {
  let isRow: (draggableId: string) => boolean = () => false
  const store = createStore(() => ROOT)
  let isBusy = false
  let zones: readonly Zone[] = []
  let canvas: HTMLElement | null = null
  let scrolled: Point = { x: 0, y: 0 }
  /** distances in px from the pointer to the edges of the dragged block */
  let edges = { left: 0, right: 0, top: 0, bottom: 0 }
  let last: Point = { x: 0, y: 0 }

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

  function move(point: Point): Point {
    last = point
    const zone = zoneAt(point)
    set(zone?.id ?? ROOT)
    if (!zone) return intoMail(point)
    // The library enters a list only when the block covers its middle, so a narrow block is reported there.
    const middle = (zone.left + zone.right) / 2 - (scroll().x - scrolled.x)
    if (point.x + edges.left >= middle) return { x: middle - edges.left - 1, y: point.y }
    if (point.x + edges.right <= middle) return { x: middle - edges.right + 1, y: point.y }
    return point
  }

  /** Returns the pointer position moved into the email's list: anywhere on the canvas counts as the email. */
  function intoMail(point: Point): Point {
    const view = canvas?.getBoundingClientRect()
    const list = canvas?.querySelector(`[data-rfd-droppable-id="${ROOT}"]`)?.getBoundingClientRect()
    if (!view || !list || !isWithin(view, point)) return point
    const inside = (at: number, [start, end]: readonly [number, number], from: number, to: number) => {
      const toMiddle = (start + end) / 2
      return Math.min(Math.max(at + toMiddle, from + 1), Math.max(to - 1, from + 1)) - toMiddle
    }
    return {
      x: inside(point.x, [edges.left, edges.right], list.left, list.right),
      y: inside(point.y, [edges.top, edges.bottom], Math.max(list.top, view.top), Math.min(list.bottom, view.bottom)),
    }
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
      edges = {
        left: (box?.left ?? point.x) - point.x,
        right: (box?.right ?? point.x) - point.x,
        top: (box?.top ?? point.y) - point.y,
        bottom: (box?.bottom ?? point.y) - point.y,
      }
      last = point
      zones = isRow(draggableId) ? [] : [...document.querySelectorAll<HTMLElement>(`[${ZONE_ATTRIBUTE}]`)].map(measure)
      set(zoneAt(point)?.id ?? ROOT)
    },
    move,
    scroll: () => (isBusy && scrollFrame(canvas, last) ? move(last) : null),
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
