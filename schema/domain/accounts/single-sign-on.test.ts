import { describe, expect, it } from 'vitest'
import { isEmailVerified, isFromIssuer, roleFromClaims, ssoDomainInput, ssoInput } from './single-sign-on.ts'

const rule = { roleClaim: 'groups', adminValues: ['it', 'marketing leads'], defaultRole: 'user' as const }

describe('the role that single sign-on gives a person', () => {
  it.each([
    [{ groups: ['it'] }, 'admin'],
    [{ groups: 'marketing leads' }, 'admin'],
    [{ groups: ['IT'] }, 'user'],
    [{ groups: [] }, 'user'],
    [{}, 'user'],
    [{ groups: { it: true } }, 'user'],
  ])('with the claims %j, is %s', (claims, role) => {
    expect(roleFromClaims(claims, rule)).toBe(role)
  })

  it('stays unchanged where no claim is configured', () => {
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
])('the entered email domain %j is stored as %j', (text, domain) => {
  expect(ssoDomainInput.safeParse(text).data ?? null).toBe(domain)
})

it.each([
  ['https://login.example.com', true, true],
  ['https://login.example.com/tenant/v2.0', true, true],
  ['http://login.example.com', true, false],
  ['http://127.0.0.1:3000', false, true],
  ['https://user:pass@login.example.com', true, false],
  ['https://login.example.com?x=1', true, false],
  ['https://login.microsoftonline.com/0aa00000-0000-4000-8000-000000000001/v2.0', true, true],
  ['https://0aa00000-0000-4000-8000-000000000001.ciamlogin.com/0aa00000-0000-4000-8000-000000000001/v2.0', true, true],
  ['https://login.microsoftonline.com/common/v2.0', true, false],
  ['https://accounts.google.com', true, true],
  ['javascript:alert(1)', false, false],
  ['login.example.com', true, false],
])('the identity provider %s is accepted (https required: %s): %s', (issuer, https, ok) => {
  expect(ssoInput(https).safeParse({ issuer, clientId: 'c' }).success).toBe(ok)
})

describe('isFromIssuer, which checks an id token,', () => {
  const tenant = '0aa00000-0000-4000-8000-000000000001'
  const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
  it.each<[string, object, boolean]>([
    ['the issuer', { iss: issuer }, true],
    ['the issuer and its tenant', { iss: issuer, tid: tenant.toUpperCase() }, true],
    ['another tenant', { iss: issuer, tid: tenant.replace('1', '2') }, false],
    ['a tenant that is no text', { iss: issuer, tid: null }, false],
    ['another tenant’s issuer', { iss: issuer.replace('1/v', '2/v') }, false],
    ['an issuer that only begins alike', { iss: `${issuer}/x` }, false],
    ['the other protocol version', { iss: `https://sts.windows.net/${tenant}/` }, false],
  ])('compares a token of %s exactly', (_, claims, isTaken) => {
    expect(isFromIssuer({ ...claims }, issuer)).toBe(isTaken)
  })
})

it.each([
  ['https://login.example.com', undefined, true],
  ['https://accounts.google.com', 'example.com', true],
  ['https://accounts.google.com', undefined, false],
])('the address in a token of %s for the Google customer %s counts as verified: %s', (iss, hd, counts) => {
  expect(isEmailVerified({ iss, hd, email_verified: true })).toBe(counts)
})
