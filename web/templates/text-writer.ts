import {
  insertLink,
  insertText,
  toggleTag,
  type InlineTag,
  type TextEdit,
  applyEdit,
  editOf,
} from '#web/editor/text-box.ts'

/**
 * Commands of a toolbar that write into a text box, at its selection or caret; at the end if the box was never focused.
 */
export interface Writer {
  format: (tag: InlineTag) => void
  link: (address: string) => void
  insert: (text: string) => void
}

/** Returns commands that insert tags into a textarea. `placed`: true once the user has set the caret. */
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
