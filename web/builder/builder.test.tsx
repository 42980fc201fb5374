import '#web/testing/browser.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PLACEHOLDER_IMAGE } from '#domain/builder/blocks.ts'
import { tearDown } from '#web/testing/world.tsx'
import { block, blocksShown, button, documentOf, entry, frame, properties, showBuilder } from './testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

afterEach(tearDown)

describe('the email builder', () => {
  test('says on an empty canvas where to start, and has nothing selected', () => {
    showBuilder()
    expect(screen.getByText('Drag elements here to start building your email')).toBeTruthy()
    expect(screen.getByText('Select an element to edit its properties')).toBeTruthy()
  })

  test('lists the five elements of version 1 first in its palette', () => {
    showBuilder()
    const names = within(screen.getByRole('list', { name: 'Elements' })).getAllByRole('button')
    expect(names.slice(0, 5).map((each) => each.textContent)).toEqual([
      'Text Block',
      'Image',
      'Button',
      'Divider',
      'Spacer',
    ])
  })

  test('adds a block at the end and selects it after a click on a palette entry', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(entry('Button'))
    expect(blocksShown()).toEqual(['Divider, 1 of 2', 'Button, 2 of 2, selected'])
    expect(now().elements[1]).toMatchObject({ type: 'button', content: 'Click Here' })
    expect(properties().getByText('Button')).toBeTruthy()
  })

  test('selects and highlights a block after a click; deleting that block clears the selection', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a'), block('spacer', 'b')))
    await user.click(frame(/^Spacer/))
    expect(frame(/^Spacer/).hasAttribute('data-selected')).toBe(true)
    await user.click(button('Delete Spacer'))
    expect(now().elements.map(({ id }) => id)).toEqual(['a'])
    expect(screen.getByText('Select an element to edit its properties')).toBeTruthy()
  })

  test('keeps the selection when another block is deleted', async () => {
    const { user } = showBuilder(documentOf(block('divider', 'a'), block('spacer', 'b')))
    await user.click(frame(/^Spacer/))
    await user.hover(frame(/^Divider/))
    fireEvent.click(button('Delete Divider'))
    expect(blocksShown()).toEqual(['Spacer, 1 of 1, selected'])
  })

  test('saves subject, elements and globalStyles at Save Template', async () => {
    const { user, saved } = showBuilder()
    await user.type(screen.getByLabelText('Subject'), 'Hi')
    await user.click(entry('Spacer'))
    await user.click(button('Save Template'))
    expect(saved).toHaveLength(1)
    expect(saved[0]).toMatchObject({
      subject: 'Hi',
      elements: [{ type: 'spacer', styles: { height: '20px' } }],
      globalStyles: { backgroundColor: '#f8f9fa', fontFamily: 'Arial, sans-serif', maxWidth: '600px' },
    })
  })

  test('draws the placeholder for an image instead of fetching one', async () => {
    const { user } = showBuilder()
    await user.click(entry('Image'))
    const inside = [...frame(/^Image/).querySelectorAll('*')].flatMap((each) => [...(each.shadowRoot?.children ?? [])])
    const html = inside.map((each) => each.outerHTML).join('')
    expect(html).toContain('400 × 200')
    expect(html).not.toContain(PLACEHOLDER_IMAGE)
  })
})

describe('the editable properties of each builder element', () => {
  const LABELS = ['Background color', 'Text color', 'Font size', 'Font weight', 'Height', 'Border radius', 'Content']
  test.each([
    ['Text Block', ['Text color', 'Font size', 'Font weight', 'Content']],
    ['Image', ['Text color', 'Border radius']],
    ['Button', ['Background color', 'Text color', 'Font size', 'Font weight', 'Border radius', 'Content']],
    ['Divider', ['Background color', 'Text color', 'Height']],
    ['Spacer', ['Height']],
  ])('are, for %s: %j', async (name, expected) => {
    const { user } = showBuilder()
    await user.click(entry(name))
    const found = () =>
      LABELS.filter(
        (label) => properties().queryByLabelText(label) ?? properties().queryByRole('textbox', { name: label }),
      )
    // The text editor is loaded when it is first needed.
    await waitFor(() => expect(found()).toEqual(expected))
  })

  test('include a URL of an image that accepts any text', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Image'))
    fireEvent.change(properties().getByLabelText('Image URL'), { target: { value: 'not an address' } })
    expect(now().elements[0]?.content).toBe('not an address')
  })

  itInFull('include sizes and colors as free text', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Button'))
    fireEvent.change(properties().getByLabelText('Font size'), { target: { value: 'quite large' } })
    fireEvent.change(properties().getByLabelText('Background color'), { target: { value: 'tomato' } })
    expect(now().elements[0]?.styles).toMatchObject({ fontSize: 'quite large', backgroundColor: 'tomato' })
  })

  itInFull('show the effective value when they are empty', async () => {
    const styles = { fontSize: '30px' }
    const { user } = showBuilder(documentOf(block('text', 'a', { styles }), block('button', 'b', { styles })))
    const shown = (name: string) => properties().getByRole('textbox', { name }).getAttribute('placeholder')
    await user.click(frame(/^Text Block/))
    expect(['Padding', 'Line height'].map(shown)).toEqual(['0px', '1.25'])
    await user.click(frame(/^Button/))
    expect(['Padding', 'Margin', 'Border radius'].map(shown)).toEqual(['12px 24px', '10px', '0px'])
  })

  itInFull('include colors that can also be picked', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Divider'))
    fireEvent.change(properties().getByLabelText('Pick background color'), { target: { value: '#ff0000' } })
    expect(now().elements[0]?.styles.backgroundColor).toBe('#ff0000')
  })

  test('include the alignments left, center and right, and the weights normal and bold', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Text Block'))
    const choices = (name: string) =>
      within(properties().getByRole('radiogroup', { name }))
        .getAllByRole('radio')
        .map((each) => each.getAttribute('aria-label'))
    expect(choices('Alignment')).toEqual(['left', 'center', 'right'])
    expect(choices('Font weight')).toEqual(['normal', 'bold'])
    await user.click(properties().getByRole('radio', { name: 'right' }))
    expect(now().elements[0]?.styles.textAlign).toBe('right')
  })

  test('let a text become a heading in one step', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Text Block'))
    await user.click(properties().getByRole('radio', { name: 'H2' }))
    expect(now().elements[0]).toMatchObject({ heading: 2, styles: { fontSize: '24px', fontWeight: 'bold' } })
    await user.click(button('Undo'))
    expect(now().elements[0]).toMatchObject({ styles: { fontSize: '16px', fontWeight: 'normal' } })
    expect(now().elements[0]?.heading).toBeUndefined()
  })

  test('of the whole email are the global styles', () => {
    const { now } = showBuilder()
    fireEvent.change(screen.getAllByLabelText('Max width')[0] as HTMLElement, { target: { value: '480px' } })
    expect(now().globalStyles.maxWidth).toBe('480px')
  })
})

describe('undo and redo in the email builder', () => {
  test('revert and restore every step, with buttons and keys', async () => {
    const { user, now } = showBuilder()
    await user.click(entry('Spacer'))
    await user.click(entry('Divider'))
    fireEvent.change(properties().getByLabelText('Height'), { target: { value: '9px' } })
    const all = now()
    await user.keyboard('{Control>}z{/Control}')
    expect(now().elements[1]?.styles.height).toBe('1px')
    await user.click(button('Undo'))
    await user.keyboard('{Control>}z{/Control}')
    expect(blocksShown()).toEqual([])
    expect(button('Undo').getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await user.click(button('Redo'))
    await user.keyboard('{Meta>}{Shift>}z{/Shift}{/Meta}')
    expect(now()).toEqual(all)
    expect(button('Redo').getAttribute('aria-disabled')).toBe('true')
  })

  test('work by keyboard after the focused element is deleted', async () => {
    const { user } = showBuilder(documentOf(block('divider', 'a')))
    await user.click(frame(/^Divider/))
    await user.click(button('Delete Divider'))
    await user.keyboard('{Control>}z{/Control}')
    expect(blocksShown()).toEqual(['Divider, 1 of 1'])
  })

  test('treat a condition around the selected words of the subject as one step', async () => {
    const root = { contactFields: [{ name: 'City' }], contactTags: [] }
    const { user, now } = showBuilder({ ...documentOf(), subject: 'News for Cork' }, root)
    const subject = screen.getByLabelText<HTMLInputElement>('Subject')
    subject.setSelectionRange(4, 13)
    // The first one is that of the text.
    const ofSubject = screen.getAllByRole('button', { name: 'Add a condition' }).at(-1)
    await user.click(ofSubject as HTMLElement)
    const form = within(await screen.findByRole('dialog', { name: 'Add a condition' }))
    await user.click(await form.findByRole('checkbox', { name: 'Different text for everyone else' }))
    await user.click(form.getByRole('button', { name: 'Insert' }))
    await waitFor(() => expect(now().subject).toBe('News{#if firstName is not empty} for Cork{#else}{/if}'))
    expect(
      await screen.findByRole('button', { name: 'If firstName is not empty: “for Cork”, otherwise nothing' }),
    ).toBeTruthy()
    fireEvent.keyDown(subject, { key: 'z', ctrlKey: true })
    expect(now().subject).toBe('News for Cork')
  })

  test.each([
    ['Subject', 'Insert a merge tag', 'subject'],
    ['Preheader', 'Insert a merge tag into the preheader', 'preheader'],
  ] as const)('treat a change of a merge tag of the %s by a click on it as one step', async (label, name, line) => {
    const document = { ...documentOf(), [line]: 'Hello {firstName}' }
    const { user, now } = showBuilder(document, { contactFields: [] })
    const box = screen.getByLabelText<HTMLInputElement>(label)
    await user.pointer({ target: box, offset: 9, keys: '[MouseLeft]' })
    const form = within(await screen.findByRole('dialog', { name: 'Merge tag' }))
    await user.type(await form.findByLabelText('Fallback text'), 'there')
    await user.click(form.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(now()[line]).toBe('Hello {firstName|there}'))
    expect(button(name)).toBeTruthy()
    fireEvent.keyDown(box, { key: 'z', ctrlKey: true })
    expect(now()[line]).toBe('Hello {firstName}')
  })

  test('treat typing in one field as one step, and typing in another field as the next', () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    onTestFinished(() => clock.mockRestore())
    const { now } = showBuilder()
    const subject = screen.getByLabelText('Subject')
    for (const value of ['H', 'He', 'Hel']) fireEvent.change(subject, { target: { value } })
    fireEvent.change(screen.getByLabelText('Preheader'), { target: { value: 'P' } })
    fireEvent.keyDown(subject, { key: 'z', ctrlKey: true })
    expect([now().subject, now().preheader]).toEqual(['Hel', undefined])
    fireEvent.keyDown(subject, { key: 'z', ctrlKey: true })
    expect(now().subject).toBe('')
  })
})

describe('the keyboard in the email builder', () => {
  const spoken = () => screen.getByRole('status', { name: 'Builder' }).textContent

  test('selects blocks with arrow keys, moves them with Alt and an arrow, and announces the result', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a'), block('spacer', 'b'), block('button', 'c')))
    act(() => frame(/^Divider/).focus())
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(frame(/^Spacer/))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(now().elements.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
    expect(spoken()).toBe('Spacer moved: 3 of 3')
    expect(document.activeElement).toBe(frame(/^Spacer/))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(spoken()).toBe('Spacer cannot be moved further down')
  })

  test('can move a block into a column, across and out again', async () => {
    const row = block('columns', 'r', { columns: [{ elements: [] }, { elements: [] }] })
    const { user, now } = showBuilder(documentOf(block('spacer', 's'), row))
    act(() => frame(/^Spacer/).focus())
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(spoken()).toBe('Spacer moved: 1 of 1 in column 1')
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(now().elements[0]?.columns?.[1]?.elements.map(({ id }) => id)).toEqual(['s'])
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(now().elements.map(({ id }) => id)).toEqual(['r', 's'])
  })

  test('drops a carried block when focus leaves its handle', async () => {
    const { user } = showBuilder(documentOf(block('divider', 'a'), block('spacer', 'b')))
    await user.click(frame(/^Divider/))
    act(() => button('Move Divider').focus())
    await user.keyboard('{Enter}{ArrowDown}')
    expect(button('Move Divider').getAttribute('aria-pressed')).toBe('true')
    await user.tab()
    expect(button('Move Divider').getAttribute('aria-pressed')).toBe('false')
  })

  test('picks up, carries and drops a block with its handle as one step; Escape reverts', async () => {
    const start = documentOf(block('divider', 'a'), block('spacer', 'b'), block('button', 'c'))
    const { user, now } = showBuilder(start)
    await user.click(frame(/^Divider/))
    act(() => button('Move Divider').focus())
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown}')
    expect(now().elements.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    await user.keyboard('{Escape}')
    expect(now()).toEqual(start)
    expect(button('Undo').getAttribute('aria-disabled')).toBe('true')
    await user.keyboard(' {ArrowDown}{ArrowDown} ')
    await user.keyboard('{Control>}z{/Control}')
    expect(now()).toEqual(start)
  })

  test('deletes the selected block with Delete and focuses the next; Control D duplicates', async () => {
    const { user, now } = showBuilder(documentOf(block('divider', 'a'), block('spacer', 'b')))
    act(() => frame(/^Divider/).focus())
    await user.keyboard('{Control>}d{/Control}')
    expect(blocksShown()).toEqual(['Divider, 1 of 3', 'Divider, 2 of 3, selected', 'Spacer, 3 of 3'])
    await user.keyboard('{Delete}')
    expect(now().elements.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(screen.getByText('Select an element to edit its properties')).toBeTruthy()
    expect(document.activeElement).toBe(frame(/^Spacer/))
  })

  test('does not submit the surrounding form with Enter in a text field', () => {
    showBuilder()
    expect(fireEvent.keyDown(screen.getByLabelText('Subject'), { key: 'Enter' })).toBe(false)
  })
})
