import { describe, expect, it } from 'vitest'
import { googleIdentity, microsoftIdentity } from './id-token.ts'

const TID = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const OID = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
const NOW = Date.parse('2026-11-22T12:00:00Z')
const SECONDS = NOW / 1_000

describe('the identity of a Microsoft account', () => {
  const ISSUER = 'https://login.microsoftonline.com'
  const token = {
    aud: 'app',
    iss: `${ISSUER}/${TID}/v2.0`,
    exp: SECONDS + 3_600,
    tid: TID,
    oid: OID,
    email: 'a@x.test',
  }
  const of = (claims: object, tenant = 'common') =>
    microsoftIdentity({ ...token, ...claims }, { clientId: 'app', issuer: ISSUER, tenant, now: NOW })

  it('is its directory and object id, whatever its address', () => {
    expect(of({})).toBe(`${TID}/${OID}`)
    expect(of({ email: 'victim@y.test', preferred_username: 'victim@y.test' })).toBe(`${TID}/${OID}`)
    expect(of({ tid: OTHER, iss: `${ISSUER}/${OTHER}/v2.0` })).toBe(`${OTHER}/${OID}`)
    expect(of({}, TID)).toBe(`${TID}/${OID}`)
  })

  it.each([
    ['names no directory', { tid: undefined }],
    ['names no object', { oid: undefined, sub: 'x' }],
    ['names an address for an object', { oid: 'a@x.test' }],
    ['is from another directory than it names', { iss: `${ISSUER}/${OTHER}/v2.0` }],
    ['is from another issuer', { iss: `https://evil.example/${TID}/v2.0` }],
    ['is meant for another application', { aud: 'other' }],
    ['is meant for several applications, and was not requested by this one', { aud: ['app', 'other'], azp: 'other' }],
    ['has expired', { exp: SECONDS - 3_600 }],
    ['does not say when it expires', { exp: undefined }],
  ])('is unknown if a token %s', (_, claims) => {
    expect(of(claims)).toBeNull()
  })

  it("is unknown if the token's directory is not the installation’s", () => {
    expect(of({}, OTHER)).toBeNull()
  })
})

describe('the identity of a Google account', () => {
  const token = { aud: 'app', iss: 'https://accounts.google.com', exp: SECONDS + 3_600, sub: '1234567890' }
  const of = (claims: object) => googleIdentity({ ...token, ...claims }, { clientId: 'app', now: NOW })

  it('is its subject, whatever its address', () => {
    expect(of({ email: 'victim@y.test', email_verified: false })).toBe('1234567890')
    expect(of({ iss: 'accounts.google.com' })).toBe('1234567890')
  })

  it.each([
    ['names nobody', { sub: undefined, email: 'a@x.test' }],
    ['is from somebody else', { iss: 'https://evil.example' }],
    ['is meant for another application', { aud: 'other' }],
    ['has expired', { exp: SECONDS - 3_600 }],
  ])('is unknown if a token %s', (_, claims) => {
    expect(of(claims)).toBeNull()
  })
})
