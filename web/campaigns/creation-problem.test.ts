import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { expect, test } from 'vitest'
import { creationProblem } from './creation-problem.ts'

test.each([
  ['Microsoft says no', 'Microsoft Connection Issue'],
  ['The access token has expired', 'Microsoft Connection Issue'],
  ['request entity too large', 'Attachments Too Large'],
  ['413: Payload Too Large', 'Attachments Too Large'],
  ['The request failed', 'Network Error'],
])('%j is reported as %s', (message, title) => {
  expect(creationProblem(new Error(message)).title).toBe(title)
})

test('an unreachable server is a Network Error', () => {
  expect(creationProblem(new TypeError('Failed to fetch')).title).toBe('Network Error')
})

test('the server’s own size limit is Attachments Too Large', () => {
  const message = 'Total attachments too large: Total attachment size cannot exceed 30MB'
  const error = new CombinedGraphQLErrors({ errors: [{ message, extensions: { code: 'TOO_LARGE' } }] })
  expect(creationProblem(error).title).toBe('Attachments Too Large')
})

test('any other error is Campaign Creation Failed with the raw message', () => {
  expect(creationProblem(new Error('Your plan allows 2 campaigns.'))).toEqual({
    title: 'Campaign Creation Failed',
    description: 'Your plan allows 2 campaigns.',
  })
})

test('a deleted segment leads back to the audience', () => {
  const message = 'Segment not found. It may have been deleted.'
  const error = new CombinedGraphQLErrors({ errors: [{ message, extensions: { code: 'NOT_FOUND' } }] })
  expect(creationProblem(error)).toEqual({
    title: 'Campaign Creation Failed',
    description: `${message} Choose the audience again in Select Audience.`,
  })
})
