import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { campaign } from '#web/campaigns/testing.ts'
import { unexplainedError, findToast, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

afterEach(tearDown)

const ANN_USER = { __typename: 'User', id: 'me', name: 'Ann Lee', email: 'ann@example.com' }
const BEN = { __typename: 'User', id: 'ben', name: 'Ben Cole', email: 'ben@example.com' }
const CLEO = { __typename: 'User', id: 'cleo', name: 'Cleo Park', email: 'cleo@example.com' }

describe('the card Connected Emails', () => {
  const mailbox = (id: string, fields: object = {}) => ({
    __typename: 'Mailbox',
    id,
    email: `${id}@example.com`,
    name: 'Ann Lee',
    signature: null as string | null,
    sendAs: [] as object[],
    maySendShared: false,
    servers: null as object | null,
    canEdit: true,
    provider: 'microsoft',
    status: 'connected',
    statusReason: null,
    dailySent: 12,
    recipientsInDay: 0,
    recipientLimit: null,
    lastUsed: null,
    reputation: 'good',
    caution: null,
    reputationReason: 'Good until there is more data: 12 emails in the last 30 days.',
    level: 'full',
    safeSending: true,
    readsReplies: true,
    awaitsConsent: false,
    inboxError: null,
    inboxUnreadSince: null as string | null,
    unreadMessages: 0,
    bulkSenderWarnings: [] as string[],
    canDisconnect: true,
    canShare: true,
    canSend: true,
    isDefault: true,
    isMine: true,
    owner: ANN_USER,
    sharedWithEverybody: false,
    sharedWith: [] as object[] | null,
    sandbox: true,
    trouble: null,
    wait: null,
    stoppedCampaigns: 0,
    ...fields,
  })
  const open = (root: Root) => showPage(root, { at: '/settings?tab=emails' })
  const rowOf = async (email: string) => {
    const row = (await screen.findByText(email)).closest('li')
    if (!row) throw new Error(`${email} is not in a list`)
    return row
  }

  test('shows the owner of each mailbox and who else sends from it', async () => {
    const theirs = { isMine: false, owner: BEN }
    const shares = [BEN, CLEO].map((user) => ({ __typename: 'MailboxShare', user, sharedBy: 'Ann Lee' }))
    open({
      mailboxes: [
        mailbox('mine', { sharedWith: shares }),
        mailbox('shared', { ...theirs, sharedWith: null, canShare: false }),
        mailbox('seen', { ...theirs, canSend: false, sharedWithEverybody: false }),
      ],
    })
    expect(within(await rowOf('mine@example.com')).getByText('Yours · shared with Ben Cole and Cleo Park')).toBeTruthy()
    const shared = within(await rowOf('shared@example.com'))
    expect(shared.getByText('Owned by Ben Cole · shared with you')).toBeTruthy()
    expect(shared.queryByRole('button', { name: /^Share/ })).toBeNull()
    expect(
      within(await rowOf('seen@example.com')).getByText('Owned by Ben Cole · not shared · you cannot send from it'),
    ).toBeTruthy()
  })

  test('warns if the domain of a mailbox is about to become a bulk sender', async () => {
    const warning = 'There were 4,100 emails from example.com to Gmail addresses in 24 hours.'
    open({ mailboxes: [mailbox('many', { bulkSenderWarnings: [warning] })] })
    expect(within(await rowOf('many@example.com')).getByText(warning)).toBeTruthy()
  })

  itInFull('shows the signature of a mailbox, which its owner changes in the editor', async () => {
    const world = open({
      mailboxes: [mailbox('one', { signature: '<b>Ann Lee</b>' }), mailbox('two', { canEdit: false })],
      updateMailbox: ({ input }: { input: { signature: string } }) => mailbox('one', input),
    })
    const row = within(await rowOf('one@example.com'))
    expect((await row.findByText('Ann Lee', { selector: 'b' })).textContent).toBe('Ann Lee')
    expect(within(await rowOf('two@example.com')).queryByRole('button', { name: /^Signature/ })).toBeNull()
    await world.user.click(row.getByRole('button', { name: 'Signature… one@example.com' }))
    const box = await screen.findByRole('textbox', { name: 'Signature' })
    await world.user.click(box)
    await world.user.paste('Head of Sales')
    await world.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await world.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await world.user.click(screen.getByRole('button', { name: 'Save' }))
    await findToast('Signature saved')
    const [saved] = world.askedFor('UpdateSignature') as { id: string; signature: string }[]
    expect(saved).toEqual({ id: 'one', signature: expect.stringMatching(/<b>.*Ann Lee.*<\/b>/) })
    expect(saved?.signature).toContain('Head of Sales')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('says why a signature was not saved, and keeps what was written', async () => {
    const world = open({
      mailboxes: [mailbox('one', { signature: 'Ann' })],
      updateMailbox: () => {
        throw knownError('BAD_INPUT', 'A signature cannot have conditions. Remove them.')
      },
    })
    await world.user.click(await screen.findByRole('button', { name: 'Signature… one@example.com' }))
    await screen.findByRole('textbox', { name: 'Signature' })
    await world.user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('A signature cannot have conditions. Remove them.')
    expect(screen.getByRole('textbox', { name: 'Signature' }).textContent).toBe('Ann')
  })

  test('shows the other addresses of a mailbox, reads them again, and adds a shared mailbox where that is allowed', async () => {
    const alias = { address: 'sales@example.com', name: 'Sales', kind: 'alias', isDefault: false }
    const usable = { ...alias, canSend: true, problem: null }
    const blocked = { ...alias, address: 'new@example.com', canSend: false, problem: 'Not verified yet.' }
    const sharedBox = { ...usable, address: 'team@example.com', name: '', kind: 'shared' }
    const changes: object[] = []
    const world = open({
      mailboxes: [mailbox('one', { sendAs: [usable, blocked], maySendShared: true })],
      updateMailbox: ({ input }: { input: { sharedAddresses?: string[] } }) => {
        changes.push(input)
        return mailbox('one', { sendAs: input.sharedAddresses ? [usable, sharedBox] : [usable] })
      },
    })
    const row = within(await rowOf('one@example.com'))
    expect(row.getByText('Also sends from sales@example.com')).toBeTruthy()
    await world.user.click(row.getByRole('button', { name: 'Sender addresses… one@example.com' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Other addresses' }))
    expect(dialog.getByText('Not verified yet.')).toBeTruthy()
    await world.user.click(dialog.getByRole('button', { name: 'Refresh aliases' }))
    await waitFor(() => expect(dialog.queryByText('Not verified yet.')).toBeNull())
    await world.user.type(dialog.getByLabelText('Add a shared mailbox'), 'team@example.com')
    await world.user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText('Shared mailbox')).toBeTruthy()
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Add a shared mailbox').value).toBe(''))
    await world.user.click(dialog.getByRole('button', { name: 'Remove team@example.com' }))
    await waitFor(() =>
      expect(changes).toMatchObject([
        { id: 'one', refreshAddresses: true },
        { id: 'one', sharedAddresses: ['team@example.com'] },
        { id: 'one', sharedAddresses: [] },
      ]),
    )
  })

  test.each([
    ['the user is the owner', true],
    ['the user is somebody else', false],
  ])('offers to add shared mailboxes to the owner only: %s', async (_, isMine) => {
    const world = open({ mailboxes: [mailbox('one', { isMine })] })
    await world.user.click(await screen.findByRole('button', { name: 'Sender addresses… one@example.com' }))
    const link = screen.queryByRole('link', { name: 'Allow shared mailboxes' })
    expect(link?.getAttribute('href')).toBe(isMine ? '/auth/microsoft?shared=1&mailbox=one' : undefined)
    expect(screen.queryByLabelText('Add a shared mailbox')).toBeNull()
  })

  test('shares a mailbox with named people, or with everybody', async () => {
    const shares = [{ __typename: 'MailboxShare', user: BEN, sharedBy: 'Ann Lee' }]
    const world = open({
      mailboxes: [mailbox('one', { sharedWith: shares })],
      colleagues: [ANN_USER, BEN, CLEO],
      shareMailbox: ({ input: { everybody } }: { input: { everybody: boolean } }) =>
        mailbox('one', { sharedWith: [], sharedWithEverybody: everybody }),
    })
    const share = async () => {
      await world.user.click(await screen.findByRole('button', { name: 'Share one@example.com…' }))
      return within(await screen.findByRole('dialog', { name: 'Share one@example.com' }))
    }
    const dialog = await share()
    const people = within(await dialog.findByRole('list', { name: 'People' }))
    expect((await people.findByRole('checkbox', { name: 'Ben Cole' })).getAttribute('aria-checked')).toBe('true')
    expect(people.queryByText('Ann Lee')).toBeNull()
    await world.user.click(await people.findByRole('checkbox', { name: 'Cleo Park' }))
    await world.user.click(people.getByRole('checkbox', { name: 'Ben Cole' }))
    await world.user.click(dialog.getByRole('button', { name: 'Save' }))
    await findToast('Sharing saved')
    expect(world.askedFor('ShareMailbox')).toEqual([{ id: 'one', everybody: false, userIds: ['cleo'] }])

    const again = await share()
    await world.user.click(again.getByRole('checkbox', { name: 'Everyone in the workspace' }))
    expect(again.queryByRole('list', { name: 'People' })).toBeNull()
    await world.user.click(again.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Yours · shared with everyone')).toBeTruthy()
  })

  test('says when there are no mailboxes, with a connect button', async () => {
    open({ mailboxes: [] })
    expect(await screen.findByText('No mailbox is connected')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Connect Microsoft 365' }).getAttribute('href')).toBe('/auth/microsoft')
    expect(screen.getByRole('link', { name: 'Connect Google Gmail' }).getAttribute('href')).toBe('/auth/google')
  })

  test('lists each mailbox with its status, sent count and last use', async () => {
    open({
      mailboxes: [
        mailbox('one', { recipientsInDay: 1_240, recipientLimit: 2_000 }),
        mailbox('two', { status: 'warming_up', provider: 'google' }),
        mailbox('three', { status: 'error', statusReason: 'Its sign-in has expired.' }),
      ],
    })
    const one = await rowOf('one@example.com')
    expect(within(one).getByText('Connected')).toBeTruthy()
    expect(within(one).getByText('12')).toBeTruthy()
    expect(within(one).getByText('1,240 of 2,000 recipients in 24 hours')).toBeTruthy()
    expect(within(one).getByText('Never')).toBeTruthy()
    expect(within(await rowOf('two@example.com')).getByText('Warming up')).toBeTruthy()
    const three = await rowOf('three@example.com')
    expect(within(three).getByText('Error')).toBeTruthy()
    expect(within(three).getByText('Its sign-in has expired.')).toBeTruthy()
    expect(within(three).getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe(
      '/auth/microsoft?mailbox=three',
    )
  })

  test('says why a mailbox is slowed down because of complaints, and since when', async () => {
    const caution = {
      __typename: 'MailboxCaution',
      since: '2026-02-01T09:00:00.000Z',
      reason: '5 of 100 emails led to a complaint.',
    }
    open({ mailboxes: [mailbox('one', { caution })] })
    const text = (await screen.findByText(/^Slowed down since/)).textContent
    expect(text).toContain('Feb')
    expect(text).toContain('5 of 100 emails led to a complaint.')
  })

  test('shows a mailbox’s reputation and its reason', async () => {
    const reputationReason = '9% of 100 emails in the last 30 days bounced.'
    open({ mailboxes: [mailbox('one', { reputation: 'poor', reputationReason })] })
    const one = within(await rowOf('one@example.com'))
    expect(one.getByText('Poor')).toBeTruthy()
    expect(one.getByText(reputationReason)).toBeTruthy()
  })

  const SEND = { level: 'send', safeSending: false, readsReplies: false }
  const SAFE = 'Safe sending: if a send is interrupted, Mergewell checks in the mailbox whether the email was sent.'
  const UNSAFE =
    'This mailbox can only send. If a send is interrupted, Mergewell cannot check whether the email was sent.'
  test.each([
    ['at the full level', {}, [SAFE, 'Bounces and replies are tracked.'], null],
    [
      'that only sends',
      SEND,
      [UNSAFE, 'Bounces and replies cannot be tracked.'],
      '/auth/microsoft?reading=1&mailbox=one',
    ],
    [
      'with drafts but without reading',
      { ...SEND, provider: 'google', safeSending: true },
      [SAFE, 'Bounces and replies cannot be tracked.'],
      '/auth/google?reading=1&mailbox=one',
    ],
    ['of a colleague', { ...SEND, isMine: false, owner: BEN }, [UNSAFE], null],
    [
      'whose inbox cannot be read although that was allowed',
      { readsReplies: false, inboxError: '403 ErrorAccessDenied', inboxUnreadSince: '2026-11-28T08:05:00Z' },
      [SAFE, /could not be read since .*2026.*: 403 ErrorAccessDenied\. Mergewell tries again automatically/],
      null,
    ],
    [
      'with messages that could not be read',
      { unreadMessages: 2 },
      ['Bounces and replies are tracked. 2 messages of the last 7 days could not be read.'],
      null,
    ],
  ])('says what a mailbox may do and what it cannot see: one %s', async (_, fields, words, upgrade) => {
    open({ mailboxes: [mailbox('one', fields)] })
    const row = await rowOf('one@example.com')
    for (const text of words) expect(row.textContent).toMatch(text)
    const link = within(row).queryByRole('link', { name: 'Allow safe sending, bounces and replies' })
    expect(link?.getAttribute('href') ?? null).toBe(upgrade)
  })

  test('says that a mailbox whose organization refused more permissions asks again automatically, and links to the letter to its administrator', async () => {
    open({ mailboxes: [mailbox('one', { ...SEND, awaitsConsent: true })] })
    const row = await rowOf('one@example.com')
    expect(row.textContent).toContain('Mergewell tries again once a day')
    const letter = within(row).getByRole('link', { name: 'Letter to your administrator' })
    expect(letter.getAttribute('href')).toBe('/auth/microsoft/refused?code=90094&ask=full')
  })

  test('shows that a mailbox’s provider is down, and the next retry', async () => {
    const detail = 'ECONNREFUSED: the email provider could not be reached'
    const until = new Date(Date.now() + 60_000).toISOString()
    const waits = (reason: string, more: string) => ({
      trouble: { __typename: 'MailboxTrouble', reason, detail: more },
      wait: { __typename: 'SendingWait', reason, text: 'The mail provider is out of order.', until },
    })
    open({
      mailboxes: [mailbox('one', waits('PROVIDER_DOWN', detail)), mailbox('two', waits('INTERNAL_ERROR', 'ab12cd34'))],
    })
    const one = await rowOf('one@example.com')
    expect(one.textContent).toMatch(/out of order\. Next attempt in \d+ seconds\./)
    expect(within(one).getByText(/^ECONNREFUSED/)).toBeTruthy()
    expect(within(await rowOf('two@example.com')).getByText('Reference: ab12cd34')).toBeTruthy()
  })

  test('says why nothing is sent from a mailbox, and when it continues', async () => {
    const wait = (reason: string, until: string | null) => ({
      wait: { __typename: 'SendingWait', reason, text: `It is ${reason}.`, until },
    })
    open({
      mailboxes: [
        mailbox('one', wait('DAILY_LIMIT', new Date(Date.now() + 50_000).toISOString())),
        mailbox('two', wait('DISK_FULL', null)),
      ],
    })
    expect((await rowOf('one@example.com')).textContent).toMatch(/It is DAILY_LIMIT\. Continues in \d+ seconds\./)
    const full = await rowOf('two@example.com')
    expect(within(full).getByText('It is DISK_FULL.')).toBeTruthy()
    expect(full.textContent).not.toContain('Continues')
  })

  test('offers to resume the campaigns that stopped because of a mailbox', async () => {
    const world = open({
      mailboxes: [mailbox('one', { stoppedCampaigns: 2 })],
      resumeStoppedCampaigns: {
        __typename: 'ResumedCampaigns',
        mailbox: mailbox('one'),
        resumed: [campaign('a', { status: 'sending' }), campaign('b', { status: 'sending' })],
        refused: [],
      },
    })
    await world.user.click(within(await rowOf('one@example.com')).getByRole('button', { name: 'Resume 2 campaigns' }))
    await findToast('2 Campaigns Resumed')
    expect(world.askedFor('ResumeStopped')).toEqual([{ mailboxId: 'one' }])
    expect(screen.queryByRole('button', { name: /^Resume/ })).toBeNull()
  })

  async function disconnect(world: ReturnType<typeof show>) {
    await world.user.click(await screen.findByRole('button', { name: 'Disconnect one@example.com' }))
    const question = screen.getByRole('alertdialog')
    await world.user.click(within(question).getByRole('button', { name: 'Disconnect' }))
  }

  test('disconnects a mailbox after confirmation, and reloads the current user', async () => {
    const world = open({ mailboxes: [mailbox('one')], disconnectMailbox: mailbox('one') })
    await disconnect(world)
    await findToast('Mailbox disconnected')
    expect(screen.queryByText('one@example.com')).toBeNull()
    expect(await screen.findByText('No mailbox is connected')).toBeTruthy()
    await waitFor(() => expect(world.askedFor('CurrentUser')).toHaveLength(1))
  })

  test('lets only an admin disconnect a colleague’s mailbox', async () => {
    open({
      mailboxes: [
        mailbox('one'),
        mailbox('two', { canDisconnect: false, canShare: false, isMine: false, sharedWith: null }),
      ],
    })
    const two = await rowOf('two@example.com')
    expect(within(two).queryByRole('button', { name: /^(Disconnect|Share)/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Disconnect one@example.com' })).toBeTruthy()
  })

  test('keeps a mailbox that cannot be disconnected, with the reason', async () => {
    const world = open({
      mailboxes: [mailbox('one')],
      disconnectMailbox: () => {
        throw knownError('FORBIDDEN', 'Only the owner of this mailbox or an admin can disconnect it.')
      },
    })
    await disconnect(world)
    const toast = await findToast('Disconnect Failed')
    expect(toast.textContent).toContain('Only the owner of this mailbox or an admin can disconnect it.')
    expect(screen.getByText('one@example.com')).toBeTruthy()
  })

  test('shows an error with a retry when loading fails', async () => {
    let broken = true
    const { user } = open({ mailboxes: () => (broken ? Promise.reject(unexplainedError()) : [mailbox('one')]) })
    expect(await screen.findByText('The mailboxes could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rowOf('one@example.com')).toBeTruthy()
  })
})
