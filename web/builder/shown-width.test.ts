import { expect, test } from 'vitest'
import { createElement } from '#domain/builder/new-element.ts'
import { emptyDocument, type BuilderElement } from '#domain/builder/builder-document.ts'
import type { ElementStyles } from '#domain/builder/element-properties.ts'
import { shownWidth } from './shown-width.ts'

const image = (styles: ElementStyles = {}): BuilderElement => ({
  ...createElement('image', 'a'),
  alt: 'A "quoted" text',
  styles: { padding: '0', margin: '0', ...styles },
})
const inColumns: BuilderElement = {
  ...createElement('columns', 'row', 2),
  styles: { gap: '20px' },
  columns: [{ elements: [image()] }, { elements: [] }],
}

test.each([
  ['its own width', [image({ width: '200px' })], 200],
  ['the width of the email', [image()], 600],
  ['what its space leaves', [image({ padding: '0 50px' })], 500],
  ['the width of its column', [inColumns], 280],
])('the builder calculates the displayed width of an image: %s', (_, elements, width) => {
  expect(shownWidth({ ...emptyDocument(), elements }, 'a')).toBe(width)
})

const band = (styles: ElementStyles = {}, inside: BuilderElement[] = []): BuilderElement => ({
  ...createElement('columns', 'band', 1),
  styles,
  columns: [{ elements: inside }],
})
const video: BuilderElement = { ...createElement('video', 'video'), styles: { padding: '0 50px' } }

test.each([
  ['a band (a row with one column)', 'the width of the email', [band()], 'band', 600],
  [
    'a band (a row with one column)',
    'what its margin leaves',
    [band({ borderWidth: '1px', margin: '0 20px' })],
    'band',
    558,
  ],
  ['a video', 'what its space leaves', [video], 'video', 500],
  ['a video', 'the width of its column', [band({ padding: '0 30px' }, [video])], 'video', 440],
])('the builder calculates the displayed width of the picture of %s: %s', (_, __, elements, id, width) => {
  expect(shownWidth({ ...emptyDocument(), elements }, id)).toBe(width)
})

test('the builder allows an image that is not uploaded yet to be as wide as the email', () => {
  const globalStyles = { ...emptyDocument().globalStyles, maxWidth: '480px' }
  expect(shownWidth({ ...emptyDocument(), globalStyles }, 'new')).toBe(480)
})
