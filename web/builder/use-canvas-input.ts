import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { createElement } from '#domain/builder/new-element.ts'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { importHtml } from '#domain/builder/import-html.ts'
import { findElement } from '#domain/builder/element-moves.ts'
import { toast } from '#web/ui/toast-store.ts'
import { say } from './screen-reader-announcer.ts'
import { addCopies, deleteBlock, newId, placeAfter, redoStep, undoStep } from './block-actions.ts'
import { nameOf } from './block-texts.ts'
import { useBuilderStore } from './builder-store.ts'
import { readBlocks, writeBlocks } from './block-clipboard.ts'
import { imagesAmong } from './upload-image.ts'
import { useImageUpload } from './use-image-upload.tsx'

/** Returns whether the target of a clipboard event is a text field, which then handles it instead of the canvas. */
function isWriting(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]') !== null
}

/** Marks text fields outside the email, whose undo belongs to the browser. */
export const OWN_UNDO = 'data-own-undo'

/** Undo and redo shortcuts anywhere in the editor. */
export function useHistoryKeys() {
  const store = useBuilderStore()
  return (event: KeyboardEvent<HTMLElement>) => {
    // React events of overlays, such as dialogs, bubble here although they are not in the editor.
    if (!event.currentTarget.contains(event.target as Node) || event.altKey) return
    // In the wizard the editor is inside a form: Enter in a text field must not submit it.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
    if (!(event.ctrlKey || event.metaKey)) return
    if (event.target instanceof Element && event.target.closest(`[${OWN_UNDO}]`)) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && !(key === 'y' && !event.shiftKey)) return
    event.preventDefault()
    event.stopPropagation()
    const editor = event.currentTarget
    flushSync(() => (key === 'y' || event.shiftKey ? redoStep(store) : undoStep(store)))
    // The focused element may be gone; the next shortcut must still reach the editor.
    if (!editor.contains(document.activeElement)) editor.focus({ preventScroll: true })
  }
}

/** Copy, cut, paste and dropped files on the canvas. */
export function useCanvasInput() {
  const store = useBuilderStore()
  const { upload } = useImageUpload()

  function copy(event: ClipboardEvent, cuts: boolean) {
    const id = store.state().selectedId
    const element = id === null ? undefined : findElement(store.document(), id)
    if (!element || isWriting(event.target)) return
    event.preventDefault()
    writeBlocks(event.clipboardData, [element])
    if (cuts) deleteBlock(store, element.id)
    say(`${nameOf(element)} ${cuts ? 'cut' : 'copied'}`)
  }

  function paste(event: ClipboardEvent) {
    const { clipboardData: data } = event
    const images = imagesAmong(data.files)
    if (images.length > 0) {
      event.preventDefault()
      void upload(images)
      return
    }
    if (isWriting(event.target)) return
    const place = placeAfter(store, store.state().selectedId)
    const blocks = readBlocks(data)
    const imported = blocks ? null : importedFrom(data)
    const elements = blocks ?? imported?.elements ?? []
    if (elements.length === 0) return
    event.preventDefault()
    if (!addCopies(store, elements, place)) return
    if (elements[0]?.type === 'html' && imported) {
      const { removed } = imported
      const left = removed.length > 0 ? ` Removed: ${removed.join(', ')}.` : ''
      toast({ title: 'HTML added as one block', description: `You can edit it in Element Properties.${left}` })
    }
  }

  return {
    onCopy: (event: ClipboardEvent) => copy(event, false),
    onCut: (event: ClipboardEvent) => copy(event, true),
    onPaste: paste,
    onDragOver: (event: DragEvent) => {
      if ([...event.dataTransfer.types].includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      const over = event.target instanceof Element ? event.target.closest('[data-block]') : null
      const id = over?.getAttribute('data-block')
      if (id && findElement(store.document(), id)) store.select(id)
      const images = imagesAmong(event.dataTransfer.files)
      if (images.length > 0) void upload(images)
      else toast({ title: 'Only images can be dropped here', description: 'Use a PNG, JPEG, GIF or WebP file.' })
    },
  }
}

/** Converts foreign clipboard content: HTML to one block of supported markup, text to another. */
function importedFrom(data: DataTransfer): { elements: BuilderElement[]; removed: readonly string[] } {
  const text = data.getData('text/plain').trim()
  const source = data.getData('text/html').trim() || (/^<(?:!doctype|html|table|div|body)\b/i.test(text) ? text : '')
  const { html, removed } = importHtml(source)
  if (html !== '') return { elements: [{ ...createElement('html', newId()), content: html }], removed }
  if (source !== '' || text === '') return { elements: [], removed }
  return { elements: [{ ...createElement('text', newId()), content: text.replaceAll('<', '&lt;') }], removed }
}
