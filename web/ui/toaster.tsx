import { CircleAlert, X } from './generated/icons.ts'
import { Toast as Radix } from 'radix-ui'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { cn } from './cn.ts'
import { TOAST_DURATION, dismissToast, toastStore, type ToastEntry } from './toast-store.ts'

/** Renders toasts; mounted once at the app root. F8 focuses it, hovering pauses its timer. */
export function Toaster() {
  const { entries } = useStore(toastStore)
  return (
    <Radix.Provider duration={TOAST_DURATION} swipeDirection="right">
      {entries.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
      {createPortal(
        <Radix.Viewport
          className={cn(
            'pointer-events-none fixed right-0 bottom-0 z-50 flex w-full flex-col gap-2 p-4 outline-none sm:max-w-[400px] [&>*]:pointer-events-auto',
            // Above the controls at the bottom edge, and away from the buttons of a dialog.
            '[body:has([data-action-bar])_&]:bottom-16 max-sm:[body:has([data-undo-bar])_&]:bottom-20',
            '[body:has([data-modal])_&]:top-0! [body:has([data-modal])_&]:bottom-auto! sm:[body:has([data-modal])_&]:right-auto! sm:[body:has([data-modal])_&]:left-0!',
          )}
        />,
        // Beside the overlays of dialogs: within the app they would lie below them.
        document.body,
      )}
    </Radix.Provider>
  )
}

function ToastCard({ entry }: { entry: ToastEntry }) {
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
      <div className="min-w-0 grow">
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
