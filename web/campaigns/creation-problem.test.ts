import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { expect, test } from 'vitest'
import { creationProblem } from './creation-problem.ts'

test.each([
  ['Microsoft says no', 'Microsoft Connection Issue'],
  ['The access token has expired', 'Microsoft Connection Issue'],
  ['request entity too large', 'Attachments Too Large'],
  ['413: Payload Too Large', 'Attachments Too Large'],
  ['The request failed', 'Network Error'],
])("the wizard reports the server's error %j as %s", (message, title) => {
  expect(creationProblem(new Error(message)).title).toBe(title)
})

test('the wizard reports an unreachable server as Network Error', () => {
  expect(creationProblem(new TypeError('Failed to fetch')).title).toBe('Network Error')
})

test('the wizard reports the server’s own size limit as Attachments Too Large', () => {
  const message = 'Total attachments too large: Total attachment size cannot exceed 30MB'
  const error = new CombinedGraphQLErrors({ errors: [{ message, extensions: { code: 'TOO_LARGE' } }] })
  expect(creationProblem(error).title).toBe('Attachments Too Large')
})

test("the wizard reports any other error as Campaign Creation Failed with the server's message", () => {
  expect(creationProblem(new Error('Your plan allows 2 campaigns.'))).toEqual({
    title: 'Campaign Creation Failed',
    description: 'Your plan allows 2 campaigns.',
  })
})

test('the wizard leads back to the audience when its segment was deleted', () => {
  const message = 'Segment not found. It may have been deleted.'
  const error = new CombinedGraphQLErrors({ errors: [{ message, extensions: { code: 'NOT_FOUND' } }] })
  expect(creationProblem(error)).toEqual({
    title: 'Campaign Creation Failed',
    description: `${message} Choose the audience again in Select Audience.`,
  })
})
