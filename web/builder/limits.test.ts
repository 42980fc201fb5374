// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { expect, test } from 'vitest'
import { readDocument } from '#domain/builder/document.ts'
import { FIELD_MAX } from './limits.ts'
import { block, documentOf } from './testing.tsx'

const filled = (field: keyof typeof FIELD_MAX, length: number) => {
  const text = 'x'.repeat(length)
  return readDocument(
    documentOf(block('image', 'a', field === 'style' ? { styles: { color: text } } : { [field]: text })),
  )
}

test.each(Object.entries(FIELD_MAX) as [keyof typeof FIELD_MAX, number][])(
  'a %s of %i characters is as long as a document can have it',
  (field, max) => {
    expect(filled(field, max)).toHaveProperty('document')
    expect(filled(field, max + 1)).toHaveProperty('problem')
  },
)
