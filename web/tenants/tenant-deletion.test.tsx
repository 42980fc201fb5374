import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, knownError, tearDown } from '#web/testing/world.tsx'
import { showPage, tenant, tenantsOf, type Shown } from './testing.tsx'

afterEach(tearDown)

const AT = '2026-12-23T10:00:00.000Z'
const FIELD = 'Type the name of the tenant: Name one'
async function openDialog({ user }: Shown) {
  await user.click(await screen.findByRole('button', { name: 'Plan and features for Name one' }))
  return within(screen.getByRole('dialog'))
}

describe('the dialog Delete this tenant', () => {
  test('schedules the deletion when the name was typed, shows the day, and cancels it', async () => {
    const world = showPage({
      scheduleTenantDeletion: tenant('one', { deletionAt: AT }),
      cancelTenantDeletion: tenant('one'),
    })
    const dialog = await openDialog(world)
    await world.user.type(dialog.getByLabelText(FIELD), 'Name one')
    await world.user.click(dialog.getByRole('button', { name: 'Delete Tenant' }))
    await findToast('Deletion Scheduled')
    expect(world.askedFor('ScheduleTenantDeletion')).toEqual([{ input: { id: 'one', name: 'Name one' } }])
    expect(await dialog.findByText(/Will be deleted on/)).toBeTruthy()
    expect(within(screen.getByRole('table', { hidden: true })).getByText('To be deleted')).toBeTruthy()
    await world.user.click(dialog.getByRole('button', { name: 'Cancel Deletion' }))
    await findToast('Deletion Cancelled')
    expect(world.askedFor('CancelTenantDeletion')).toEqual([{ id: 'one' }])
    expect(await dialog.findByLabelText(FIELD)).toBeTruthy()
  })

  test('says at the field that the typed name is a different one', async () => {
    const message = 'Enter the name of the workspace exactly: Name one'
    const world = showPage({
      scheduleTenantDeletion: () => {
        throw knownError('BAD_INPUT', message, { name: message })
      },
    })
    const dialog = await openDialog(world)
    await world.user.type(dialog.getByLabelText(FIELD), 'name one')
    await world.user.click(dialog.getByRole('button', { name: 'Delete Tenant' }))
    await findToast('Deletion Not Scheduled')
    expect(dialog.getByLabelText(FIELD).getAttribute('aria-invalid')).toBe('true')
  })

  test('does not say that admins of an inactive tenant can cancel', async () => {
    const world = showPage({ tenants: tenantsOf(tenant('one', { isActive: false })) })
    const dialog = await openDialog(world)
    expect(dialog.getByText(/Its admins are notified by email\./)).toBeTruthy()
  })
})
