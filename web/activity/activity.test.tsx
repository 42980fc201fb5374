import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage } from '#web/settings/testing.tsx'
import { showPage as showPanel } from '#web/tenants/testing.tsx'
import { findToast, pageOf, tearDown, unexplainedError, type Root } from '#web/testing/world.tsx'
import { AUDIT_ACTIONS } from '#domain/audit.ts'
import { startOf } from './activity-filter.ts'
import { ACTION_WORDS } from './activity-texts.ts'

afterEach(() => {
  tearDown()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

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
/** A server that answers downloads; collects their addresses and the anchors clicked to save them. */
function files(answer: () => Response) {
  const calls: { url: string }[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push({ url })
    return answer()
  })
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  return { calls, saved }
}
const open = (root: Root) => showPage(root, { at: '/settings?tab=activity' })

test('an entry of the activity log says who did what to whom, from where, and what changed', async () => {
  open({
    auditEvents: pageOf(
      [entry(), entry({ id: 'evt_2', actor: 'superAdmin', actorName: 'boss', address: '', userAgent: '' })],
      {},
    ),
  })
  const table = within(await screen.findByRole('table', { name: 'Activity' }))
  const [, first, second] = table.getAllByRole('row')
  for (const text of [
    'Ann Lee',
    'Updated a user',
    'Bob Ray',
    'Role: user → admin',
    '192.0.2.7',
    'Firefox on Windows',
  ]) {
    expect(first?.textContent).toContain(text)
  }
  expect(second?.textContent).toContain('Super admin')
  expect(second?.textContent).not.toContain('Unknown device')
})

test('the activity log describes changes and undone launches in words', async () => {
  const changes = [
    { field: 'weeklyCeiling', from: '1', to: null },
    { field: 'launchApproval', from: 'true', to: 'false' },
    { field: 'sharedWith', from: null, to: 'Bob' },
    { field: 'Kunden-Nr', from: null, to: '7' },
  ]
  const undone = {
    action: 'campaign_cancelled',
    targetLabel: 'News',
    changes: [{ field: 'status', from: 'sending', to: 'draft' }],
  }
  open({ auditEvents: pageOf([entry({ action: 'settings_changed', changes }), entry({ id: 'evt_2', ...undone })], {}) })
  for (const text of [
    'Emails per person in seven days: 1 → none',
    'Launches need approval: on → off',
    'Shared with: Bob',
    'Kunden-Nr: 7',
  ])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText('Undid the launch of', { exact: false })).toBeTruthy()
  expect(screen.queryByText('Cancelled a campaign', { selector: 'td', exact: false })).toBeNull()
})

test('the activity log is filtered by action and name on the server', async () => {
  const { user, askedFor } = open({ auditEvents: pageOf([entry()], {}) })
  await user.selectOptions(await screen.findByLabelText('Action'), 'sign_in_failed')
  await user.type(screen.getByLabelText('Search names'), 'bob')
  await waitFor(() =>
    expect(askedFor('Activity').at(-1)).toMatchObject({ filter: { action: 'sign_in_failed', search: 'bob' } }),
  )
})

test('the activity log shows entries before it counts them, and does not count a short log', async () => {
  const entries = Array.from({ length: 51 }, (_, n) => entry({ id: `evt_${n}` }))
  const counting = Promise.withResolvers<number>()
  const auditEvents = (args: object) => ({ ...pageOf(entries, args), totalCount: () => counting.promise })
  const { user, askedFor } = open({ auditEvents })
  await screen.findAllByText('Updated a user')
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText('The activity log')).toBeTruthy()
  counting.resolve(51)
  expect(await screen.findByText('51 entries')).toBeTruthy()
  expect(askedFor('ActivityTotal')).toHaveLength(1)
  tearDown()
  const short = open({ auditEvents: pageOf([entry()], {}) })
  await screen.findByText('Updated a user')
  expect(short.askedFor('ActivityTotal')).toEqual([])
})

test('the activity log requests a range of days including both days, and exports it like that', async () => {
  const { calls, saved } = files(() => new Response('When,Who'))
  const { user, askedFor } = open({ auditEvents: pageOf([entry()], {}) })
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-05-01' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-05-02' } })
  const range = { from: new Date('2026-05-01T00:00').toISOString(), to: new Date('2026-05-03T00:00').toISOString() }
  await waitFor(() => expect(askedFor('Activity').at(-1)).toMatchObject({ filter: range }))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText('1 entry')).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: 'CSV (.csv)' }))
  await findToast('Export Ready')
  expect(calls[0]?.url).toBe(`/api/activity/export?${new URLSearchParams({ format: 'csv', ...range })}`)
  expect(saved).toEqual(['activity.csv'])
})

test.each([['5'], [''], ['12026-05-01x']])('the activity log ignores a filter with an invalid day: "%s"', (typed) => {
  expect(startOf(typed, 1)).toBeUndefined()
})

test('the activity log of one workspace is shown to a super admin, who is not signed out as a workspace user when an export fails', async () => {
  files(() => Response.json({ message: 'You are not signed in.' }, { status: 401 }))
  const { user, askedFor, signOut } = showPanel(
    { installationAuditEvents: pageOf([entry()], {}) },
    '/supadmin?tab=activity',
  )
  await user.selectOptions(await screen.findByLabelText('Tenant'), await screen.findByRole('option', { name: /one/ }))
  await waitFor(() => expect(askedFor('InstallationActivity').at(-1)).toMatchObject({ filter: { tenantId: 'one' } }))
  await screen.findByText('Who did what in this workspace')
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
  await findToast('Export Failed')
  expect(signOut).not.toHaveBeenCalled()
})

test('the activity log distinguishes an empty log, an empty result and an error', async () => {
  const { user } = open({ auditEvents: pageOf([], {}) })
  await screen.findByText('No activity yet')
  await user.type(screen.getByLabelText('Search names'), 'nobody')
  await screen.findByText('No entries match this filter')
})

test('the activity log offers to try again after an error', async () => {
  const auditEvents = () => {
    throw unexplainedError()
  }
  open({ auditEvents })
  await screen.findByText('The activity log could not be loaded')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('the activity log has words for every action', () => {
  expect(Object.keys(ACTION_WORDS).toSorted()).toEqual([...AUDIT_ACTIONS].toSorted())
})
