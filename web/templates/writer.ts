import { insertLink, insertText, toggleTag, type InlineTag, type TextEdit } from '#web/campaigns/create/edit-text.ts'
import { applyEdit, editOf } from '#web/campaigns/create/text-box.ts'

/** What the buttons over a box do to what is selected in it, or at its caret; at the end while nobody has been in the box. */
export interface Writer {
  format: (tag: InlineTag) => void
  link: (address: string) => void
  insert: (text: string) => void
}

/** Writes tags into a text area. `placed` says whether somebody has put the caret somewhere. */
export function textWriter(box: HTMLTextAreaElement, placed: boolean, onChange: (text: string) => void): Writer {
  const edit = (): TextEdit => {
    if (placed) return editOf(box)
    const end = box.value.length
    return { text: box.value, start: end, end }
  }
  return {
    format: (tag) => applyEdit(box, toggleTag(edit(), tag), onChange),
    link: (address) => applyEdit(box, insertLink(edit(), address), onChange),
    insert: (text) => applyEdit(box, insertText(edit(), text), onChange),
  }
}
