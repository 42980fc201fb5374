import '#web/testing/browser.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, describe, expect, test } from 'vitest'
import { Checks } from '#web/campaigns/launch/launch-checks.tsx'
import { SendControls } from '#web/campaigns/live/send-controls.tsx'
import { campaign } from '#web/campaigns/testing.ts'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { GetStarted } from '#web/dashboard/get-started.tsx'
import { findToast, show, statsOf, tearDown } from '#web/testing/world.tsx'
import { connects, placeIn, RememberPlace, takePlace } from './connect-return.ts'

afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

const MINUTE = 60_000
const from = (place: unknown, at: unknown = 0) => JSON.stringify({ place, at })

describe('the page to return to after connecting a mailbox', () => {
  test.each([
    ['/campaigns/create?draft=d1&step=4', '/campaigns/create?draft=d1&step=4'],
    ['/settings?tab=emails', '/settings?tab=emails'],
    ['/campaigns/../contacts', '/contacts'],
    ['/contacts?next=https://evil.example', '/contacts?next=https://evil.example'],
    ['https://evil.example/', null],
    ['//evil.example/', null],
    ['/\\evil.example/', null],
    ['/\t/evil.example', null],
    ['/\n/evil.example', null],
    ['/.//evil.example', null],
    ['/a/..//evil.example', null],
    ['javascript:alert(1)', null],
    [' /contacts', null],
    ['contacts', null],
    ['', null],
    [7, null],
    ['/auth/microsoft', null],
    ['/login', null],
  ])('from %j is %j', (place, page) => {
    expect(placeIn(from(place), MINUTE, 'https://app.example')).toBe(page)
  })

  test.each([
    [null, 0],
    ['no JSON', 0],
    ['null', 0],
    [from('/contacts', 'now'), 0],
    [from('/contacts'), 21 * MINUTE],
    [from('/contacts', 2 * MINUTE), MINUTE],
  ])('is none if it is stored as %j and %i ms have passed', (stored, now) => {
    expect(placeIn(stored, now, 'https://app.example')).toBeNull()
  })
})

test.each([
  ['/auth/microsoft', true],
  ['/auth/google?reading=1&mailbox=m1', true],
  ['/auth/google?action=identity', false],
  ['/auth/google?tier=plus&action=register', false],
  ['/auth/sso', false],
  ['/auth/microsoft/refused?code=1', false],
  ['https://evil.example/auth/google', false],
  [null, false],
])('the link %s is recognized as one that connects a mailbox: %s', (href, is) => {
  expect(connects(href)).toBe(is)
})

test('the page to return to is remembered at a click on any link that connects a mailbox, and used once', () => {
  render(
    <MemoryRouter initialEntries={['/campaigns/create?draft=d1&step=4']}>
      <RememberPlace />
      <a href="/auth/google">
        <b>Connect Google Gmail</b>
      </a>
      <a href="/contacts">Contacts</a>
    </MemoryRouter>,
  )
  const prevent = (event: Event) => event.preventDefault()
  document.addEventListener('click', prevent)
  fireEvent.click(screen.getByText('Contacts'))
  expect(takePlace(Date.now())).toBeNull()
  fireEvent.click(screen.getByText('Connect Google Gmail'))
  document.removeEventListener('click', prevent)
  expect(takePlace(Date.now())).toBe('/campaigns/create?draft=d1&step=4')
  expect(takePlace(Date.now())).toBeNull()
})

/** The check of a launch whose mailbox must be connected again. */
const EXPIRED = {
  __typename: 'CampaignProblem',
  code: 'MAILBOX_EXPIRED',
  severity: 'error',
  message: 'Connect ann@example.com again.',
  count: null,
  contacts: [],
  finishesAt: null,
}

test.each<[string, string, ReactNode, string]>([
  [
    'the checks of a launch',
    '/campaigns/create?draft=d1&step=4',
    <Checks key="checks" campaignId="c1" mailboxIds={[]} scheduledAt={null} />,
    'Open Connected Emails',
  ],
  [
    'a paused campaign',
    '/campaigns',
    <SendControls key="paused" campaign={campaign('c1', { status: 'paused', statusReason: 'NO_MAILBOX' }) as never} />,
    'Connected Emails',
  ],
  ['the first steps', '/dashboard', <GetStarted key="steps" stats={statsOf()} />, 'Connect a mailbox'],
])('connecting a mailbox in the settings returns to %s that led there', async (_, start, page, name) => {
  const { user, address } = show(
    <>
      <RememberPlace />
      <Routes>
        <Route path="/settings" element={<a href="/auth/google">Connect Google Gmail</a>} />
        <Route path="*" element={page} />
      </Routes>
    </>,
    { root: { campaignProblems: [EXPIRED] }, at: start, path: '/*' },
  )
  await user.click(await screen.findByRole('link', { name }))
  expect(address()).toBe('/settings?tab=emails')
  const prevent = (event: Event) => event.preventDefault()
  document.addEventListener('click', prevent)
  fireEvent.click(screen.getByText('Connect Google Gmail'))
  document.removeEventListener('click', prevent)
  expect(takePlace(Date.now())).toBe(start)
})

test.each([
  ['google_connected', 'Google Account Connected!'],
  ['error&message=declined', 'Connection Failed'],
])(
  'a return from the provider with auth=%s leads back to the remembered page, with the notice',
  async (auth, title) => {
    sessionStorage.setItem('mergewell-connecting-from', from('/campaigns/create?draft=d1&step=4', Date.now()))
    const world = show(<DashboardPage />, { root: {}, at: `/?auth=${auth}` })
    await findToast(title)
    expect(world.address()).toBe('/campaigns/create?draft=d1&step=4')
  },
)
