import { describe, expect, it } from 'vitest'
import { GOOGLE_QUOTA } from './google-quota.ts'
import { redirectProblem, type ProviderFigures, type ProviderSetup } from './provider-setup.ts'
import { googleSetup } from './providers/google/app-registration.ts'
import { microsoftSetup } from './providers/microsoft/app-registration.ts'

const DAY = 86_400
const NOTHING: ProviderFigures = {
  ...{ mailboxes: 0, working: 0, organizations: 0, onMicrosoft: 0, longestWorked: null, medianWorked: null },
  ...{ lost: 0, lostAfterSevenDays: 0, medianLost: null },
}
const google = googleSetup(GOOGLE_QUOTA)
const microsoft = microsoftSetup('common')

describe("ProviderSetup.verification, the note on an app's verification,", () => {
  it.each<[string, ProviderSetup, Partial<ProviderFigures>, string, RegExp]>([
    ['says that nothing can be told without mailboxes', google, {}, 'neutral', /cannot be told yet/],
    [
      'takes a sign-in of 8 days as proof against “Testing”',
      google,
      { longestWorked: 8 * DAY },
      'good',
      /worked for 8 days/,
    ],
    ['takes 7 days as no proof', google, { longestWorked: 7 * DAY }, 'neutral', /cannot be told yet/],
    [
      'suspects “Testing” when sign-ins end after 7 days',
      google,
      { lost: 3, lostAfterSevenDays: 2 },
      'bad',
      /2 of the 3 mailboxes/,
    ],
    [
      'names sign-ins that ended after 7 days beside the proof',
      google,
      { longestWorked: 40 * DAY, lost: 1, lostAfterSevenDays: 1 },
      'good',
      /But 1 of the 1 mailbox/,
    ],
    [
      'cannot tell whether a Microsoft publisher is verified',
      microsoft,
      { organizations: 3 },
      'neutral',
      /3 organizations/,
    ],
    ['needs no verified publisher in one directory', microsoftSetup('contoso.example'), {}, 'good', /contoso/],
  ])('for an installation’s app at a provider %s', (_, setup, figures, tone, text) => {
    expect(setup.verification({ ...NOTHING, ...figures })[0]).toEqual({
      tone,
      text: expect.stringMatching(text),
    })
  })

  it('warns from 80 Google accounts, because an unverified app stops at 100', () => {
    const second = (mailboxes: number) => google.verification({ ...NOTHING, mailboxes })[1]
    expect(second(79)).toMatchObject({ tone: 'neutral' })
    expect(second(80)).toMatchObject({ tone: 'warning', text: expect.stringContaining('100 users') })
  })
})

describe('ProviderSetup.breaks, the announced changes of providers,', () => {
  const older = googleSetup({ ...GOOGLE_QUOTA, perUserMinute: 15_000 })
  it.each<[string, ProviderSetup, string, RegExp]>([
    ['says that the default units are not affected', google, '2026-11-28', /^From 2027-04-01 .* not affected/],
    ['says when the higher limits of an older project end', older, '2026-11-28', /older projects end then: 6,000/],
    ['says that they have ended', older, '2027-04-02', /^Since 2027-04-01 .* older projects ended then/],
    [
      'leaves the Scaled tier its limits',
      googleSetup({ ...GOOGLE_QUOTA, perUserMinute: 15_000, tier: 'scaled' }),
      '2027-04-02',
      /not affected/,
    ],
  ])('about Google’s change of quotas %s', (_, setup, day, text) => {
    expect(setup.breaks(NOTHING, new Date(day)).at(-1)).toMatch(text)
  })

  it('names connected senders at onmicrosoft.com', () => {
    const [publisher, senders] = microsoft.breaks({ ...NOTHING, onMicrosoft: 2 }, new Date())
    expect(publisher).toContain('verified publisher')
    expect(senders).toContain('Connected now: 2 mailboxes.')
  })
})

describe('redirectProblem, for the redirect address of an app,', () => {
  it.each([
    ['google', 'https://mail.example.com/auth/google/callback', null],
    ['google', 'http://localhost:4000/auth/google/callback', null],
    ['microsoft', 'http://mail.example.com/auth/microsoft/callback', 'http:'],
    ['google', 'https://192.0.2.7/auth/google/callback', 'no IP address'],
    ['microsoft', 'https://192.0.2.7/auth/microsoft/callback', null],
  ] as const)('at %s for %s returns %s', (provider, address, problem) => {
    const found = redirectProblem({ google, microsoft }[provider], address)
    if (problem === null) expect(found).toBeNull()
    else expect(found).toContain(problem)
  })
})
