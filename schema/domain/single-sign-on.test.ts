import { describe, expect, it } from 'vitest'
import { roleFromClaims, ssoDomainInput, ssoInput } from './single-sign-on.ts'

const rule = { roleClaim: 'groups', adminValues: ['it', 'marketing leads'], defaultRole: 'user' as const }

describe('the role of a person', () => {
  it.each([
    [{ groups: ['it'] }, 'admin'],
    [{ groups: 'marketing leads' }, 'admin'],
    [{ groups: ['IT'] }, 'user'],
    [{ groups: [] }, 'user'],
    [{}, 'user'],
    [{ groups: { it: true } }, 'user'],
  ])('with the claims %j is %s', (claims, role) => {
    expect(roleFromClaims(claims, rule)).toBe(role)
  })

  it('is left alone where no claim decides', () => {
    expect(roleFromClaims({ groups: ['it'] }, { ...rule, roleClaim: null })).toBeNull()
  })
})

it.each([
  ['Example.COM ', 'example.com'],
  ['mail.example.co.uk', 'mail.example.co.uk'],
  ['gmail.com', null],
  ['localhost', null],
  ['*.example.com', null],
  ['exa mple.com', null],
  ['example.com/x', null],
])('the domain %j is %j', (text, domain) => {
  expect(ssoDomainInput.safeParse(text).data ?? null).toBe(domain)
})

it.each([
  ['https://login.example.com', true, true],
  ['https://login.example.com/tenant/v2.0', true, true],
  ['http://login.example.com', true, false],
  ['http://127.0.0.1:3000', false, true],
  ['https://user:pass@login.example.com', true, false],
  ['https://login.example.com?x=1', true, false],
  ['javascript:alert(1)', false, false],
  ['login.example.com', true, false],
])('the issuer %s (https required: %s) is taken: %s', (issuer, https, ok) => {
  expect(ssoInput(https).safeParse({ issuer, clientId: 'c' }).success).toBe(ok)
})
