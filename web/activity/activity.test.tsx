import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showPage } from '#web/settings/testing.tsx'
import { pageOf, tearDown, unexplainedError, type Root } from '#web/testing/world.tsx'
import { AUDIT_ACTIONS } from '#domain/audit.ts'
import { ACTION_WORDS } from './activity-words.ts'

afterEach(tearDown)

const entry = (change: object = {}) => ({
  id: 'evt_1',
  at: '2026-05-01T10:00:00.000Z',
  actor: 'person',
  actorName: 'Ann Lee',
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
  action: 'user_updated',
  targetLabel: 'Bob Ray',
  changes: [{ field: 'role', from: 'user', to: 'admin' }],
  ...change,
})
const open = (root: Root) => showPage(root, { at: '/settings?tab=activity' })

test('an entry says who did what to whom, from where, and what changed', async () => {
  open({ auditEvents: pageOf([entry(), entry({ id: 'evt_2', actor: 'superAdmin', actorName: 'boss' })], {}) })
  const table = within(await screen.findByRole('table', { name: 'Activity' }))
  const [, first, second] = table.getAllByRole('row')
  for (const text of [
    'Ann Lee',
    'Updated a user',
    'Bob Ray',
    'role: user → admin',
    '192.0.2.7',
    'Firefox on Windows',
  ]) {
    expect(first?.textContent).toContain(text)
  }
  expect(second?.textContent).toContain('Super admin')
})

test('the log is narrowed by action and name on the server', async () => {
  const { user, askedFor } = open({ auditEvents: pageOf([entry()], {}) })
  await user.selectOptions(await screen.findByLabelText('Action'), 'sign_in_failed')
  await user.type(screen.getByLabelText('Search names'), 'bob')
  await waitFor(() =>
    expect(askedFor('Activity').at(-1)).toMatchObject({ filter: { action: 'sign_in_failed', search: 'bob' } }),
  )
})

test('an empty log, an empty result and an error are told apart', async () => {
  const { user } = open({ auditEvents: pageOf([], {}) })
  await screen.findByText('No activity yet')
  await user.type(screen.getByLabelText('Search names'), 'nobody')
  await screen.findByText('No entries match this filter')
})

test('an error offers to try again', async () => {
  const auditEvents = () => {
    throw unexplainedError()
  }
  open({ auditEvents })
  await screen.findByText('The activity log could not be loaded')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('every action has words', () => {
  expect(Object.keys(ACTION_WORDS).toSorted()).toEqual([...AUDIT_ACTIONS].toSorted())
})
