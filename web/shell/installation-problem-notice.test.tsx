import '#web/testing/browser.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import { ProblemNotice } from './installation-problem-notice.tsx'

afterEach(tearDown)

const open = (problem: string | null) =>
  show(<ProblemNotice />, { root: { server: { sandbox: false, providers: [], problem } } })

test('the problem notice tells everybody what prevents the installation from working', async () => {
  open('The disk of the database is full.')
  expect(
    (await screen.findByText(/The disk of the database is full\. Contact the person/)).closest('[role=status]'),
  ).toBeTruthy()
})

test('the problem notice is absent when there is no problem', () => {
  open(null)
  expect(screen.getByRole('status').textContent).toBe('')
})
