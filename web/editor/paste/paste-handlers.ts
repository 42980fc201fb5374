import { bytesOf } from '#web/shared/base64.ts'
import { DOMParser as ModelParser, Fragment, Slice, type Schema } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import type { EditorProps } from '@tiptap/pm/view'
import { escapeHtml } from '#domain/html/html-escaping.ts'
import { trimEndOf } from '#domain/trim-text.ts'
import { imagesAmong } from '#web/builder/upload-image.ts'
import { toast } from '#web/ui/toast-store.ts'
import { localAddress } from '../local-pictures.ts'
import { chipTags, type TextKind } from '../stored-html.ts'
import { cleanPaste, type CleanPaste } from './clean-paste.ts'

/** Handles pasting and dropping: cleans HTML, turns merge tags into chips, and uploads pictures. */
export function pasteHandlers(
  kind: TextKind,
  /** Uploads pictures. `placed`: their local URLs, if they are in the text already. */
  onPictures: (files: readonly File[], placed?: readonly string[]) => boolean,
): EditorProps {
  /** the HTML that is being pasted, and the pictures in it; null: none */
  let cleaned: (CleanPaste & Placed) | null = null
  return {
    transformPastedHTML: (html) => {
      if (html.includes('data-pm-slice')) return html
      const clean = cleanPaste(html, kind)
      cleaned = { ...clean, ...place(clean) }
      return cleaned.html
    },
    handlePaste: (_, event) => {
      const { html = '', files: embedded = [], addresses = [], lostPictures = 0 } = cleaned ?? {}
      cleaned = null
      const files = imagesAmong(event.clipboardData?.files ?? [])
      // Office adds a picture of the text to the text.
      if (files.length > 0 && !/\p{L}/u.test(textOf(html))) return onPictures(files)
      if (lostPictures > 0) tellLost(lostPictures, kind)
      if (embedded.length > 0) onPictures(embedded, addresses)
      return false
    },
    handleDrop: (view, event) => {
      const files = imagesAmong(event.dataTransfer?.files ?? [])
      if (files.length === 0) return false
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
      const { tr, doc } = view.state
      if (at) view.dispatch(tr.setSelection(Selection.near(doc.resolve(at.pos))))
      if (!onPictures(files)) return false
      event.preventDefault()
      return true
    },
    clipboardTextParser: (text, _context, _plain, view) => sliceOf(text, view.state.schema),
  }
}

function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent
}

/**
 * Returns pasted text as editor content: line breaks stay, blank lines separate paragraphs, merge tags become chips.
 */
function sliceOf(text: string, schema: Schema): Slice {
  const paragraphs = trimEndOf(text.replace(/\r\n?/g, '\n'), '\n').split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
  const box = document.createElement('div')
  box.innerHTML = paragraphs.map((words) => `<p>${escapeHtml(words).replaceAll('\n', '<br>')}</p>`).join('')
  chipTags(box)
  const { content } = ModelParser.fromSchema(schema).parse(box, { preserveWhitespace: true })
  return new Slice(Fragment.from(content), 1, 1)
}

interface Placed {
  files: readonly File[]
  addresses: readonly string[]
}

/** Gives the embedded pictures of pasted HTML local URLs, which show them in the text until they are uploaded. */
function place({ html, pictures }: CleanPaste): Placed & { html: string } {
  if (pictures.length === 0) return { html, files: [], addresses: [] }
  const files = pictures.map(fileOf)
  const addresses = files.map(localAddress)
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll<HTMLImageElement>('img[data-picture]')) {
    image.setAttribute('src', addresses[Number(image.dataset['picture'])] ?? '')
    image.removeAttribute('data-picture')
  }
  return { html: body.innerHTML, files, addresses }
}

function fileOf(source: string, index: number): File {
  const [, type = 'image/png', data = ''] = /^data:([^;,]+);base64,(.*)$/.exec(source) ?? []
  const bytes = bytesOf(data)
  return new File([bytes], `picture-${index + 1}.${type.split('/')[1] ?? 'png'}`, { type })
}

const WHY_LOST: Readonly<Record<TextKind, string>> = {
  simple: 'The pictures exist only in the other program. Save them there, then insert them with the Image button.',
  block: 'A text block contains no pictures. Add an Image block for each of them.',
}

function tellLost(count: number, kind: TextKind): void {
  toast({
    title: count === 1 ? 'A picture was not pasted' : `${count} pictures were not pasted`,
    description: WHY_LOST[kind],
  })
}
