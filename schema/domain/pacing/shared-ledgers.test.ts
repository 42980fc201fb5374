import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/setting-register.ts'
import { GOOGLE_QUOTA } from '../mailboxes/google-quota.ts'

import { PROVIDER_RULES } from '../mailboxes/providers.ts'
import { pace, paceRules, type PaceWindow } from './pace.ts'
import { bucketOf, countsOf, firstBucket } from './ledger-buckets.ts'
import { givenBack, talliesOf } from './shared-ledgers.ts'
import type { LedgerMailbox } from './recipient-limits.ts'

const DAY = 86_400
const noon = new Date('2026-01-01T12:00:00Z')
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)

const COMPOSE = 'https://www.googleapis.com/auth/gmail.compose'
const contoso: LedgerMailbox = { provider: 'microsoft', email: 'ann@contoso.com', directory: 'd1', scopes: [] }
const gmail: LedgerMailbox = { provider: 'google', email: 'bo@fabrikam.com', scopes: [COMPOSE] }

describe('what an email counts in the limits that mailboxes share', () => {
  it('includes CC and BCC as recipients, and quota units per email', () => {
    expect(talliesOf(contoso, [['x@example.com', 'y@gmail.com', 'z@contoso.com']])).toEqual([
      { ledger: 'organisation:d1', seconds: DAY, units: 2 },
      { ledger: 'receiver:contoso.com:Gmail', seconds: DAY, units: 1 },
    ])
    expect(talliesOf(gmail, [['x@example.com', 'y@example.com']])[0]).toEqual({
      ledger: 'project:google',
      seconds: 60,
      units: 110,
    })
  })

  it.each<[string, LedgerMailbox, string[], object[]]>([
    [
      'an organization counts external recipients only',
      contoso,
      ['x@example.com', 'Colleague@CONTOSO.com'],
      [{ ledger: 'organisation:d1', seconds: DAY, units: 1 }],
    ],
    ['an unknown organization counts nowhere', { ...contoso, directory: null }, ['x@example.com'], []],
    [
      'personal Microsoft accounts are no organization',
      { ...contoso, directory: '9188040d-6c67-4c5b-b112-36a304b66dad' },
      ['x@example.com'],
      [],
    ],
    [
      'a draft takes 110 units of the Google project, internal recipients too',
      gmail,
      ['x@fabrikam.com', 'y@example.com'],
      [
        { ledger: 'project:google', seconds: 60, units: 220 },
        { ledger: 'project:google', seconds: DAY, units: 220 },
      ],
    ],
    [
      'sending without a draft takes 100',
      { ...gmail, scopes: [] },
      ['y@example.com'],
      [
        { ledger: 'project:google', seconds: 60, units: 100 },
        { ledger: 'project:google', seconds: DAY, units: 100 },
      ],
    ],
    [
      'private addresses at Gmail and Outlook.com count for the domain',
      { ...contoso, directory: null },
      ['a@gmail.com', 'b@googlemail.com', 'c@hotmail.com', 'd@example.com'],
      [
        { ledger: 'receiver:contoso.com:Gmail', seconds: DAY, units: 2 },
        { ledger: 'receiver:contoso.com:Outlook.com', seconds: DAY, units: 1 },
      ],
    ],
    [
      'a private address is no sending domain',
      { ...contoso, directory: null, email: 'ann@outlook.com' },
      ['a@gmail.com'],
      [],
    ],
  ])('is right: %s', (_, mailbox, recipients, tallies) => {
    expect(
      talliesOf(
        mailbox,
        recipients.map((recipient) => [recipient]),
      ),
    ).toEqual(tallies)
  })

  it('is subtracted again if nothing was sent, except the quota units of a call', () => {
    expect(givenBack(gmail, [['a@gmail.com']], false)).toHaveLength(3)
    expect(givenBack(gmail, [['a@gmail.com']], true)).toEqual([
      { ledger: 'receiver:fabrikam.com:Gmail', seconds: DAY, units: 1 },
    ])
  })
})

describe('the limits that mailboxes share', () => {
  const facts = {
    settings: DEFAULT_SETTINGS,
    warmupStartedAt: null,
    planCeilings: [],
    uploadBytes: 0,
    now: noon,
  }
  const shared = (mailbox: LedgerMailbox, settings: object = {}, stand = false) =>
    paceRules({
      ...facts,
      mailbox,
      settings: { ...DEFAULT_SETTINGS, ...settings },
      providerCeilings: stand ? [] : PROVIDER_RULES[mailbox.provider].ceilings(GOOGLE_QUOTA),
    })
      .windows.filter(({ ledger }) => ledger !== undefined)
      .map(({ count, seconds, reason, ledger }) => [count, seconds, reason, ledger])

  it.each<[string, unknown[][], unknown[][]]>([
    ['of a Microsoft mailbox', shared(contoso), [[8_000, DAY, 'ORGANISATION_LIMIT', 'organisation:d1']]],
    [
      'with licenses',
      shared(contoso, { organisationLicences: 100 }),
      [[17_647, DAY, 'ORGANISATION_LIMIT', 'organisation:d1']],
    ],
    ['of an unknown organization', shared({ ...contoso, directory: null }), []],
    ['at a stand-in', shared(contoso, {}, true), []],
    [
      'at a stand-in with a limit that was entered',
      shared(contoso, { organisationLimit: 10, organisationHeadroom: 0 }, true),
      [[10, DAY, 'ORGANISATION_LIMIT', 'organisation:d1']],
    ],
    [
      'of a Gmail mailbox, in emails',
      shared(gmail),
      [
        [9_818, 60, 'PROJECT_LIMIT', 'project:google'],
        [654_545, DAY, 'PROJECT_LIMIT', 'project:google'],
      ],
    ],
  ])('are right: those %s', (_, windows, expected) => {
    expect(windows).toEqual(expected)
  })

  it('limit a Gmail mailbox by its quota units per minute, which drafts use up sooner', () => {
    const own = (scopes: string[]) =>
      paceRules({
        ...facts,
        mailbox: { ...gmail, scopes },
        providerCeilings: PROVIDER_RULES.google.ceilings(),
      }).windows.find(({ reason, seconds }) => reason === 'PROVIDER_LIMIT' && seconds === 60)?.count
    expect([own([COMPOSE]), own([])]).toEqual([49, 54])
  })
})

describe('a limit that mailboxes share', () => {
  it('allows an email again when enough of the counted emails are too old', () => {
    const window: PaceWindow = { count: 10, seconds: 60, reason: 'PROJECT_LIMIT', scope: 'project', ledger: 'l' }
    const buckets = [
      { at: after(-1), units: 4 },
      { at: after(-20), units: 8 },
      { at: after(-40), units: 5 },
    ]
    const rules = { windows: [window], spacing: 0, sendWindow: null }
    expect(pace(rules, [countsOf(buckets, window)], noon)).toEqual({
      room: 0,
      until: after(-20 + 1 + 60),
      reason: 'PROJECT_LIMIT',
    })
  })

  it('is never exceeded in any period, whatever is claimed when, and always allows emails again', () => {
    const claims = fc.array(fc.record({ gap: fc.nat(40_000), wants: fc.integer({ min: 1, max: 9 }) }), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(claims, fc.integer({ min: 1, max: 12 }), fc.constantFrom(1, 100, 110), (asked, count, unitsEach) => {
        const seconds = 60
        const window: PaceWindow = { count, seconds, unitsEach, reason: 'PROJECT_LIMIT', scope: 'project', ledger: 'l' }
        const rules = { windows: [window], spacing: 0, sendWindow: null }
        const units = new Map<number, number>()
        const sent: number[] = []
        let now = noon.getTime()
        const look = () => {
          const first = firstBucket(new Date(now), seconds).getTime()
          const buckets = [...units].filter(([at]) => at >= first).toSorted(([a], [b]) => b - a)
          return pace(
            rules,
            [
              countsOf(
                buckets.map(([at, each]) => ({ at: new Date(at), units: each })),
                window,
              ),
            ],
            new Date(now),
          )
        }
        for (const { gap, wants } of asked) {
          now += gap
          let answer = look()
          if ('until' in answer) {
            now = answer.until.getTime()
            answer = look()
            expect(answer.room).toBeGreaterThan(0)
          }
          const taken = Math.min(wants, answer.room)
          for (let one = 0; one < taken; one += 1) sent.push(now)
          const bucket = bucketOf(new Date(now), seconds).getTime()
          units.set(bucket, (units.get(bucket) ?? 0) + taken * unitsEach)
        }
        for (const end of sent) {
          expect(sent.filter((at) => at <= end && at > end - seconds * 1_000).length).toBeLessThanOrEqual(count)
        }
      }),
    )
  })
})
