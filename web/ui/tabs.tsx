import { Tabs as Radix } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { cn } from './class-names.ts'
import { useSteps } from './use-media-query.ts'

export interface TabsProps {
  /** Accessible name. */
  label: string
  tabs: ReadonlyArray<{ value: string; label: ReactNode; content: ReactNode }>
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  /** True if the tabs stand in a column beside their content on large screens: for many tabs. */
  beside?: boolean
  className?: string
}

/** Attribute of the tab list while a pointer has focused it. */
const POINTED = 'data-pointed'

/** Width in px of the previous tab that stays visible. */
const BESIDE = 32

/** Tabs with their panels. Arrow keys move between them; the active one scrolls into view. */
export function Tabs({ label, tabs, defaultValue = tabs[0]?.value, beside = false, className, ...rest }: TabsProps) {
  const { lg } = useSteps()
  const isColumn = beside && lg
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
    <Radix.Root
      {...rest}
      orientation={isColumn ? 'vertical' : 'horizontal'}
      defaultValue={rest.value === undefined ? defaultValue : undefined}
      className={cn(isColumn && 'grid grid-cols-[11.5rem_minmax(0,1fr)] items-start gap-x-8', className)}
    >
      <Radix.List
        ref={list}
        aria-label={label}
        // Radix calls focus() on a press, which browsers may treat as keyboard focus and draw a ring.
        onPointerDownCapture={({ currentTarget }) => currentTarget.setAttribute(POINTED, '')}
        onKeyDownCapture={({ currentTarget }) => currentTarget.removeAttribute(POINTED)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) currentTarget.removeAttribute(POINTED)
        }}
        className={cn(
          'group/tabs relative flex',
          isColumn ? 'sticky top-6 flex-col gap-0.5' : 'gap-1 overflow-x-auto border-b border-line',
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cn(
              'px-3 whitespace-nowrap text-ink-soft transition-colors group-data-pointed/tabs:outline-none hover:text-ink focus-visible:-outline-offset-2',
              'data-[state=active]:font-strong data-[state=active]:text-ink',
              isColumn
                ? 'h-9 rounded-sm text-left hover:bg-ink/3 data-[state=active]:bg-ink/6'
                : '-mb-px h-10 border-b-2 border-transparent data-[state=active]:border-ink',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className={cn('data-[state=active]:animate-appear', !isColumn && 'pt-5')}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
