import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { findToast, knownError, tearDown } from '#web/testing/world.tsx'
import { block, blocksShown, button, documentOf, frame, properties, showBuilder } from './testing.tsx'

afterEach(tearDown)

const AT = '2026-01-31T12:00:00.000Z'
const footer = block('text', 'q', { content: 'Old footer' })
const SAVED = {
  __typename: 'SavedBlock',
  id: 's1',
  name: 'Our footer',
  elements: [footer],
  updatedAt: AT,
  uses: { templates: 2, drafts: 1, names: ['Spring news', 'Welcome'] },
}
const use = (content = 'Old footer'): BuilderElement => block('text', 'u', { content, saved: { id: 's1' } })
const shown = (elements: BuilderElement[], root = {}) =>
  showBuilder(documentOf(...elements), { savedBlocks: [SAVED], node: () => SAVED, ...root })
const update = ({ input }: { input: Record<string, unknown> }) => {
  const { id: _, unchangedSince: _since, ...changes } = input
  return { savedBlock: { ...SAVED, ...changes, updatedAt: '2026-02-01T12:00:00.000Z' }, templates: 2, drafts: 1 }
}

test('a saved block is added to an email as a linked copy', async () => {
  const { user, now } = shown([])
  const list = within(await screen.findByRole('list', { name: 'Saved blocks' }))
  await user.click(list.getByRole('button', { name: 'Our footer' }))
  expect(now().elements).toMatchObject([{ content: 'Old footer', saved: { id: 's1' } }])
  expect(await screen.findByText('Saved: Our footer')).toBeTruthy()
})

test('an opened email gets the current version of a saved block, in every step of its undo history', async () => {
  const { user, now } = shown([use('Older still')])
  await waitFor(() => expect(now().elements[0]?.content).toBe('Old footer'))
  await user.click(button('Undo'))
  expect(now().elements[0]?.content).toBe('Old footer')
})

test('a copy of a saved block can be moved and made independent, but not edited in place', async () => {
  const { user, now } = shown([use()])
  await screen.findByText('Saved: Our footer')
  await user.click(frame(/^Text Block/))
  expect(frame(/^Text Block/).querySelector('[contenteditable=true]')).toBeNull()
  expect(properties().queryByLabelText('Font size')).toBeNull()
  expect(properties().getByText('Shown to')).toBeTruthy()
  await user.click(properties().getByRole('button', { name: 'Make independent' }))
  expect(now().elements[0]?.saved).toBeUndefined()
  expect(properties().getByLabelText('Font size')).toBeTruthy()
  await user.click(button('Undo'))
  expect(now().elements[0]?.saved).toEqual({ id: 's1' })
})

async function edited(root = {}) {
  const world = shown([use(), block('text', 'v', { content: 'Old footer', saved: { id: 's1' } })], root)
  await screen.findAllByText('Saved: Our footer')
  await world.user.click(frame(/^Text Block, 1/))
  await world.user.click(properties().getByRole('button', { name: 'Edit saved block' }))
  expect(screen.getByText('Editing “Our footer”')).toBeTruthy()
  await world.user.click(properties().getByRole('radio', { name: 'H1' }))
  return world
}

test('a copy of a saved block is edited in one email and saved for all, and the dialog tells where the block is used', async () => {
  const { user, now, askedFor } = await edited({ updateSavedBlock: update })
  expect(now().elements.map(({ heading }) => heading)).toEqual([1, undefined])
  await user.click(button('Save in all emails that use the block'))
  const dialog = within(screen.getByRole('dialog'))
  expect(
    await dialog.findByText('This block is used in 2 templates and 1 draft: “Spring news”, “Welcome” and 1 more.'),
  ).toBeTruthy()
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'Footer 2026')
  await user.click(dialog.getByRole('button', { name: 'Save in all emails that use the block' }))
  expect((await findToast('Saved block changed')).textContent).toContain(
    'The block changed in 2 templates and 1 draft.',
  )
  expect(askedFor('UpdateSavedBlock')).toMatchObject([
    { input: { id: 's1', name: 'Footer 2026', unchangedSince: AT, elements: [{ heading: 1 }] } },
  ])
  expect(JSON.stringify(askedFor('UpdateSavedBlock'))).not.toContain('saved')
  await waitFor(() =>
    expect(now().elements.map(({ heading, saved }) => [heading, saved])).toEqual([
      [1, { id: 's1' }],
      [1, { id: 's1' }],
    ]),
  )
  expect(screen.getAllByText('Saved: Footer 2026')).toHaveLength(2)
})

test('the editing of a saved block can be cancelled', async () => {
  const { user, now } = await edited()
  await user.click(button('Cancel'))
  expect(now().elements.map(({ heading, saved }) => [heading, saved])).toEqual([
    [undefined, { id: 's1' }],
    [undefined, { id: 's1' }],
  ])
})

test('a change of a saved block by somebody else is shown, and can be replaced', async () => {
  let isFirst = true
  const { user, askedFor } = await edited({
    updateSavedBlock: (args: Parameters<typeof update>[0]) => {
      if (!isFirst) return update(args)
      isFirst = false
      throw knownError('CONFLICT', 'Somebody else changed this saved block meanwhile.')
    },
  })
  await user.click(button('Save in all emails that use the block'))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Save in all emails that use the block' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Somebody else changed')
  await user.click(dialog.getByRole('button', { name: 'Replace with my version' }))
  await findToast('Saved block changed')
  expect(askedFor('UpdateSavedBlock').map((variables) => 'unchangedSince' in Object(variables['input']))).toEqual([
    true,
    false,
  ])
})

test('deleting a saved block shows where it is used, and turns the copies into ordinary blocks', async () => {
  const { user, now } = shown([use()], { deleteSavedBlock: () => ({ __typename: 'SavedBlock', id: 's1' }) })
  await user.click(await screen.findByRole('button', { name: 'Delete Our footer' }))
  const dialog = within(screen.getByRole('alertdialog'))
  expect(await dialog.findByText(/The saved block becomes an ordinary block in 2 templates and 1 draft/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(now().elements[0]?.saved).toBeUndefined())
  expect(now().elements[0]?.content).toBe('Old footer')
})

test('arrow keys and moves treat a saved block of several elements as one block', async () => {
  const section: BuilderElement = {
    ...block('columns', 'r'),
    columns: [{ elements: [block('text', 'r1', { content: 'Inside' })] }],
    saved: { id: 's2' },
  }
  const { user } = shown([block('divider', 'a'), section, block('divider', 'b')])
  expect(blocksShown()).toHaveLength(3)
  frame(/^Divider, 1/).focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(frame(/^Divider, 3/))
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(blocksShown()).toEqual(['Divider, 1 of 3', 'Divider, 2 of 3, selected', 'Band, 3 of 3'])
})
