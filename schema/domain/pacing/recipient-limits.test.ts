import { describe, expect, it } from 'vitest'
import { pace, paceRules } from './pace.ts'
import { countedBy, hostCeilings, recipientLimits, type LedgerMailbox } from './recipient-limits.ts'
import { givenBack, talliesOf } from './shared-ledgers.ts'

const gmail: LedgerMailbox = { provider: 'google', email: 'ann@studio.test', subject: '42', scopes: [] }
const limitsOf = (mailbox: Partial<LedgerMailbox>) =>
  recipientLimits({ ...gmail, ...mailbox }).map(({ counts, perDay, scope }) => `${perDay} ${counts} ${scope}`)

describe('recipientLimits, the limits of a provider,', () => {
  it.each<[string, Partial<LedgerMailbox>, string[]]>([
    ['Google Workspace', {}, ['10000 recipients mailbox', '3000 external mailbox', '2000 different mailbox']],
    ['a personal Gmail address', { email: 'ann@gmail.com' }, ['500 recipients mailbox']],
    ['Exchange', { provider: 'microsoft' }, ['10000 recipients mailbox']],
    [
      'a sender at onmicrosoft.com',
      { provider: 'microsoft', email: 'ann@firm.onmicrosoft.com', directory: 'd1' },
      ['10000 recipients mailbox', '100 external organization'],
    ],
    ['a mailbox whose account is unknown', { subject: null }, []],
  ])('are those of %s', (_, mailbox, expected) => {
    expect(limitsOf(mailbox)).toEqual(expected)
  })
})

describe('the recipients of emails with CC and BCC copies', () => {
  const emails = [
    ['bo@there.test', 'boss@there.test', 'team@studio.test'],
    ['cy@there.test', 'boss@there.test', 'team@studio.test'],
  ]

  it('are counted as each limit counts them', () => {
    const counted = (['recipients', 'external', 'different'] as const).map((counts) =>
      countedBy({ counts }, gmail, emails),
    )
    expect(counted).toEqual([6, 4, 3])
  })

  it('are one more with a copy to the mailbox itself, unless the email goes there anyway', () => {
    const copied = { ...gmail, copyToSelf: true }
    expect(countedBy({ counts: 'recipients' }, copied, [...emails, [gmail.email]])).toBe(9)
    expect(countedBy({ counts: 'external' }, copied, emails)).toBe(4)
  })

  it("are added to the mailbox's counts, and except for different ones subtracted if an email did not leave", () => {
    const own = (tallies: ReturnType<typeof talliesOf>) =>
      tallies.flatMap(({ ledger, units }) => (ledger.startsWith('mailbox:') ? [`${ledger} ${units}`] : []))
    expect(own(talliesOf(gmail, emails))).toEqual([
      'mailbox:google:42#recipients 6',
      'mailbox:google:42#external 4',
      'mailbox:google:42#different 3',
    ])
    expect(own(givenBack(gmail, emails, true))).toEqual([
      'mailbox:google:42#recipients 6',
      'mailbox:google:42#external 4',
    ])
  })

  it('do not change the time of the last email, by which emails are spaced', () => {
    const settings = {
      emailsPerInterval: 4,
      intervalSeconds: 60,
      dailyLimit: 500,
      enableThrottling: true,
      warmupMode: false,
    }
    const now = new Date('2026-11-28T12:00:00Z')
    const rules = paceRules({
      ...{ mailbox: gmail, settings: settings as never, warmupStartedAt: null, planCeilings: [], providerCeilings: [] },
      ...{ uploadBytes: 0, now },
    })
    const minuteAgo = new Date(now.getTime() - 60_000)
    const endOfBucket = new Date(now.getTime() + 1_200_000)
    const counts = rules.windows.map(({ ledger }) => {
      const at = ledger === undefined ? minuteAgo : endOfBucket
      return { used: 1, oldest: at, newest: at }
    })
    expect(pace(rules, counts, now)).toEqual({ room: 1 })
  })

  it('are counted for a provider’s limit as if every email had as many copies as the one with the most', () => {
    const settings = {
      emailsPerInterval: 1,
      intervalSeconds: 60,
      dailyLimit: 10_000,
      enableThrottling: false,
      warmupMode: false,
    }
    const rules = paceRules({
      ...{ mailbox: gmail, settings: settings as never, warmupStartedAt: null, planCeilings: [], providerCeilings: [] },
      ...{ uploadBytes: 0, recipientsEach: 3, now: new Date() },
    })
    const windows = rules.windows.filter(({ reason }) => reason === 'PROVIDER_LIMIT')
    expect(windows.map(({ count, recipients }) => [count, recipients])).toEqual([
      [3_333, 10_000],
      [1_000, 3_000],
      [666, 2_000],
    ])
  })
})

describe('the limits of email hosts', () => {
  const at = (server: string, email = 'ann@studio.test'): LedgerMailbox => ({
    ...{ provider: 'smtp', email, subject: `ann@studio.test@${server}`, scopes: [] },
  })

  it('are those of the server at which the mailbox is connected, and unknown elsewhere', () => {
    const perDay = (mailbox: LedgerMailbox) => recipientLimits(mailbox).map((limit) => limit.perDay)
    expect(perDay(at('mail.infomaniak.com'))).toEqual([1_440])
    expect(perDay(at('smtp.gmail.com', 'ann@gmail.com'))).toEqual([500])
    expect(perDay(at('smtp.gmail.com'))).toEqual([2_000])
    expect(perDay(at('mail.studio.test'))).toEqual([])
    expect(hostCeilings(at('smtp.zoho.eu'))).toEqual([{ count: 500, seconds: 3_600 }])
    expect(hostCeilings(at('mail.studio.test'))).toEqual([])
    expect(hostCeilings(gmail)).toEqual([])
  })

  it('allow fewer emails the more recipients each has, a copy to the mailbox itself included', () => {
    const settings = {
      emailsPerInterval: 4,
      intervalSeconds: 60,
      dailyLimit: 5_000,
      enableThrottling: false,
      warmupMode: false,
    }
    const room = (mailbox: LedgerMailbox, recipientsEach: number) =>
      paceRules({
        ...{ mailbox, settings: settings as never, warmupStartedAt: null, planCeilings: [], providerCeilings: [] },
        ...{ uploadBytes: 0, recipientsEach, now: new Date() },
      }).windows.flatMap(({ count, reason }) => (reason === 'PROVIDER_LIMIT' ? [count] : []))
    const [zoho, infomaniak] = [at('smtp.zoho.eu'), at('mail.infomaniak.com')]
    expect([zoho, infomaniak].map((mailbox) => room(mailbox, 1))).toEqual([[500], [1_440]])
    expect([zoho, infomaniak].map((mailbox) => room({ ...mailbox, copyToSelf: true }, 1))).toEqual([[250], [720]])
    expect(room({ ...zoho, copyToSelf: true }, 4)).toEqual([100])
  })
})
