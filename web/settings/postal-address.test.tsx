import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { showPage } from './testing.tsx'

afterEach(tearDown)

test('the postal address is saved when its field is left, and removed when it is emptied', async () => {
  const { user, askedFor } = showPage({}, { fields: { postalAddress: 'Old Street 1' } })
  const box = await screen.findByLabelText<HTMLTextAreaElement>(/^Company and address/)
  expect(box.value).toBe('Old Street 1')
  await user.clear(box)
  await user.type(box, ' Larkspur Books{enter}1 Mill Lane ')
  expect(askedFor('UpdateEmailSettings')).toEqual([])
  fireEvent.blur(box)
  await waitFor(() =>
    expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { postalAddress: 'Larkspur Books\n1 Mill Lane' } }]),
  )
  await user.clear(box)
  fireEvent.blur(box)
  await waitFor(() => expect(askedFor('UpdateEmailSettings').at(-1)).toEqual({ input: { postalAddress: null } }))
})
