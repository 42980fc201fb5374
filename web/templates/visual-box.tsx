import { useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react'
import { renderSimpleText } from '#domain/simple-text.ts'
import { useFieldProps } from '#web/ui/field.tsx'
import { BOX } from '#web/ui/input.tsx'
import { cn } from '#web/ui/cn.ts'
import { simpleTextOf } from './visual-text.ts'
import { expandToWholeTags } from './whole-tags.ts'
import type { Writer } from './writer.ts'

const COMMANDS = { b: 'bold', i: 'italic', u: 'underline' } as const

/** An email's own styles: paragraph spacing, list markers, underlined links. */
const LETTER =
  '[&_p]:mb-3 [&_ul]:mb-3 [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:mb-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_a]:underline ' +
  '[&_h1]:mb-3 [&_h1]:text-title [&_h1]:font-strong [&_h2]:mb-2 [&_h2]:text-base [&_h2]:font-strong [&_h3]:mb-2 [&_h3]:font-strong ' +
  '[&_b]:font-strong [&_strong]:font-strong [&_img]:max-w-full'

/** Empty content that is a paragraph from the first letter on. */
const BLANK = '<p><br></p>'

export interface VisualBoxProps {
  /** Simple Text. */
  value: string
  onChange: (value: string) => void
  writer: Ref<Writer>
  className?: string
}

/**
 * A WYSIWYG editor of Simple Text. Its content comes only from renderSimpleText, which sanitizes it; pasted content
 * becomes plain text. The editing commands are deprecated, but the only ones with undo:
 * https://developer.mozilla.org/docs/Web/API/Document/execCommand
 */
export function VisualBox({ value, onChange, writer, className }: VisualBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  /** The value in the box. */
  const shown = useRef<string>(null)
  /** The last caret position in the box. */
  const caret = useRef<Range>(null)

  useLayoutEffect(() => {
    if (!box.current || shown.current === value) return
    box.current.innerHTML = renderSimpleText(value) || BLANK
    shown.current = value
    caret.current = null
  }, [value])

  function read() {
    if (!box.current) return
    shown.current = simpleTextOf(box.current)
    onChange(shown.current)
  }

  function keepCaret() {
    const selection = document.getSelection()
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
    if (range && box.current?.contains(range.commonAncestorContainer)) caret.current = range.cloneRange()
  }

  /** Runs a command at the last caret position, or at the end; extends a selection to whole merge tags. */
  function command(name: string, argument?: string) {
    if (!box.current) return
    box.current.focus()
    const range = caret.current ?? endOf(box.current)
    if (!name.startsWith('insert')) expandToWholeTags(range)
    const selection = document.getSelection()
    selection?.removeAllRanges()
    selection?.addRange(range)
    document.execCommand('defaultParagraphSeparator', false, 'p')
    document.execCommand(name, false, argument)
    keepCaret()
    read()
  }

  useImperativeHandle(writer, () => ({
    format: (tag) => command(COMMANDS[tag]),
    link: (address) => {
      if (caret.current && !caret.current.collapsed) return command('createLink', address)
      const anchor = document.createElement('a')
      anchor.href = address
      anchor.textContent = address
      command('insertHTML', anchor.outerHTML)
    },
    insert: (text) => {
      if (typeof document.execCommand === 'function') command('insertText', text)
      else onChange(value + text)
    },
  }))

  return (
    <div
      {...useFieldProps()}
      ref={box}
      role="textbox"
      aria-multiline="true"
      aria-label="Content"
      contentEditable
      suppressContentEditableWarning
      tabIndex={0}
      onInput={read}
      onKeyUp={keepCaret}
      onMouseUp={keepCaret}
      onBlur={keepCaret}
      onFocus={() => document.execCommand?.('defaultParagraphSeparator', false, 'p')}
      onPaste={(event) => {
        event.preventDefault()
        document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
      }}
      onDrop={(event) => event.preventDefault()}
      className={cn(BOX, LETTER, 'overflow-y-auto py-2 text-base', className)}
    />
  )
}

/** The position after an element's last content. */
function endOf(element: Element): Range {
  const range = document.createRange()
  range.selectNodeContents(element.lastElementChild ?? element)
  range.collapse(false)
  return range
}
