import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTokens, type LinkKeys } from './link-tokens.ts'

const keys = (seed: string): LinkKeys => ({
  tracking: [Buffer.from(`tracking ${seed}`)],
  unsubscribe: [Buffer.from(`unsubscribe ${seed}`)],
})
const tokens = createTokens(keys('ours'))
const foreign = createTokens(keys('theirs'))
const mail = { tenantId: '019a0000-0000-7000-8000-00000000000a', logId: '019a0000-0000-7000-8000-0000000000f1' }

const readers = {
  open: (token: string) => tokens.readOpen(token),
  click: (token: string) => tokens.readClick(token),
  countedOpen: (token: string) => tokens.readCountedOpen(token),
  countedClick: (token: string) => tokens.readCountedClick(token),
  unsubscribe: (token: string) => tokens.readUnsubscribe(token),
}
const counted = { tenantId: mail.tenantId, campaignId: mail.logId, variant: 'A' as const }
const samples = {
  open: tokens.open(mail),
  click: tokens.click(mail, 513),
  countedOpen: tokens.countedOpen(counted),
  countedClick: tokens.countedClick(counted, 513),
  unsubscribe: tokens.unsubscribe(mail, 'ada@example.com'),
}

describe('the token in a tracking or unsubscribe link', () => {
  it('identifies the email, and the link or address', () => {
    expect(tokens.readOpen(samples.open)).toEqual(mail)
    expect(tokens.readClick(samples.click)).toEqual({ ...mail, link: 513 })
    for (const variant of [null, 'A', 'B'] as const) {
      const key = { ...counted, variant }
      expect(tokens.readCountedOpen(tokens.countedOpen(key))).toEqual(key)
      expect(tokens.readCountedClick(tokens.countedClick(key, 7))).toEqual({ ...key, link: 7 })
    }
    expect(tokens.readUnsubscribe(samples.unsubscribe)).toEqual({ ...mail, email: 'ada@example.com' })
  })

  it('is short, safe in a URL, and does not reveal the recipient', () => {
    expect([samples.open.length, samples.click.length]).toEqual([64, 64])
    expect(samples.unsubscribe.length).toBeLessThan(100)
    for (const token of Object.values(samples)) expect(token).toMatch(/^[\w-]+$/)
    expect(Buffer.from(samples.unsubscribe, 'base64url').toString('latin1')).not.toContain('ada')
  })

  it('can contain any email address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), (email) => {
        expect(tokens.readUnsubscribe(tokens.unsubscribe(mail, email))?.email).toBe(email)
      }),
    )
  })

  it('of another installation is invalid', () => {
    expect(tokens.readOpen(foreign.open(mail))).toBeNull()
    expect(tokens.readClick(foreign.click(mail, 1))).toBeNull()
    expect(tokens.readUnsubscribe(foreign.unsubscribe(mail, 'ada@example.com'))).toBeNull()
  })

  it.each(Object.entries(samples))('for %s is valid for no other purpose', (kind, token) => {
    for (const [other, read] of Object.entries(readers)) expect(read(token) !== null).toBe(other === kind)
  })

  it.each(Object.entries(samples))('for %s is invalid after any single bit changes', (kind, token) => {
    const read = readers[kind as keyof typeof readers]
    const bytes = Buffer.from(token, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes)
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(read(forged.toString('base64url'))).toBeNull()
    }
  })

  it.each(Object.entries(samples))('for %s is valid in one spelling only', (kind, token) => {
    const read = readers[kind as keyof typeof readers]
    for (const spelling of [
      `${token}=`,
      `${token}A`,
      ` ${token}`,
      token.slice(0, -1),
      `${token}%00`,
      token.toLowerCase(),
    ]) {
      expect(read(spelling)).toBeNull()
    }
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      if (last !== token.at(-1)) expect(read(token.slice(0, -1) + last)).toBeNull()
    }
  })

  it('cannot be forged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ minLength: 700 })), (text) => {
        for (const read of Object.values(readers)) expect(read(text)).toBeNull()
      }),
    )
  })
})
