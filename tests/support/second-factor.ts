import { Secret, TOTP } from 'otpauth'
import type { TestPerson } from './person.ts'

/** The code that an authenticator app with this key shows at a moment. */
export const appCode = (key: string, at: number | Date): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Number(at) })

/** Turns on an authenticator app; returns its key and the recovery codes. The code of `at` is used up. */
export async function setUpTotp(person: TestPerson, at: number | Date): Promise<{ key: string; codes: string[] }> {
  const { data } = await person.graphql('mutation { startTotp { key } }')
  const { key } = data.startTotp as { key: string }
  const confirmed = await person.graphql(
    'mutation ($code: String!) { confirmTotp(input: { code: $code }) { codes } }',
    {
      code: appCode(key, at),
    },
  )
  return { key, codes: confirmed.data.confirmTotp.codes }
}
