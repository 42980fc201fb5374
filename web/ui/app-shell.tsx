import { Menu, X } from './generated/icons.ts'
import type { Icon as IconType } from './icon.tsx'
import { Dialog as Radix, Slot } from 'radix-ui'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { cn } from './class-names.ts'
import { SCRIM } from './dialog.tsx'
import { Tooltip } from './tooltip.tsx'
import { useSteps } from './use-media-query.ts'

/** Sidebar modes: 240 px with labels, icons only below 1,024 px, a drawer on phones. */
type SidebarMode = 'full' | 'rail' | 'drawer'

interface SidebarState {
  mode: SidebarMode
  /** Closes the sidebar if it is a drawer; does nothing otherwise. */
  close: () => void
}

const SidebarContext = createContext<SidebarState>({ mode: 'full', close: () => {} })

/** Returns the mode of the surrounding sidebar, and a function that closes it when it is a drawer. */
export function useSidebar(): SidebarState {
  return useContext(SidebarContext)
}

export interface AppShellProps {
  brand: ReactNode
  /** Content of the sidebar: SidebarNav and other blocks below it. */
  sidebar: ReactNode
  /** Content pinned to the bottom of the sidebar. */
  footer: ReactNode
  /** A banner above every page. */
  banner?: ReactNode
  children: ReactNode
}

/** The frame of the app: sidebar and page. */
export function AppShell({ brand, sidebar, footer, banner, children }: AppShellProps) {
  const { md, lg } = useSteps()
  const mode: SidebarMode = lg ? 'full' : md ? 'rail' : 'drawer'
  const [drawerOpen, setDrawerOpen] = useState(false)
  const content = (
    <>
      <div className="min-h-0 grow overflow-y-auto px-3 pb-4">{sidebar}</div>
      <div className="border-t border-line p-3">{footer}</div>
    </>
  )
  return (
    <SidebarContext value={{ mode, close: () => setDrawerOpen(false) }}>
      <a
        href="#content"
        className="sr-only z-50 rounded-sm bg-ink px-4 py-2 text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh max-md:flex-col">
        {mode === 'drawer' ? (
          <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-paper px-4">
            <Radix.Root open={drawerOpen} onOpenChange={setDrawerOpen}>
              <Radix.Trigger asChild>
                <IconButton icon={Menu} label="Menu" className="-ml-2" />
              </Radix.Trigger>
              <Radix.Portal>
                <Radix.Overlay className={SCRIM} />
                <Radix.Content
                  aria-describedby={undefined}
                  onOpenAutoFocus={focusItself}
                  className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col border-r border-line bg-paper outline-none data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
                >
                  <Radix.Title className="sr-only">Menu</Radix.Title>
                  <div className="flex h-14 shrink-0 items-center px-4">{brand}</div>
                  {content}
                  <Radix.Close asChild>
                    <IconButton icon={X} label="Close menu" className="absolute top-1.5 right-2" />
                  </Radix.Close>
                </Radix.Content>
              </Radix.Portal>
            </Radix.Root>
            {brand}
          </header>
        ) : (
          <aside
            className={cn(
              // Above the page, since its tooltips reach over it.
              'sticky top-0 z-10 flex h-dvh shrink-0 flex-col border-r border-line',
              mode === 'rail' ? 'w-16' : 'w-60',
            )}
          >
            <div className={cn('flex h-16 shrink-0 items-center', mode === 'rail' ? 'justify-center' : 'px-6')}>
              {brand}
            </div>
            {content}
          </aside>
        )}
        {/* A page marked data-application fills the window, without the margins of a page. */}
        <div className="flex min-w-0 grow flex-col has-data-application:h-[calc(100dvh-3.5rem)] has-data-application:md:h-dvh">
          {banner}
          <main
            id="content"
            tabIndex={-1}
            className={cn(
              'mx-auto w-full max-w-page grow px-4 py-6 outline-none sm:px-6 lg:px-10 lg:py-9',
              'has-data-application:flex has-data-application:min-h-0 has-data-application:max-w-none has-data-application:flex-col has-data-application:p-0!',
            )}
          >
            {children}
          </main>
        </div>
      </div>
    </SidebarContext>
  )
}

/** Focuses the drawer itself; the first link is one Tab away. */
function focusItself(event: Event) {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

/** The list of navigation links. */
export function SidebarNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className="grid gap-0.5">{children}</ul>
    </nav>
  )
}

export interface SidebarLinkProps {
  icon: IconType
  label: string
  /** Content on the right of the link: a count or a badge. */
  aside?: ReactNode
  /** The link itself, without children; `aria-current="page"` marks the current page. */
  children: ReactNode
}

/** A navigation link. The narrow sidebar shows only its icon, with the label as a tooltip. */
export function SidebarLink({ icon: Icon, label, aside, children }: SidebarLinkProps) {
  const { mode, close } = useSidebar()
  const rail = mode === 'rail'
  return (
    <li>
      <Tooltip content={label} side="right" off={!rail}>
        <Slot.Root
          onClick={close}
          aria-label={rail ? label : undefined}
          className={cn(
            'flex h-9 items-center gap-3 rounded-sm text-ink-soft transition-colors hover:bg-ink/5 hover:text-ink pointer-coarse:h-11',
            'aria-[current=page]:bg-ink/7 aria-[current=page]:font-strong aria-[current=page]:text-ink',
            rail ? 'justify-center' : 'px-3',
          )}
        >
          <Slot.Slottable child={children}>
            {() => (
              <>
                <Icon aria-hidden="true" className="size-4 shrink-0" />
                {!rail && <span className="grow truncate">{label}</span>}
                {!rail && aside}
              </>
            )}
          </Slot.Slottable>
        </Slot.Root>
      </Tooltip>
    </li>
  )
}
