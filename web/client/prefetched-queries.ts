/** A GraphQL query without variables, in the form in which it is sent. */
export interface EarlyQuery {
  operationName: string
  query: string
}

const answers = new Map<string, Promise<Response>>()

/** Sends the queries of a page while the app's code is still loading. */
export function askEarly(queries: readonly EarlyQuery[]): void {
  for (const each of queries) {
    const answer = fetch('/graphql', {
      method: 'POST',
      credentials: 'include',
      headers: { accept: 'application/graphql-response+json', 'content-type': 'application/json' },
      body: JSON.stringify({ ...each, variables: {} }),
    })
    // Whoever takes the answer gets the failure.
    answer.catch(() => undefined)
    answers.set(each.operationName, answer)
  }
}

/**
 * Sends a GraphQL request, or returns the answer to the same query that was already sent while the code was loading,
 * once.
 */
export async function askedEarly(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (answers.size > 0 && typeof init?.body === 'string') {
    const { operationName } = JSON.parse(init.body) as { operationName: string }
    const answer = answers.get(operationName)
    answers.delete(operationName)
    if (answer) return answer
  }
  return fetch(url, init)
}
