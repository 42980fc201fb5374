import { useState } from 'react'
import { BLOCKS, PROPERTY_FIELDS } from '#domain/builder/blocks.ts'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import type { StyleKey } from '#domain/builder/element-properties.ts'
import type { ElementPatch } from '#domain/builder/element-moves.ts'
import { Segmented } from '#web/ui/segmented-control.tsx'
import { useBuilderStore } from '../builder-store.ts'
import { choiceLabel } from './choice-labels.ts'
import { TextField } from './text-field.tsx'

export interface PhoneFieldsProps {
  element: BuilderElement
  /** Changes the block; changes with the same key are one undo step; null is always its own step. */
  change: (patch: ElementPatch, key: string | null) => void
}

/** On which screens a block is shown, and what is different on phones. */
export function PhoneFields({ element, change }: PhoneFieldsProps) {
  const store = useBuilderStore()
  const { type, styles } = element
  const [isOpen, setOpen] = useState(() => isSet(element))
  const setting = (style: 'hideOn' | 'phoneTextAlign', value: string) => {
    const { label, choices = [] } = PROPERTY_FIELDS[style]
    return (
      <Segmented
        key={style}
        label={label}
        value={value}
        options={choices.map((choice) => ({ value: choice, label: choiceLabel(style, choice) }))}
        onChange={(next) => change({ styles: { [style]: next } }, null)}
      />
    )
  }
  return (
    <details
      className="col-span-2 rounded-sm border border-line px-3 py-2"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-strong">Phones</summary>
      {isOpen && (
        <div className="mt-3 grid gap-4">
          {setting('hideOn', styles.hideOn ?? 'none')}
          {styles.hideOn === 'phone' && (
            <p className="text-xs text-ink-soft">
              Outlook for Windows, and Gmail’s app with an account of another provider, show this block on phones too.
            </p>
          )}
          {styles.hideOn === 'desktop' && (
            <p className="text-xs text-ink-soft">
              Outlook for Windows, and Gmail’s app with an account of another provider, never show this block.
            </p>
          )}
          {BLOCKS[type].phoneProperties.map((style) =>
            style === 'phoneTextAlign' ? (
              setting(style, styles.phoneTextAlign ?? '')
            ) : (
              <TextField
                key={style}
                label={PROPERTY_FIELDS[nameOf(style)].label}
                value={styles[style] ?? ''}
                placeholder="As on desktop"
                onChange={(value) => change({ styles: { [style]: value } }, style)}
                onRest={() => store.endStep()}
              />
            ),
          )}
        </div>
      )}
    </details>
  )
}

const nameOf = (style: StyleKey) => (style === 'phonePadding' ? 'phonePadding' : 'phoneFontSize')

const isSet = ({ type, styles }: BuilderElement) =>
  (styles.hideOn ?? 'none') !== 'none' || BLOCKS[type].phoneProperties.some((style) => styles[style])
