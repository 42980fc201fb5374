import {
  DragDropContext,
  useMouseSensor,
  useTouchSensor,
  type DragStart,
  type DragUpdate,
  type DropResult,
  type ResponderProvided,
  type Sensor,
  type SensorAPI,
} from 'react-beautiful-dnd'
import { createContext, useContext, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { findElement, type Place } from '#domain/builder/element-moves.ts'
import { say } from './screen-reader-announcer.ts'
import { dropBlock } from './block-actions.ts'
import { useBuilderStore } from './builder-store.ts'
import { createZoneTracker, type ZoneTracker } from './drag-zones.ts'

const TrackerContext = createContext<ZoneTracker | null>(null)

function useTracker(): ZoneTracker {
  const tracker = useContext(TrackerContext)
  if (!tracker) throw new Error('useTracker must be used inside BuilderDrag')
  return tracker
}

/** Returns whether a list accepts the dragged item right now. */
export function useIsDropEnabled(droppableId: string): boolean {
  const tracker = useTracker()
  return useStore(tracker.store, (open) => open === droppableId)
}

/** Returns a function that tells whether a drag is in progress. */
export function useIsDragging(): () => boolean {
  return useTracker().isDragging
}

/** The list id of a column. */
export const columnList = (row: string, column: number) => `column:${column}:${row}`

function placeOfList(droppableId: string, index: number): Place {
  const [, column, row] = /^column:(\d+):(.*)$/.exec(droppableId) ?? []
  return row === undefined ? { index } : { row, column: Number(column), index }
}

/** Id prefix of items that are not yet blocks of the document. */
export const SOURCE = 'new:'

export interface BuilderDragProps {
  /** Adds an item dragged from the palette (its id without SOURCE). */
  onAdd: (source: string, place: Place) => void
  /** Returns whether the palette item is a row of columns. */
  isRowSource: (source: string) => boolean
  children: ReactNode
}

/**
 * Drag and drop by mouse (after 5 px) and touch (after 120 ms), the library's defaults (product: builder.dragging);
 * drag-scroll.ts scrolls. Keyboard moves are separate: see block-keys.ts.
 */
export function BuilderDrag({ onAdd, isRowSource, children }: BuilderDragProps) {
  const store = useBuilderStore()
  const [tracker] = useState(createZoneTracker)
  useLayoutEffect(() => {
    tracker.setRowTest((id) =>
      id.startsWith(SOURCE)
        ? isRowSource(id.slice(SOURCE.length))
        : findElement(store.document(), id)?.columns !== undefined,
    )
  })

  function start({ draggableId }: DragStart, { announce }: ResponderProvided): void {
    announce('Picked up')
    if (!draggableId.startsWith(SOURCE)) store.select(draggableId)
  }

  function update({ destination }: DragUpdate, { announce }: ResponderProvided): void {
    announce(destination ? `Over position ${destination.index + 1}` : 'Not over a drop area')
  }

  function end({ draggableId, destination }: DropResult, { announce }: ResponderProvided): void {
    // The result is announced below, in the wording of the keyboard moves.
    announce('')
    const place = destination ? placeOfList(destination.droppableId, destination.index) : null
    if (!draggableId.startsWith(SOURCE)) dropBlock(store, draggableId, place)
    else if (place) onAdd(draggableId.slice(SOURCE.length), place)
    else say('Nothing was added')
    tracker.end()
    // The press blurred everything; the editor needs focus for its shortcuts.
    document.querySelector<HTMLElement>('[data-editor]')?.focus({ preventScroll: true })
  }

  return (
    <TrackerContext value={tracker}>
      <DragDropContext
        enableDefaultSensors={false}
        sensors={SENSORS}
        dragHandleUsageInstructions=""
        autoScrollerOptions={NO_AUTO_SCROLL}
        onDragStart={start}
        onDragUpdate={update}
        onDragEnd={end}
      >
        {children}
      </DragDropContext>
    </TrackerContext>
  )
}

/** Turns off the drag library's own scrolling, which would scroll the page first; drag-scroll.ts scrolls instead. */
const NO_AUTO_SCROLL = { disabled: true }

const useMouse: Sensor = (api) => useMouseSensor(useTracked(api))
const useTouch: Sensor = (api) => useTouchSensor(useTracked(api))
const SENSORS = [useMouse, useTouch]

/** Wraps the library's drag sensor so that the tracker sees each move. */
function useTracked(api: SensorAPI): SensorAPI {
  const tracker = useTracker()
  return useMemo(
    () => ({
      ...api,
      tryGetLock: (draggableId, forceStop, options) => {
        const lock = api.tryGetLock(draggableId, forceStop, options)
        if (!lock) return null
        return {
          ...lock,
          fluidLift: (point) => {
            // Before the library measures which lists are enabled.
            flushSync(() => tracker.begin(draggableId, point))
            const actions = lock.fluidLift(point)
            const frame = () => {
              if (!actions.isActive()) return
              const to = tracker.scroll()
              if (to) actions.move(to)
              requestAnimationFrame(frame)
            }
            requestAnimationFrame(frame)
            return { ...actions, move: (to) => actions.move(tracker.move(to)) }
          },
        }
      },
    }),
    [api, tracker],
  )
}
