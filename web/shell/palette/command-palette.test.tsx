import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openApp } from '#web/testing/app.tsx'
import { ANN, findToast, pageOf, tearDown, type Root } from '#web/testing/world.tsx'
import { setTheme } from '#web/ui/color-theme.ts'

afterEach(() => {
  tearDown()
  setTheme('system')
})

/** An unknown address: only the frame is under test. */
const NOWHERE = '/no/such/page'

async function openAt404(root: Root = {}) {
  const none = pageOf([], {})
  const app = openApp(NOWHERE, { currentUser: ANN, campaigns: none, contacts: none, templates: none, ...root })
  await screen.findByText('404')
  return app
}

async function openPalette(root: Root = {}) {
  const app = await openAt404(root)
  await app.user.keyboard('{Control>}k{/Control}')
  return { ...app, box: await screen.findByRole('combobox', { name: 'Search' }) }
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent

describe('the command palette', () => {
  it('opens with Ctrl-K, ⌘K or its button, takes focus, and returns it on Escape', async () => {
    const { user } = await openAt404()
    const button = screen.getByRole('button', { name: /^Search/ })
    await user.click(button)
    const box = await screen.findByRole('combobox', { name: 'Search' })
    expect(document.activeElement).toBe(box)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    expect(document.activeElement).toBe(button)
    for (const key of ['{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
      await user.keyboard(key)
      await screen.findByRole('combobox', { name: 'Search' })
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    }
  })

  it('lists all pages and actions first, and opens the one selected with the arrow keys', async () => {
    const { user, box, address } = await openPalette()
    expect(options()).toContain('Upload Contacts')
    expect(options()).toContain('Log out')
    expect(chosen()).toBe('Dashboard')
    expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    await user.keyboard('{ArrowUp}')
    expect(chosen()).toBe('Log out')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(chosen()).toBe('Upload Contacts')
    const active = screen.getByRole('option', { selected: true })
    expect(box.getAttribute('aria-activedescendant')).toBe(active.id)
    await user.type(box, 'settings')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/settings'))
    expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull()
  })

  it('finds an action by its synonyms as well', async () => {
    const { user, box } = await openPalette()
    await user.type(box, 'sign out')
    await waitFor(() => expect(options()).toEqual(['Log out']))
  })

  it('finds single settings by name, and opens their section', async () => {
    const { user, box, address } = await openPalette()
    expect(options()).not.toContain('Logo, colors and fonts')
    await user.type(box, 'logo')
    await waitFor(() => expect(options()).toEqual(['Logo, colors and fonts']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/settings?tab=brand'))
  })

  it('offers admin entries only to admins', async () => {
    await openPalette()
    expect(options()).toContain('Connected Emails')
    expect(options()).not.toContain('API Keys')
    tearDown()
    await openPalette({ currentUser: { ...ANN, role: 'admin' } })
    expect(options()).toContain('API Keys')
  })

  it('searches campaigns, contacts and templates on the server, and opens the result', async () => {
    const { user, box, askedFor, address } = await openPalette({
      campaigns: pageOf(
        [
          { id: 'c1', name: 'Winter list', status: 'draft' },
          { id: 'c2', name: 'Winter sale', status: 'sent' },
        ],
        {},
      ),
      contacts: pageOf([{ id: 'p1', firstName: 'Wilma', lastName: 'Winter', email: 'wilma@example.com' }], {}),
      templates: pageOf([{ id: 't1', name: 'Winter greetings' }], {}),
    })
    await user.type(box, 'winter')
    await waitFor(() =>
      expect(options()).toEqual([
        'Winter listdraft',
        'Winter salesent',
        'Wilma Winterwilma@example.com',
        'Winter greetings',
      ]),
    )
    expect(chosen()).toBe('Winter listdraft')
    expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    expect(askedFor('Find').at(-1)).toEqual({ search: 'winter', first: 5 })
    const titles = screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby') ?? '')
    expect(titles.map((id) => document.getElementById(id)?.textContent)).toEqual(['Campaigns', 'Contacts', 'Templates'])
    await user.click(screen.getByText('Wilma Winter'))
    await waitFor(() => expect(address()).toBe('/contacts?search=wilma%40example.com'))
  })

  it('says so when nothing matches', async () => {
    const { user, box } = await openPalette()
    await user.type(box, 'zzz')
    expect(await screen.findByText('No results.')).toBeDefined()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('combobox', { name: 'Search' })).toBe(box)
  })

  it('switches the theme and logs out', async () => {
    const { user, box, address } = await openPalette({ logout: true })
    await user.type(box, 'dark{Enter}')
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'log out{Enter}')
    await findToast('Logged out')
    await waitFor(() => expect(address()).toBe('/login'))
  })

  it('leaves Ctrl-K to a component that handled it', async () => {
    await openAt404()
    const box = document.createElement('input')
    document.body.append(box)
    box.addEventListener('keydown', (event) => event.preventDefault())
    fireEvent.keyDown(box, { key: 'k', ctrlKey: true })
    fireEvent.keyDown(document.body, { key: '?' })
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
    expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull()
    box.remove()
  })
})

describe('the list of keyboard shortcuts', () => {
  it('opens with the ? key, and closes with Escape', async () => {
    const { user } = await openAt404()
    await user.keyboard('?')
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(list).getByText('Search pages, actions, campaigns and contacts')).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull())
  })

  it('does not open for a ? typed into a field', async () => {
    const { user, box } = await openPalette()
    await user.type(box, 'who?')
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
    expect(screen.getByDisplayValue('who?')).toBe(box)
  })
})
