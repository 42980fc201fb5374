import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, describe, expect, test } from 'vitest'
import { CONNECTION_STEPS } from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import { findToast, knownError, tearDown, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const server = (host: string, port: number) => ({
  __typename: 'MailServer',
  host,
  port,
  security: 'tls',
  user: 'ann@example.com',
})
const found = (fields: object = {}) => ({
  __typename: 'MailServerSearch',
  smtp: server('smtp.host.example', 465),
  imap: server('imap.host.example', 993),
  source: 'autoconfig',
  hostName: null,
  appPassword: 'never',
  help: null,
  before: null,
  refusal: null,
  ...fields,
})
const steps = (failing?: object) =>
  CONNECTION_STEPS.map((step, at) => {
    const state = !failing || at < 1 ? 'passed' : at === 1 ? 'failed' : 'skipped'
    const plain = { __typename: 'ConnectionStep', step, state, text: '', fix: null, link: null, answer: null }
    return at === 1 ? { ...plain, ...failing } : plain
  })
const open = (root: Root) => showPage({ mailboxes: [], ...root }, { at: '/settings?tab=emails' })

/** Opens the dialog, types the address, and presses the button. */
async function findServers(world: ReturnType<typeof open>, email = 'ann@example.com') {
  await world.user.click(await screen.findByRole('link', { name: 'Connect other mailbox' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect other mailbox' }))
  await world.user.type(dialog.getByRole('textbox', { name: 'Email address' }), email)
  await world.user.click(dialog.getByRole('button', { name: 'Find servers' }))
  return dialog
}

describe('connecting a mailbox by address and password', () => {
  test('finds the servers, sends the password only then, and closes once the mailbox is connected', async () => {
    const world = open({
      mailServers: () => found({ hostName: 'Fastmail', appPassword: 'always', help: 'https://help.host.example/' }),
      connectSmtpMailbox: () => ({
        mailbox: { __typename: 'Mailbox', id: 'new', email: 'ann@example.com', status: 'connected' },
        steps: steps(),
      }),
    })
    const dialog = await findServers(world)
    await world.user.type(await dialog.findByLabelText(/^App password/), 'abcd efgh')
    expect(dialog.getByText('Sends through smtp.host.example. Reads imap.host.example.')).toBeTruthy()
    expect(dialog.getByRole('link', { name: 'Instructions from Fastmail' }).getAttribute('href')).toBe(
      'https://help.host.example/',
    )
    await world.user.click(dialog.getByRole('button', { name: 'Connect mailbox' }))
    await findToast('Mailbox connected')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(world.askedFor('ConnectSmtpMailbox')).toEqual([
      {
        input: {
          attempt: expect.any(String),
          ...{ email: 'ann@example.com', password: 'abcd efgh', name: '' },
          smtp: { host: 'smtp.host.example', port: 465, security: 'tls', user: 'ann@example.com' },
          imap: { host: 'imap.host.example', port: 993, security: 'tls', user: 'ann@example.com' },
        },
      },
    ])
  })

  test('ticks off the steps of the test as they end', async () => {
    const connectionProgress = new Subject<object>()
    const world = open({
      connectionProgress,
      mailServers: () => found(),
      connectSmtpMailbox: () => new Promise(() => {}),
    })
    const dialog = await findServers(world)
    await world.user.type(await dialog.findByLabelText(/^Password/), 'secret')
    await world.user.click(dialog.getByRole('button', { name: 'Connect mailbox' }))
    await waitFor(() => expect(connectionProgress.observed).toBe(true))
    connectionProgress.next({ steps: [{ __typename: 'EndedConnectionStep', step: 'smtp_server', state: 'passed' }] })
    const list = within(await dialog.findByRole('list', { name: 'Steps of the test' }))
    await waitFor(() => expect(list.getAllByText('Passed:', { exact: false })).toHaveLength(1))
    expect(list.getAllByRole('listitem')).toHaveLength(CONNECTION_STEPS.length)
  })

  test('says which step failed and what to do, and keeps what was typed', async () => {
    const failing = {
      ...{ text: 'The password is wrong.', fix: 'Create an app password.', link: 'https://help.host.example/' },
      answer: '535 5.7.8 No',
    }
    const world = open({
      mailServers: () => found(),
      connectSmtpMailbox: () => ({ mailbox: null, steps: steps(failing) }),
    })
    const dialog = await findServers(world)
    await world.user.type(await dialog.findByLabelText(/^Password/), 'guess')
    await world.user.click(dialog.getByRole('button', { name: 'Connect mailbox' }))
    await dialog.findByText('The password is wrong.')
    const list = within(dialog.getByRole('list', { name: 'Steps of the test' }))
    expect(list.getAllByRole('listitem')).toHaveLength(2)
    expect(list.getByText('Create an app password.')).toBeTruthy()
    expect(list.getByRole('link', { name: 'Instructions from your email host' })).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('guess')
  })

  test('shows fields for the servers if none were found, and says what is wrong with them', async () => {
    const world = open({
      mailServers: () => found({ smtp: null, imap: null, source: null }),
      connectSmtpMailbox: () => {
        throw knownError('BAD_INPUT', 'Enter the name of the server', { 'smtp.host': 'Enter the name of the server' })
      },
    })
    const dialog = await findServers(world)
    const smtp = within(await dialog.findByRole('group', { name: 'Server for sending (SMTP)' }))
    await world.user.selectOptions(smtp.getByRole('combobox', { name: 'Encryption' }), 'STARTTLS')
    expect(smtp.getByRole<HTMLInputElement>('textbox', { name: 'Port' }).value).toBe('587')
    await world.user.click(dialog.getByRole('switch', { name: 'Read bounces and replies' }))
    expect(dialog.queryByRole('group', { name: 'Server for reading (IMAP)' })).toBeNull()
    await world.user.click(dialog.getByRole('button', { name: 'Connect mailbox' }))
    expect(await smtp.findByText('Enter the name of the server')).toBeTruthy()
    expect(world.askedFor('ConnectSmtpMailbox')).toMatchObject([{ input: { imap: null } }])
  })

  test('says why a host cannot be connected by password, and then asks for none', async () => {
    const refusal = 'Microsoft does not accept a password. Choose “Connect Microsoft 365” instead.'
    const world = open({ mailServers: () => found({ smtp: null, imap: null, source: null, refusal }) })
    const dialog = await findServers(world, 'ann@outlook.com')
    expect((await dialog.findByRole('alert')).textContent).toContain(refusal)
    expect(dialog.queryByLabelText(/^Password/)).toBeNull()
  })
})
