import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { block, button, documentOf, frame, properties, showBuilder } from '../testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

afterEach(tearDown)

const labelsInPalette = () =>
  within(screen.getByRole('list', { name: 'Elements' }))
    .queryAllByRole('button')
    .map((each) => each.textContent)

test("the builder's palette is searched by any word about an element", async () => {
  const { user } = showBuilder()
  const search = screen.getByRole('searchbox', { name: 'Search elements' })
  await user.type(search, 'columns tw')
  expect(labelsInPalette()).toEqual(['Two Columns'])
  await user.type(search, 'x')
  expect(labelsInPalette()).toEqual([])
  expect(screen.getByText('No elements match “columns twx”.')).toBeTruthy()
})

test("the builder's palette on a small screen has the search behind a button", async () => {
  const wide = window.matchMedia('(min-width: 1024px)')
  Object.assign(wide, { matches: false })
  onTestFinished(() => void Object.assign(wide, { matches: true }))
  const { user } = showBuilder()
  await user.click(button('Search elements'))
  const search = screen.getByRole('searchbox', { name: 'Search elements' })
  expect(document.activeElement).toBe(search)
  await user.type(search, 'columns tw')
  expect(labelsInPalette()).toEqual(['Two Columns'])
  await user.keyboard('{Escape}')
  expect(labelsInPalette().length).toBeGreaterThan(5)
  expect(button('Search elements')).toBeTruthy()
})

itInFull('a size field in the builder has a stepper and a slider while it contains a single number', async () => {
  const { user, now } = showBuilder(documentOf(block('button', 'a', { styles: { fontSize: '16px' } })))
  await user.click(frame(/^Button/))
  const size = () => now().elements[0]?.styles.fontSize
  await user.click(button('Increase font size'))
  expect(size()).toBe('17px')
  const box = properties().getByRole('textbox', { name: 'Font size' })
  await user.type(box, '{ArrowDown}{ArrowDown}{Shift>}{ArrowUp}{/Shift}')
  expect(size()).toBe('25px')
  expect(properties().getByRole('slider', { name: 'Font size slider' }).getAttribute('aria-valuetext')).toBe('25px')
  await user.clear(box)
  await user.type(box, 'large')
  expect(properties().queryByRole('slider', { name: 'Font size slider' })).toBeNull()
  expect(size()).toBe('large')
})

test('a font field in the builder shows one plain name, and a typed name selects similar fonts', async () => {
  const { user, now } = showBuilder()
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Font family' })
  expect(box.value).toBe('Arial')
  await user.clear(box)
  await user.type(box, 'georgia')
  await user.tab()
  expect(now().globalStyles.fontFamily).toBe('Georgia, Times New Roman, serif')
  expect(box.value).toBe('Georgia')
})
