import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { openReview, savedInput } from '../testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

const level = () => screen.findByRole<HTMLSelectElement>('combobox', { name: /^Level/ })

describe('the tracking settings of a campaign in the wizard', () => {
  test("follow the workspace's and name its level", async () => {
    await openReview({ root: { emailSettings: { tracking: 'counts' } } })
    expect(await screen.findByRole('option', { name: 'Workspace setting (counts only)' })).toBeTruthy()
    expect((await level()).value).toBe('workspace')
    expect(
      screen.getByText(
        'Links go through Mergewell first, except links with merge tags and links that show their own address.',
      ),
    ).toBeTruthy()
  })

  itInFull('can be changed and set back; without tracking there is nothing more to choose', async () => {
    const world = await openReview()
    const { user } = world
    await user.selectOptions(await level(), 'off')
    expect(screen.queryByRole('switch', { name: 'Track opens' })).toBeNull()
    await waitFor(() => expect(savedInput(world)['tracking']).toBe('off'))
    await user.selectOptions(await level(), 'workspace')
    expect(screen.getByRole('switch', { name: 'Track opens' })).toBeTruthy()
    await waitFor(() => expect(savedInput(world)['tracking']).toBeNull())
  })
})
