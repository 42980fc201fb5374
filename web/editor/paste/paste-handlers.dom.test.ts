import type { EditorView } from '@tiptap/pm/view'
import { afterEach, expect, test } from 'vitest'
import { clearToasts, toasts } from '#web/ui/toast-store.ts'
import { pasteHandlers } from './paste-handlers.ts'

afterEach(clearToasts)

const PICTURES = '<p>Hello<img src="file:///a.png" alt="a"><img src="file:///b.png" alt="b"></p>'

test.each([
  ['simple', 'The pictures exist only in the other program. Save them there, then insert them with the Image button.'],
  ['block', 'A text block contains no pictures. Add an Image block for each of them.'],
] as const)('a paste into a %s text says how many pictures it leaves out', (kind, description) => {
  const { transformPastedHTML, handlePaste } = pasteHandlers(kind, () => false)
  const view = {} as EditorView
  const event = { clipboardData: { files: [] } } as unknown as ClipboardEvent
  transformPastedHTML?.call(undefined, PICTURES, view)
  handlePaste?.call(undefined, view, event, undefined as never)
  expect(toasts()).toMatchObject([{ title: '2 pictures were not pasted', description }])
})
