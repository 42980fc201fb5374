import { plainAnswer, plainVariables, type PlainAnswer } from './plain-api-values.ts'

/** A signed-in user of a test. */
export interface TestPerson {
  token: string
  tenantId: string
  userId: string
  /** Calls the REST API: sends JSON, returns status and parsed body. */
  rest(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>
  /** Runs a GraphQL document over HTTP; returns the answer in plain values (plain-api-values.ts). */
  graphql(document: string, variables?: object): Promise<PlainAnswer>
}

/** A user who calls a running server with a session token; `""` calls without one. */
export function person(url: string, token: string, tenantId: string, userId: string): TestPerson {
  const authorization: Record<string, string> = token ? { authorization: token } : {}
  return {
    token,
    tenantId,
    userId,
    rest: async (method, path, body) => {
      const response = await fetch(url + path, {
        method,
        headers: { ...authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
    },
    graphql: (query, variables) => graphqlAs(url, authorization, query, variables),
  }
}

/** Runs a GraphQL document over HTTP with any headers; returns the answer in plain values. */
export async function graphqlAs(
  url: string,
  headers: Record<string, string>,
  query: string,
  variables?: object,
): Promise<PlainAnswer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: plainVariables(query, variables) }),
  })
  return plainAnswer(query, (await response.json()) as PlainAnswer)
}
