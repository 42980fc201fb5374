import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { findToast, knownError, pageOf, show, tearDown, uncounted, type Root } from '#web/testing/world.tsx'
import { campaign } from '../testing.ts'
import { RepeatPage } from './repeat-page.tsx'

afterEach(tearDown)
beforeAll(() => {
  // Hundreds of options take jsdom half a minute.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Berlin'])
})
afterAll(() => {
  vi.restoreAllMocks()
})

const MAILBOX = {
  __typename: 'Mailbox',
  id: 'm1',
  provider: 'microsoft',
  email: 'ann@example.com',
  name: 'Ann',
  status: 'connected',
  statusReason: null,
  level: 'full',
  readsReplies: true,
  dailySent: 0,
  recipientsInDay: 0,
  recipientLimit: null,
  sandbox: false,
  isMine: true,
  canSend: true,
  isDefault: true,
  lastUsed: null,
  owner: null,
}

const REPEAT = {
  __typename: 'CampaignRepeat',
  isOn: true,
  kind: 'monthly',
  label: 'News',
  segmentId: null,
  segment: null,
  field: null,
  offsetDays: 0,
  isYearly: false,
  dateOrder: null,
  dayOfMonth: 1,
  timeOfDay: '09:30',
  timeZone: 'Europe/Berlin',
  onWorkingDays: true,
  includesExisting: false,
  mailboxes: [MAILBOX],
  nextRunAt: '2026-12-01T08:30:00.000Z',
  lastRunAt: null,
  offBecause: null,
  offAt: null,
  skippedCount: 0,
  skippedAt: null,
  runCount: 1,
  sentCount: 12,
}

const PREVIEW = {
  runsAt: '2026-12-01T08:30:00.000Z',
  recipients: 12,
  suppressed: 0,
  overCeiling: 0,
  unreadable: 0,
  examples: [{ __typename: 'Contact', id: 'c1', firstName: 'Bea', lastName: 'Ito', email: 'bea@example.com' }],
}

function showPage(repeat: object | null, { preview = {}, ...root }: Root & { preview?: object } = {}) {
  return show(<RepeatPage />, {
    root: {
      campaign: () => campaign('a', { name: 'Welcome', repeat, repeatPreview: { ...PREVIEW, ...preview } }),
      campaigns: (args: { first?: number; after?: string }) =>
        pageOf(
          [campaign('r', { name: 'Welcome, 1 November 2026', status: 'sent', sentCount: 12, totalContacts: 12 })],
          args,
        ),
      mailboxes: () => [MAILBOX],
      contactTags: () => [{ __typename: 'ContactTag', name: 'News', contactCount: 12 }],
      contactFields: () => [{ __typename: 'ContactField', name: 'Birthday', contactCount: 3 }],
      ...root,
    },
    at: '/campaigns/a/repeat',
    path: '/campaigns/:id/repeat',
  })
}

describe('the page of a campaign that does not repeat yet', () => {
  test('switches on repeating by a date, with a preview of the next run', async () => {
    const asked: unknown[] = []
    const { user } = showPage(null, {
      preview: { unreadable: 2 },
      repeatCampaign: ({ input }: { input: unknown }) => {
        asked.push(input)
        return {
          campaign: campaign('a', {
            name: 'Welcome',
            repeat: { ...REPEAT, kind: 'date_field', field: 'Birthday', label: null, isYearly: true },
          }),
          errors: [],
        }
      },
    })
    expect(await screen.findByText('12 contacts would get the email.', { exact: false })).toBeTruthy()
    expect(screen.getByText('Bea Ito')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'On a date of each contact' }))
    expect((await screen.findAllByText('Choose the field with the date.')).length).toBe(2)
    const on = screen.getByRole('button', { name: 'Switch on' })
    expect(on.hasAttribute('disabled')).toBe(true)
    await user.selectOptions(screen.getByLabelText('Field with the date'), 'Birthday')
    await user.selectOptions(screen.getByLabelText('When'), 'before')
    expect(await screen.findByText(/2 contacts have something in this field that is not a date/)).toBeTruthy()
    await user.click(on)
    await findToast('Repeating switched on')
    expect(asked).toMatchObject([
      {
        id: 'a',
        mailboxIds: ['m1'],
        rule: { kind: 'date_field', field: 'Birthday', offsetDays: -7, isYearly: true },
      },
    ])
    expect(screen.getByText('On')).toBeTruthy()
  })

  test('switches on repeating for a segment', async () => {
    const asked: unknown[] = []
    const segment = { __typename: 'Segment', id: 's1', name: 'Ulm', contactCount: 4, filter: {} }
    const { user } = showPage(null, {
      segments: [segment],
      repeatCampaign: ({ input }: { input: unknown }) => {
        asked.push(input)
        const repeat = { ...REPEAT, kind: 'segment', label: null, segmentId: 's1', segment }
        return { campaign: campaign('a', { name: 'Welcome', repeat }), errors: [] }
      },
    })
    await user.click(await screen.findByRole('radio', { name: 'Each contact who enters a segment' }))
    expect((await screen.findAllByText('Choose the segment.')).length).toBe(2)
    expect(screen.queryByLabelText('Only contacts with the tag')).toBeNull()
    await screen.findByRole('option', { name: 'Ulm' })
    await user.selectOptions(screen.getByLabelText('Segment'), 'Ulm')
    await user.click(screen.getByRole('checkbox', { name: 'Include contacts who already match' }))
    await user.click(screen.getByRole('button', { name: 'Switch on' }))
    await findToast('“Welcome” is sent to each contact who enters the segment “Ulm”.')
    expect(asked).toMatchObject([{ rule: { kind: 'segment', segmentId: 's1', includesExisting: true } }])
  })

  test('switches on repeating every month for a segment, which must be chosen', async () => {
    const asked: unknown[] = []
    const segment = { __typename: 'Segment', id: 's1', name: 'Customers', contactCount: 4, filter: {} }
    const { user } = showPage(null, {
      segments: [segment],
      repeatCampaign: ({ input }: { input: unknown }) => {
        asked.push(input)
        return {
          campaign: campaign('a', { name: 'Welcome', repeat: { ...REPEAT, label: null, segmentId: 's1', segment } }),
          errors: [],
        }
      },
    })
    await user.click(await screen.findByRole('radio', { name: 'Every month' }))
    const audience = screen.getByLabelText<HTMLSelectElement>('Which contacts')
    expect(audience.value).toBe('all')
    expect(screen.queryByLabelText('Tag')).toBeNull()
    await user.selectOptions(audience, 'Contacts with a tag')
    expect((await screen.findAllByText('Choose the tag.')).length).toBe(2)
    await user.selectOptions(screen.getByLabelText('Tag'), 'News')
    await user.selectOptions(audience, 'Contacts in a segment')
    expect(screen.queryByLabelText('Tag')).toBeNull()
    expect((await screen.findAllByText('Choose the segment.')).length).toBe(2)
    expect(screen.getByRole('button', { name: 'Switch on' }).hasAttribute('disabled')).toBe(true)
    await screen.findByRole('option', { name: 'Customers' })
    await user.selectOptions(screen.getByLabelText('Segment'), 'Customers')
    await user.click(screen.getByRole('button', { name: 'Switch on' }))
    await findToast('“Welcome” is sent every month on day 1 to the segment “Customers”.')
    expect(asked).toMatchObject([{ rule: { kind: 'monthly', label: null, segmentId: 's1' } }])
  })

  test.each([
    ['the segment of the previous kind of rule', 'Each contact who enters a segment', { label: null, segmentId: 's1' }],
    ['the tag of the previous kind of rule', 'Each contact who gets a tag', { label: 'News', segmentId: null }],
  ])('keeps %s when the rule is changed to every month', async (_, kind, expected) => {
    const asked: unknown[] = []
    const { user } = showPage(null, {
      segments: [{ __typename: 'Segment', id: 's1', name: 'Customers', contactCount: 4, filter: {} }],
      repeatCampaign: ({ input }: { input: unknown }) => {
        asked.push(input)
        return { campaign: campaign('a', { name: 'Welcome', repeat: REPEAT }), errors: [] }
      },
    })
    await user.click(await screen.findByRole('radio', { name: 'Each contact who gets a tag' }))
    await screen.findByRole('option', { name: 'News' })
    await user.selectOptions(screen.getByLabelText('Tag'), 'News')
    await user.click(screen.getByRole('radio', { name: 'Each contact who enters a segment' }))
    await screen.findByRole('option', { name: 'Customers' })
    await user.selectOptions(screen.getByLabelText('Segment'), 'Customers')
    await user.click(screen.getByRole('radio', { name: kind }))
    await user.click(screen.getByRole('radio', { name: 'Every month' }))
    await user.click(screen.getByRole('button', { name: 'Switch on' }))
    await findToast('Repeating switched on')
    expect(asked).toMatchObject([{ rule: { kind: 'monthly', ...expected } }])
  })

  test('says why repeating cannot be switched on', async () => {
    const { user } = showPage(null, {
      repeatCampaign: () => knownError('BAD_INPUT', 'This campaign has no subject. Write one before sending.'),
    })
    await screen.findByText('Bea Ito')
    await user.click(await screen.findByRole('button', { name: 'Switch on' }))
    await findToast('This campaign has no subject. Write one before sending.')
  })
})

describe('the page for repeating where another person approves launches', () => {
  const emailSettings = { undoSeconds: 10, launchApproval: true }
  test('says at once that a campaign cannot repeat', async () => {
    showPage(null, { emailSettings })
    expect(await screen.findByText('Campaigns cannot repeat in your workspace')).toBeTruthy()
    expect(screen.getByText('Launches need approval, so a campaign cannot repeat.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Switch on' }).hasAttribute('disabled')).toBe(true)
  })
})

describe('the preview of the next run of a repeating campaign', () => {
  test('says who is left out and why', async () => {
    showPage(REPEAT, { preview: { recipients: 0, examples: [], overCeiling: 11, suppressed: 1 } })
    expect(await screen.findByText('As things are now, no contact would get the email.')).toBeTruthy()
    expect(
      screen.getByText(
        '11 contacts would be left out, because they have as many emails in the seven days before the run as your workspace allows.',
      ),
    ).toBeTruthy()
    expect(screen.getByText('1 contact is on the suppression list and left out.')).toBeTruthy()
  })

  test('says that no contact would get an email, with the reason if there is one', async () => {
    showPage(REPEAT, { preview: { recipients: 0, examples: [] } })
    expect(await screen.findByText('No contact would get the email now.')).toBeTruthy()
    expect(screen.queryByText(/left out/)).toBeNull()
  })
})

describe('the choice of a segment while there are none', () => {
  test('leads to where segments are created', async () => {
    const { user } = showPage(null, { segments: [] })
    await user.click(await screen.findByRole('radio', { name: 'Each contact who enters a segment' }))
    const hint = await screen.findByText(/You have no segments yet/)
    expect(within(hint).getByRole('link', { name: 'Contacts page' }).getAttribute('href')).toBe('/contacts')
  })
})

describe('the page of a repeating campaign', () => {
  test('shows the rule and its runs, and can stop it', async () => {
    const asked: unknown[] = []
    const { user } = showPage(REPEAT, {
      repeatCampaign: ({ input }: { input: unknown }) => {
        asked.push(input)
        return { campaign: campaign('a', { repeat: { ...REPEAT, isOn: false, nextRunAt: null } }), errors: [] }
      },
    })
    const run = await screen.findByRole('link', { name: 'Welcome, 1 November 2026' })
    expect(run.getAttribute('href')).toBe('/campaigns/r/analytics')
    expect(screen.getByText(/12 of 12 sent/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>('Day of the month').value).toBe('1')
    expect(screen.getByLabelText<HTMLInputElement>('Time of day').value).toBe('09:30')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stop' }))
    await findToast('Repeating stopped')
    expect(asked).toEqual([{ id: 'a', rule: null }])
  })

  test('shows the runs without counting them', async () => {
    const run = campaign('r', { name: 'Welcome, 1 November 2026', status: 'sent' })
    showPage(REPEAT, { campaigns: (args: object) => ({ ...pageOf([run], args), totalCount: uncounted }) })
    expect(await screen.findByRole('link', { name: 'Welcome, 1 November 2026' })).toBeTruthy()
  })

  test('says that no run has sent an email yet', async () => {
    showPage(REPEAT, { campaigns: pageOf([], {}) })
    expect(await screen.findByText('No run has sent an email yet.')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Runs' })).toBeNull()
  })

  test('says what switched it off, and which dates were missed', async () => {
    showPage({
      ...REPEAT,
      isOn: false,
      offBecause: 'Reconnect the mailbox.',
      offAt: '2026-11-02T08:30:00.000Z',
      skippedCount: 3,
      skippedAt: '2026-11-01T08:30:00.000Z',
    })
    expect(await screen.findByText('Switched off because of a problem')).toBeTruthy()
    expect(screen.getByText(/Reconnect the mailbox/)).toBeTruthy()
    expect(screen.getByText(/3 contacts got no email/)).toBeTruthy()
  })
})
