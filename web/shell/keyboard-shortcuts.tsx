import { createContext, lazy, Suspense, useContext, useEffect, useState, type ReactNode } from 'react'

const Palette = lazy(async () => ({ default: (await import('./palette/command-palette.tsx')).Palette }))
const KeyList = lazy(async () => ({ default: (await import('./palette/key-list.tsx')).KeyList }))

const PaletteContext = createContext<() => void>(() => {})

/** Returns a function that opens the command palette, for buttons. */
export function useOpenPalette(): () => void {
  return useContext(PaletteContext)
}

/**
 * Handles the global shortcuts: ⌘K or Ctrl-K opens the command palette, `?` the list of shortcuts. Both are loaded on
 * demand.
 */
export function Keys({ children }: { children: ReactNode }) {
  const [palette, setPalette] = useState<boolean | null>(null)
  const [list, setList] = useState<boolean | null>(null)

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A component closer to the event handled it: Ctrl-K in an email inserts a link.
      if (event.defaultPrevented || event.altKey) return
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'k') setPalette((open) => !open)
      else if (event.key === '?' && !isCommand && !isWriting(event.target)) setList(true)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  return (
    <PaletteContext value={() => setPalette(true)}>
      {children}
      <Suspense>
        {palette !== null && <Palette open={palette} onOpenChange={setPalette} showKeys={() => setList(true)} />}
        {list !== null && <KeyList open={list} onOpenChange={setList} />}
      </Suspense>
    </PaletteContext>
  )
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
