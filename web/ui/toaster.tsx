import { CircleAlert, X } from './generated/icons.ts'
import { Toast as Radix } from 'radix-ui'
import { useCallback, useState, type RefCallback } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { cn } from './class-names.ts'
import { TOAST_DURATION, dismissToast, toastStore, type ToastEntry } from './toast-store.ts'

/** Classes of the corners of the screen, the preferred one first. On a phone, toasts are as wide as the screen. */
const CORNERS = ['right-0 bottom-0', 'bottom-0 left-0', 'top-0 right-0', 'top-0 left-0'] as const
type Corner = (typeof CORNERS)[number]
/** Height of the bar with a page's main buttons at the lower edge (`data-action-bar`), above which toasts stay. */
const ACTION_BAR_PX = 64
/** Time between two checks of what an open toast covers, because it outlives the page on which it appeared. */
const CHECK_INTERVAL_MS = 250
/** Elements that a toast should not cover, because the next press may be on them. */
const PRESSABLE = 'button, a[href], input, select, textarea, [contenteditable=true]'

/** Renders the toasts; mounted once at the app's root. F8 focuses it; hovering keeps a toast open. */
export function Toaster() {
  const { entries } = useStore(toastStore)
  const [corner, setCorner] = useState<Corner>(CORNERS[0])
  // A ref, called before the first paint, so that the toast does not jump.
  const place = useCallback((content: HTMLElement | null) => {
    const viewport = content?.closest('ol')
    if (!viewport) return
    setCorner(freeCorner(viewport, CORNERS[0]))
    const checks = setInterval(() => setCorner((current) => freeCorner(viewport, current)), CHECK_INTERVAL_MS)
    return () => clearInterval(checks)
  }, [])
  return (
    <Radix.Provider duration={TOAST_DURATION} swipeDirection="right">
      {entries.map((entry) => (
        <ToastCard key={entry.id} entry={entry} contentRef={place} />
      ))}
      {createPortal(
        <Radix.Viewport
          className={cn(
            'pointer-events-none fixed z-50 flex w-full flex-col gap-2 p-4 outline-none sm:max-w-[400px] [&>*]:pointer-events-auto',
            corner,
            corner.includes('bottom') && '[body:has([data-action-bar])_&]:bottom-16',
          )}
        />,
        // Beside the overlays of dialogs: within the app they would lie below them.
        document.body,
      )}
    </Radix.Provider>
  )
}

/** Returns the current corner, or another one in which the toasts of a viewport cover fewer elements that can be pressed. */
function freeCorner(viewport: HTMLElement, current: Corner): Corner {
  const { width, height } = viewport.getBoundingClientRect()
  const dialog = [...document.querySelectorAll('[data-modal][data-state=open]')].at(-1)
  const boxes = [...(dialog ?? document).querySelectorAll(PRESSABLE)]
    .filter((element) => !viewport.contains(element))
    .map((element) => element.getBoundingClientRect())
  const bottomBar = document.querySelector('[data-action-bar]') ? ACTION_BAR_PX : 0
  const coveredBy = (corner: Corner) => {
    const left = corner.includes('left') ? 0 : innerWidth - width
    const top = corner.includes('top') ? 0 : innerHeight - height - bottomBar
    return boxes.filter(
      (box) =>
        // Hidden elements have no size, those for screen readers only have one pixel.
        box.width > 1 && box.right > left && box.left < left + width && box.bottom > top && box.top < top + height,
    ).length
  }
  const covered = new Map([current, ...CORNERS].map((corner) => [corner, coveredBy(corner)]))
  const fewest = Math.min(...covered.values())
  return [...covered.keys()].find((corner) => covered.get(corner) === fewest) ?? current
}

function ToastCard({ entry, contentRef }: { entry: ToastEntry; contentRef: RefCallback<HTMLElement> }) {
  const destructive = entry.variant === 'destructive'
  return (
    <Radix.Root
      open={entry.open}
      duration={entry.duration ?? TOAST_DURATION}
      onOpenChange={(open) => open || dismissToast(entry.id)}
      onEscapeKeyDown={(event) => closeTopDialog() && event.preventDefault()}
      className={cn(
        'flex items-start gap-3 rounded-md border bg-surface p-4 data-[state=closed]:animate-vanish data-[state=open]:animate-rise',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        destructive ? 'border-bad' : 'border-edge',
      )}
    >
      {destructive && <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />}
      <div ref={contentRef} className="min-w-0 grow">
        <Radix.Title className={cn('font-strong', destructive && 'text-bad')}>{entry.title}</Radix.Title>
        {entry.description && (
          <Radix.Description className="mt-0.5 text-ink-soft">{entry.description}</Radix.Description>
        )}
        {entry.action && (
          <Radix.Action altText={entry.action.label} onClick={entry.action.onClick} className="link mt-2 font-strong">
            {entry.action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close
        aria-label="Dismiss"
        className="-m-1 grid size-7 shrink-0 place-items-center rounded-sm text-ink-soft hover:bg-ink/6 hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </Radix.Root>
  )
}

/**
 * Closes the modal dialog on top, as its own button would; returns whether one is open. Radix gives Escape to what opened
 * last, and a toast may have.
 */
function closeTopDialog(): boolean {
  const top = [...document.querySelectorAll('[data-modal][data-state=open]')].at(-1)
  top?.querySelector<HTMLButtonElement>('button[data-dismisses]')?.click()
  return top !== undefined
}
