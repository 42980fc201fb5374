import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { unexplainedError, findToast, knownError, tearDown, type Root } from '#web/testing/world.tsx'
import { sheetLink, showPage } from '../testing.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  tearDown()
})

const TOKEN = 'mwk_abcdef0123456789'
const KEY = {
  __typename: 'ApiKey',
  id: 'key-1',
  name: 'Shop',
  scopes: ['contacts:read', 'campaigns:send'],
  allowedAddresses: [] as string[],
  user: { id: 'u1', name: 'Ada' } as object | null,
  serviceAccount: null as object | null,
  tokenStart: 'mwk_abcdef',
  createdAt: '2026-01-31T09:30:00.000Z',
  expiresAt: null as string | null,
  lastUsedAt: null as string | null,
}

const TILL = { __typename: 'ServiceAccount', id: 'svc-1', name: 'Till', createdAt: '2026-01-31T09:30:00.000Z' }

const open = (apiKeys: object[] | (() => unknown) = [], root: Root = {}, apiAccess = true) =>
  showPage(
    { apiKeys, serviceAccounts: [], tenant: { id: 't1', features: { apiAccess } }, ...root },
    { at: '/settings?tab=keys' },
  )

const create = () => screen.findByRole('button', { name: 'Create API Key' })
const dialog = () => screen.findByRole('dialog')

test('the API key page lists each key with its owner, access, addresses, last use and expiry', async () => {
  const ofTill = { user: null, serviceAccount: TILL, allowedAddresses: ['203.0.113.0/24', '::1'] }
  const old = { id: 'key-2', name: 'Old', scopes: ['templates:write'], expiresAt: '2020-01-01T00:00:00.000Z' }
  open([KEY, { ...KEY, ...old, ...ofTill }])
  const row = (name: string) => screen.getByText(name).closest('tr')?.textContent
  await screen.findByText('Shop')
  expect(row('Shop')).toContain('mwk_abcdef…')
  expect(row('Shop')).toContain('Ada')
  expect(row('Shop')).toContain('Contacts: read, Campaigns: read and send')
  expect(row('Shop')).toContain('Never')
  expect(row('Old')).toContain('Expired')
  expect(row('Old')).toContain('Templates: read and write')
  expect(row('Old')).toContain('Works only from 203.0.113.0/24, ::1')
  expect(row('Old')).toContain('Service account Till')
})

test('the API key page creates a key with scopes and expiry, shows it once and copies it', async () => {
  const createApiKey = ({ input }: { input: object }) => ({ token: TOKEN, apiKey: { ...KEY, ...input } })
  const world = open([], { createApiKey })
  await world.user.click(await create())
  await world.user.type(screen.getByLabelText('Name'), 'Shop')
  await world.user.selectOptions(screen.getByRole('combobox', { name: 'Campaigns' }), 'Read, write and send')
  await world.user.selectOptions(screen.getByRole('combobox', { name: 'Suppression list' }), 'Read and write')
  await world.user.selectOptions(screen.getByLabelText('Expiration'), 'No expiration')
  await world.user.click(within(await dialog()).getByRole('button', { name: 'Create API Key' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Key')).value).toBe(TOKEN)
  expect(world.askedFor('CreateApiKey')).toEqual([
    {
      input: {
        name: 'Shop',
        scopes: ['contacts:read', 'suppressions:write', 'campaigns:write', 'campaigns:send'],
        allowedAddresses: [],
        serviceAccountId: null,
        neverExpires: true,
      },
    },
  ])

  const writeText = vi.spyOn(navigator.clipboard, 'writeText')
  await world.user.click(screen.getByRole('button', { name: 'Copy key' }))
  await findToast('Key copied')
  expect(writeText).toHaveBeenCalledWith(TOKEN)
  await world.user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByText('Shop')).toBeTruthy()
  await world.user.click(await create())
  expect(screen.queryByDisplayValue(TOKEN)).toBeNull()
})

test('the API key page defaults to 90 days, and warns about a key that never expires', async () => {
  const createApiKey = ({ input }: { input: object }) => ({ token: TOKEN, apiKey: { ...KEY, ...input } })
  const world = open([], { createApiKey })
  await world.user.click(await create())
  const terms = within(screen.getByLabelText('Expiration')).getAllByRole('option')
  expect(terms.map(({ textContent }) => textContent)).toEqual(['30 days', '90 days', '1 year', 'No expiration'])
  expect(screen.queryByText(/Anyone who has this key/)).toBeNull()
  await world.user.selectOptions(screen.getByLabelText('Expiration'), 'No expiration')
  expect(screen.getByText(/Anyone who has this key/)).toBeTruthy()
  await world.user.selectOptions(screen.getByLabelText('Expiration'), '90 days')
  await world.user.type(screen.getByLabelText('Name'), 'Shop')
  await world.user.click(within(await dialog()).getByRole('button', { name: 'Create API Key' }))
  await screen.findByLabelText('Key')
  const [asked] = world.askedFor('CreateApiKey') as { input: { expiresAt: string } }[]
  const days = (Date.parse(asked?.input.expiresAt ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(90)
})

test('the API key page asks for the password when the sign-in is too old, then creates the key', async () => {
  let recent = false
  const createApiKey = ({ input }: { input: object }) => {
    if (!recent) throw knownError('REAUTHENTICATE', 'You signed in a while ago.')
    return { token: TOKEN, apiKey: { ...KEY, ...input } }
  }
  const confirmPassword = ({ input }: { input: { password: string } }) => {
    const message = 'The password is wrong.'
    if (input.password !== 'right-one') throw knownError('BAD_INPUT', message, { password: message })
    recent = true
    return true
  }
  const world = open([], { createApiKey, confirmPassword })
  await world.user.click(await create())
  await world.user.type(screen.getByLabelText('Name'), 'Shop')
  await world.user.click(within(await dialog()).getByRole('button', { name: 'Create API Key' }))
  await world.user.type(await screen.findByLabelText('Your password'), 'wrong-one{Enter}')
  expect(await screen.findByText('The password is wrong.')).toBeTruthy()
  await world.user.clear(screen.getByLabelText('Your password'))
  await world.user.type(screen.getByLabelText('Your password'), 'right-one{Enter}')
  expect((await screen.findByLabelText<HTMLInputElement>('Key')).value).toBe(TOKEN)
})

test('the API key page requires a name and a scope', async () => {
  const world = open()
  await world.user.click(await create())
  for (const noun of ['Contacts', 'Campaigns']) {
    await world.user.selectOptions(screen.getByRole('combobox', { name: noun }), 'No access')
  }
  await world.user.click(within(await dialog()).getByRole('button', { name: 'Create API Key' }))
  expect(await screen.findByText('Name is required')).toBeTruthy()
  expect(screen.getByText('Choose at least one scope')).toBeTruthy()
  expect(world.askedFor('CreateApiKey')).toEqual([])
})

test('the API key page creates a key for a new service account that works only from some addresses', async () => {
  const createApiKey = ({ input }: { input: object }) => ({
    token: TOKEN,
    apiKey: { ...KEY, ...input, user: null, serviceAccount: TILL },
  })
  const world = open([], { createApiKey, createServiceAccount: () => TILL })
  await world.user.click(await create())
  await world.user.type(screen.getByLabelText('Name'), 'Shop')
  await world.user.selectOptions(screen.getByLabelText('Belongs to'), 'A new service account')
  await world.user.type(screen.getByLabelText('Name of the service account'), 'Till')
  await world.user.type(screen.getByLabelText(/Allowed IP addresses/), '203.0.113.0/24{Enter}nonsense')
  await world.user.click(within(await dialog()).getByRole('button', { name: 'Create API Key' }))
  expect(await screen.findByText(/Each address must be an IPv4 or IPv6 address or range/)).toBeTruthy()
  expect(world.askedFor('CreateServiceAccount')).toEqual([])
  await world.user.clear(screen.getByLabelText(/Allowed IP addresses/))
  await world.user.type(screen.getByLabelText(/Allowed IP addresses/), '203.0.113.0/24{Enter}2001:db8::1')
  await world.user.click(within(await dialog()).getByRole('button', { name: 'Create API Key' }))
  await screen.findByLabelText('Key')
  expect(world.askedFor('CreateServiceAccount')).toEqual([{ name: 'Till' }])
  expect(world.askedFor('CreateApiKey')).toMatchObject([
    { input: { allowedAddresses: ['203.0.113.0/24', '2001:db8::1'], serviceAccountId: 'svc-1' } },
  ])
  await world.user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('table', { name: 'Service accounts' })).toBeTruthy()
})

test('the API key page shows the refusal of a service account beside its name, not beside that of the key', async () => {
  const message = 'There is already a service account called Till. Choose another name.'
  const createServiceAccount = () => {
    throw knownError('CONFLICT', message, { name: message })
  }
  const world = open([], { createServiceAccount })
  await world.user.click(await create())
  await world.user.type(screen.getByLabelText('Name'), 'Shop')
  await world.user.selectOptions(screen.getByLabelText('Belongs to'), 'A new service account')
  await world.user.type(screen.getByLabelText('Name of the service account'), 'Till')
  await world.user.click(within(await dialog()).getByRole('button', { name: 'Create API Key' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Name of the service account').getAttribute('aria-invalid')).toBe('true'),
  )
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull()
  expect(world.askedFor('CreateApiKey')).toEqual([])
})

test('the API key page deletes a service account after saying what its deletion ends', async () => {
  let accounts = [TILL]
  let keys = [{ ...KEY, user: null, serviceAccount: TILL }]
  const root = {
    serviceAccounts: () => accounts,
    deleteServiceAccount: () => {
      accounts = []
      keys = []
      return TILL
    },
  }
  const world = open(() => keys, root)
  await world.user.click(await screen.findByRole('button', { name: 'Delete Till' }))
  const question = screen.getByRole('alertdialog')
  expect(question.textContent).toContain('1 key is revoked')
  expect(world.askedFor('DeleteServiceAccount')).toEqual([])
  await world.user.click(within(question).getByRole('button', { name: 'Delete' }))
  await findToast('Service account deleted')
  expect(world.askedFor('DeleteServiceAccount')).toEqual([{ id: 'svc-1' }])
  await waitFor(() => expect(screen.queryByText('Till')).toBeNull())
})

test('the API key page revokes a key after confirmation', async () => {
  const world = open([KEY], { revokeApiKey: KEY })
  await world.user.click(await screen.findByRole('button', { name: 'Revoke Shop' }))
  const question = screen.getByRole('alertdialog')
  expect(question.textContent).toContain('This action cannot be undone.')
  expect(world.askedFor('RevokeApiKey')).toEqual([])
  await world.user.click(within(question).getByRole('button', { name: 'Revoke' }))
  await findToast('Key revoked')
  expect(world.askedFor('RevokeApiKey')).toEqual([{ id: 'key-1' }])
  expect(await screen.findByText('No API keys yet')).toBeTruthy()
})

test('the API key page keeps a key that could not be revoked, with an error', async () => {
  const revokeApiKey = () => {
    throw knownError('FORBIDDEN', 'Only an admin can do this.')
  }
  const world = open([KEY], { revokeApiKey })
  await world.user.click(await screen.findByRole('button', { name: 'Revoke Shop' }))
  await world.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  expect((await findToast('Revoke Failed')).textContent).toContain('Only an admin can do this.')
  expect(screen.getByText('Shop')).toBeTruthy()
})

test('the API key page says that API access is turned off, and creates none', async () => {
  open([KEY], {}, false)
  expect(await screen.findByText('API access is turned off for your workspace')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create API Key' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Revoke Shop' })).toBeTruthy()
})

test('the API key page shows an error with a retry when loading fails', async () => {
  let broken = true
  const { user } = open(() => (broken ? Promise.reject(unexplainedError()) : [KEY]))
  expect(await screen.findByText('Your API keys could not be loaded')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByText('Shop')).toBeTruthy())
})

test("the API key page lists everybody's live spreadsheet links, and revokes one", async () => {
  let sheetLinks = [sheetLink({ id: 'bea', name: 'Bea' })]
  const revokeSheetLink = () => {
    sheetLinks = []
    return { campaign: { __typename: 'Campaign', id: 'c1' } }
  }
  const world = open([], { sheetLinks: () => sheetLinks, revokeSheetLink })
  expect((await screen.findByRole('table', { name: 'Live links' })).textContent).toContain('Spring newsBea')
  await world.user.click(screen.getByRole('button', { name: 'Revoke the link to Spring news of Bea' }))
  await world.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  await findToast('Link Revoked')
  expect(world.askedFor('RevokeSheetLinkOf')).toEqual([{ id: 'c1', userId: 'bea' }])
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Live links' })).toBeNull())
})
