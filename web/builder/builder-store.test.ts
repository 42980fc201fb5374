import { expect, test } from 'vitest'
import { createElement } from '#domain/builder/new-element.ts'
import { emptyDocument } from '#domain/builder/builder-document.ts'
import { updateDocument } from '#domain/builder/element-moves.ts'
import { createBuilderStore } from './builder-store.ts'

const typed = (subject: string) => (document: ReturnType<typeof emptyDocument>) => updateDocument(document, { subject })

test('an edit in the builder drops a block that the keyboard carries, so that Escape does not revert the edit', () => {
  const store = createBuilderStore({ ...emptyDocument(), elements: [createElement('divider', 'a')] })
  store.carry('a')
  store.change(typed('carried'), { key: 'carry' })
  expect(store.state().carried?.id).toBe('a')
  store.change(typed('typed'), { key: 'subject' })
  expect(store.state().carried).toBeNull()
  store.putBack()
  expect(store.document().subject).toBe('typed')
})
