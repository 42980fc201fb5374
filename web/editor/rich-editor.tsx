import { Editor } from '@tiptap/core'
import { EditorContent } from '@tiptap/react'
import { ReplaceStep } from '@tiptap/pm/transform'
import { Selection, type Transaction } from '@tiptap/pm/state'
import { useEffect, useEffectEvent, useId, useRef, useState, type CSSProperties } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { useFieldProps } from '#web/ui/field.tsx'
import { activateEditor, releaseEditor } from './active-editor.ts'
import { besideChip, targetOf, typeText } from './typing-beside-chip.ts'
import { addElse, mayGetElse, replaceChip } from './condition-commands.ts'
import { extensionsOf } from './editor-extensions.ts'
import { useMergeNames } from './merge-names.tsx'
import { PicturePopover } from './picture-popover.tsx'
import { pasteHandlers } from './paste/paste-handlers.ts'
import { storedText } from './serialize-content.ts'
import { htmlOf, type TextKind } from './stored-html.ts'
import { TagPopover } from './tag-popover.tsx'
import { TagListBox } from './tag-list-box.tsx'
import { chipsIn } from './tag-source.ts'
import type { TagList } from './tag-suggestion.ts'

/**
 * Kind of a change to the text: `typing` for typing and deleting, which undo may join to one step, and `edit` for any other
 * change, which is a step of its own.
 */
export type EditKind = 'typing' | 'edit'

/** Position of the caret: at the end of the text, or where a pointer was pressed in the window (px). */
export type CaretPlace = 'end' | { x: number; y: number }

export interface RichEditorProps {
  /** The stored text. */
  value: string
  kind: TextKind
  onChange: (value: string, kind: EditKind) => void
  /** Accessible name of the text box. */
  label: string
  /** Text shown while the text box is empty. */
  placeholder?: string
  className?: string
  style?: CSSProperties
  /** If given, the editor takes the focus on mount, with the caret there. */
  caret?: CaretPlace | null
  onEditor?: (editor: Editor | null) => void
  onFocus?: () => void
  onBlur?: () => void
  onEscape?: () => void
  /** Called when Ctrl+K or ⌘K is pressed, to edit a link. */
  onLink?: () => void
  /**
   * Uploads pasted and dropped pictures. `placed` holds the local URLs under which the editor already shows them; without
   * `placed`, they are inserted at the caret. An editor without this callback ignores files.
   */
  onPictures?: (files: readonly File[], placed?: readonly string[]) => void
}

const PARSE = { preserveWhitespace: true } as const
/**
 * Delay before typed text is reported by `onChange`, in ms, because pages render again for it; also the longest delay.
 */
const TELL_AFTER_MS = 250
const TELL_AT_LATEST_MS = 1_500

/** The rich text editor (TipTap) for an email and for a text block of the email builder. */
export function RichEditor(props: RichEditorProps) {
  const { value, kind, label, placeholder = '', className, style, caret } = props
  const wiring = useFieldProps()
  const names = useMergeNames()
  const listId = useId()
  const [list, setList] = useState<TagList | null>(null)
  const [chip, setChip] = useState<{ element: HTMLElement; position: number; source: string } | null>(null)
  const [picture, setPicture] = useState<{ element: HTMLElement; position: number } | null>(null)
  /** the stored text that the editor shows */
  const shown = useRef(value)
  const fields = useRef(names)
  useEffect(() => {
    fields.current = names
  }, [names])

  /** typed changes that `onChange` was not yet called for */
  const untold = useRef<{ timer: ReturnType<typeof setTimeout>; since: number } | null>(null)

  const forget = () => {
    clearTimeout(untold.current?.timer)
    untold.current = null
  }
  const tell = useEffectEvent((editor: Editor, edit: EditKind) => {
    forget()
    const stored = storedText(editor.state.doc, kind)
    if (stored === shown.current) return
    shown.current = stored
    props.onChange(stored, edit)
  })
  const changed = useEffectEvent((editor: Editor, transaction: Transaction) => {
    if (!isTyping(transaction)) return tell(editor, 'edit')
    // The builder undoes the steps of all blocks, and must know each.
    if (kind === 'block') return tell(editor, 'typing')
    const since = untold.current?.since ?? Date.now()
    const wait = Math.min(TELL_AFTER_MS, since + TELL_AT_LATEST_MS - Date.now())
    clearTimeout(untold.current?.timer)
    untold.current = { timer: setTimeout(() => tell(editor, 'typing'), wait), since }
  })
  const tellNow = useEffectEvent((editor: Editor) => {
    if (untold.current !== null) tell(editor, 'typing')
  })
  const focused = useEffectEvent((editor: Editor) => {
    activateEditor(editor)
    props.onFocus?.()
  })
  const blurred = useEffectEvent((editor: Editor) => {
    tellNow(editor)
    props.onBlur?.()
  })
  const escaped = useEffectEvent(() => {
    props.onEscape?.()
    return props.onEscape !== undefined
  })
  const linked = useEffectEvent(() => {
    props.onLink?.()
    return props.onLink !== undefined
  })
  const pictures = useEffectEvent((files: readonly File[], placed?: readonly string[]) => {
    props.onPictures?.(files, placed)
    return props.onPictures !== undefined
  })
  const ready = useEffectEvent((editor: Editor | null) => props.onEditor?.(editor))

  // TipTap's useEditor destroys an editor whose first render takes more than a millisecond, makes another, and applies
  // all options again at each render.
  const [editor] = useState(
    () =>
      new Editor({
        extensions: extensionsOf(kind, {
          placeholder,
          fields: () => fields.current,
          onList: setList,
          onPicture: (element, position) => setPicture({ element, position }),
          onEdit: (element, position) => setChip({ element, position, source: element.dataset['mergeTag'] ?? '' }),
        }),
        content: htmlOf(value, kind),
        parseOptions: PARSE,
        onUpdate: ({ editor: own, transaction }) => changed(own, transaction),
        onFocus: ({ editor: own }) => focused(own),
        onBlur: ({ editor: own }) => blurred(own),
        editorProps: {
          attributes: { role: 'textbox', 'aria-multiline': 'true', tabindex: '0' },
          ...pasteHandlers(kind, (files, placed) => pictures(files, placed)),
          handleKeyDown: (_, event) => {
            if (event.key === 'Escape') return escaped()
            const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
            if (!isCommand || event.key.toLowerCase() !== 'k') return false
            event.preventDefault()
            event.stopPropagation()
            return linked()
          },
          handleDOMEvents: {
            beforeinput: (view, event) => {
              const { inputType, data } = event
              // Undo is the editor's, and in the builder that of all blocks together.
              const isHistory = inputType.startsWith('history')
              // Dictation and other tools enter whole texts at once.
              const isText =
                inputType === 'insertText' && data !== null && (data.includes('\n') || chipsIn(data).length > 0)
              const mayBeTyped = inputType === 'insertText' && data !== null && !isText && !view.composing
              const target = mayBeTyped ? targetOf(view, event) : null
              const isTyped = target !== null && besideChip(view, target)
              if (isHistory || isText || isTyped) event.preventDefault()
              if (isTyped) typeText(view, data ?? '', target)
              return isText ? view.pasteText(data) : isHistory || isTyped
            },
          },
        },
      }),
  )

  useEffect(() => {
    if (value === shown.current) return
    forget()
    shown.current = value
    editor.commands.setContent(htmlOf(value, kind), { emitUpdate: false, parseOptions: PARSE })
  }, [value, kind, editor])

  useEffect(() => {
    // Before the first click, toolbars insert at the end.
    const { tr, doc } = editor.state
    editor.view.dispatch(tr.setSelection(Selection.atEnd(doc)))
    ready(editor)
    const leave = () => tellNow(editor)
    // Before those listeners that store what they were told.
    window.addEventListener('beforeunload', leave, { capture: true })
    window.addEventListener('pagehide', leave, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', leave, { capture: true })
      window.removeEventListener('pagehide', leave, { capture: true })
      leave()
      ready(null)
      releaseEditor(editor)
      editor.destroy()
    }
  }, [editor])

  // Browsers focus only form controls for a label.
  useEffect(() => {
    const words = wiring.id === undefined ? null : document.querySelector(`label[for="${CSS.escape(wiring.id)}"]`)
    const focus = () => void editor.commands.focus()
    words?.addEventListener('click', focus)
    return () => words?.removeEventListener('click', focus)
  }, [editor, wiring.id])

  // The box takes its name and description from the field around it.
  const option = list ? `${listId}-${list.at}` : undefined
  const attributes = {
    'aria-label': label,
    id: wiring.id,
    'aria-describedby': wiring['aria-describedby'],
    'aria-invalid': wiring['aria-invalid'] && 'true',
    'aria-required': wiring['aria-required'] && 'true',
    'aria-autocomplete': 'list',
    'aria-controls': list ? listId : undefined,
    'aria-activedescendant': option,
  }
  const written = JSON.stringify(attributes)
  useEffect(() => {
    for (const [name, text] of Object.entries(attributes)) {
      if (text === undefined) editor.view.dom.removeAttribute(name)
      else editor.view.dom.setAttribute(name, text)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `written` is `attributes`
  }, [editor, written])

  useEffect(() => {
    if (!caret) return
    const { view } = editor
    const { tr, doc } = view.state
    const found = caret === 'end' ? null : view.posAtCoords({ left: caret.x, top: caret.y })
    view.dispatch(tr.setSelection(found ? Selection.near(doc.resolve(found.pos)) : Selection.atEnd(doc)))
    view.focus()
  }, [editor, caret])

  return (
    <>
      <EditorContent editor={editor} className={cn('[&>div]:outline-none', className)} style={style} />
      {list && <TagListBox id={listId} list={list} />}
      {picture && (
        <PicturePopover
          editor={editor}
          picture={picture.element}
          position={picture.position}
          onClose={() => setPicture(null)}
        />
      )}
      {chip && (
        <TagPopover
          chip={chip.element}
          source={chip.source}
          mayHaveElse={mayGetElse(editor.state.doc, chip.position)}
          onClose={() => setChip(null)}
          focusAfter={() => editor.view.focus()}
          onChange={(source, hasElse) => {
            setChip(null)
            replaceChip(editor, chip.position, source)
            if (hasElse) addElse(editor, chip.position)
          }}
        />
      )}
    </>
  )
}

/** Returns whether a change is typing or deleting, which undo joins to one step until the editor loses the focus. */
function isTyping(transaction: Transaction): boolean {
  if (transaction.getMeta('uiEvent') !== undefined || transaction.getMeta('paste')) return false
  return transaction.steps.every((step) => {
    if (!(step instanceof ReplaceStep)) return false
    const { content, openStart } = step.slice
    return openStart === 0 && content.childCount <= 1 && (content.firstChild?.isText ?? true)
  })
}
