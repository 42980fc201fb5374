import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import type { GraphQLFormattedError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { errorCode, errorMessage, fieldErrors } from './errors.ts'

const graphql = (...errors: GraphQLFormattedError[]) => new CombinedGraphQLErrors({ errors })
const http = (status: number, bodyText: string, statusText = '') =>
  new ServerError('failed', { response: new Response(null, { status, statusText }), bodyText })

describe('what to tell about a failed call', () => {
  it('is the sentence of the server', () => {
    expect(errorMessage(graphql({ message: 'This username is taken. Choose another.' }))).toBe(
      'This username is taken. Choose another.',
    )
  })

  it('is status, colon and body for a bare HTTP failure', () => {
    expect(errorMessage(http(413, 'request entity too large'))).toBe('413: request entity too large')
  })

  it('is status, colon and status text when the body is empty', () => {
    expect(errorMessage(http(502, '', 'Bad Gateway'))).toBe('502: Bad Gateway')
  })

  it('says "request failed" when the server cannot be reached', () => {
    expect(errorMessage(new TypeError('Failed to fetch')).toLowerCase()).toContain('request failed')
  })

  it('is the fallback of the caller when nothing is known', () => {
    expect(errorMessage(undefined, 'Failed to add contact.')).toBe('Failed to add contact.')
    expect(errorMessage(graphql({ message: '' }), 'Failed to add contact.')).toBe('Failed to add contact.')
  })
})

it('tells the code of a known error', () => {
  expect(errorCode(graphql({ message: 'Gone', extensions: { code: 'NOT_FOUND' } }))).toBe('NOT_FOUND')
  expect(errorCode(graphql({ message: 'Gone' }))).toBeNull()
  expect(errorCode(new Error('Gone'))).toBeNull()
})

it('tells what is wrong with single fields', () => {
  const error = graphql({
    message: 'Bad',
    extensions: { code: 'BAD_INPUT', fields: { email: 'Valid email is required' } },
  })
  expect(fieldErrors(error)).toEqual({ email: 'Valid email is required' })
  expect(fieldErrors(new Error('Bad'))).toEqual({})
})
