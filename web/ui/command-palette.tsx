import { Command, useCommandState } from 'cmdk'
import { Search } from './generated/icons.ts'
import type { Icon as IconType } from './icon.tsx'
import { Dialog as Radix } from 'radix-ui'
import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { SCRIM } from './dialog.tsx'
import { Spinner } from './spinner.tsx'
import { useReturnFocus } from './use-return-focus.ts'

/** A command in the palette. */
export interface PaletteEntry {
  id: string
  label: string
  /** Smaller text after the label, to tell similar entries apart. */
  note?: ReactNode
  icon: IconType
  /** Runs the entry after the palette has closed. */
  run: () => void
}

export interface PaletteGroup {
  title: string
  entries: readonly PaletteEntry[]
}

export interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name. */
  label: string
  placeholder: string
  query: string
  onQueryChange: (query: string) => void
  /** Matches in order; the caller omits empty groups. */
  groups: readonly PaletteGroup[]
  /** True while more results may follow. */
  busy?: boolean
  /** Shown when nothing matches. */
  nothing: string
}

/** A modal search box with a list: arrow keys select, Enter runs, Escape closes. The caller filters. */
export function CommandPalette({
  open,
  onOpenChange,
  label,
  placeholder,
  query,
  onQueryChange,
  groups,
  busy = false,
  nothing,
}: CommandPaletteProps) {
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const returnFocus = useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
  const ran = useRef(false)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-3 z-40 mx-auto flex max-h-[min(32rem,calc(100dvh-1.5rem))] max-w-xl flex-col overflow-hidden rounded-md border border-line bg-surface sm:top-[12vh] data-[state=closed]:animate-vanish data-[state=open]:animate-appear"
          onOpenAutoFocus={() => {
            ran.current = false
            returnFocus.onOpenAutoFocus()
          }}
          onCloseAutoFocus={(event) => {
            if (!ran.current) return returnFocus.onCloseAutoFocus(event)
            // The chosen entry may already have taken focus, as a dialog does.
            event.preventDefault()
            const { activeElement } = document
            const isFree = !activeElement || activeElement === document.body || content.current?.contains(activeElement)
            if (isFree) document.getElementById('content')?.focus({ preventScroll: true })
          }}
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <Command label={label} shouldFilter={false} loop vimBindings={false} className="flex min-h-0 flex-col">
            <div className="flex items-center gap-3 border-b border-line px-4">
              {busy ? <Spinner /> : <Search aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />}
              <Command.Input asChild value={query} onValueChange={onQueryChange}>
                <Query placeholder={placeholder} />
              </Command.Input>
            </div>
            <Command.List label={label} className="min-h-0 grow overflow-y-auto p-2 outline-none">
              {groups.map(({ title, entries }) => (
                <Command.Group
                  key={title}
                  heading={<p className="px-3 pt-2 pb-1 text-xs font-strong text-ink-soft">{title}</p>}
                  className="pb-1"
                >
                  {entries.map(({ id, label: name, note, icon: Icon, run }) => (
                    <Command.Item
                      key={id}
                      value={id}
                      onSelect={() => {
                        ran.current = true
                        onOpenChange(false)
                        run()
                      }}
                      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 data-[selected=true]:bg-ink/7 pointer-coarse:min-h-11"
                    >
                      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
                      <span className="min-w-0 shrink-0 truncate max-w-[70%]">{name}</span>
                      {note && <span className="min-w-0 grow truncate text-xs text-ink-soft">{note}</span>}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
          <p role="status" className={count === 0 ? 'px-6 pb-6 text-center text-ink-soft' : 'sr-only'}>
            {count > 0 ? `${count} ${count === 1 ? 'option' : 'options'}` : busy ? 'Searching...' : nothing}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Input that names the selected option for screen readers. cmdk 1.1 looks for it too early and misses those that it
 * selects by itself.
 */
function Query(props: ComponentProps<'input'>) {
  const input = useRef<HTMLInputElement>(null)
  useCommandState(({ value }) => value)
  useLayoutEffect(() => {
    const list = document.getElementById(input.current?.getAttribute('aria-controls') ?? '')
    const option = list?.querySelector('[role=option][aria-selected=true]')
    if (option) input.current?.setAttribute('aria-activedescendant', option.id)
    else input.current?.removeAttribute('aria-activedescendant')
  })
  return (
    <input
      {...props}
      ref={input}
      className="h-12 min-w-0 grow bg-transparent text-base outline-none placeholder:text-ink-soft"
    />
  )
}
