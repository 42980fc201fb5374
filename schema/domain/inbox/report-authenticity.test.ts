import { describe, expect, it } from 'vitest'
import { isFromOwnProvider, maySpeakFor, vouchedDomain } from './report-authenticity.ts'

const OWN = ['ada@contoso.test']
const EXCHANGE = 'microsoftexchange329e71ec88ae4615bbc36ab6ce41109e'
const mail = (from: string, results?: string) => ({
  from,
  subject: 'Undeliverable: Hello',
  headers: { from: `Mail Delivery System <${from}>`, ...(results && { 'authentication-results': results }) },
})

describe('maySpeakFor, which checks who sent a bounce report,', () => {
  it.each([
    [
      'the recipient’s domain',
      'postmaster@there.test',
      'spf=pass smtp.mailfrom=there.test; dmarc=pass header.from=there.test',
    ],
    ['a server below it', 'mailer-daemon@mx.there.test', 'mx.google.com; spf=pass smtp.helo=mx.there.test'],
    ['a signature of it', 'mailer-daemon@there.test', 'mx.google.com; dkim=pass header.i=@there.test; spf=none'],
    ['a server without an address', '', 'mx.google.com; spf=pass smtp.helo=mx.there.test'],
    ['the mailbox’s own domain', 'mailer-daemon@contoso.test', 'spf=pass smtp.mailfrom=contoso.test;dmarc=pass'],
    ['Gmail', 'mailer-daemon@googlemail.com', 'mx.google.com; dmarc=pass header.from=googlemail.com'],
  ])('accepts %s', (_, from, results) => {
    expect(maySpeakFor(vouchedDomain(mail(from, results)), 'bo@there.test', OWN)).toBe(true)
  })

  it.each([
    ['nobody vouched for', 'postmaster@there.test', undefined],
    ['whose domain did not send it', 'postmaster@there.test', 'spf=fail smtp.mailfrom=there.test; dmarc=fail'],
    ['whose server says nothing', 'postmaster@there.test', 'spf=none; dkim=none; dmarc=none'],
    ['of another domain, however genuine', 'postmaster@evil.test', 'spf=pass smtp.mailfrom=evil.test; dmarc=pass'],
    [
      'whose server is another domain’s',
      'postmaster@there.test',
      'spf=pass smtp.mailfrom=evil.test; dkim=pass header.d=evil.test',
    ],
    ['with a similar domain', 'postmaster@nothere.test', 'spf=pass smtp.mailfrom=nothere.test; dmarc=pass'],
    ['who is a person with the name of a server', 'eve@there.test', 'spf=pass smtp.mailfrom=there.test; dmarc=pass'],
    ['without an address, from elsewhere', '', 'spf=pass smtp.helo=evil.test'],
    [
      'who writes the pass into a comment',
      'postmaster@there.test',
      'spf=none (dmarc=pass; spf=pass smtp.mailfrom=there.test)',
    ],
  ])('does not accept a sender %s', (_, from, results) => {
    expect(maySpeakFor(vouchedDomain(mail(from, results)), 'bo@there.test', OWN)).toBe(false)
  })
})

describe('isFromOwnProvider, which checks a notice about the sender,', () => {
  it.each([
    ['Gmail', 'mailer-daemon@googlemail.com', 'mx.google.com; dkim=pass header.i=@googlemail.com; dmarc=pass'],
    ['Exchange, which notes nothing within an organization', `${EXCHANGE}@contoso.onmicrosoft.com`, undefined],
    ['Exchange, which notes that it did not sign', `${EXCHANGE}@contoso.test`, 'dkim=none header.d=none;dmarc=none'],
    ['the own domain', 'postmaster@contoso.test', 'spf=pass smtp.mailfrom=contoso.test; dmarc=pass'],
  ])('accepts %s', (_, from, results) => {
    expect(isFromOwnProvider(mail(from, results), OWN)).toBe(true)
  })

  it.each([
    ['of another organization', 'postmaster@there.test', undefined],
    ['who is no server', 'eve@contoso.test', undefined],
    ['of whom only another server noted something', `${EXCHANGE}@contoso.test`, ' '],
    ['who only claims to be Gmail', 'mailer-daemon@googlemail.com', 'mx.google.com; spf=softfail; dmarc=fail'],
    [
      'of another Exchange',
      `${EXCHANGE}@evil.test`,
      'spf=pass smtp.mailfrom=evil.test; dmarc=pass header.from=evil.test',
    ],
    [
      'who claims to be the own Exchange',
      `${EXCHANGE}@contoso.test`,
      'spf=fail smtp.mailfrom=contoso.test; dmarc=fail',
    ],
  ])('does not accept a sender %s', (_, from, results) => {
    expect(isFromOwnProvider(mail(from, results), OWN)).toBe(false)
  })
})
