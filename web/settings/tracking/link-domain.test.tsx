import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { findToast, knownError, tearDown, unexplainedError, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const DOMAIN = {
  host: 'links.example.com',
  works: false,
  problem: 'proof',
  advice: 'The TXT record was not found.' as string | null,
  checkedAt: null as string | null,
  cname: { name: 'links.example.com', value: 'mail.mergewell.example' },
  txt: { name: '_mergewell.links.example.com', value: 'mergewell-verification=abc' },
}
const WORKS = { ...DOMAIN, works: true, problem: null, advice: null, checkedAt: '2026-05-01T00:00:00.000Z' }
const open = (root: Root, role = 'admin') => showPage(root, { at: '/settings?tab=privacy', role })
const button = (name: string) => screen.findByRole('button', { name })
const valueOf = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value

describe('the card for the link domain', () => {
  it('adds a link domain, shows its DNS records, and says that it works once they are found', async () => {
    const { user, askedFor } = open({ linkDomain: null, setLinkDomain: DOMAIN, checkLinkDomain: WORKS })
    await user.type(await screen.findByLabelText(/^Host name/), 'links.example.com')
    await user.click(await button('Add link domain'))
    expect(await valueOf('Name of the CNAME record')).toBe('links.example.com')
    expect(await valueOf('Value of the CNAME record')).toBe('mail.mergewell.example')
    expect(await valueOf('Name of the TXT record')).toBe('_mergewell.links.example.com')
    expect(await valueOf('Value of the TXT record')).toBe('mergewell-verification=abc')
    expect(askedFor('SetLinkDomain')).toEqual([{ host: 'links.example.com' }])
    await screen.findByText('The TXT record was not found.')
    await screen.findByText('Not used yet')
    await user.click(await button('Check link domain'))
    await findToast('The link domain works')
    await screen.findByText('New emails use it')
    expect(screen.queryByText('The TXT record was not found.')).toBeNull()
  })

  it('says what is wrong with a name, and keeps the input', async () => {
    const setLinkDomain = () => {
      throw knownError('BAD_INPUT', 'Enter a host name below your domain.', {
        host: 'Enter a host name below your domain.',
      })
    }
    const { user } = open({ linkDomain: null, setLinkDomain })
    const field = await screen.findByLabelText<HTMLInputElement>(/^Host name/)
    await user.type(field, 'example.com')
    await user.click(await button('Add link domain'))
    await screen.findByText('Enter a host name below your domain.')
    expect(field.value).toBe('example.com')
  })

  it('removes the link domain after a question that says what happens to emails already sent', async () => {
    const { user, askedFor } = open({ linkDomain: WORKS, removeLinkDomain: true })
    await user.click(await button('Remove link domain'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove links.example.com?' })
    expect(dialog.textContent).toContain('stop working once you remove the CNAME record')
    expect(askedFor('RemoveLinkDomain')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Remove link domain' }))
    await findToast('Link domain removed')
    await screen.findByLabelText(/^Host name/)
    await waitFor(() => expect(askedFor('RemoveLinkDomain')).toHaveLength(1))
  })

  it('is read-only for people who are not admins', async () => {
    open({ linkDomain: WORKS }, 'user')
    await screen.findByText('New emails use it')
    expect(screen.queryByRole('button', { name: 'Remove link domain' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Check link domain' })).toBeNull()
  })

  it('offers to try again when it could not be loaded', async () => {
    const linkDomain = () => {
      throw unexplainedError()
    }
    open({ linkDomain })
    await screen.findByText('The link domain could not be loaded')
  })
})
