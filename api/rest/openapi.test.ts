import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { openApi } from './openapi.ts'

const SERVER = 'https://mail.acme.test'

/** What Redocly's recommended rules find in a document. */
async function lint(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ severity, ruleId, location }) => `${severity} ${ruleId} ${location[0]?.pointer}`)
}

it('passes the recommended rules of Redocly', async () => {
  expect(await lint(openApi(SERVER))).toEqual([
    // These two rows only redirect.
    'warn operation-2xx-response #/paths/~1auth~1microsoft/get/responses',
    'warn operation-2xx-response #/paths/~1auth~1google/get/responses',
  ])
})

interface Example {
  content?: Record<string, { example?: unknown }>
}

it('has an example of every JSON body that is sent or answered', () => {
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
