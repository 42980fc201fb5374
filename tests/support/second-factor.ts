import { Secret, TOTP } from 'otpauth'
import type { TestPerson } from './person.ts'
import type { World } from './world.ts'

/** The code that an authenticator app with this key shows at a moment. */
export const appCode = (key: string, at: number | Date): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Number(at) })

/** Turns on an authenticator app; returns its key and the recovery codes. The code of `at` is used up. */
export async function setUpTotp(person: TestPerson, at: number | Date): Promise<{ key: string; codes: string[] }> {
  const { data } = await person.graphql('mutation { startTotp { key errors { code field message } } }')
  const { key } = data.startTotp as { key: string }
  const confirmed = await person.graphql(
    'mutation ($code: String!) { confirmTotp(input: { code: $code }) { codes errors { code field message } } }',
    {
      code: appCode(key, at),
    },
  )
  return { key, codes: confirmed.data.confirmTotp }
}

/** An admin whose workspace requires a second factor that they do not have. */
export async function enrollingPerson(world: World): Promise<TestPerson> {
  const person = await world.signUp()
  await world.app.database.asSystem((em) =>
    em.execute('update tenants set requires_second_factor = true where id = :tenantId', { tenantId: person.tenantId }),
  )
  return person
}
