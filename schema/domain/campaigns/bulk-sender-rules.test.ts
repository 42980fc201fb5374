import { describe, expect, it } from 'vitest'
import { bulkSenderWarning, domainOf, RECEIVERS } from './bulk-sender-rules.ts'

const receiverOf = (domain: string) => RECEIVERS.find(({ takes }) => takes(domain))?.name ?? null

describe('private email addresses', () => {
  it.each([
    ['gmail.com', 'Gmail'],
    ['googlemail.com', 'Gmail'],
    ['outlook.com', 'Outlook.com'],
    ['hotmail.co.uk', 'Outlook.com'],
    ['live.de', 'Outlook.com'],
    ['outlook.com.br', 'Outlook.com'],
    ['msn.com', 'Outlook.com'],
    ['notgmail.com', null],
    ['gmail.com.evil.test', null],
    ['live.example', null],
    ['contoso.com', null],
  ])('at the domain %s belong to the provider %s', (domain, receiver) => {
    expect(receiverOf(domain)).toBe(receiver)
  })

  it('are recognized in any case', () => {
    expect(receiverOf(domainOf('Ann@GMail.com'))).toBe('Gmail')
  })
})

describe('the warning about rules for bulk senders', () => {
  it.each([
    [3_999, 0, false],
    [4_000, 0, true],
    [0, 4_000, true],
    [3_000, 500, false],
    [9_000, 0, true],
  ])('is shown after %d emails, with %d more: %s', (used, more, warned) => {
    expect(bulkSenderWarning('contoso.com', 'Gmail', used, more) !== null).toBe(warned)
  })

  it('says which rules then apply', () => {
    expect(bulkSenderWarning('contoso.com', 'Outlook.com', 3_000, 2_500)).toBe(
      'With this campaign there are 5,500 emails from contoso.com to Outlook.com addresses in 24 hours, from all mailboxes together. From 5,000 in a day, Outlook.com treats contoso.com as a bulk sender permanently: SPF, DKIM and an aligned DMARC policy must pass, unsubscribing must take one click and work within 48 hours, and complaints must stay under 0.1%. Ask the person who manages contoso.com before you send.',
    )
  })
})
