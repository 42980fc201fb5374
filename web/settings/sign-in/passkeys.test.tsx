import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { PASSKEY_ANSWER, withPasskeys } from '#web/testing/passkeys.ts'
import { findToast, knownError, tearDown, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const KEY = { id: 'pky_1', name: 'Laptop', addedAt: '2026-03-01T12:00:00.000Z', lastUsedAt: null }
const OPTIONS = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { name: 'Mergewell', id: 'localhost' },
  user: { id: 'YW5u', name: 'ann', displayName: 'Ann' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
}
const CODES = ['abcdef-abcdef-abcdef-abcdef']

function open(root: Root = {}, passkeys: object[] = []) {
  let factor = { totpSince: null, recoveryCodesLeft: passkeys.length > 0 ? 10 : 0, passkeys }
  return showPage(
    {
      tenant: null,
      sessions: [],
      secondFactor: () => factor,
      startPasskey: OPTIONS,
      addPasskey: ({ input }: { input: { name: string } }) => {
        const passkey = { ...KEY, name: input.name }
        factor = { ...factor, recoveryCodesLeft: 10, passkeys: [passkey] }
        return { passkey, recoveryCodes: CODES }
      },
      removePasskey: () => {
        factor = { ...factor, recoveryCodesLeft: 0, passkeys: [] }
        return KEY
      },
      renamePasskey: ({ input: { name } }: { input: { name: string } }) => ({ ...KEY, name }),
      ...root,
    },
    { at: '/settings?tab=profile' },
  )
}
const button = (name: string) => screen.findByRole('button', { name })

describe('the card for passkeys', () => {
  test('adds passkeys with a name, and shows recovery codes for the first', async () => {
    withPasskeys()
    const { user, askedFor } = open()
    await user.click(await button('Add a passkey'))
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(field)
    await user.type(field, 'Blue key{Enter}')
    const codes = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }))
    expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES)
    expect(askedFor('AddPasskey')).toMatchObject([{ input: { name: 'Blue key', response: PASSKEY_ANSWER } }])
    await user.click(codes.getByRole('button', { name: 'Done' }))
    expect((await screen.findByRole('list', { name: 'Your passkeys' })).textContent).toContain('Blue key')
  })

  test('explains at the name why the browser created no passkey', async () => {
    withPasskeys(new DOMException('cancelled', 'NotAllowedError'))
    const { user, askedFor } = open()
    await user.click(await button('Add a passkey'))
    await user.click(await button('Continue'))
    await screen.findByText('No passkey was received. Try again.')
    expect(askedFor('AddPasskey')).toEqual([])
  })

  test('requires a name', async () => {
    withPasskeys()
    const { user, askedFor } = open()
    await user.click(await button('Add a passkey'))
    await user.clear(await screen.findByRole('textbox', { name: 'Name' }))
    await user.click(await button('Continue'))
    await screen.findByText('Name is required')
    expect(askedFor('StartPasskey')).toEqual([])
  })

  test('lists, renames and removes passkeys, after a question', async () => {
    withPasskeys()
    const { user } = open({}, [KEY])
    expect((await screen.findByRole('list', { name: 'Your passkeys' })).textContent).toContain('not used yet')
    await user.click(await button('Rename Laptop'))
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(field)
    await user.type(field, 'Office{Enter}')
    await user.click(await button('Remove Office'))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/Your password alone will then be enough/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await findToast('Passkey removed')
    expect(screen.queryByRole('list', { name: 'Your passkeys' })).toBeNull()
  })

  test('says why a passkey cannot be removed', async () => {
    const { user } = open(
      {
        removePasskey: () => {
          throw knownError('NOT_FOUND', 'This passkey does not exist.')
        },
      },
      [KEY],
    )
    await user.click(await button('Remove Laptop'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect((await findToast('Remove Failed')).textContent).toContain('This passkey does not exist.')
  })

  test('is absent in a browser without passkeys', async () => {
    open()
    await screen.findByText('This browser cannot make passkeys.')
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })
})
