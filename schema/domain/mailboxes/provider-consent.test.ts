import { describe, expect, it } from 'vitest'
import { consentLetter, consentRefusal, refusalIn } from './provider-consent.ts'
import { adminConsentScopes } from './providers/microsoft/consent.ts'

describe('a refused consent', () => {
  it.each([
    ['microsoft', 'invalid_grant AADSTS65001: The user or administrator has not consented', '65001', 'consent'],
    ['microsoft', 'access_denied AADSTS90093: needs an administrator', '90093', 'consent'],
    ['microsoft', 'access_denied AADSTS90094: An administrator has set a policy', '90094', 'consent'],
    ['microsoft', 'consent_required AADSTS90095: Admin consent is required', '90095', 'consent'],
    ['microsoft', 'unauthorized_client AADSTS700016: Application not found', '700016', 'consent'],
    ['microsoft', 'invalid_request AADSTS50105: not assigned to a role', '50105', 'todo'],
    ['microsoft', 'access_denied AADSTS53003: blocked by Conditional Access', '53003', 'todo'],
    ['microsoft', 'unauthorized_client AADSTS7000112: Application is disabled', '7000112', 'todo'],
    ['microsoft', 'access_denied AADSTS65004: User declined to consent', '65004', null],
    ...(['90097', '90099', '900941', '900981', '650056'] as const).map(
      (code) => ['microsoft', `access_denied AADSTS${code}: refused`, code, 'consent'] as const,
    ),
    ...(
      ['53000', '53001', '53002', '530003', '530004', '530032', '50020', '500014', '650052', '650057', '50194'] as const
    ).map((code) => ['microsoft', `access_denied AADSTS${code}: refused`, code, 'todo'] as const),
    [
      'microsoft',
      'Microsoft refused the sign-in (400 invalid_grant: AADSTS65001: x). Start again.',
      '65001',
      'consent',
    ],
    ['google', 'admin_policy_enforced ', 'admin_policy_enforced', 'todo'],
    ['google', 'Google refused the sign-in (400 admin_policy_enforced: Blocked).', 'admin_policy_enforced', 'todo'],
    ['google', 'org_internal ', 'org_internal', null],
  ] as const)('at %s, with the answer "%s", has the code %s and is classified as %s', (provider, said, code, admin) => {
    const found = refusalIn(provider, said)
    expect(found?.code).toBe(code)
    expect(typeof found?.admin === 'object' && found.admin ? 'todo' : found?.admin).toBe(admin)
  })

  it.each([
    ['microsoft', 'access_denied The user has denied access.'],
    ['microsoft', 'invalid_grant AADSTS70008: expired'],
    ['microsoft', 'AADSTS6500'],
    ['microsoft', 'AADSTS650010'],
    ['microsoft', 'admin_policy_enforced'],
    ['google', 'access_denied '],
    ['google', 'AADSTS65001'],
  ] as const)('is not assumed at %s for the answer "%s"', (provider, said) => {
    expect(refusalIn(provider, said)).toBeNull()
  })

  it('is looked up only by the codes that are listed', () => {
    expect(consentRefusal('microsoft', 'constructor')).toBeNull()
  })
})

it.each([
  ['identity', 'openid profile email https://graph.microsoft.com/User.Read'],
  [
    'send',
    'openid profile email offline_access https://graph.microsoft.com/User.Read https://graph.microsoft.com/Mail.Send',
  ],
] as const)('the consent of an administrator for %s asks for exactly its scopes', (ask, scopes) => {
  expect(adminConsentScopes(ask)).toBe(scopes)
})

describe('the letter that asks an administrator for consent', () => {
  const about = { ask: 'full', clientId: 'abc', site: 'https://mail.example', link: 'https://consent.example' } as const
  const letter = (provider: 'microsoft' | 'google', code: string) => {
    const refusal = consentRefusal(provider, code)
    return refusal && consentLetter(refusal, about)
  }

  it('contains the link and says what each permission is for', () => {
    const { subject, body } = letter('microsoft', '90094') ?? { subject: '', body: '' }
    expect(subject).toBe('Please approve Mergewell in our Microsoft 365')
    expect(body).toContain('accept:\n\nhttps://consent.example\n')
    expect(body).toContain('- Mail.Send: send the emails')
    expect(body).toContain('- Mail.ReadWrite: create drafts')
    expect(body).toContain('Client ID of the app: abc')
  })

  it('says what to do where a link does not help, and is not written where nobody can help', () => {
    expect(letter('microsoft', '50105')?.body).toContain('What to do: In the Entra admin center')
    expect(letter('microsoft', '50105')?.body).not.toContain('https://consent.example')
    expect(letter('google', 'admin_policy_enforced')?.body).toContain('gmail.modify: create drafts')
    expect(letter('microsoft', '65004')).toBeNull()
  })
})
