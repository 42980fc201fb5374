import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { knownError, tearDown, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const open = (root: Root = {}) => showPage({ mailboxes: [], ...root }, { at: '/settings?tab=emails' })

async function fill(world: ReturnType<typeof open>) {
  await world.user.click(await screen.findByRole('button', { name: 'Provide mailboxes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Provide mailboxes' }))
  const type = async (name: RegExp, text: string) => world.user.type(dialog.getByLabelText(name), text)
  await type(/^Directory/, 'example.com')
  await type(/^Application id/, 'app-1')
  await type(/^Application secret/, 'hush')
  await type(/^Mailboxes/, "ada@example.com, o'neil@example.com")
  await type(/^A mailbox that Mergewell must not reach/, 'boss@example.com')
  return dialog
}

describe('the dialog in which an admin connects mailboxes of an organization', () => {
  test('shows the commands with the entered values filled in, and the outcome for each mailbox', async () => {
    const world = open({
      provideMailboxes: () => ({
        results: [
          { __typename: 'ProvidedMailbox', email: 'ada@example.com', state: 'connected' },
          { __typename: 'ProvidedMailbox', email: "o'neil@example.com", state: 'not_allowed' },
        ],
        proof: 'A call to boss@example.com, which is outside, was tried and refused.',
      }),
    })
    const dialog = await fill(world)
    const commands = dialog.getByText(/New-ManagementScope/).textContent
    expect(commands).toContain("appId eq ''app-1''")
    expect(commands).toContain(
      "'PrimarySmtpAddress -eq ''ada@example.com'' -or PrimarySmtpAddress -eq ''o''''neil@example.com'''",
    )
    await world.user.click(dialog.getByRole('button', { name: 'Test and connect' }))
    expect(await dialog.findByText('A call to boss@example.com, which is outside, was tried and refused.')).toBeTruthy()
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ada@example.comIt is connected.',
      "o'neil@example.comThe application may not send from it.",
    ])
    expect(world.askedFor('ProvideMailboxes')).toEqual([
      {
        input: {
          microsoft: { directory: 'example.com', clientId: 'app-1', clientSecret: 'hush' },
          ...{ emails: ['ada@example.com', "o'neil@example.com"], outside: 'boss@example.com' },
        },
      },
    ])
  })

  test("can limit the application to a group, and asks for the group's mailboxes", async () => {
    const world = open({ provideMailboxes: () => ({ results: [], proof: 'Refused.' }) })
    const dialog = await fill(world)
    await world.user.clear(dialog.getByLabelText(/^Mailboxes/))
    await world.user.type(dialog.getByLabelText(/^Group/), "o'sales@example.com")
    const commands = dialog.getByText(/New-ManagementScope/).textContent
    expect(commands).toContain("$group = Get-Group 'o''sales@example.com'")
    expect(commands).toContain(`-RecipientRestrictionFilter ("MemberOfGroup -eq '$($group.DistinguishedName)'")`)
    await world.user.click(dialog.getByRole('button', { name: 'Test and connect' }))
    expect(await dialog.findByText('Refused.')).toBeTruthy()
    expect(world.askedFor('ProvideMailboxes')).toMatchObject([{ input: { emails: [], group: "o'sales@example.com" } }])
  })

  test('says at the field why nothing was connected', async () => {
    const message = 'The application reaches boss@example.com too, so nothing was connected.'
    const provideMailboxes = () => {
      throw knownError('BAD_INPUT', message, { outside: message })
    }
    const world = open({ provideMailboxes })
    const dialog = await fill(world)
    await world.user.click(dialog.getByRole('button', { name: 'Test and connect' }))
    expect(await dialog.findByText('No mailbox was connected')).toBeTruthy()
    expect(dialog.getByLabelText(/^A mailbox that Mergewell must not reach/).getAttribute('aria-invalid')).toBe('true')
  })

  test('reads the key file of a Google service account, and discards it once it is used', async () => {
    const world = open({
      provideMailboxes: () => ({
        results: [{ __typename: 'ProvidedMailbox', email: 'maria@example.com', state: 'connected' }],
        proof: 'Mergewell uses only the mailboxes that you name.',
      }),
    })
    await world.user.click(await screen.findByRole('button', { name: 'Provide mailboxes' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Provide mailboxes' }))
    await world.user.click(dialog.getByRole('radio', { name: 'Google Workspace' }))
    expect(dialog.queryByLabelText(/^A mailbox that Mergewell must not reach/)).toBeNull()
    const key = '{"client_email":"mergewell@project.iam.gserviceaccount.com"}'
    await world.user.upload(
      dialog.getByLabelText('Key file'),
      new File([key], 'key.json', { type: 'application/json' }),
    )
    const field = await dialog.findByDisplayValue(key)
    expect(field.getAttribute('type')).toBe('password')
    await world.user.type(dialog.getByLabelText(/^Mailboxes/), 'maria@example.com')
    await world.user.click(dialog.getByRole('button', { name: 'Test and connect' }))
    expect(await dialog.findByText('Mergewell uses only the mailboxes that you name.')).toBeTruthy()
    expect(world.askedFor('ProvideMailboxes')).toEqual([{ input: { googleKey: key, emails: ['maria@example.com'] } }])
  })

  test('is offered to admins only', async () => {
    showPage({ mailboxes: [] }, { at: '/settings?tab=emails', role: 'user' })
    await screen.findByRole('link', { name: 'Connect other mailbox' })
    expect(screen.queryByRole('button', { name: 'Provide mailboxes' })).toBeNull()
  })
})
