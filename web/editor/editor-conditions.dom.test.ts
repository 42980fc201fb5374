import { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { afterEach, describe, expect, it } from 'vitest'
import { mailFor } from '#domain/content/email-parts.ts'
import { insertTag } from './editor-commands.ts'
import { addElse, insertCondition, mayGetElse, replaceChip } from './condition-commands.ts'
import { extensionsOf } from './editor-extensions.ts'
import { storedText } from './serialize-content.ts'
import { htmlOf, type TextKind } from './stored-html.ts'
import { chipWords } from './tag-source.ts'

let editor: Editor
afterEach(() => editor.destroy())

function open(text: string, kind: TextKind = 'simple'): Editor {
  const options = {
    placeholder: '',
    fields: () => [],
    onList: () => undefined,
    onEdit: () => undefined,
    onPicture: () => undefined,
  }
  editor = new Editor({
    extensions: extensionsOf(kind, options),
    content: htmlOf(text, kind),
    parseOptions: { preserveWhitespace: true },
  })
  return editor
}

const stored = (kind: TextKind = 'simple') => storedText(editor.state.doc, kind)

/** Selects the first occurrence of a text. */
function select(text: string) {
  let from = -1
  editor.state.doc.descendants((node, position) => {
    const at = node.text?.indexOf(text) ?? -1
    if (at >= 0 && from < 0) from = position + at
  })
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from, from + text.length)))
}

const positions = () => {
  const found: number[] = []
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === 'mergeTag') found.push(position)
  })
  return found
}

const IF = '{#if Country is "Germany"}'

describe('a condition in the text editor', () => {
  it.each<TextKind>(['simple', 'block'])('is shown as chips, and stored unchanged, in %s text', (kind) => {
    const text = `Hello\n\n${IF}\n\nGuten Tag {firstName|upper}\n\n{#else}\n\nHi\n\n{/if}`
    open(text, kind)
    expect(positions()).toHaveLength(4)
    expect(stored(kind)).toBe(text)
  })

  it('is put around selected words', () => {
    open('Dear friend of ours')
    select('friend')
    insertCondition(editor, 'Country is "Germany"', true)
    expect(stored()).toBe(`Dear ${IF}friend{#else}{/if} of ours`)
    editor.commands.insertContent('partner')
    expect(stored()).toBe(`Dear ${IF}friend{#else}partner{/if} of ours`)
  })

  it('is put around the paragraph with the caret, with room for text for everyone else', () => {
    open('One\n\nTwo\n\nThree')
    select('Two')
    editor.commands.setTextSelection(editor.state.selection.to)
    insertCondition(editor, 'Country is "Germany"', true)
    editor.commands.insertContent('Other')
    expect(stored()).toBe(`One\n\n${IF}\n\nTwo\n\n{#else}\n\nOther\n\n{/if}\n\nThree`)
    const mail = { subject: '', content: stored() }
    const person = { firstName: '', lastName: '', email: '', fields: {} }
    expect(mailFor(mail, person).content.split(/\n+/)).toEqual(['One', 'Other', 'Three'])
  })

  it('is removed as a whole, and its text stays', () => {
    open(`One\n\n${IF}\n\nTwo {#if A is "1"}x{/if}\n\n{#else}\n\nThree\n\n{/if}`)
    const [first = 0] = positions()
    replaceChip(editor, first, '')
    expect(stored()).toBe('One\n\nTwo {#if A is "1"}x{/if}\n\nThree')
  })

  it('gets a part for everyone else later, within its line', () => {
    open(`Dear ${IF}friend {#if A is "1"}x{/if}{/if} of ours`)
    const [first = 0, inner = 0] = positions()
    addElse(editor, first)
    editor.commands.insertContent('partner')
    expect(stored()).toBe(`Dear ${IF}friend {#if A is "1"}x{/if}{#else}partner{/if} of ours`)
    expect([first, inner].map((each) => mayGetElse(editor.state.doc, each))).toEqual([false, true])
    addElse(editor, first)
    expect(positions()).toHaveLength(5)
  })

  it('gets a part for everyone else later, in a separate paragraph', () => {
    open(`${IF}\n\nTwo\n\n{/if}\n\nThree`)
    const [first = 0] = positions()
    addElse(editor, first)
    editor.commands.insertContent('Other')
    expect(stored()).toBe(`${IF}\n\nTwo\n\n{#else}\n\nOther\n\n{/if}\n\nThree`)
  })

  it('gets no part for everyone else if it has no end', () => {
    open(`${IF}Two`)
    expect(mayGetElse(editor.state.doc, positions()[0] ?? 0)).toBe(false)
    editor.destroy()
    open(`${IF}Two{/if}`)
    expect(positions().map((each) => mayGetElse(editor.state.doc, each))).toEqual([true, false])
  })

  it('keeps its place when it is edited, and stays when a merge tag is inserted beside it', () => {
    open(`${IF}x{/if}`)
    const [first = 0, last = 0] = positions()
    replaceChip(editor, first, '{#if Country is "France"}')
    editor.commands.setTextSelection(last + 1)
    insertTag(editor, '{firstName}')
    expect(stored()).toBe('{#if Country is "France"}x{/if}{firstName}')
  })
})

it.each([
  ['{firstName}', 'firstName', ''],
  ['{firstName|there}', 'firstName', ' or there'],
  ['{Due|date:long}', 'Due', ' · Date as 1 July 2026'],
  ['{Amount|currency:HUF|nothing}', 'Amount', ' · Amount in HUF or nothing'],
  ['{#if Country is not empty or tag has "VIP"}', 'If Country is not empty or has the tag “VIP”', ''],
  ['{#else}', 'Otherwise', ''],
  ['{/if}', 'End', ''],
])('the chip of %s in the text editor shows %s%s', (source, name, more) => {
  expect(chipWords(source)).toEqual({ name, more })
})
