import { AlignCenter, AlignLeft, AlignRight } from '#web/ui/generated/icons.ts'
import { BLOCKS, PROPERTY_FIELDS, type Property } from '#domain/builder/blocks.ts'
import { headingPatch } from '#domain/builder/new-element.ts'
import { isLocked, type BuilderElement } from '#domain/builder/builder-document.ts'
import { HEADINGS, type StyleKey } from '#domain/builder/element-properties.ts'
import { FIELD_MAX } from '#domain/builder/builder-limits.ts'
import { findElement, updateElement, type ElementPatch } from '#domain/builder/element-moves.ts'
import { unstyled } from '#domain/builder/default-styles.ts'
import type { Warning } from '#domain/builder/email-warnings.ts'
import { RichText, type EditKind } from '#web/editor/rich-text.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/field.tsx'
import { BOX } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { nameOf } from '../block-texts.ts'
import { useBuilder, useBuilderStore } from '../builder-store.ts'
import { SavedFields } from '../saved-block-use.tsx'
import { ColorField } from './color-field.tsx'
import { ConditionField } from './condition-field.tsx'
import { ColumnsField } from './columns-field.tsx'
import { FontField } from './font-field.tsx'
import { ImageContent } from './image-content.tsx'
import { MenuLinks } from './menu-links.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { Segmented } from '#web/ui/segmented-control.tsx'
import { SizeField } from './size-field.tsx'
import { SocialItems } from './social-items.tsx'
import { TableRows } from './table-rows.tsx'
import { TextField } from './text-field.tsx'
import { choiceLabel } from './choice-labels.ts'

/** Text of the inspector while no block is selected. */
export const NOTHING_SELECTED = 'Select an element to edit its properties'

const ALIGN_ICONS = { left: AlignLeft, center: AlignCenter, right: AlignRight } as const
/** Properties with short fields, shown two per line. */
const NARROW = new Set<Property>(['fontSize', 'lineHeight', 'width', 'height', 'borderRadius', 'borderWidth', 'gap'])

/** The inspector: the selected block's properties (product: builder.properties). */
export function Properties({ warnings }: { warnings: readonly Warning[] }) {
  const element = useBuilder(({ history, selectedId }) =>
    selectedId === null ? undefined : findElement(history.present, selectedId),
  )
  return (
    <section aria-label="Element Properties" data-properties="">
      <header className="px-4 pt-4 pb-1">
        <h2 className="font-strong">Element Properties</h2>
        {element && <p className="text-ink-soft">{nameOf(element)}</p>}
      </header>
      {element ? (
        <Fields
          key={element.id}
          element={element}
          warnings={warnings.filter(({ elementId }) => elementId === element.id)}
        />
      ) : (
        <p className="px-4 pt-1 pb-5 text-ink-soft">{NOTHING_SELECTED}</p>
      )}
    </section>
  )
}

function Fields({ element, warnings }: { element: BuilderElement; warnings: readonly Warning[] }) {
  const store = useBuilderStore()
  const { id, type } = element
  const change = (patch: ElementPatch, key: string | null) =>
    store.change((document) => updateElement(document, id, patch), key === null ? {} : { key: `${key}:${id}` })
  const properties = isLocked(element) ? [] : inOrder(BLOCKS[type].properties)
  return (
    <div className="grid grid-cols-2 items-start gap-4 px-4 pt-2 pb-5">
      {warnings.length > 0 && (
        <Callout tone="warning" className="col-span-2 p-3">
          <ul className="grid gap-1">
            {warnings.map(({ code, message }) => (
              <li key={`${code}${message}`}>{message}</li>
            ))}
          </ul>
        </Callout>
      )}
      {isLocked(element) && <SavedFields element={element} />}
      {properties.map((property) => (
        <div key={property} className={cn('min-w-0', !NARROW.has(property) && 'col-span-2')}>
          <PropertyControl element={element} property={property} change={change} />
        </div>
      ))}
      {!isLocked(element) && <PhoneFields element={element} change={change} />}
      <div className="col-span-2">
        <ConditionField element={element} />
      </div>
    </div>
  )
}

/** Orders properties so that short fields stand together in pairs. */
function inOrder(properties: readonly Property[]): readonly Property[] {
  const first = properties.findIndex((property) => NARROW.has(property))
  if (first === -1) return properties
  const narrow = properties.filter((property) => NARROW.has(property))
  return [...properties.slice(0, first), ...narrow, ...properties.slice(first).filter((each) => !NARROW.has(each))]
}

interface PropertyControlProps {
  element: BuilderElement
  property: Property
  /** Changes the block; changes with the same key are one undo step; null is always its own step. */
  change: (patch: ElementPatch, key: string | null) => void
}

function PropertyControl({ element, property, change }: PropertyControlProps) {
  const store = useBuilderStore()
  const onRest = () => store.endStep()
  if (property === 'fontStyle') return null
  const { label, control, choices = [] } = PROPERTY_FIELDS[property]
  if (property === 'columns') return <ColumnsField element={element} />
  if (property === 'items') {
    return <SocialItems items={element.items ?? []} onChange={(items) => change({ items }, 'items')} onRest={onRest} />
  }
  if (property === 'links') {
    return <MenuLinks links={element.links ?? []} onChange={(links) => change({ links }, 'links')} onRest={onRest} />
  }
  if (property === 'rows') return <TableRows element={element} change={change} onRest={onRest} />
  if (property === 'background') {
    const set = (background: string) => change({ background: background || undefined }, 'background')
    const value = element.background ?? ''
    return <PictureField id={element.id} label={label} value={value} onChange={set} onRest={onRest} />
  }
  if (property === 'content') return <Content element={element} change={change} onRest={onRest} />
  if (property === 'heading') {
    const options = choices.map((choice) => ({ value: choice, label: choice === 'none' ? 'Text' : `H${choice}` }))
    const choose = (next: string) =>
      change(
        headingPatch(
          element,
          HEADINGS.find((heading) => String(heading) === next),
        ),
        null,
      )
    return <Segmented label={label} value={String(element.heading ?? 'none')} options={options} onChange={choose} />
  }
  if (property === 'link' || property === 'alt') {
    return (
      <TextField
        label={label}
        value={element[property] ?? ''}
        placeholder={property === 'link' ? 'https://' : 'Image description (alt text)'}
        maxLength={FIELD_MAX[property]}
        onChange={(value) => change({ [property]: value }, property)}
        onRest={onRest}
      />
    )
  }
  const style: StyleKey = property
  const value = element.styles[style] ?? ''
  const set = (next: string) => change({ styles: { [style]: next } }, style)
  if (control === 'choice') {
    const options = choices.map((choice) => ({
      value: choice,
      label: choiceLabel(style, choice),
      ...(style === 'textAlign' && choice in ALIGN_ICONS
        ? { icon: ALIGN_ICONS[choice as keyof typeof ALIGN_ICONS] }
        : {}),
    }))
    const choose = (next: string) => change({ styles: { [style]: next } }, null)
    return (
      <Segmented label={label} value={value || placeholderOf(element, style)} options={options} onChange={choose} />
    )
  }
  const field = { label, value, placeholder: placeholderOf(element, style), onChange: set, onRest }
  if (control === 'size') return <SizeField {...field} property={style} />
  const Control = control === 'color' ? ColorField : control === 'font' ? FontField : TextField
  return <Control {...field} />
}

/** Returns the value that applies when the block sets none for this style, shown as a placeholder. */
function placeholderOf(element: BuilderElement, style: StyleKey): string {
  if (style === 'fontFamily') return 'Same as the email'
  return unstyled(element)[style] ?? (style === 'backgroundColor' ? 'None' : '')
}

interface ContentProps {
  element: BuilderElement
  /** Changes the block; changes with the same key are one undo step; null is always its own step. */
  change: (patch: ElementPatch, key: string | null) => void
  onRest: () => void
}

function Content({ element, change, onRest }: ContentProps) {
  const { type, content } = element
  const set = (value: string, kind: EditKind = 'typing') =>
    change({ content: value }, kind === 'typing' ? 'content' : null)
  if (type === 'image') return <ImageContent id={element.id} value={content} onChange={set} onRest={onRest} />
  const { contentKind } = BLOCKS[type]
  if (contentKind === 'picture') {
    return <PictureField id={element.id} label="Picture" value={content} onChange={set} onRest={onRest} />
  }
  if (contentKind === 'html') {
    return (
      <Field label="HTML" hint="HTML that emails do not support is removed.">
        <Textarea
          value={content}
          rows={10}
          maxLength={FIELD_MAX.content}
          spellCheck={false}
          onChange={(event) => set(event.target.value)}
          onBlur={onRest}
          className="max-h-72 font-mono text-xs leading-5"
        />
      </Field>
    )
  }
  return (
    <div className="grid gap-1.5">
      <p aria-hidden="true" className="font-strong">
        Content
      </p>
      <RichText
        value={content}
        kind="block"
        label="Content"
        onChange={set}
        onBlur={onRest}
        className={cn(BOX, 'max-h-56 min-h-20 overflow-y-auto py-2 leading-6')}
      />
    </div>
  )
}
