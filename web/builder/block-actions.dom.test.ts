import '#web/testing/browser.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { clearToasts, toasts } from '#web/ui/toast-store.ts'
import { addBlock, addCopies, duplicateBlock } from './block-actions.ts'
import { createBuilderStore } from './builder-store.ts'
import { block, documentOf } from './testing.tsx'

beforeEach(clearToasts)

const storeOf = (count: number) =>
  createBuilderStore(documentOf(...Array.from({ length: count }, (_, at): BuilderElement => block('spacer', `b${at}`))))
const shown = () => toasts().map(({ title }) => title)

describe('the email builder shows why it rejects', () => {
  const FULL = 'A template can have up to 500 blocks'

  test.each([
    ['a new block', FULL, (store: ReturnType<typeof storeOf>) => addBlock(store, 'divider')],
    ['a copy', FULL, (store: ReturnType<typeof storeOf>) => duplicateBlock(store, 'b0')],
    ['a paste', FULL, (store: ReturnType<typeof storeOf>) => addCopies(store, [block('divider', 'x')])],
    ['a paste of nothing', 'Nothing to paste', (store: ReturnType<typeof storeOf>) => addCopies(store, [])],
  ])('%s', (_, sentence, act) => {
    const store = storeOf(500)
    act(store)
    expect(shown()).toEqual([sentence])
    expect(store.document().elements).toHaveLength(500)
  })

  test('an addition that would make an email too large to store', () => {
    const store = storeOf(1)
    addCopies(store, [block('html', 'x', { content: 'x'.repeat(500_001) })])
    expect(shown()).toEqual([expect.stringContaining('This cannot be added: Too big')])
    expect(store.document().elements).toHaveLength(1)
  })

  test('nothing, when an action is allowed', () => {
    addBlock(storeOf(499), 'divider')
    expect(shown()).toEqual([])
  })
})
