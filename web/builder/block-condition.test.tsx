import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderDocument } from '#domain/builder/render-document.ts'
import { mailFor } from '#domain/content/email-parts.ts'
import { tearDown } from '#web/testing/world.tsx'
import { block, blocksShown, button, documentOf, frame, properties, showBuilder } from './testing.tsx'

afterEach(tearDown)

/** Returns what a person of this first name sees of an email. */
const seenBy = (content: string, firstName: string) =>
  mailFor({ subject: '', content }, { firstName, lastName: '', email: 'a@example.com', fields: {} }).content

test('the condition of a builder block is set by choosing, and another block is shown to everyone else', async () => {
  const { user, now } = showBuilder(documentOf(block('text', 'a', { content: 'Hello Ada' })), { contactTags: [] })
  await user.click(frame(/^Text/))
  const choose = async (value: string, submit: string) => {
    await user.click(properties().getByRole('button', { name: 'Change' }))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Field' }), 'firstName')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Comparison' }), 'is')
    const box = screen.getByRole('textbox', { name: 'Value' })
    await user.clear(box)
    await user.type(box, value)
    await user.click(button(submit))
  }
  await choose('Ada', 'Insert')
  expect(within(frame(/^Text/)).getByText('If firstName is “Ada”')).toBeTruthy()

  await user.click(button('Add a block for everyone else'))
  expect(blocksShown()).toEqual(['Text Block, 1 of 2', 'Text Block, 2 of 2, selected'])
  expect(within(frame(/^Text Block, 2/)).getByText('Everyone else (not: firstName is “Ada”)')).toBeTruthy()
  expect(properties().queryByRole('button', { name: 'Add a block for everyone else' })).toBeNull()
  const html = renderDocument(now())
  expect(seenBy(html, 'Ada')).toContain('Hello Ada')
  expect(seenBy(html, 'Ada')).not.toContain('Welcome to our newsletter')
  expect(seenBy(html, 'Bob')).toContain('Welcome to our newsletter')
  expect(seenBy(html, 'Bob')).not.toContain('Hello Ada')

  await user.click(within(frame(/^Text Block, 1/)).getByText('Hello Ada'))
  // The text editor takes the focus when it has loaded, which closes open menus.
  await screen.findByRole('textbox', { name: /, content$/ })
  await choose('Eve', 'Update')
  expect(within(frame(/^Text Block, 1/)).getByText('If firstName is “Eve”')).toBeTruthy()
  expect(within(frame(/^Text Block, 2/)).getByText('Everyone else (not: firstName is “Eve”)')).toBeTruthy()
})

test('the condition of a builder block can combine tags and several tests, for all or any of them, and everyone else instead', async () => {
  const labels = [{ __typename: 'TagCount', name: 'VIP', contactCount: 3 }]
  const { user, now } = showBuilder(documentOf(block('text', 'a', { content: 'Hello' })), { contactTags: labels })
  await user.click(frame(/^Text/))
  await user.click(properties().getByRole('button', { name: 'Change' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Field' }), 'Tag')
  expect(await screen.findByRole('option', { name: 'VIP', hidden: true })).toBeTruthy()
  await user.type(screen.getByPlaceholderText('Tag'), 'VIP')
  await user.click(button('Insert'))
  expect(now().elements[0]?.condition).toBe('tag has "VIP"')
  expect(within(frame(/^Text/)).getByText(/^If .*VIP/)).toBeTruthy()

  const change = () => user.click(properties().getByRole('button', { name: 'Change' }))
  await change()
  await user.click(await screen.findByRole('button', { name: 'Add a test' }))
  await user.click(button('Update'))
  expect(now().elements[0]?.condition).toBe('tag has "VIP" and firstName is not empty')

  await change()
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Which of these conditions must be met' }),
    'Any of these',
  )
  await user.click(screen.getByRole('checkbox', { name: 'Show the text to everyone else instead' }))
  await user.click(button('Update'))
  expect(now().elements[0]?.condition).toBe('not (tag has "VIP" or firstName is not empty)')

  await change()
  const [first] = await screen.findAllByRole('button', { name: 'Remove this part of the condition' })
  await user.click(first as HTMLElement)
  await user.click(button('Update'))
  expect(now().elements[0]?.condition).toBe('not (firstName is not empty)')
})

test("the list button of the builder's toolbar makes a list in a block", async () => {
  const { user, now } = showBuilder(documentOf(block('text', 'a', { content: 'Milk' })))
  await user.click(frame(/^Text/))
  await user.click(await properties().findByRole('textbox', { name: 'Content' }))
  const list = screen.getByRole('button', { name: 'Bulleted list' })
  await user.click(list)
  await waitFor(() => expect(now().elements[0]?.content).toMatch(/<ul[^>]*>\s*<li[^>]*>.*Milk/s))
  expect(list.getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Numbered list' }))
  await waitFor(() => expect(now().elements[0]?.content).toMatch(/<ol[^>]*>\s*<li[^>]*>.*Milk/s))
})
