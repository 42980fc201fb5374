import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import type { GraphQLFormattedError } from 'graphql'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { uploadImage } from '#web/builder/upload-image.ts'
import { downloadFrom } from './download.ts'
import { errorCode, errorMessage, fieldErrors } from './call-errors.ts'

const graphql = (...errors: GraphQLFormattedError[]) => new CombinedGraphQLErrors({ errors })
const http = (status: number, bodyText: string, statusText = '') =>
  new ServerError('failed', { response: new Response(null, { status, statusText }), bodyText })

describe('the message for a failed request', () => {
  it('is the server’s message if there is one', () => {
    expect(errorMessage(graphql({ message: 'This username is taken. Choose another.' }))).toBe(
      'This username is taken. Choose another.',
    )
  })

  it('is status, colon and body for a bare HTTP failure', () => {
    expect(errorMessage(http(413, 'request entity too large'))).toBe('413: request entity too large')
  })

  it('is the server’s sentence for a refusal before a GraphQL document is run', () => {
    const refused = { errors: [{ message: 'The database cannot be reached.', extensions: { code: 'UNAVAILABLE' } }] }
    expect(errorMessage(http(503, JSON.stringify(refused)))).toBe('The database cannot be reached.')
  })

  it('is status, colon and status text when the body is empty', () => {
    expect(errorMessage(http(502, '', 'Bad Gateway'))).toBe('502: Bad Gateway')
  })

  it('is "request failed" when the server is unreachable', () => {
    expect(errorMessage(new TypeError('Failed to fetch')).toLowerCase()).toContain('request failed')
  })

  it('is the caller’s fallback when nothing else is known', () => {
    expect(errorMessage(undefined, 'Failed to add contact.')).toBe('Failed to add contact.')
    expect(errorMessage(graphql({ message: '' }), 'Failed to add contact.')).toBe('Failed to add contact.')
  })
})

describe.each([
  ['an upload', () => uploadImage(new Blob(['x']), 'x.png')],
  ['a download', () => downloadFrom('/api/contacts/export', 'x.csv', () => undefined)],
])('the error when %s over plain HTTP is refused', (_, call) => {
  afterEach(() => void vi.unstubAllGlobals())

  it.each([
    ['the server’s message', '{"message":"Too wide."}', 'Too wide.'],
    ['status, colon and body', 'request entity too large\n', '413: request entity too large'],
    ['status, colon and a body of other JSON', '{"error":"no"}', '413: {"error":"no"}'],
    ['status, colon and status text when the body is empty', '', '413: Content Too Large'],
  ])('shows %s', async (_what, body, told) => {
    vi.stubGlobal('localStorage', { getItem: () => null })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 413, statusText: 'Content Too Large' })))
    await expect(call()).rejects.toMatchObject({ name: 'HttpRefusal', status: 413, message: told })
  })
})

it('errorCode returns the error code of an error of the API', () => {
  expect(errorCode(graphql({ message: 'Gone', extensions: { code: 'NOT_FOUND' } }))).toBe('NOT_FOUND')
  expect(errorCode(graphql({ message: 'Gone' }))).toBeNull()
  expect(errorCode(new Error('Gone'))).toBeNull()
})

it('fieldErrors returns the errors of single fields', () => {
  const error = graphql({
    message: 'Bad',
    extensions: { code: 'BAD_INPUT', fields: { email: 'Valid email is required' } },
  })
  expect(fieldErrors(error)).toEqual({ email: 'Valid email is required' })
  expect(fieldErrors(new Error('Bad'))).toEqual({})
})
