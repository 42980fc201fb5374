import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { knownError, tearDown } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const DAY = 86_400
const provider = (name: 'microsoft' | 'google', fields: object = {}) => ({
  __typename: 'ProviderState',
  provider: name,
  client: 'real',
  redirectUrl: `https://mail.example.com/auth/${name}/callback`,
  redirectProblem: null,
  lastReturnAt: null,
  mailboxes: 0,
  working: 0,
  longestWorked: null,
  medianWorked: null,
  lost: 0,
  medianLost: null,
  verification: [{ tone: 'neutral', text: 'This cannot be told.' }],
  quota: null,
  breaks: ['It ends after 7 days.'],
  ...fields,
})
const zones = { release: '2026f', releasedOn: '2026-11-12', isOutdated: false }
const QUOTA = { perUserMinute: 6_000, perMinute: 1_200_000, perDay: 80_000_000, isScaled: false }
const AT = '/supadmin?tab=installation'

const open = (google: object = {}, timeZoneData: object = {}) =>
  showPage(
    {
      installation: {
        providers: [provider('microsoft'), provider('google', { quota: QUOTA, ...google })],
        timeZoneData: { ...zones, ...timeZoneData },
      },
    },
    AT,
  )
const card = async (name: string) => (await screen.findByRole('heading', { name, level: 2 })).closest('section')!

describe("the notice RefusedRegistrations in the super admin's panel", () => {
  test("says on every tab which provider refuses the installation's app, and what to do", async () => {
    const refusal = { __typename: 'RefusedRegistration', provider: 'microsoft', since: '2026-11-28T09:00:00.000Z' }
    showPage({ refusedRegistrations: [{ ...refusal, detail: 'REGISTRATION: 401 invalid_client' }] })
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('Microsoft no longer accepts this installation')
    expect(notice.textContent).toContain('MICROSOFT_CLIENT_SECRET')
    expect(notice.textContent).toContain('REGISTRATION: 401 invalid_client')
  })
})

describe("the tab Installation in the super admin's panel", () => {
  test('shows for each provider the redirect address, the quota, and announced changes that will break it', async () => {
    open()
    const google = within(await card('Google'))
    expect(google.getByText('https://mail.example.com/auth/google/callback')).toBeTruthy()
    expect(google.getByText('No sign-in has come back through it yet.')).toBeTruthy()
    expect(google.getByText(/^6,000 units a minute and user/)).toBeTruthy()
    expect(google.getByText(/Standard tier/)).toBeTruthy()
    expect(google.getByText('This cannot be told.')).toBeTruthy()
    expect(google.getByRole('listitem').textContent).toBe('It ends after 7 days.')
    expect(within(await card('Microsoft')).queryByText('Quota')).toBeNull()
  })

  test('shows for how many days mailboxes have stayed signed in, and how many lost their sign-in', async () => {
    open({
      ...{ mailboxes: 3, working: 2, longestWorked: 40.4 * DAY, medianWorked: 5 * 3_600, lost: 1, medianLost: 7 * DAY },
      lastReturnAt: '2026-11-01T12:00:00Z',
    })
    const google = within(await card('Google'))
    expect(google.getByText('3 connected, 2 with a working sign-in.')).toBeTruthy()
    expect(google.getByText(/longest has worked for 40 days; those of working mailboxes for 5 hours/)).toBeTruthy()
    expect(google.getByText(/^1 mailbox lost the sign-in in the last 30 days, after 7 days/)).toBeTruthy()
    expect(google.getByText(/^A sign-in last came back through it/)).toBeTruthy()
  })

  test('says what to configure for a provider without a client id', async () => {
    open({ client: 'absent' })
    const google = within(await card('Google'))
    expect(google.getByText(/Set GOOGLE_CLIENT_ID/)).toBeTruthy()
    expect(google.queryByText('Verification')).toBeNull()
  })

  test('does not judge the verification and redirect address of a stand-in provider', async () => {
    open({ client: 'standIn' })
    const google = within(await card('Google'))
    expect(google.queryByText('Verification')).toBeNull()
    expect(google.queryByText(/sign-in has come back/)).toBeNull()
  })

  test('shows a redirect address that the provider will not accept', async () => {
    open({ redirectProblem: 'Use https in PUBLIC_URL.' })
    expect((await screen.findByText('Use https in PUBLIC_URL.')).className).toContain('text-bad')
  })

  test.each([
    [false, 'Up to date'],
    [true, 'Outdated'],
  ])('shows the time-zone data (outdated: %s)', async (isOutdated, badge) => {
    open({}, { isOutdated })
    const data = within(await card('Time-zone data'))
    expect(data.getByText(badge)).toBeTruthy()
    expect(data.getByText(/Release 2026f/)).toBeTruthy()
  })

  test('shows an error with a retry when its data could not be loaded', async () => {
    showPage({ installation: knownError('UNAVAILABLE', 'The database does not answer.') }, AT)
    expect(await screen.findByText('The state of the installation could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
