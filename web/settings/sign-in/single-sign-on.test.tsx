import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { findToast, knownError, tearDown, unexplainedError, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const NONE = {
  issuer: null,
  clientId: null,
  defaultRole: 'user',
  roleClaim: null,
  adminValues: [],
  required: false,
  callbackUrl: 'https://m.example/auth/sso/callback',
  domains: [] as object[],
}
const SET = {
  ...NONE,
  issuer: 'https://login.example.com',
  clientId: 'mergewell',
  adminValues: ['it'],
  roleClaim: 'groups',
}
const domain = (verifiedAt: string | null) => ({
  domain: 'example.com',
  record: 'mergewell-verification=abc',
  verifiedAt,
})
const open = (root: Root) => showPage(root, { at: '/settings?tab=sso' })

test('the single sign-on settings save an identity provider with its secret, which is then removed from the form', async () => {
  const { user, askedFor } = open({ singleSignOn: NONE, updateSingleSignOn: SET })
  expect((await screen.findByLabelText<HTMLInputElement>('Redirect URI')).value).toBe(NONE.callbackUrl)
  await user.type(screen.getByLabelText('Issuer'), 'https://login.example.com')
  await user.type(screen.getByLabelText('Client ID'), 'mergewell')
  await user.type(screen.getByLabelText('Client secret'), 'top secret')
  await user.type(screen.getByLabelText(/^Role claim/), 'groups')
  await user.type(screen.getByLabelText(/^Admin values/), 'it, heads')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await findToast('Single sign-on saved')
  expect(askedFor('UpdateSingleSignOn')).toEqual([
    {
      input: {
        issuer: 'https://login.example.com',
        clientId: 'mergewell',
        clientSecret: 'top secret',
        defaultRole: 'user',
        roleClaim: 'groups',
        adminValues: ['it', 'heads'],
        required: false,
      },
    },
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Client secret').value).toBe('')
})

test('the single sign-on settings keep what was typed when the identity provider does not answer', async () => {
  const updateSingleSignOn = () => {
    throw knownError('UNAVAILABLE', 'The identity provider did not answer as expected.')
  }
  const { user } = open({ singleSignOn: SET, updateSingleSignOn })
  await user.click(await screen.findByRole('switch', { name: 'Require single sign-on' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await findToast('Single sign-on not saved')).textContent).toContain('did not answer')
  expect(screen.getByLabelText<HTMLInputElement>('Issuer').value).toBe(SET.issuer)
})

test('the single sign-on settings add a domain, show its DNS record, and verify it', async () => {
  const singleSignOn = { ...SET, domains: [] }
  const { user, askedFor } = open({
    singleSignOn,
    addSsoDomain: { ...SET, domains: [domain(null)] },
    verifySsoDomain: { ...SET, domains: [domain('2026-05-01T00:00:00.000Z')] },
  })
  await user.type(await screen.findByLabelText('Add a domain'), 'example.com')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect((await screen.findByLabelText<HTMLInputElement>('TXT record of example.com')).value).toContain('abc')
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  await screen.findByText('Verified')
  expect(askedFor('VerifySsoDomain')).toEqual([{ domain: 'example.com' }])
})

test('the single sign-on settings ask before turning it off', async () => {
  const { user, askedFor } = open({ singleSignOn: SET, removeSingleSignOn: NONE })
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
  expect(askedFor('RemoveSingleSignOn')).toEqual([])
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(askedFor('RemoveSingleSignOn')).toHaveLength(1))
})

test('the single sign-on settings show an error when they could not be loaded', async () => {
  const singleSignOn = () => {
    throw unexplainedError()
  }
  open({ singleSignOn })
  await screen.findByText('Single sign-on could not be loaded')
})
