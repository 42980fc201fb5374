import { ChevronDown, ChevronUp } from '#web/ui/generated/icons.ts'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { findElement } from '#domain/builder/element-moves.ts'
import type { Warning } from '#domain/builder/email-warnings.ts'
import { Button } from '#web/ui/button.tsx'
import { nameOf } from './block-texts.ts'
import { useBuilder } from './builder-store.ts'
import { PROPERTIES_BUTTON } from './canvas/block-keys.ts'
import { GlobalStyles } from './global-styles.tsx'
import { Properties } from './properties/element-properties.tsx'
import { WarningList, worthTelling } from './warning-list.tsx'

type Panel = 'properties' | 'styles' | 'warnings'

export interface PanelsProps {
  warnings: readonly Warning[]
  /** Shows the size of the email. */
  size: ReactNode
  /** True if the settings of the whole email are shown here too. */
  withStyles: boolean
}

/** On small screens: a bar below the email that opens the inspector as a sheet, which leaves the email in sight. */
export function Panels({ warnings, size, withStyles }: PanelsProps) {
  const id = useId()
  const [open, setOpen] = useState<Panel | null>(null)
  const selected = useBuilder(({ history, selectedId }) =>
    selectedId === null ? undefined : findElement(history.present, selectedId),
  )
  const count = worthTelling(warnings).length
  const shown = open === 'warnings' && count === 0 ? null : open
  useEffect(() => {
    // The sheet takes room from the email.
    if (shown) document.querySelector('[data-block][data-selected]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  const toggle = (panel: Panel, label: string) => (
    <Button
      size="sm"
      variant="quiet"
      aria-expanded={shown === panel}
      aria-controls={shown === panel ? id : undefined}
      {...(panel === 'properties' && { [PROPERTIES_BUTTON]: '' })}
      onClick={() => flushSync(() => setOpen(shown === panel ? null : panel))}
      className="min-w-0 shrink px-2"
    >
      <span className="truncate">{label}</span>
      {shown === panel ? (
        <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      ) : (
        <ChevronUp aria-hidden="true" className="size-4 shrink-0" />
      )}
    </Button>
  )
  return (
    <div className="shrink-0 border-t border-line">
      {shown && (
        <div id={id} data-sheet="" className="max-h-[45dvh] overflow-y-auto border-b border-line">
          {shown === 'properties' && <Properties warnings={warnings} />}
          {shown === 'styles' && <GlobalStyles />}
          {shown === 'warnings' && <WarningList warnings={warnings} />}
          {size}
        </div>
      )}
      <div className="flex items-center gap-1 px-2 py-1">
        {toggle('properties', selected ? `${nameOf(selected)} properties` : 'Properties')}
        {withStyles && toggle('styles', 'Styles')}
        {count > 0 && toggle('warnings', `Check ${count}`)}
      </div>
    </div>
  )
}
