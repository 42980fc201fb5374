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
import {
  createContext,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { findElement, type Place } from '#domain/builder/moves.ts'
import { say } from './announcer.ts'
import { dropBlock } from './block-actions.ts'
import { useBuilderStore } from './builder-store.ts'
import { createZoneTracker, type ZoneTracker } from './drag-zones.ts'

const TrackerContext = createContext<ZoneTracker | null>(null)

function useTracker(): ZoneTracker {
  const tracker = useContext(TrackerContext)
  if (!tracker) throw new Error('useTracker is for parts inside BuilderDrag')
  return tracker
}

/** Whether a list takes what is dragged right now. */
export function useIsOpen(droppableId: string): boolean {
  const tracker = useTracker()
  return useSyncExternalStore(tracker.subscribe, () => tracker.open() === droppableId)
}

/** Answers, whenever it is asked, whether something is being dragged. */
export function useIsBusy(): () => boolean {
  return useTracker().isBusy
}

/** The list of a column. */
export const columnList = (row: string, column: number) => `column:${column}:${row}`

function placeOfList(droppableId: string, index: number): Place {
  const [, column, row] = /^column:(\d+):(.*)$/.exec(droppableId) ?? []
  return row === undefined ? { index } : { row, column: Number(column), index }
}

/** What is not a block of the document yet: its id begins with this. */
export const SOURCE = 'new:'

export interface BuilderDragProps {
  /** Adds what was dragged from the palette (its id without SOURCE). */
  onAdd: (source: string, place: Place) => void
  /** Whether what is dragged from the palette is a row of columns. */
  isRowSource: (source: string) => boolean
  children: ReactNode
}

/**
 * Dragging by mouse (after 5 px) and touch (after 120 ms), scrolling by at most 28 px a frame: the library's own figures (product: builder.dragging). The
 * keyboard moves blocks by itself: see block-keys.ts.
 */
export function BuilderDrag({ onAdd, isRowSource, children }: BuilderDragProps) {
  const store = useBuilderStore()
  const [tracker] = useState(createZoneTracker)
  useLayoutEffect(() => {
    tracker.testRows((id) =>
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
    announce(destination ? `Over place ${destination.index + 1}` : 'Over no list')
  }

  function end({ draggableId, destination }: DropResult, { announce }: ResponderProvided): void {
    // What has become of it is said below, in the words of the keys.
    announce('')
    const place = destination ? placeOfList(destination.droppableId, destination.index) : null
    if (!draggableId.startsWith(SOURCE)) dropBlock(store, draggableId, place)
    else if (place) onAdd(draggableId.slice(SOURCE.length), place)
    else say('Nothing was added')
    tracker.end()
    // The press gave the focus to nothing; the keys that follow are for the editor.
    document.querySelector<HTMLElement>('[data-editor]')?.focus({ preventScroll: true })
  }

  return (
    <TrackerContext value={tracker}>
      <DragDropContext
        enableDefaultSensors={false}
        sensors={SENSORS}
        dragHandleUsageInstructions=""
        onDragStart={start}
        onDragUpdate={update}
        onDragEnd={end}
      >
        {children}
      </DragDropContext>
    </TrackerContext>
  )
}

const useMouse: Sensor = (api) => useMouseSensor(useTracked(api))
const useTouch: Sensor = (api) => useTouchSensor(useTracked(api))
const SENSORS = [useMouse, useTouch]

/** The library's way to drag, with the tracker looking on. */
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
            // Before the library measures which lists are open.
            flushSync(() => tracker.begin(draggableId, point))
            const actions = lock.fluidLift(point)
            return { ...actions, move: (to) => actions.move(tracker.move(to)) }
          },
        }
      },
    }),
    [api, tracker],
  )
}
