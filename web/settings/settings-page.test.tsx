import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { sectionAddress, sectionsFor } from './settings-sections.ts'
import { number, showPage } from './testing.tsx'

afterEach(tearDown)

describe('the tabs of the settings page', () => {
  test('are, for an admin, one for each group of settings', () => {
    showPage()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Email Sending',
      'Connected Emails',
      'Brand',
      'Languages and Formats',
      'Tracking and Privacy',
      'User Management',
      'Profile',
      'Single Sign-On',
      'API Keys',
      'Webhooks',
      'Activity',
      'Data',
    ])
  })

  test('include no User Management, API Keys and Webhooks for users who are not admins, and do not load the users', async () => {
    const world = showPage({ users: [] }, { role: 'user', at: '/settings?tab=users' })
    await number('Daily limit')
    expect(screen.queryByRole('tab', { name: 'User Management' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'API Keys' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Webhooks' })).toBeNull()
    expect(world.askedFor('Users')).toEqual([])
  })

  test('are kept in the address', async () => {
    const world = showPage()
    await world.user.click(screen.getByRole('tab', { name: 'Profile' }))
    expect(world.address()).toBe('/settings?tab=profile')
  })
})

describe('the link to a single setting', () => {
  const settings = sectionsFor('admin').flatMap(({ value, settings: all }) =>
    all.map(([name, , card = name]) => [name, sectionAddress(value, card), card] as const),
  )
  test.each(settings)('"%s" leads to the title of its card', async (_, at, card) => {
    showPage({}, { at })
    await waitFor(() => expect(document.activeElement?.textContent).toBe(card))
    expect(document.activeElement?.tagName).toBe('H2')
  })
})
