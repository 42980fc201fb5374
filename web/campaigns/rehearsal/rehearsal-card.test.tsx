import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show, tearDown, type Root } from '#web/testing/world.tsx'
import { LaunchedRehearsal } from './last-rehearsal-report.tsx'
import { RehearsalCard } from './rehearsal-card.tsx'

afterEach(tearDown)

const contact = (id: string, email: string) => ({ __typename: 'Contact', id, firstName: 'Ann', lastName: 'Lee', email })
const NO_NOTE = {
  ...{ other: null, meantDomain: null, campaign: null, sentBy: null, sentAt: null, reason: null },
  ...{ awayUntil: null, awayDateGiven: null },
}

const REPORT = {
  recipients: 2_970,
  emails: 2_958,
  startsAt: '2026-11-26T12:00:00Z',
  finishesAt: '2026-12-02T09:30:00Z',
  localTimeZone: null,
  waves: [],
  followUps: [],
  limits: [{ reason: 'DAILY_LIMIT', message: 'The daily limit is 500 emails in 24 hours for each mailbox.' }],
  largestBytes: 48_000,
  findings: [
    {
      code: 'RECENTLY_EMAILED',
      section: 'recent',
      message: '40 recipients already got an email from your workspace in the last 7 days.',
      count: 40,
      tag: null,
      examples: [
        {
          ...NO_NOTE,
          contactId: 'p1',
          contact: contact('p1', 'ann@example.com'),
          campaign: { __typename: 'Campaign', id: 'c0', name: 'Spring' },
          sentBy: 'Bea',
          sentAt: '2026-11-20T12:00:00Z',
        },
      ],
    },
    {
      code: 'MISSPELLED',
      section: 'addresses',
      message: 'One address looks misspelled.',
      count: 1,
      tag: null,
      examples: [{ ...NO_NOTE, contactId: 'p2', contact: contact('p2', 'ann@gmial.com'), meantDomain: 'gmail.com' }],
    },
    {
      code: 'AWAY',
      section: 'people',
      message: 'One recipient is out of office at the start and may read this email later.',
      count: 1,
      tag: null,
      examples: [
        {
          ...NO_NOTE,
          contactId: 'p3',
          contact: contact('p3', 'away@example.com'),
          awayUntil: '2026-12-07T00:00:00Z',
          awayDateGiven: true,
        },
      ],
    },
  ],
}

const TASK = {
  __typename: 'Task',
  id: 't1',
  kind: 'rehearseCampaign',
  status: 'running',
  done: 500,
  total: 2_970,
  message: null,
  error: null,
  startedBy: 'Ann',
  createdAt: '2026-11-26T11:00:00Z',
  fileId: null,
  import: null,
}

const REHEARSED = {
  status: 'done',
  error: null,
  reportedAt: '2026-11-26T11:00:00Z',
  changed: [],
  task: null,
  report: REPORT,
}

function showCard(
  rehearsal: object | null,
  root: Root = {},
  { localTimeZone = null }: { localTimeZone?: string | null } = {},
) {
  const onPreview = vi.fn<(id: string) => void>()
  const world = show(
    <RehearsalCard
      campaignId="c1"
      launch={{ mailboxIds: ['m1'], scheduledAt: null, localTimeZone }}
      recipients={2_970}
      waiting={false}
      onPreview={onPreview}
    />,
    {
      root: {
        campaign: ({ id }: { id: string }) => ({ __typename: 'Campaign', id, rehearsal }),
        rehearseCampaign: { __typename: 'Campaign', id: 'c1' },
        ...root,
      },
    },
  )
  return { ...world, onPreview }
}

it('the rehearsal card starts a rehearsal of this launch with all recipients', async () => {
  const { user, askedFor } = showCard(null)
  await user.click(await screen.findByRole('button', { name: 'Rehearse with all 2,970' }))
  expect(askedFor('RehearseCampaign')).toEqual([
    { input: { id: 'c1', mailboxIds: ['m1'], scheduledAt: null, localTimeZone: null } },
  ])
})

it('the rehearsal card shows the progress of a running rehearsal, also when the page is opened again', async () => {
  showCard({ ...REHEARSED, status: 'running', task: TASK, report: null })
  expect(await screen.findByText('500 of 2,970 recipients')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel rehearsal' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Rehearse/ })).toBeNull()
})

it('the rehearsal card says when the follow-ups can leave', async () => {
  const followUps = [
    { step: 2, firstAt: '2026-11-30T09:30:00Z', lastAt: '2026-12-04T09:30:00Z' },
    { step: 3, firstAt: '2026-12-01T09:30:00Z', lastAt: '2026-12-01T09:30:00Z' },
  ]
  showCard({ ...REHEARSED, report: { ...REPORT, followUps } })
  const fact = (await screen.findByText('Follow-ups')).parentElement?.textContent ?? ''
  expect(fact).toMatch(/1: .*30.* to .*4.*2: .*1.*Follow-ups go to recipients who do not respond/)
})

it('the rehearsal card says how many emails leave, until when and why, and which problems were found', async () => {
  const { user, onPreview } = showCard(REHEARSED)
  expect(await screen.findByText('2,958')).toBeTruthy()
  expect(screen.getByText('of 2,970 recipients')).toBeTruthy()
  expect(screen.getByText('The daily limit is 500 emails in 24 hours for each mailbox.')).toBeTruthy()
  const recent = within(screen.getByRole('region', { name: 'Other emails to the same people' }))
  await user.click(recent.getByText('The first 1 of 40'))
  expect(recent.getByText(/“Spring” from Bea/)).toBeTruthy()
  const people = within(screen.getByRole('region', { name: 'Recipients' }))
  expect(people.getByText(/^Out of office until .*7/)).toBeTruthy()
  const addresses = within(screen.getByRole('region', { name: 'Addresses' }))
  expect(addresses.getByText('probably gmail.com')).toBeTruthy()
  await user.click(addresses.getByText('Who'))
  await user.click(addresses.getByRole('button', { name: 'Ann Lee ann@gmial.com' }))
  expect(onPreview).toHaveBeenCalledExactlyOnceWith('p2')
})

it('the rehearsal card says for local times when the emails leave to whom, with one line for zones with the same time', async () => {
  const wave = (timeZone: string | null, recipients: number, at: string) => ({
    ...{ timeZone, utcOffset: null, doubts: [] },
    ...{ recipients, at, leavesAt: at },
  })
  const [tokyo, middle] = ['2026-11-27T00:30:00.000Z', '2026-11-27T08:30:00.000Z']
  const waves = [
    wave('Asia/Tokyo', 4, tokyo),
    ...['Berlin', 'Paris', 'Madrid', 'Rome', 'Oslo'].map((city, index) => wave(`Europe/${city}`, 300 - index, middle)),
    wave(null, 12, middle),
  ]
  const report = { ...REPORT, localTimeZone: 'Europe/Berlin', waves }
  const { user, askedFor } = showCard({ ...REHEARSED, report }, {}, { localTimeZone: 'Europe/Berlin' })
  const zones = within(await screen.findByRole('region', { name: 'Time zones' }))
  expect(zones.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Tokyo4.* here$/),
    expect.stringMatching(/^Berlin, Paris, Madrid and 2 more1,490.* here$/),
    expect.stringMatching(/^Unknown: as in Berlin12.* here$/),
  ])
  expect(screen.getByText('First email')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Rehearse again' }))
  expect(askedFor('RehearseCampaign')).toMatchObject([{ input: { localTimeZone: 'Europe/Berlin' } }])
})

it('the rehearsal card says what changed since the rehearsal', async () => {
  showCard({ ...REHEARSED, changed: ['content', 'audience'] })
  expect(
    await screen.findByText(
      'This report is out of date: the email and the recipients changed. Rehearse again before you launch.',
    ),
  ).toBeTruthy()
})

it('the rehearsal card says why a rehearsal failed', async () => {
  showCard({ ...REHEARSED, status: 'failed', error: 'The email is too large.', report: null })
  expect(await screen.findByText('The email is too large.')).toBeTruthy()
})

it('the rehearsal card stays on the page of a launched campaign, and is absent without a rehearsal', async () => {
  const root = (rehearsal: object | null): Root => ({
    campaign: ({ id }: { id: string }) => ({ __typename: 'Campaign', id, rehearsal }),
  })
  show(<LaunchedRehearsal campaignId="c1" />, { root: root({ ...REHEARSED, changed: ['schedule'] }) })
  expect(await screen.findByText(/Before the launch, the start changed\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Ann/ })).toBeNull()
})
