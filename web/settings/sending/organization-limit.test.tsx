import '#web/testing/browser.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { number, showPage } from '../testing.tsx'

afterEach(tearDown)

const CONTOSO = { domains: ['contoso.com'], used: 1_200, limit: 8_000, isAssumed: true }

describe("the card for an organization's limit of recipients", () => {
  test('shows how much of the limit is used, and that no size is entered', async () => {
    showPage({}, { fields: { organisations: [CONTOSO] } })
    expect(await screen.findByText('1,200 of 8,000 external recipients in the last 24 hours')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'contoso.com' }).getAttribute('aria-valuenow')).toBe('1200')
    expect(screen.getByText(/we assume one license/)).toBeTruthy()
  })

  test('saves the limit when licenses are entered, and clears it when they are removed', async () => {
    const world = showPage({}, { fields: { organisations: [CONTOSO] } })
    const licenses = await number('Licenses (optional)')
    expect(licenses.value).toBe('')
    await world.user.type(licenses, '9')
    await world.user.clear(licenses)
    expect(world.askedFor('UpdateEmailSettings')).toEqual([
      { input: { organisationLicences: 9 } },
      { input: { organisationLicences: null } },
    ])
  })

  test('does not save an invalid number', async () => {
    const world = showPage()
    const limit = await number('Limit in 24 hours (optional)')
    await world.user.type(limit, '0')
    expect(await screen.findByText('Organization limit must be at least 1')).toBeTruthy()
    expect(world.askedFor('UpdateEmailSettings')).toEqual([])
  })

  test('says when the limit does not apply', async () => {
    showPage({}, { fields: { organisations: [{ ...CONTOSO, limit: null, isAssumed: false }] } })
    expect(await screen.findByText('1,200 external recipients in the last 24 hours. No limit applies.')).toBeTruthy()
  })

  test('says when no organization is connected', async () => {
    showPage()
    expect(await screen.findByText('No Microsoft 365 mailbox of an organization is connected.')).toBeTruthy()
  })

  test('is hidden from people who are not admins', async () => {
    showPage({}, { role: 'user', fields: { organisations: null } })
    expect(await screen.findByText('Only an admin of your workspace can change these settings.')).toBeTruthy()
    expect(screen.queryByText('Recipient limit of your Microsoft 365 organization')).toBeNull()
  })
})
