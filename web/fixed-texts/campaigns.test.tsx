import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, it, onTestFinished, vi } from 'vitest'
import { explainFailure } from '#domain/emails/delivery-errors.ts'
import { CampaignAnalyticsPage } from '#web/campaigns/analytics/campaign-analytics-page.tsx'
import { CampaignsPage } from '#web/campaigns/list/campaigns-page.tsx'
import { openDesign, openReview, people } from '#web/campaigns/create/testing.tsx'
import { campaign, emailLog } from '#web/campaigns/testing.ts'
import { unexplainedError, pageOf, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { leavesNothingOut, looker } from './spec-texts.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

const MAILBOX = {
  __typename: 'Mailbox',
  id: 'm1',
  email: 'ann@example.com',
  provider: 'microsoft',
  status: 'connected',
  dailySent: 0,
  recipientsInDay: 0,
  recipientLimit: null,
  lastUsed: null,
  isMine: true,
  canSend: true,
  isDefault: true,
  level: 'full',
  readsReplies: true,
  sandbox: false,
}

type Campaign = ReturnType<typeof campaign>
const fails = () => Promise.reject(unexplainedError())

describe('the list of campaigns shows the texts that the specification fixes:', () => {
  const see = looker('campaigns')
  const open = (campaigns: Campaign[], root: Root = {}) =>
    show(<CampaignsPage />, {
      at: '/campaigns',
      root: {
        campaigns: pageOf(campaigns, {}),
        campaignProblems: [],
        mailboxes: [MAILBOX],
        ...root,
      },
    })
  const duplicate = async ({ user }: ReturnType<typeof open>) =>
    user.click((await screen.findAllByRole('button', { name: 'Duplicate' }))[0] ?? document.body)

  it('its title and its text without campaigns', async () => {
    open([])
    await see('Campaigns', 'Manage your email campaigns', 'New Campaign')
    await see('No campaigns yet', 'Create Your First Campaign')
  })

  it('its actions, and the result of duplicating', async () => {
    const draft = campaign('a')
    const world = open([draft, campaign('b', { status: 'sending' }), campaign('c', { status: 'sent' })], {
      duplicateCampaign: { ...draft, id: 'd', name: 'Campaign a (Copy)' },
    })
    await see('Send Campaign', 'View Progress', 'View Analytics', 'Duplicate')
    await duplicate(world)
    await see('Campaign Duplicated', '{name} (Copy)')
  })

  it('the toasts Campaign Started after a launch, and one for each failure', async () => {
    const world = open([campaign('a')], {
      duplicateCampaign: fails,
      sendCampaign: campaign('a', { status: 'sending' }),
    })
    await duplicate(world)
    await see('Failed to duplicate campaign')
    await world.user.click(screen.getByRole('button', { name: 'Send Campaign' }))
    await world.user.click(await screen.findByRole('button', { name: 'Send now' }))
    await see('Campaign Started', 'Your email campaign is now being sent.')
    tearDown()
    const { user } = open([campaign('a')], { sendCampaign: fails })
    await user.click(await screen.findByRole('button', { name: 'Send Campaign' }))
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    await see('Send Failed')
  })
})

describe('the analytics dialog shows the texts that the specification fixes:', () => {
  const see = looker('analytics')
  const ERRORS = ['EXPIRED_TOKEN', '403 permission', '401 unauthorized', 'quota', 'invalid email', 'a flood']

  async function open(logs: ReturnType<typeof emailLog>[], root: Root = {}) {
    const one = campaign('a', {
      status: 'sent',
      emailLogs: ({ filter }: { filter?: { status?: string } }) =>
        pageOf(
          logs.filter(({ status }) => !filter?.status || status === filter.status),
          {},
        ),
    })
    const world = show(<CampaignsPage />, {
      at: '/campaigns',
      root: { campaigns: pageOf([one], {}), campaign: one, ...root },
    })
    await world.user.click(await screen.findByRole('button', { name: 'View Analytics' }))
    const dialog = await screen.findByRole('dialog')
    return (tab: string) => world.user.click(within(dialog).getByRole('tab', { name: tab }))
  }

  it('while loading and without data', async () => {
    await open([], { campaign: () => new Promise(() => {}) })
    await see('Loading analytics...')
    tearDown()
    await open([], { campaign: null })
    await see('No analytics available')
    tearDown()
    show(<CampaignAnalyticsPage />, {
      at: '/campaigns/none/analytics',
      path: '/campaigns/:id/analytics',
      root: { campaign: null },
    })
    await see('Campaign Not Found', 'The campaign analytics could not be loaded')
  })

  it('that nothing failed, and no time for unsent emails', async () => {
    const tab = await open([emailLog('p', { status: 'pending', sentAt: null })])
    await tab('Email Details')
    await see('-')
    await tab('Failed Emails')
    await see('✓ No failed emails', 'All emails were sent successfully')
  })

  it('what failed, why, when and how to fix it', async () => {
    const failed = ERRORS.map((error, index) =>
      emailLog(`f${index}`, {
        status: 'failed',
        error,
        failedAt: '2026-02-01T10:00:00.000Z',
        failure: explainFailure(error),
      }),
    )
    const tab = await open(failed)
    await tab('Failed Emails')
    await see('How to fix', 'Failed at')
    await see('Your Microsoft 365 connection has expired', 'Authentication failed with Microsoft 365')
    await see("Your account doesn't have permission to send emails", 'Email sending limit reached')
    await see('Invalid email address', 'Email delivery failed')
    await see('Refresh Microsoft Connection')
  })
})

describe('the wizard shows the texts that the specification fixes:', () => {
  const see = looker('wizard')
  const MB = 1_048_576
  const file = (name: string, size: number) => {
    const made = new File(['x'], name)
    Object.defineProperty(made, 'size', { value: size })
    return made
  }
  const create = async ({ user }: { user: { click: (element: Element) => Promise<void> } }) =>
    user.click(screen.getByRole('button', { name: 'Create Campaign' }))

  it('the refusals of files', async () => {
    const { user } = await openDesign()
    const picker = await screen.findByLabelText('Attach files')
    await user.upload(picker, file('a.pdf', 20 * MB))
    await see('Attachment added')
    await user.upload(picker, file('b.pdf', 11 * MB))
    await see('Total attachments too large', 'Total attachment size cannot exceed 30MB')
    await user.upload(picker, file('c.pdf', 25 * MB + 1))
    await see('File too large', 'Attachments must be under 25MB for email compatibility')
  })

  it('the failure of an image upload', async () => {
    const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    onTestFinished(() => fetching.mockRestore())
    const { user } = await openDesign()
    await user.upload(screen.getByLabelText('Upload image'), new File(['x'], 'a.png', { type: 'image/png' }))
    await see('Failed to upload image')
  })

  it('the confirmation that the campaign was created', async () => {
    await create(await openReview({ contacts: people(1) }))
    await see('Campaign Created!', 'Your email campaign has been created successfully!')
  })

  it.each([
    ['Microsoft Connection Issue', knownError('BAD_INPUT', 'The Microsoft mailbox must be reconnected.')],
    ['Attachments Too Large', knownError('TOO_LARGE', 'Too much.')],
    ['Network Error', knownError('UNAVAILABLE', 'Request failed: the server could not be reached.')],
    ['Campaign Creation Failed', unexplainedError()],
  ] as const)('the failure to create it: %s', async (title, error) => {
    await create(await openReview({ contacts: people(1), root: { createCampaign: () => Promise.reject(error) } }))
    await see(title)
  })
})

leavesNothingOut('campaigns', 'analytics', 'wizard')
