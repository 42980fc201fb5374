import type { TestPerson } from './world.ts'

/** A new API key of an admin's workspace that may read, write and send. */
export async function createKey({ graphql }: TestPerson): Promise<string> {
  const { data } = await graphql(
    'mutation { createApiKey(input: { name: "Program", scopes: [READ, WRITE, SEND] }) { token errors { code field message } } }',
  )
  return data.createApiKey.token
}
