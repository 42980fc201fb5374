import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { openApi } from './openapi.ts'

const SERVER = 'https://mail.acme.test'

/** Returns what Redocly's recommended rules find in a document. */
async function lint(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ severity, ruleId, location }) => `${severity} ${ruleId} ${location[0]?.pointer}`)
}

it('the OpenAPI document passes the recommended rules of Redocly', async () => {
  expect(await lint(openApi(SERVER))).toEqual([
    // The two sign-in paths only redirect.
    'warn operation-2xx-response #/paths/~1auth~1microsoft/get/responses',
    'warn operation-2xx-response #/paths/~1auth~1google/get/responses',
  ])
})

interface Example {
  content?: Record<string, { example?: unknown }>
}

it('the OpenAPI document has an example of every JSON body of a request or response', () => {
  const { paths } = openApi(SERVER) as {
    paths: Record<string, Record<string, { requestBody?: Example; responses: Record<string, Example> }>>
  }
  const without = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(
      ([
        method,
        {
          requestBody,
          responses: { default: _error, ...answers },
        },
      ]) =>
        [requestBody, ...Object.values(answers)]
          .filter((body) => body?.content?.['application/json'] && !body.content['application/json'].example)
          .map(() => `${method} ${path}`),
    ),
  )
  expect(without).toEqual([])
})

interface Operation {
  description?: string
  'x-scope'?: string
  security: object[]
  requestBody?: Example
  responses: Record<string, Example>
}
const operations = (openApi(SERVER) as { paths: Record<string, Record<string, Operation>> }).paths

it.each([
  ['get', '/api/contacts', 'contacts:read'],
  ['post', '/api/contacts/upsert', 'contacts:write'],
  ['post', '/api/contacts/bulk', 'contacts:write'],
  ['post', '/api/campaigns/{id}/send', 'campaigns:send'],
  ['get', '/api/campaigns/{id}/recipients/export', 'campaigns:read'],
  ['get', '/api/email-logs/{id}', 'campaigns:read'],
  ['get', '/api/sending', 'settings:read'],
  ['post', '/api/users', undefined],
  ['get', '/api/supadmin/tenants', undefined],
  ['post', '/api/workspace/export', undefined],
])('the OpenAPI document says which scope an API key needs for %s %s', (method, path, scope) => {
  const operation = operations[path]?.[method]
  expect(operation?.['x-scope']).toBe(scope)
  expect(operation?.description).toBe(scope && `Scope: ${scope}.`)
})

it('the OpenAPI document names its security scheme apiKey', () => {
  expect(operations['/api/contacts']?.['get']?.security).toEqual([{ apiKey: [] }, { sessionCookie: [] }])
  const { components } = openApi(SERVER) as { components: { securitySchemes: Record<string, object> } }
  expect(components.securitySchemes['apiKey']).toMatchObject({ type: 'http', scheme: 'bearer' })
})

it('the OpenAPI document has realistic examples', () => {
  const answer = (path: string) =>
    operations[path]?.['post']?.responses[path.endsWith('s') ? '201' : '200']?.content?.['application/json']?.example
  expect(answer('/api/contacts/upsert')).toMatchObject({ results: [{ outcome: 'added', errors: [] }] })
  expect(answer('/api/campaigns')).toMatchObject({
    id: expect.stringMatching(/^cmp_/),
    selectedContacts: [expect.stringMatching(/^con_/)],
    attachments: [{ id: expect.stringMatching(/^att_/) }],
  })
})
