import '#web/testing/browser.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, pageOf, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { CampaignsPage } from './campaigns-page.tsx'
import { toInputValue } from '../launch/launch-choice.ts'
import { campaign } from '../testing.ts'

afterEach(tearDown)

type Campaign = ReturnType<typeof campaign>

function showPage(campaigns: Campaign[], root: Root = {}) {
  return show(<CampaignsPage />, {
    root: { campaigns: (args: { first?: number; after?: string }) => pageOf(campaigns, args), ...root },
    at: '/campaigns',
  })
}

const card = (name: string) => screen.findByRole('article', { name })

describe('the dialog Send Campaign', () => {
  const mailbox = (id: string, fields: Record<string, unknown> = {}) => ({
    __typename: 'Mailbox',
    id,
    email: `${id}@example.com`,
    provider: 'microsoft',
    status: 'connected',
    dailySent: 12,
    recipientsInDay: 15,
    recipientLimit: 10_000,
    lastUsed: null,
    isMine: true,
    canSend: true,
    isDefault: true,
    level: 'full',
    readsReplies: true,
    sandbox: false,
    ...fields,
  })
  const ask = async (root: Root = {}) => {
    const world = showPage([campaign('a')], {
      mailboxes: [mailbox('m1', { isDefault: false }), mailbox('m2')],
      campaignProblems: [],
      sendCampaign: () => campaign('a', { status: 'sending' }),
      ...root,
    })
    await world.user.click(await screen.findByRole('button', { name: 'Send Campaign' }))
    return { ...world, dialog: await screen.findByRole('dialog', { name: 'Send “Campaign a”' }) }
  }
  const box = (name: string) => screen.findByRole('checkbox', { name })

  test('asks for mailbox and time, confirms with Campaign Started, and updates the card', async () => {
    const { user, askedFor, dialog } = await ask()
    expect(dialog.textContent).toContain('The campaign will be sent to 10 contacts.')
    expect((await box('m2@example.com')).getAttribute('aria-checked')).toBe('true')
    expect((await box('m1@example.com')).getAttribute('aria-checked')).toBe('false')
    await user.click(within(dialog).getByRole('button', { name: 'Send now' }))
    const toast = await findToast('Campaign Started')
    expect(within(toast).getByText('Your email campaign is now being sent.')).toBeTruthy()
    expect(within(await card('Campaign a')).getByText('Sending 0/10')).toBeTruthy()
    expect(askedFor('SendCampaign')).toEqual([
      { input: { id: 'a', mailboxIds: ['m2'], scheduledAt: null, localTimeZone: null, undoSeconds: 10 } },
    ])
  })

  test('requests approval with a note where another person must approve', async () => {
    const approval = { status: 'waiting', canDecide: false }
    const { user, askedFor, dialog } = await ask({
      emailSettings: { undoSeconds: 10, launchApproval: true },
      requestApproval: () => campaign('a', { approval }),
    })
    await user.type(await within(dialog).findByLabelText('Note to the admins'), 'For Monday')
    await user.click(within(dialog).getByRole('button', { name: 'Request approval' }))
    await findToast('Approval Requested')
    expect(askedFor('SendCampaign')).toEqual([])
    expect(askedFor('RequestApproval')).toMatchObject([
      { input: { id: 'a', mailboxIds: ['m2'], scheduledAt: null, undoSeconds: 10, note: 'For Monday' } },
    ])
    const { getByText, getByRole } = within(await card('Campaign a'))
    expect(getByText('Waiting for approval')).toBeTruthy()
    expect(getByRole('link', { name: 'View request' }).getAttribute('href')).toBe('/campaigns/a/approval')
  })

  test('requests approval at the next try if the workspace began to require it meanwhile', async () => {
    let launchApproval = false
    const { user } = await ask({
      emailSettings: () => ({ undoSeconds: 10, launchApproval }),
      sendCampaign: () => knownError('APPROVAL_NEEDED', 'A second person must approve it.'),
    })
    await box('m1@example.com')
    launchApproval = true
    await user.click(screen.getByRole('button', { name: 'Send now' }))
    await findToast('Send Failed')
    expect(await screen.findByRole('button', { name: 'Request approval' })).toBeTruthy()
  })

  const problem = (fields: object) => ({
    code: 'EMPTY_TAG',
    severity: 'warning',
    message: 'Two recipients have no value for {firstName}.',
    count: 2,
    contacts: [],
    finishesAt: null,
    ...fields,
  })

  test('says what the pixel costs beside its switch, which turns tracking of opens off and on', async () => {
    let trackOpens = true
    const cost = problem({ code: 'PIXEL_COST', message: 'The pixel costs 2 points.', count: null })
    const { user, askedFor, dialog } = await ask({
      campaignProblems: () => (trackOpens ? [cost] : []),
      updateCampaign: ({ input }: { input: { trackOpens: boolean } }) => {
        trackOpens = input.trackOpens
        return campaign('a')
      },
    })
    await user.click(await within(dialog).findByRole('switch', { name: 'Track opens' }))
    expect(await within(dialog).findByText('No problems found.')).toBeTruthy()
    const off = within(dialog).getByRole('switch', { name: 'Track opens' })
    expect(off.getAttribute('aria-checked')).toBe('false')
    await user.click(off)
    expect(await within(dialog).findByText('The pixel costs 2 points.')).toBeTruthy()
    expect(within(dialog).getByRole('switch', { name: 'Track opens' }).getAttribute('aria-checked')).toBe('true')
    expect(askedFor('SetTrackOpens')).toEqual([
      { input: { id: 'a', trackOpens: false } },
      { input: { id: 'a', trackOpens: true } },
    ])
  })

  test('says why the tracking of opens could not be changed', async () => {
    const { user, dialog } = await ask({
      campaignProblems: [problem({ code: 'PIXEL_COST' })],
      updateCampaign: () => knownError('CONFLICT', 'It has been launched meanwhile.'),
    })
    const tracks = await within(dialog).findByRole('switch', { name: 'Track opens' })
    await user.click(tracks)
    await findToast('The tracking could not be changed')
    expect(tracks.getAttribute('aria-checked')).toBe('true')
  })

  test('shows problems, affected recipients and the forecast of the last email', async () => {
    const ada = { __typename: 'Contact', id: 'p1', firstName: '', lastName: 'Lovelace', email: 'ada@example.com' }
    const finishesAt = '2026-02-03T09:00:00.000Z'
    const { user, askedFor } = await ask({
      campaignProblems: [
        problem({ count: 12, contacts: [ada] }),
        problem({ code: 'DAILY_LIMIT', message: 'More than a day takes.', finishesAt }),
      ],
    })
    const list = await screen.findByRole('list', { name: 'Before you send' })
    expect(list.textContent).toContain('Warning: Two recipients have no value for {firstName}.')
    await user.click(within(list).getByText('Affected recipients'))
    expect(list.textContent).toContain('Lovelace ada@example.com')
    expect(list.textContent).toContain('and 11 more')
    expect(list.querySelector(`time[datetime="${finishesAt}"]`)).toBeTruthy()
    expect(askedFor('CampaignProblems').at(-1)).toEqual({ id: 'a', mailboxIds: ['m2'], scheduledAt: null })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send now' }).disabled).toBe(false)
  })

  test('cannot launch while the checks find an error, and says so', async () => {
    const { dialog } = await ask({
      campaignProblems: [problem({ severity: 'error', message: 'A file is too large.' })],
    })
    expect(await within(dialog).findByText('Fix the errors above. Then you can send this campaign.')).toBeTruthy()
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send now' }).disabled).toBe(true)
  })

  test.each([
    [{ totalContacts: 0 }, /^This draft has no recipients yet\./],
    [{ subject: '' }, /^This draft has no subject yet\./],
  ])('cannot launch a draft with %j, and says why', async (fields, description) => {
    const { user } = showPage([campaign('a', fields)])
    await user.click(await screen.findByRole('button', { name: 'Send Campaign', description }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('says so when there are no problems', async () => {
    await ask()
    expect(await screen.findByText('No problems found.')).toBeTruthy()
  })

  test('shows why a test email failed', async () => {
    const failure = { message: 'Email sending limit reached', howToFix: 'Wait a few minutes or upgrade the plan.' }
    const { user } = await ask({ sendTestMail: { email: 'ann@example.com', sent: false, failure, others: [] } })
    await box('m1@example.com')
    await user.click(screen.getByRole('button', { name: 'Send me a test email' }))
    const toast = await findToast('Test Failed')
    expect(within(toast).getByText('Email sending limit reached. Wait a few minutes or upgrade the plan.')).toBeTruthy()
  })

  test('can alternate between several mailboxes', async () => {
    const { user, askedFor } = await ask()
    await user.click(await box('m1@example.com'))
    expect(screen.getByText(/^The mailboxes take turns, each at its own pace/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send now' }))
    await findToast('Campaign Started')
    expect(askedFor('SendCampaign')).toMatchObject([{ input: { mailboxIds: ['m1', 'm2'] } }])
  })

  test('preselects the default mailbox; one that must be reconnected cannot be selected', async () => {
    const { user } = await ask({
      mailboxes: [
        mailbox('m1'),
        mailbox('m2', { isDefault: false, lastUsed: '2026-02-01T12:00:00.000Z' }),
        mailbox('m3', { isDefault: false, status: 'error', provider: 'google', lastUsed: '2026-02-02T12:00:00.000Z' }),
      ],
    })
    expect((await box('m1@example.com')).getAttribute('aria-checked')).toBe('true')
    expect((await box('m3@example.com')).hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe('/auth/google?mailbox=m3')
    await user.click(await box('m1@example.com'))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send now' }).disabled).toBe(true)
  })

  test('prefers the user’s own mailbox over a recently used shared one, and offers only permitted ones', async () => {
    const owner = { __typename: 'User', id: 'ana', name: 'Ana Lima' }
    const ana = mailbox('ana', { isMine: false, isDefault: false, owner, lastUsed: '2026-02-01T12:00:00.000Z' })
    const eva = mailbox('eva', {
      isMine: false,
      isDefault: false,
      canSend: false,
      owner: { ...owner, id: 'eva', name: 'Eva' },
    })
    await ask({ mailboxes: [mailbox('ben'), ana, eva] })
    expect((await box('ben@example.com')).getAttribute('aria-checked')).toBe('true')
    expect(screen.getByText('Ana Lima’s mailbox, shared with you. 15 of 10,000 recipients in 24 hours')).toBeTruthy()
    expect(screen.queryByText('eva@example.com')).toBeNull()
    expect((await box('ana@example.com')).getAttribute('aria-checked')).toBe('false')
    tearDown()
    await ask({ mailboxes: [mailbox('ben', { status: 'error' }), ana] })
    expect((await box('ana@example.com')).getAttribute('aria-checked')).toBe('true')
  })

  test('links to connecting a mailbox if there is none', async () => {
    await ask({ mailboxes: [] })
    expect(await screen.findByText('No mailbox is connected')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Connect Microsoft 365' }).getAttribute('href')).toBe('/auth/microsoft')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send now' }).disabled).toBe(true)
  })

  test('can schedule at each recipient’s local time, and says how many are where and what leaves later', async () => {
    const wave = (timeZone: string | null, recipients: number, at: string, leavesAt = at) => ({
      timeZone,
      // An hour more than the browser believes: the server’s data decides.
      utcOffset: timeZone && '+10:00',
      recipients,
      doubts: timeZone
        ? []
        : [
            { text: 'Portland', timeZones: ['America/Los_Angeles', 'America/New_York'], recipients: 7 },
            {
              text: '+7',
              timeZones: ['Europe/Moscow', 'Asia/Omsk', 'Asia/Irkutsk', 'Asia/Tomsk', 'Asia/Chita'],
              recipients: 1,
            },
          ],
      at,
      leavesAt,
    })
    const waves = [
      wave('Asia/Tokyo', 1_200, '2031-05-01T00:30:00.000Z', '2031-05-01T08:00:00.000Z'),
      wave('America/New_York', 300, '2031-05-01T13:30:00.000Z'),
      wave(null, 12, '2031-05-01T09:30:00.000Z'),
    ]
    const { user, askedFor, dialog } = await ask({
      launchForecast: {
        ...{ recipients: 1_512, suppressed: 0, declined: 0, overCeiling: 0, waves },
        ...{ awaitWinner: 0, decidesAt: null, followUps: 0, lastFollowUpAt: null },
        startsAt: '2031-05-01T08:00:00.000Z',
        finishesAt: '2031-05-01T14:00:00.000Z',
      },
    })
    await user.click(within(dialog).getByRole('radio', { name: /Schedule for later/ }))
    expect(screen.queryByRole('region', { name: 'Time zones' })).toBeNull()
    await user.click(await box('Send at this time in each recipient’s time zone'))
    const zones = await screen.findByRole('region', { name: 'Time zones' })
    const rows = within(zones).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Tokyo1,200.* here and .* 6:00.PM there, because of your sending hours or limits$/),
      expect.stringMatching(
        /^Unknown: as in .*12“Portland” of 7 recipients could be in the time zone of Los Angeles or New York\. Add a column with the city, the state or the time zone to make the time zone clear\.“\+7” of 1 recipient could be in the time zone of Moscow, Omsk, Irkutsk or 2 more\. .* here$/,
      ),
      expect.stringMatching(/^New York300.* here$/),
    ])
    await user.click(within(dialog).getByRole('button', { name: 'Schedule' }))
    await findToast('Campaign Scheduled')
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(askedFor('LaunchForecast').at(-1)).toMatchObject({ localTimeZone: timeZone })
    expect(askedFor('SendCampaign')).toMatchObject([{ input: { localTimeZone: timeZone } }])
  })

  test('can schedule in the user’s own time zone, in clear words', async () => {
    const { user, askedFor, dialog } = await ask()
    await box('m1@example.com')
    await user.click(screen.getByRole('radio', { name: 'Schedule for later' }))
    const time = screen.getByLabelText<HTMLInputElement>('Day and time')
    expect(time.value).toMatch(/T09:00$/)
    expect(dialog.textContent).toMatch(/in your time zone \(.+\): (tomorrow|in \d+ hr\.)\.?/)
    fireEvent.change(time, { target: { value: '2020-01-01T09:00' } })
    expect(screen.getByText('Choose a time in the future')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Schedule' }).disabled).toBe(true)
    const at = toInputValue(new Date(Date.now() + 3 * 86_400_000))
    fireEvent.change(time, { target: { value: at } })
    await user.click(screen.getByRole('button', { name: 'Schedule' }))
    await findToast('Campaign Scheduled')
    expect(askedFor('SendCampaign')).toMatchObject([{ input: { scheduledAt: new Date(at).toISOString() } }])
  })

  test('shows Send Failed with the server’s message, and keeps the choices', async () => {
    const { user } = await ask({ sendCampaign: () => Promise.reject(knownError('BAD_INPUT', 'It has no recipients.')) })
    await box('m1@example.com')
    await user.click(screen.getByRole('button', { name: 'Send now' }))
    expect(within(await findToast('Send Failed')).getByText('It has no recipients.')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})
