import { Tabs as Radix } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { cn } from './cn.ts'

export interface TabsProps {
  /** Accessible name. */
  label: string
  tabs: ReadonlyArray<{ value: string; label: ReactNode; content: ReactNode }>
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  className?: string
}

/** Set on the tab list while it was focused by pointer. */
const POINTED = 'data-pointed'

/** How much of the previous tab stays visible, in px. */
const BESIDE = 32

/** Tabs. Arrow keys move between them; the active one scrolls into view. */
export function Tabs({ label, tabs, defaultValue = tabs[0]?.value, className, ...rest }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const index = tabs.findIndex(({ value }) => value === (rest.value ?? defaultValue))
  useEffect(() => {
    function bringIn() {
      const open = list.current?.children[index]
      if (!list.current || !(open instanceof HTMLElement)) return
      const { scrollLeft, clientWidth } = list.current
      const hidden = open.offsetLeft < scrollLeft || open.offsetLeft + open.offsetWidth > scrollLeft + clientWidth
      if (hidden) list.current.scrollLeft = open.offsetLeft - BESIDE
    }
    bringIn()
    window.addEventListener('resize', bringIn)
    return () => window.removeEventListener('resize', bringIn)
  }, [index])
  return (
    <Radix.Root {...rest} defaultValue={rest.value === undefined ? defaultValue : undefined} className={className}>
      <Radix.List
        ref={list}
        aria-label={label}
        // Radix calls focus() on a press, which browsers may treat as keyboard focus and draw a ring.
        onPointerDownCapture={({ currentTarget }) => currentTarget.setAttribute(POINTED, '')}
        onKeyDownCapture={({ currentTarget }) => currentTarget.removeAttribute(POINTED)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) currentTarget.removeAttribute(POINTED)
        }}
        className="group/tabs relative flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cn(
              '-mb-px h-10 border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft transition-colors',
              'group-data-pointed/tabs:outline-none hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:font-strong data-[state=active]:text-ink',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5 data-[state=active]:animate-appear">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
