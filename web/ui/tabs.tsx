import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export interface TabsProps {
  /** Names the tabs for screen readers. */
  label: string
  tabs: ReadonlyArray<{ value: string; label: ReactNode; content: ReactNode }>
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  className?: string
}

/** A few views of one thing. Arrow keys move between them. */
export function Tabs({ label, tabs, defaultValue = tabs[0]?.value, className, ...rest }: TabsProps) {
  return (
    <Radix.Root {...rest} defaultValue={rest.value === undefined ? defaultValue : undefined} className={className}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cn(
              '-mb-px h-10 border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft transition-colors',
              'hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:font-strong data-[state=active]:text-ink',
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
