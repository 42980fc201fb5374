import { describe, expect, it } from 'vitest'
import { BLOCKS, isEditable, PALETTE, PLACEHOLDER_IMAGE, PROPERTY_FIELDS, type Property } from './blocks.ts'
import { createElement, headingPatch } from './new-element.ts'
import {
  allElements,
  documentIn,
  builderElements,
  DOCUMENT_VERSION,
  ELEMENT_TYPES,
  emptyDocument,
  readDocument,
  type BuilderElement,
} from './builder-document.ts'
import { looksLikeDocument } from './document-check.ts'
import { documentOf, element, everything } from './testing/documents.ts'

/** The five original kinds. */
const KINDS = ['text', 'image', 'button', 'divider', 'spacer'] as const
const read = (value: unknown) => {
  const result = readDocument(value)
  if ('problem' in result) throw new Error(result.problem)
  return result.document
}
const problem = (value: unknown) => {
  const result = readDocument(value)
  return 'problem' in result ? result.problem : null
}

describe('a document of the email builder', () => {
  const plain = {
    subject: 'Hi',
    elements: [{ id: 'a1', type: 'text', content: 'Hello', styles: { fontSize: '16px' } }],
    globalStyles: { backgroundColor: '#f8f9fa', fontFamily: 'Arial, sans-serif', maxWidth: '600px' },
  }

  it('in the original format is valid and upgraded', () => {
    expect(read(plain)).toEqual({ ...plain, version: DOCUMENT_VERSION })
    expect(read({ ...plain, version: 1 })).toEqual(read(plain))
    expect(read(read(plain))).toEqual(read(plain))
  })

  it('has the defaults: no subject, no elements, #f8f9fa, Arial with sans-serif, 600px', () => {
    expect(emptyDocument()).toMatchObject({
      subject: '',
      elements: [],
      globalStyles: { backgroundColor: '#f8f9fa', fontFamily: 'Arial, sans-serif', maxWidth: '600px' },
    })
    expect(read({ elements: [] })).toEqual(emptyDocument())
    expect(read({ elements: [], globalStyles: { maxWidth: 480 } }).globalStyles.maxWidth).toBe('480')
  })

  it('keeps every addition, free-text styles included, and drops unknown keys', () => {
    expect(read(structuredClone(everything))).toEqual(everything)
    const styles = { color: 'whatever', fontSize: 18, padding: null, float: 'left' }
    expect(read({ elements: [{ id: 'a', type: 'text', content: '', styles, onclick: 'x' }] }).elements).toEqual([
      { id: 'a', type: 'text', content: '', styles: { color: 'whatever', fontSize: '18' } },
    ])
  })

  it('has headings of three levels only', () => {
    const withHeading = (heading: unknown) => readDocument({ elements: [{ id: 'a', type: 'text', heading }] })
    expect([1, 2, 3].map(withHeading).every((answer) => 'document' in answer)).toBe(true)
    expect([0, 4, '1', 'h1"><script>'].map(withHeading).every((answer) => 'problem' in answer)).toBe(true)
  })

  it('gives duplicate ids new values, in columns too', () => {
    const row = { ...createElement('columns', 'a'), columns: [{ elements: [element('text', { id: 'a' })] }] }
    const { elements } = read(documentOf([element('text', { id: 'a' }), row, element('text', { id: 'a-2' })]))
    expect(allElements(elements).map(({ id }) => id)).toEqual(['a', 'a-2', 'a-3', 'a-2-2'])
  })

  it.each([
    ['nothing', null, 'expected object'],
    ['no elements', {}, 'elements'],
    ['an unknown kind', { elements: [{ id: 'a', type: 'film' }] }, 'elements.0.type'],
    ['no id', { elements: [{ type: 'text' }] }, 'elements.0.id'],
    [
      'columns in columns',
      {
        elements: [{ id: 'a', type: 'columns', columns: [{ elements: [{ id: 'b', type: 'columns', columns: [] }] }] }],
      },
      'type',
    ],
    [
      'four columns',
      { elements: [{ id: 'a', type: 'columns', columns: [1, 2, 3, 4].map(() => ({ elements: [] })) }] },
      '<=3',
    ],
    ['a newer version', { elements: [], version: 3 }, 'newer version'],
    ['an invalid language', { elements: [], lang: 'en"><script>' }, 'language'],
    [
      '501 elements',
      { elements: Array.from({ length: 501 }, (_, id) => ({ id: `${id}`, type: 'spacer' })) },
      '500 elements',
    ],
    [
      'too much text',
      { elements: [1, 2, 3].map((id) => ({ id: `${id}`, type: 'text', content: 'x'.repeat(400_000) })) },
      '1 MB',
    ],
  ])('with %s is rejected with an explanation', (_, value, words) => {
    expect(problem(value)).toContain(words)
  })

  it('is recognized by its elements', () => {
    expect([plain, { elements: [{}] }, { elements: 'x' }, [], 'x', null].map(looksLikeDocument)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('shares its rules with standalone elements', () => {
    expect(builderElements.parse(structuredClone(everything.elements))).toEqual(everything.elements)
    expect(builderElements.safeParse([{ id: 'a', type: 'x' }]).success).toBe(false)
  })
})

it.each([
  ['nothing', undefined, false],
  ['null', null, false],
  ['HTML', '<p>Hello</p>', false],
  ['an object without elements', { subject: 'Hello' }, false],
  ['a document with a broken element', { elements: [{ id: 'a', type: 'nonsense' }] }, false],
  ['a document', { elements: [] }, true],
])('documentIn finds the document in a stored value, if it is a valid one: %s', (_, value, found) => {
  expect(documentIn(value) !== null).toBe(found)
})

describe('an element of the email builder', () => {
  it('starts with its default content', () => {
    expect(KINDS.map((kind) => createElement(kind, 'x').content)).toEqual([
      'Hello {firstName}!\n\nWelcome to our newsletter.',
      PLACEHOLDER_IMAGE,
      'Click Here',
      '',
      '',
    ])
    expect(PLACEHOLDER_IMAGE).toContain('400x200')
  })

  it('starts with its default styles', () => {
    expect(Object.fromEntries(KINDS.map((kind) => [kind, BLOCKS[kind].styles]))).toEqual({
      text: { fontSize: '16px', color: '#333333', textAlign: 'left', padding: '10px', fontWeight: 'normal' },
      image: { width: '100%', textAlign: 'center', padding: '10px' },
      button: {
        backgroundColor: '#007bff',
        color: '#ffffff',
        padding: '12px 24px',
        borderRadius: '5px',
        textAlign: 'center',
        fontSize: '16px',
        fontWeight: 'bold',
      },
      divider: { backgroundColor: '#cccccc', height: '1px', margin: '20px 0' },
      spacer: { height: '20px' },
    })
  })

  it.each<[Property, string]>([
    ['backgroundColor', 'button divider'],
    ['color', 'text image button divider'],
    ['fontSize', 'text button'],
    ['fontWeight', 'text button'],
    ['height', 'divider spacer'],
    ['borderRadius', 'image button'],
    ['content', 'text image button'],
  ])('has an editable %s if it is of one of the kinds: %s', (property, kinds) => {
    expect(KINDS.filter((kind) => isEditable(kind, property)).join(' ')).toBe(kinds)
  })

  it('that becomes a heading gets heading styles, unless customized, and loses them again afterwards', () => {
    const plain = createElement('text', 'a')
    const heading = { ...plain, ...headingPatch(plain, 1) }
    expect(heading).toMatchObject({ heading: 1, styles: { fontSize: '32px', fontWeight: 'bold' } })
    expect(headingPatch(heading, undefined).styles).toEqual({ fontSize: '16px', fontWeight: 'normal' })
    expect(headingPatch({ styles: { fontSize: '19px' } }, 3)).toEqual({ heading: 3, styles: {} })
  })

  it('offers the fixed choices', () => {
    expect(PROPERTY_FIELDS.textAlign.choices).toEqual(['left', 'center', 'right'])
    expect(PROPERTY_FIELDS.fontWeight.choices).toEqual(['normal', 'bold'])
  })

  it('is in the palette under its fixed name, the five original kinds first', () => {
    expect(PALETTE.slice(0, 5).map(({ type }) => BLOCKS[type].label)).toEqual([
      'Text Block',
      'Image',
      'Button',
      'Divider',
      'Spacer',
    ])
  })

  it('of every kind is valid when created', () => {
    const elements: BuilderElement[] = ELEMENT_TYPES.map((type) => createElement(type, type))
    expect(read(documentOf(elements)).elements).toEqual(elements)
    expect(createElement('columns', 'x', 3).columns).toHaveLength(3)
  })
})
