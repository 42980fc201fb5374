import '#web/testing/browser.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { findToast, show, tearDown } from '#web/testing/world.tsx'
import { connects, placeIn, RememberPlace, takePlace } from './connect-return.ts'

afterEach(() => {
  tearDown()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

const MINUTE = 60_000
const from = (place: unknown, at: unknown = 0) => JSON.stringify({ place, at })

describe('the page to return to', () => {
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
  ])('of %j after %i ms is none', (stored, now) => {
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
])('a link to %s connects a mailbox: %s', (href, is) => {
  expect(connects(href)).toBe(is)
})

test('is remembered at a click on any link that connects, and given once', () => {
  window.history.replaceState(null, '', '/campaigns/create?draft=d1&step=4')
  render(
    <>
      <RememberPlace />
      <a href="/auth/google">
        <b>Connect Google Gmail</b>
      </a>
      <a href="/contacts">Contacts</a>
    </>,
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

test.each([
  ['google_connected', 'Google Account Connected!'],
  ['error&message=declined', 'Connection Failed'],
])('after auth=%s the browser is back where it was, with the notice', async (auth, title) => {
  sessionStorage.setItem('mergewell-connecting-from', from('/campaigns/create?draft=d1&step=4', Date.now()))
  const world = show(<DashboardPage />, { root: {}, at: `/?auth=${auth}` })
  await findToast(title)
  expect(world.address()).toBe('/campaigns/create?draft=d1&step=4')
})
