import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import { cn } from '#web/ui/cn.ts'
import { useFieldProps } from '#web/ui/field.tsx'
import { activateEditor, releaseEditor } from './active-editor.ts'
import { createEditor, toggleOf, type EditKind, type RichEditor } from './editor.ts'
import { TagPopover } from './tag-popover.tsx'

/** Styles of marks and merge tags in the editor. */
export const RICH_LOOK =
  'whitespace-pre-wrap wrap-anywhere [&_b]:font-[700] [&_a]:underline [&_a]:text-(--link) ' +
  '[&_[data-tag]]:rounded-[4px] [&_[data-tag]]:bg-[color-mix(in_srgb,currentColor_13%,transparent)] [&_[data-tag]]:px-1 ' +
  // A blank line separates paragraphs by the same distance as in the email.
  '[&>div:not(:last-child):has(>br:only-child)]:leading-none ' +
  '[&_[data-tag]]:cursor-pointer [&_[data-tag]>span]:opacity-75 ' +
  'data-placeholder:before:pointer-events-none data-placeholder:before:float-left data-placeholder:before:h-0 ' +
  'data-placeholder:before:opacity-60 data-placeholder:before:content-[attr(data-placeholder)]'

const WRITABLE = { role: 'textbox', 'aria-multiline': true, contentEditable: true, tabIndex: 0 } as const

export interface RichTextProps {
  value: string
  onChange: (value: string, kind: EditKind) => void
  /** Whether it can be edited; read-only text looks the same. */
  editable?: boolean
  /** Accessible name without a surrounding Field. */
  label?: string
  /** Shown while empty. */
  placeholder?: string
  className?: string
  style?: CSSProperties
  /** Takes focus on mount. */
  autoFocus?: boolean
  onBlur?: () => void
  onEscape?: () => void
}

/** A WYSIWYG text editor with merge tags as chips; clicking one edits its fallback. */
export function RichText(props: RichTextProps) {
  const { value, onChange, editable = true, label, placeholder, className, style, autoFocus, onBlur, onEscape } = props
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<RichEditor>(null)
  const wiring = useFieldProps()
  const [chip, setChip] = useState<HTMLElement | null>(null)
  const emit = useEffectEvent((content: string, kind: EditKind) => onChange(content, kind))

  useLayoutEffect(() => {
    if (!box.current) return
    const made = createEditor(box.current, (content, kind) => emit(content, kind))
    editor.current = made
    return () => {
      releaseEditor(made)
      editor.current = null
    }
  }, [])
  useLayoutEffect(() => editor.current?.show(value), [value])
  useEffect(() => (editable ? editor.current?.listen() : undefined), [editable])
  useEffect(() => {
    if (autoFocus) box.current?.focus({ preventScroll: true })
  }, [autoFocus])

  return (
    <>
      {/* An editable or read-only text. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={box}
        {...(editable ? { ...wiring, ...WRITABLE, 'aria-label': label } : {})}
        suppressContentEditableWarning
        data-placeholder={value === '' ? placeholder : undefined}
        onFocus={() => editor.current && activateEditor(editor.current)}
        onBlur={onBlur}
        onKeyDown={(event) => {
          const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
          const toggle = isCommand ? toggleOf(event.key) : undefined
          if (toggle) {
            event.preventDefault()
            editor.current?.toggle(toggle)
          } else if (event.key === 'Escape' && onEscape) {
            event.stopPropagation()
            onEscape()
          }
        }}
        onPaste={(event) => {
          if (event.clipboardData.files.length > 0) return
          event.preventDefault()
          event.stopPropagation()
          editor.current?.paste(event.clipboardData)
        }}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) event.preventDefault()
        }}
        onClick={(event) => {
          const clicked = event.target instanceof Element ? event.target.closest('[data-tag]') : null
          if (editable && clicked instanceof HTMLElement) setChip(clicked)
        }}
        className={cn(RICH_LOOK, className)}
        style={style}
      />
      {chip && (
        <TagPopover
          chip={chip}
          onClose={() => setChip(null)}
          onChange={(source) => {
            const where = editor.current?.tagOf(chip)
            setChip(null)
            if (where) editor.current?.replace(where, source)
          }}
        />
      )}
    </>
  )
}
