import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findToast, knownError, tearDown, unexplainedError, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  tearDown()
})

const tenant = {
  id: 't1',
  name: 'Larkspur Books',
  domain: '',
  subscriptionTier: 'basic',
  maxUsers: 5,
  maxContacts: 500,
  maxCampaigns: 50,
  trialEndsAt: null,
}
const ON = { totpSince: '2026-03-01T12:00:00.000Z', recoveryCodesLeft: 10, passkeys: [] as object[] }
const CODES = Array.from({ length: 10 }, (_, index) => `abcde${index}-bcdefg-cdefgh-defghj`)
const SETUP = { key: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', uri: 'otpauth://totp/Mergewell:ann?secret=ABCDEFGH' }
const open = (root: Root = {}) => showPage({ tenant, sessions: [], ...root }, { at: '/settings?tab=profile' })
const button = (name: string) => screen.findByRole('button', { name })

describe('the card Two-step sign-in', () => {
  test('shows a QR code and the key, accepts the first code, and shows the recovery codes once', async () => {
    let factor: object = { totpSince: null, recoveryCodesLeft: 0, passkeys: [] }
    const confirmTotp = () => {
      factor = ON
      return CODES
    }
    const confirmed = { codes: CODES }
    const { user, askedFor } = open({
      secondFactor: () => factor,
      startTotp: SETUP,
      confirmTotp: () => (confirmTotp(), confirmed),
    })
    await user.click(await button('Set up authenticator app'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }))
    expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' }).innerHTML).toMatch(
      /fill="white".*<path/,
    )
    expect(dialog.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy()
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Code' })
    expect(field.autocomplete).toBe('one-time-code')
    await user.type(field, '123456{Enter}')
    const shown = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }))
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES)
    expect(askedFor('ConfirmTotp')).toEqual([{ input: { code: '123456' } }])
    await user.click(shown.getByRole('button', { name: 'Done' }))
    await screen.findByText(/10 recovery codes are left/)
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
  })

  test('shows a wrong first code at its field', async () => {
    const confirmTotp = () => {
      throw knownError('BAD_INPUT', 'This code is wrong.', { code: 'This code is wrong.' })
    }
    const { user } = open({ startTotp: SETUP, confirmTotp })
    await user.click(await button('Set up authenticator app'))
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '000000{Enter}')
    await screen.findByText('This code is wrong.')
  })

  test('copies the recovery codes, one per line', async () => {
    const { user } = open({ startTotp: SETUP, confirmTotp: { codes: CODES } })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(await button('Set up authenticator app'))
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}')
    await user.click(await button('Copy codes'))
    await findToast('Recovery codes copied')
    expect(write).toHaveBeenCalledWith(CODES.join('\n'))
  })

  test('creates new recovery codes after a question', async () => {
    const { user } = open({ secondFactor: ON, renewRecoveryCodes: { codes: CODES } })
    await user.click(await button('New recovery codes'))
    await user.click(await button('Create new codes'))
    const shown = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }))
    expect(shown.getAllByRole('listitem')).toHaveLength(10)
  })

  test('turns two-step sign-in off after a question', async () => {
    const { user } = open({ secondFactor: ON, removeTotp: { totpSince: null, recoveryCodesLeft: 0, passkeys: [] } })
    await user.click(await button('Turn off'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }))
    await findToast('Authenticator app turned off')
    await button('Set up authenticator app')
  })

  test('suggests new recovery codes when few are left', async () => {
    open({ secondFactor: { ...ON, recoveryCodesLeft: 1 } })
    await screen.findByText(/1 recovery code is left\./)
    await screen.findByText(/Create new recovery codes/)
  })

  test('says why its data could not be loaded, and loads it again', async () => {
    let fails = true
    const secondFactor = () => {
      if (fails) throw unexplainedError()
      return ON
    }
    const { user } = open({ secondFactor })
    await screen.findByText('Two-step sign-in could not be loaded')
    fails = false
    await user.click(await button('Try again'))
    await screen.findByText(/^On since/)
  })
})
