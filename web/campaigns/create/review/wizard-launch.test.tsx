import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findToast, tearDown } from '#web/testing/world.tsx'
import { DRAFT, onStep, openReview, paste, previous, savedInput, showWizard } from '../testing.tsx'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

const MAILBOX = {
  ...{
    id: 'm1',
    email: 'm1@example.com',
    provider: 'google',
    status: 'connected',
    dailySent: 0,
    recipientsInDay: 0,
    recipientLimit: null,
    sandbox: false,
  },
  ...{ isMine: true, canSend: true, isDefault: true, level: 'full', readsReplies: true, lastUsed: null },
}
const AT = '2026-02-01T09:00:00.000Z'
const problem = (severity: string, message: string) => ({
  ...{ code: 'UNKNOWN_TAG', severity, message, count: null, contacts: [], finishesAt: null },
})
const button = (name: string) => screen.findByRole('button', { name })

test("the button of the wizard's last step always says Create Campaign", async () => {
  const world = await openReview({ root: { mailboxes: [MAILBOX] } })
  for (const when of [/^Now/, /^Schedule for later/, /^Not yet/]) {
    await world.user.click(screen.getByRole('radio', { name: when }))
    expect(await button('Create Campaign')).toBeTruthy()
  }
})

describe('the question before a launch in the wizard', () => {
  test('names the warnings, and says when the rehearsal is out of date', async () => {
    const report = {
      ...{ recipients: 3, emails: 3, startsAt: AT, finishesAt: AT, decidesAt: null, localTimeZone: null },
      ...{ followUps: [], waves: [], limits: [], largestBytes: 10, findings: [] },
    }
    const rehearsal = {
      ...{ status: 'done', error: null, reportedAt: AT, task: null, report },
      changed: ['content', 'audience'],
    }
    const world = await openReview({
      root: {
        mailboxes: [MAILBOX],
        campaignProblems: [problem('warning', 'One link is long.')],
        campaign: ({ id }: { id: string }) => ({ __typename: 'Campaign', id, rehearsal }),
      },
    })
    await world.user.click(screen.getByRole('radio', { name: /^Now/ }))
    await world.user.click(await button('Create Campaign'))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Send to 2,970 now?' }))
    expect(dialog.getByText('2 warnings:')).toBeTruthy()
    expect(dialog.getByText('One link is long.')).toBeTruthy()
    expect(dialog.getByText('The rehearsal is out of date: the email and the recipients changed.')).toBeTruthy()
  })

  test('says what to correct before the campaign can be launched', async () => {
    const campaignProblems = [problem('error', 'A link is wrong.'), problem('warning', 'One link is long.')]
    const world = await openReview({ root: { mailboxes: [MAILBOX], campaignProblems } })
    await world.user.click(screen.getByRole('radio', { name: /^Schedule for later/ }))
    await world.user.click(await button('Create Campaign'))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'This campaign cannot be launched yet' }))
    expect(dialog.getByText('A link is wrong.')).toBeTruthy()
    expect(dialog.getByText('One warning:')).toBeTruthy()
  })
})

describe('a repeating campaign in the wizard', () => {
  const repeat = {
    ...{ __typename: 'CampaignRepeat', isOn: true, kind: 'monthly', label: null, segmentId: null },
    ...{
      segment: null,
      field: null,
      offsetDays: 0,
      isYearly: true,
      dayOfMonth: 1,
      nextRunAt: '2026-12-01T08:30:00.000Z',
    },
    ...{ offBecause: null, runCount: 0, sentCount: 0 },
  }
  const open = async (own: object) => {
    const campaign = { ...DRAFT, isAbTest: false, abVariantB: null, repeat: own }
    const world = showWizard({
      root: { campaign, mailboxes: [MAILBOX], updateCampaign: () => campaign },
      at: '/campaigns/create?draft=d1',
    })
    await onStep('Review and Launch')
    return world
  }

  test('says that it is on, when it is sent next, and that changes apply to the next run', async () => {
    const world = await open(repeat)
    const notice = await screen.findByText('This campaign is on and repeats')
    const told = notice.parentElement?.textContent ?? ''
    expect(told).toContain('Sent every month on day 1. The next run is on Dec 1, 2026')
    expect(told).toContain('Your changes are saved as you make them and go into the next run.')
    expect(screen.getByRole('link', { name: 'See the rule' }).getAttribute('href')).toBe('/campaigns/d1/repeat')
    expect(screen.queryByRole('radio', { name: /^Not yet/ })).toBeNull()
    expect(screen.queryByText('Saved as a draft')).toBeNull()
    await world.user.click(previous())
    await paste(world, 'Subject', 'Storms')
    await waitFor(() => expect(savedInput(world)).toMatchObject({ subject: expect.stringContaining('Storms') }))
    expect(await screen.findByText('Saved for the next run')).toBeTruthy()
    await world.user.click(screen.getByRole('button', { name: 'Next' }))
    await world.user.click(await button('Save Campaign'))
    expect(within(await findToast('Campaign Saved')).getByText('Your changes go into the next run.')).toBeTruthy()
  })

  test('needs no chosen contacts, because the rule chooses them', async () => {
    const campaign = { ...DRAFT, repeat, totalContacts: 0, selectedContactIds: [] }
    const world = showWizard({ root: { campaign, mailboxes: [MAILBOX] }, at: '/campaigns/create?draft=d1' })
    await onStep('Select Audience')
    await screen.findByText('This campaign is on and repeats')
    expect(screen.queryByText('Choose at least one contact to continue.')).toBeNull()
    await world.user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await onStep('Design Email')).toBeTruthy()
  })

  test('is an ordinary draft when it was switched off', async () => {
    await open({ ...repeat, isOn: false })
    expect(await button('Create Campaign')).toBeTruthy()
    expect(await screen.findByText('Saved as a draft')).toBeTruthy()
    expect(screen.queryByText('This campaign is on and repeats')).toBeNull()
  })
})
