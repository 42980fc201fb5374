import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { openDesign, paste } from '#web/campaigns/create/testing.tsx'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

test('the form of a merge tag with a date format asks whether dates such as 01/07/2026 begin with the day or the month', async () => {
  const world = await openDesign({ root: { contactFields: [{ name: 'Due' }], contactTags: [] } })
  await paste(world, 'Subject', 'Pay by {Due|date:long}')
  const subject = screen.getByLabelText<HTMLInputElement>('Subject')
  await world.user.pointer({ target: subject, offset: 9, keys: '[MouseLeft]' })
  const form = within(await screen.findByRole('dialog', { name: 'Merge tag' }))
  const order = await form.findByLabelText('A date like 01/07/2026 means')
  await world.user.selectOptions(order, '7 January: the month comes first')
  await world.user.click(form.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(subject.value).toBe('Pay by {Due|date:long:mdy}'))
})

test('the form of a merge tag allows an empty fallback without a warning', async () => {
  const world = await openDesign()
  await paste(world, 'Subject', 'Dear {lastName}')
  const subject = screen.getByLabelText<HTMLInputElement>('Subject')
  await world.user.pointer({ target: subject, offset: 8, keys: '[MouseLeft]' })
  const form = within(await screen.findByRole('dialog', { name: 'Merge tag' }))
  await world.user.click(await form.findByRole('checkbox', { name: 'Leave it empty without a warning' }))
  await world.user.click(form.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(subject.value).toBe('Dear {lastName|}'))
})
