import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { unexplainedError, findToast, knownError, pageOf, tearDown, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'
import { EVENT_GROUPS } from './webhook-texts.ts'

afterEach(() => {
  vi.restoreAllMocks()
  tearDown()
})

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const WEBHOOK = {
  __typename: 'Webhook',
  id: 'whk-1',
  url: 'https://hooks.example.com/mergewell',
  description: '',
  events: ['email_sent', 'email_bounced'],
  enabled: true,
  disabledBecause: null as string | null,
  failingSince: null as string | null,
  oldSecretUntil: null as string | null,
}
const DELIVERY = {
  __typename: 'WebhookDelivery',
  id: 'dlv-1',
  event: 'email_bounced',
  occurredAt: '2026-01-31T09:30:00.000Z',
  status: 'failed',
  attempts: 10,
  attemptedAt: '2026-02-03T09:30:00.000Z',
  nextAttemptAt: null as string | null,
  request: '{"type":"email.bounced"}',
  responseStatus: 500 as number | null,
  responseBody: 'Out of order' as string | null,
  problem: 'refused' as string | null,
  durationMs: 120 as number | null,
}

const open = (webhooks: object[] | (() => unknown) = [], root: Root = {}, apiAccess = true) =>
  showPage({ webhooks, tenant: { id: 't1', features: { apiAccess } }, ...root }, { at: '/settings?tab=webhooks' })

/** Chooses an action of the only webhook. */
async function choose({ user }: ReturnType<typeof open>, action: string) {
  await user.click(await screen.findByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('the webhook page lists each webhook with its status', async () => {
  open([
    WEBHOOK,
    { ...WEBHOOK, id: 'whk-2', description: 'Failing one', failingSince: '2026-01-31T09:30:00.000Z' },
    { ...WEBHOOK, id: 'whk-3', description: 'Paused one', enabled: false, events: ['email_sent'] },
    { ...WEBHOOK, id: 'whk-4', description: 'Gone one', enabled: false, disabledBecause: 'gone' },
    { ...WEBHOOK, id: 'whk-5', description: 'Dead one', enabled: false, disabledBecause: 'failing' },
    { ...WEBHOOK, id: 'whk-6', description: 'Rotated one', oldSecretUntil: '2099-01-31T09:30:00.000Z' },
  ])
  const row = (name: string) => screen.getByText(name).closest('tr')?.textContent
  await screen.findByText('hooks.example.com')
  expect(row('hooks.example.com')).toMatch(/https:\/\/hooks\.example\.com\/mergewell.*Active.*2 events/)
  expect(row('Failing one')).toMatch(/No request succeeded since.*Failing/)
  expect(row('Paused one')).toMatch(/Paused.*1 event/)
  expect(row('Gone one')).toMatch(/410 Gone.*Disabled/)
  expect(row('Dead one')).toMatch(/failed for three days.*Disabled/)
  expect(row('Rotated one')).toMatch(/previous secret is valid until/)
})

test('the webhook page creates a webhook for chosen events, shows its secret once and copies it', async () => {
  const createWebhook = ({ input }: { input: object }) => ({ secret: SECRET, webhook: { ...WEBHOOK, ...input } })
  const world = open([], { createWebhook })
  const { user } = world
  await user.click(await screen.findByRole('button', { name: 'Create Webhook' }))
  await user.type(screen.getByLabelText('URL'), WEBHOOK.url)
  await user.type(screen.getByLabelText(/Description/), 'The CRM')
  await user.click(screen.getByRole('checkbox', { name: 'All campaign events' }))
  await user.click(screen.getByRole('checkbox', { name: 'Paused' }))
  await user.click(screen.getByRole('checkbox', { name: 'Bounced' }))
  expect(screen.getByRole('checkbox', { name: 'All campaign events' }).getAttribute('aria-checked')).toBe('mixed')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Webhook' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Secret')).value).toBe(SECRET)
  const repeat = ['repeat_started', 'repeat_launched', 'repeat_failed', 'repeat_stopped']
  const campaign = ['campaign_started', 'campaign_finished', 'winner_chosen', ...repeat, 'rehearsal_finished']
  const events = ['email_bounced', ...campaign]
  expect(world.askedFor('CreateWebhook')).toEqual([{ input: { url: WEBHOOK.url, description: 'The CRM', events } }])

  const writeText = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Copy secret' }))
  await findToast('Secret copied')
  expect(writeText).toHaveBeenCalledWith(SECRET)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByText('The CRM')).toBeTruthy()
  expect(screen.queryByDisplayValue(SECRET)).toBeNull()
})

test('the webhook page requires a URL and an event', async () => {
  const world = open()
  await world.user.click(await screen.findByRole('button', { name: 'Create Webhook' }))
  await world.user.type(screen.getByLabelText('URL'), 'hooks.example.com')
  await world.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Webhook' }))
  expect(await screen.findByText(/Enter an address that begins with/)).toBeTruthy()
  expect(screen.getByText('Choose at least one event')).toBeTruthy()
  expect(world.askedFor('CreateWebhook')).toEqual([])
})

test('the webhook page shows at the field why the server refuses a URL', async () => {
  const message = 'Enter an address that begins with https://, without a password'
  const createWebhook = () => {
    throw knownError('BAD_INPUT', message, { url: message })
  }
  const { user } = open([], { createWebhook })
  await user.click(await screen.findByRole('button', { name: 'Create Webhook' }))
  await user.type(screen.getByLabelText('URL'), 'http://hooks.example.com')
  await user.click(screen.getByRole('checkbox', { name: 'All email events' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Create Webhook' }))
  expect(await dialog.findByText(message)).toBeTruthy()
})

test('the webhook page edits a webhook, and sends its URL only if that changed', async () => {
  const updateWebhook = ({ input }: { input: object }) => ({ ...WEBHOOK, ...input })
  const world = open([WEBHOOK], { updateWebhook })
  await choose(world, 'Edit')
  await world.user.type(screen.getByLabelText(/Description/), 'Shop')
  await world.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Shop')).toBeTruthy()
  expect(world.askedFor('UpdateWebhook')).toEqual([
    { input: { id: 'whk-1', description: 'Shop', events: WEBHOOK.events } },
  ])
})

test('the webhook page pauses and resumes a webhook', async () => {
  const updateWebhook = ({ input }: { input: object }) => ({ ...WEBHOOK, ...input })
  const world = open([WEBHOOK], { updateWebhook })
  await choose(world, 'Pause')
  await findToast('Webhook paused')
  expect(screen.getByText('Paused')).toBeTruthy()
  await choose(world, 'Resume')
  await findToast('Webhook resumed')
  expect(screen.getByText('Active')).toBeTruthy()
  expect(world.askedFor('UpdateWebhook')).toEqual([
    { input: { id: 'whk-1', enabled: false } },
    { input: { id: 'whk-1', enabled: true } },
  ])
})

test('the webhook page rotates the secret after confirmation, and shows the new one', async () => {
  const webhook = { ...WEBHOOK, oldSecretUntil: '2099-01-31T09:30:00.000Z' }
  const world = open([WEBHOOK], { rotateWebhookSecret: { secret: SECRET, webhook } })
  await choose(world, 'Rotate secret')
  const question = within(screen.getByRole('alertdialog'))
  expect(world.askedFor('RotateWebhookSecret')).toEqual([])
  await world.user.click(question.getByRole('button', { name: 'Rotate' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Secret')).value).toBe(SECRET)
  expect(world.askedFor('RotateWebhookSecret')).toEqual([{ id: 'whk-1' }])
  await world.user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByText(/previous secret is valid until/)).toBeTruthy()
})

test('the webhook page deletes a webhook after confirmation', async () => {
  const world = open([WEBHOOK], { deleteWebhook: WEBHOOK })
  await choose(world, 'Delete')
  const question = screen.getByRole('alertdialog')
  expect(question.textContent).toContain('This action cannot be undone.')
  expect(world.askedFor('DeleteWebhook')).toEqual([])
  await world.user.click(within(question).getByRole('button', { name: 'Delete' }))
  await findToast('Webhook deleted')
  expect(await screen.findByText('No webhooks yet')).toBeTruthy()
})

test('the webhook page keeps a webhook that could not be deleted, with an error', async () => {
  const deleteWebhook = () => {
    throw knownError('FORBIDDEN', 'Only an admin can do this.')
  }
  const world = open([WEBHOOK], { deleteWebhook })
  await choose(world, 'Delete')
  await world.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect((await findToast('Delete Failed')).textContent).toContain('Only an admin can do this.')
  expect(screen.getByText('hooks.example.com')).toBeTruthy()
})

test('the webhook page sends a test event and opens the deliveries', async () => {
  const sent = { ...DELIVERY, id: 'dlv-2', event: 'webhook_test', status: 'pending', attempts: 0, problem: null }
  const world = open([WEBHOOK], { sendTestWebhook: sent, webhookDeliveries: pageOf([sent], {}) })
  await choose(world, 'Send a test event')
  const list = within(await screen.findByRole('list', { name: 'Deliveries' }))
  expect(list.getByText('Test event')).toBeTruthy()
  expect(list.getByText('Waiting')).toBeTruthy()
  expect(list.queryByRole('button', { name: /Send again/ })).toBeNull()
  expect(world.askedFor('SendTestWebhook')).toEqual([{ id: 'whk-1' }])
})

test('the webhook page shows each delivery with its request and answer, and sends one again', async () => {
  const resendWebhookDelivery = { ...DELIVERY, status: 'pending', attempts: 0, problem: null }
  const world = open([WEBHOOK], { webhookDeliveries: pageOf([DELIVERY], {}), resendWebhookDelivery })
  await choose(world, 'Deliveries')
  const list = within(await screen.findByRole('list', { name: 'Deliveries' }))
  const item = list.getByRole('listitem').textContent
  for (const text of [
    'Emails: Bounced',
    'Failed',
    'Answered 500 in 120 ms',
    'did not answer with 2xx',
    '10 attempts',
  ]) {
    expect(item).toContain(text)
  }
  await world.user.click(list.getByText('Request and answer'))
  expect(list.getByText('{"type":"email.bounced"}')).toBeTruthy()
  expect(list.getByText('Out of order')).toBeTruthy()
  await world.user.click(list.getByRole('button', { name: 'Send again: Emails: Bounced' }))
  await findToast('Sent again')
  expect(world.askedFor('ResendWebhookDelivery')).toEqual([{ id: 'dlv-1' }])
  expect(list.getByText('Waiting')).toBeTruthy()
})

test('the webhook page filters deliveries by status, and loads more of them', async () => {
  const many = Array.from({ length: 25 }, (_, index) => ({ ...DELIVERY, id: `dlv-${index}` }))
  const webhookDeliveries = ({ status, ...page }: { status?: string; first?: number; after?: string }) =>
    pageOf(status === 'delivered' ? [] : many, page)
  const world = open([WEBHOOK], { webhookDeliveries })
  await choose(world, 'Deliveries')
  const list = await screen.findByRole('list', { name: 'Deliveries' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(20)
  await world.user.click(screen.getByRole('button', { name: 'Show more deliveries' }))
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(25))
  await world.user.selectOptions(screen.getByLabelText('Status'), 'Delivered')
  expect(await screen.findByText('No deliveries with this status')).toBeTruthy()
})

test('the webhook page does not send deliveries of a paused webhook again', async () => {
  const world = open([{ ...WEBHOOK, enabled: false }], { webhookDeliveries: pageOf([DELIVERY], {}) })
  await choose(world, 'Deliveries')
  await screen.findByRole('list', { name: 'Deliveries' })
  expect(screen.queryByRole('button', { name: /Send again/ })).toBeNull()
})

test('the webhook page distinguishes an empty log from one that could not be loaded', async () => {
  let broken = true
  const webhookDeliveries = () => (broken ? Promise.reject(unexplainedError()) : pageOf([], {}))
  const world = open([WEBHOOK], { webhookDeliveries })
  await choose(world, 'Deliveries')
  expect(await screen.findByText('The deliveries could not be loaded')).toBeTruthy()
  broken = false
  await world.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No deliveries yet')).toBeTruthy()
})

test('the webhook page says that API access is turned off, and creates none', async () => {
  open([WEBHOOK], {}, false)
  expect(await screen.findByText('API access is turned off for your workspace')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create Webhook' })).toBeNull()
})

test('the webhook page refuses to create more than ten webhooks', async () => {
  open(Array.from({ length: 10 }, (_, index) => ({ ...WEBHOOK, id: `whk-${index}` })))
  await waitFor(() => expect(screen.getAllByText('hooks.example.com')).toHaveLength(10))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Webhook' }).disabled).toBe(true)
})

test('the webhook page shows an error with a retry when loading fails', async () => {
  let broken = true
  const { user } = open(() => (broken ? Promise.reject(unexplainedError()) : [WEBHOOK]))
  expect(await screen.findByText('Your webhooks could not be loaded')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByText('hooks.example.com')).toBeTruthy())
})

test('the webhook page offers every event once', () => {
  const offered = EVENT_GROUPS.flatMap(({ events }) => events)
  expect(offered.toSorted()).toEqual(WEBHOOK_EVENTS.toSorted())
})
