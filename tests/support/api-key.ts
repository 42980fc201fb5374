import type { ApiScope } from '#domain/accounts/api-keys.ts'
import { enumName } from '#schema/enum-spelling.ts'
import type { TestPerson } from './person.ts'

/** Scopes of a program that imports contacts and sends campaigns. */
const PROGRAM_SCOPES: readonly ApiScope[] = [
  'contacts:write',
  'suppressions:write',
  'campaigns:write',
  'campaigns:send',
  'templates:write',
  'mailboxes:write',
  'settings:read',
]

/** Creates an API key as an admin and returns its token. `more`: further fields of the input. */
export async function createKey(
  { graphql }: Pick<TestPerson, 'graphql'>,
  scopes: readonly ApiScope[] = PROGRAM_SCOPES,
  more: object = {},
): Promise<string> {
  const { data, errors } = await graphql(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token errors { code field message } } }',
    { input: { name: 'Program', scopes: scopes.map(enumName), ...more } },
  )
  if (errors) throw new Error(errors[0].message)
  return data.createApiKey.token as string
}
