import { describe, expect, it } from 'vitest'
import { campaignChanges } from '../campaigns/campaigns.ts'
import {
  fromAddressProblem,
  readAliases,
  SEND_AS_LIMITS,
  senderOf,
  sharedAddressesInput,
  usableSendAs,
  withAliases,
  withShared,
  type SendAsAddress,
} from './send-as.ts'

const alias = (address: string, rest: Partial<SendAsAddress> = {}): SendAsAddress => ({
  ...{ address, name: '', kind: 'alias', isVerified: true, isDefault: false },
  ...rest,
})
const shared = (address: string) => alias(address, { kind: 'shared' })
const mailbox = (sendAs: SendAsAddress[], scopes: string[] = []) => ({
  ...{ email: 'ann@example.com', name: 'Ann', sendAs, scopes },
})

describe('the From address of an email', () => {
  const aliases = [alias('Sales@example.com', { name: 'Sales' }), alias('new@example.com', { isVerified: false })]
  it.each([
    ['no address', null, { name: 'Ann', address: 'ann@example.com' }],
    ['its own address', 'ANN@example.com', { name: 'Ann', address: 'ann@example.com' }],
    ['an alias, in any case', 'sales@EXAMPLE.com', { name: 'Sales', address: 'Sales@example.com' }],
    ['an alias that is not verified', 'new@example.com', null],
    ['an unknown address', 'boss@example.com', null],
  ])('is chosen for a draft with %s', (_, fromAddress, from) => {
    expect(senderOf(mailbox(aliases), fromAddress)).toEqual(from)
  })

  it('of a shared mailbox needs permission, and has the name of that mailbox', () => {
    const sendAs = [shared('team@example.com')]
    expect(senderOf(mailbox(sendAs), 'team@example.com')).toBeNull()
    expect(usableSendAs({ sendAs, scopes: ['Mail.Send'] })).toEqual([])
    expect(senderOf(mailbox(sendAs, ['Mail.Send.Shared']), 'team@example.com')).toEqual({
      ...{ name: 'Ann', address: 'team@example.com' },
    })
  })

  it('is reported as a problem with the mailboxes that cannot send from it', () => {
    const able = mailbox([alias('sales@example.com')])
    const unable = { ...mailbox([]), email: 'bob@example.com' }
    expect(fromAddressProblem([able], 'sales@example.com')).toBeNull()
    expect(fromAddressProblem([able, unable], null)).toBeNull()
    expect(fromAddressProblem([able, unable], 'sales@example.com')).toMatch(
      /^bob@example\.com cannot send from sales@example\.com\./,
    )
  })
})

describe('the other sender addresses of a mailbox', () => {
  it('are valid, listed once, and without its own address', () => {
    const found = ['ann@example.com', 'A@example.com', 'a@EXAMPLE.com', 'a@b', 'x@y.com>\r\nBcc: z@y.com']
    expect(
      readAliases(
        'Ann@example.com',
        found.map((address) => alias(address, { name: 'A\r\nBcc: x' })),
      ),
    ).toEqual([alias('A@example.com', { name: 'A Bcc: x' })])
    const many = Array.from({ length: 300 }, (_, index) => alias(`a${index}@example.com`))
    expect(readAliases('ann@example.com', many)).toHaveLength(SEND_AS_LIMITS.aliases)
  })

  it('keep shared mailboxes when aliases are read again, and aliases when shared mailboxes change', () => {
    const before = [alias('old@example.com'), shared('team@example.com'), shared('b@example.com')]
    expect(withAliases(before, [alias('B@example.com')])).toEqual([alias('B@example.com'), shared('team@example.com')])
    expect(withShared(before, ['c@example.com', 'C@example.com', 'OLD@example.com'])).toEqual([
      alias('old@example.com'),
      shared('C@example.com'),
    ])
  })

  it.each([
    [['Team <team@example.com>'], ['team@example.com']],
    [['team'], null],
    [['a@example.com\r\nBcc: b@example.com'], null],
    [Array.from({ length: SEND_AS_LIMITS.shared + 1 }, (_, index) => `a${index}@example.com`), null],
  ])('that are shared mailboxes are written as %j', (written, read) => {
    expect(sharedAddressesInput.safeParse(written).data ?? null).toEqual(read)
  })
})

it.each([
  ['team@example.com', 'team@example.com'],
  [' Team <team@example.com> ', 'team@example.com'],
  ['', null],
  [null, null],
  ['a@example.com, b@example.com', undefined],
  ['a@example.com\r\nBcc: b@example.com', undefined],
  ['{email}', undefined],
  [`${'a'.repeat(2_000)}@example.com`, undefined],
])('the From address %j of a campaign is read as %j', (written, read) => {
  expect(campaignChanges.safeParse({ fromAddress: written }).data?.fromAddress).toEqual(read)
})
