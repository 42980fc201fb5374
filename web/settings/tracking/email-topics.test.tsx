import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const AT = '/settings?tab=privacy'
const NEWS = { id: '0190c5f2-7a3e-4cc1-b1a4-d2f0e6a81b21', name: 'News', description: 'What is new' }

test('the topic settings save a topic when its field is left, once it has a name, and remove it', async () => {
  const { user, askedFor } = showPage({}, { at: AT, fields: { topics: [NEWS] } })
  await user.click(await screen.findByRole('button', { name: 'Add topic' }))
  await user.type(screen.getByLabelText('Description of topic 2'), 'Sales')
  await user.tab()
  expect(askedFor('UpdateEmailSettings')).toEqual([])
  await user.type(screen.getByLabelText('Name of topic 2'), ' Offers ')
  await user.tab()
  const id = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  await waitFor(() =>
    expect(askedFor('UpdateEmailSettings')).toEqual([
      { input: { topics: [NEWS, { id, name: 'Offers', description: 'Sales' }] } },
    ]),
  )
  await user.click(await screen.findByRole('button', { name: 'Remove News' }))
  await waitFor(() =>
    expect(askedFor('UpdateEmailSettings').at(-1)).toEqual({
      input: { topics: [{ id, name: 'Offers', description: 'Sales' }] },
    }),
  )
})

test('the topic settings are read-only for users who are not admins', async () => {
  showPage({}, { at: AT, role: 'user', fields: { topics: [NEWS] } })
  expect((await screen.findByLabelText<HTMLInputElement>('Name of topic 1')).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Add topic' })).toBeNull()
})
