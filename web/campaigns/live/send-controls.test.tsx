import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { CampaignSendBar } from './campaign-send-bar.tsx'
import type { CampaignSummary } from '../operations.ts'
import { CampaignStatusBadge } from '../status-badge.tsx'
import { campaign } from '../testing.ts'

afterEach(tearDown)

const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

function bar(fields: Record<string, unknown>, root: Root = {}) {
  return show(<CampaignSendBar campaign={campaign('a', fields) as unknown as CampaignSummary} />, { root })
}

const offered = () =>
  [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].map((each) => each.textContent)

describe('the send bar of a campaign', () => {
  test.each([
    [{ status: 'sending' }, ['Pause', 'Cancel']],
    [{ status: 'sending', statusReason: 'SCHEDULED', statusText: 'This campaign is scheduled.' }, ['Cancel']],
    [{ status: 'sending', statusReason: 'SENDING_STOPPED', scheduledAt: soon(3_600_000) }, ['Cancel']],
    [{ status: 'sending', statusReason: 'SENDING_STOPPED', scheduledAt: soon(-60_000) }, ['Pause', 'Cancel']],
    [{ status: 'sending', statusReason: 'FOLLOW_UPS' }, ['Pause', 'Cancel']],
    [{ status: 'sending', statusReason: 'FOLLOW_UPS', failedCount: 1 }, ['Pause', 'Cancel']],
    [
      { status: 'sending', statusReason: 'FOLLOW_UPS', failedCount: 1, repeatableCount: 1 },
      ['Pause', 'Retry failed emails', 'Cancel'],
    ],
    [{ status: 'paused', statusReason: 'PAUSED' }, ['Resume', 'Cancel']],
    [{ status: 'paused', statusReason: 'RECONNECT' }, ['Cancel']],
    [{ status: 'paused', statusReason: 'MAILBOX_WORKS' }, ['Resume', 'Cancel']],
    [{ status: 'paused', statusReason: 'CANARY' }, ['Resume', 'Cancel', 'See who failed']],
    [{ status: 'paused', statusReason: 'DEAD_ADDRESSES' }, ['Resume', 'Cancel', 'See who failed']],
    [{ status: 'paused', statusReason: 'RESTORED_CHECKING' }, ['Cancel']],
    [{ status: 'paused', statusReason: 'RESTORED' }, ['Resume', 'Cancel']],
    [{ status: 'paused', statusReason: 'RESTORED_UNCHECKED' }, ['Resume', 'Cancel']],
    [{ status: 'sent', sentCount: 10 }, []],
    [{ status: 'sent', sentCount: 9, failedCount: 1, repeatableCount: 1 }, ['Retry failed emails']],
    [{ status: 'sent', sentCount: 9, failedCount: 1, repeatableCount: 0 }, []],
    [{ status: 'failed', failedCount: 10, repeatableCount: 0 }, []],
    [{ status: 'draft' }, []],
  ])('with %j offers %j', (fields, actions) => {
    bar(fields)
    expect(offered()).toEqual(actions)
  })

  test('whose mailbox lost its sign-in leads to that sign-in, and names whom else to ask', async () => {
    const mailbox = (email: string, fields: object) => ({
      ...{ __typename: 'Mailbox', id: email, email, provider: 'microsoft', status: 'error', isMine: true },
      ...{ owner: { __typename: 'Person', id: 'bo', name: 'Bo Ek' }, ...fields },
    })
    const mailboxes = [
      mailbox('mine@example.com', {}),
      mailbox('works@example.com', { status: 'connected' }),
      mailbox('bo@example.com', { isMine: false }),
    ]
    bar({ status: 'paused', statusReason: 'RECONNECT' }, { campaign: { __typename: 'Campaign', id: 'a', mailboxes } })
    const link = await screen.findByRole('link', { name: /^Reconnect/ })
    expect([link.textContent, link.getAttribute('href')]).toEqual([
      'Reconnect mine@example.com',
      '/auth/microsoft?mailbox=mine%40example.com',
    ])
    expect(screen.getByText('Ask Bo Ek to reconnect bo@example.com.')).toBeTruthy()
  })

  test('says when the next follow-up leaves, rather than that it resumes', () => {
    const next = { status: 'sending', statusReason: 'FOLLOW_UPS', statusText: 'Follow-ups come.' }
    bar({ ...next, resumesAt: soon(5 * 3_600_000) })
    expect(screen.getByText(/^Follow-ups come\./).textContent).toMatch(
      /^Follow-ups come\. Next: (?!at ).+ \(in 5 hr\.\)\.$/,
    )
  })

  test('shows a forecast while sending', () => {
    const finishesAt = soon(3_600_000)
    bar({ status: 'sending', finishesAt })
    expect(screen.getByText(/^finishes around/).querySelector('time')?.dateTime).toBe(finishesAt)
    expect(screen.getByText('Sending now.')).toBeTruthy()
  })

  test('says so while the end of sending is unknown', () => {
    bar({ status: 'sending' })
    expect(screen.getByText('Sending now. We are estimating the finish time.')).toBeTruthy()
  })

  test.each([
    ['a gap of under three seconds between emails counts as sending', 'BETWEEN_INTERVALS', 2_500, false],
    ['a longer gap between emails counts as waiting', 'BETWEEN_INTERVALS', 9_000, true],
    ['the next attempt at a provider that is down counts as waiting, however near', 'PROVIDER_DOWN', 1_000, true],
  ])('shows whether a campaign sends or waits: %s', (_, statusReason, ms, isWait) => {
    bar({ status: 'sending', statusReason, statusText: 'It waits.', resumesAt: soon(ms) })
    expect(screen.queryAllByText(/^It waits\./)).toHaveLength(isWait ? 1 : 0)
    expect(screen.queryAllByText(/^Sending now\./)).toHaveLength(isWait ? 0 : 1)
  })

  test('that is scheduled shows start and forecast', () => {
    const scheduled = { status: 'sending', statusReason: 'SCHEDULED', statusText: 'This campaign is scheduled.' }
    bar({ ...scheduled, resumesAt: soon(5 * 3_600_000), finishesAt: soon(6 * 3_600_000) })
    expect(screen.getByText(/^Scheduled\./).textContent).toMatch(/^Scheduled\. Starts at .+ \(in 5 hr\.\)\.$/)
    expect(screen.getByText(/^finishes around/)).toBeTruthy()
  })

  test('that is scheduled says that all sending is stopped, and names no start', () => {
    const statusText = 'All sending of this workspace was stopped. An admin can resume it.'
    const stopped = { status: 'sending', statusReason: 'SENDING_STOPPED', statusText, scheduledAt: soon(3_600_000) }
    bar(stopped)
    expect(screen.getByText(statusText)).toBeTruthy()
    expect(screen.queryByText(/Starts at/)).toBeNull()
    show(<CampaignStatusBadge {...(campaign('a', stopped) as unknown as CampaignSummary)} />, { root: {} })
    expect(screen.getByText('Scheduled')).toBeTruthy()
  })
})

describe('the buttons Pause and Resume of a campaign', () => {
  test.each([
    ['a restored database might send emails twice', 'RESTORED_UNCHECKED', /will get it twice/],
    ['many addresses do not exist', 'DEAD_ADDRESSES', /the provider can block the mailbox/],
  ])('ask first when %s', async (_, statusReason, risk) => {
    const resumed = () => campaign('a', { status: 'sending' })
    const { user, askedFor } = bar({ status: 'paused', statusReason }, { resumeCampaign: resumed })
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText(risk)).toBeTruthy()
    expect(askedFor('ResumeCampaign')).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Resume anyway' }))
    await findToast('Campaign Resumed')
  })

  test('pause and continue the campaign, and confirm it', async () => {
    const { user, askedFor } = bar(
      { status: 'sending' },
      { pauseCampaign: () => campaign('a', { status: 'paused', statusReason: 'PAUSED' }) },
    )
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    const toast = await findToast('Campaign Paused')
    expect(
      within(toast).getByText('Emails already being sent will still arrive. No more emails are sent until you resume.'),
    ).toBeTruthy()
    expect(askedFor('PauseCampaign')).toEqual([{ id: 'a' }])
  })

  test('show why they failed', async () => {
    const { user } = bar(
      { status: 'paused' },
      { resumeCampaign: () => Promise.reject(knownError('BAD_INPUT', 'Connect a mailbox first.')) },
    )
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    expect(within(await findToast('Resume Failed')).getByText('Connect a mailbox first.')).toBeTruthy()
  })

  test.each(['NO_MAILBOX', 'NOT_SHARED'])('ask which mailbox continues the campaign: %s', async (statusReason) => {
    const mailbox = (id: string, fields: object = {}) => ({
      ...{ __typename: 'Mailbox', id, email: `${id}@example.com`, provider: 'google', status: 'connected' },
      ...{
        dailySent: 0,
        recipientsInDay: 0,
        recipientLimit: null,
        lastUsed: null,
        sandbox: false,
        isMine: true,
        canSend: true,
        isDefault: true,
        level: 'full',
        readsReplies: true,
        ...fields,
      },
    })
    const { user, askedFor } = bar(
      { status: 'paused', statusReason },
      {
        resumeCampaign: () => campaign('a', { status: 'sending' }),
        mailboxes: [mailbox('mine'), mailbox('ana', { isMine: false, canSend: false })],
      },
    )
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    const dialog = await screen.findByRole('dialog', { name: 'Resume from another mailbox?' })
    expect(await within(dialog).findByRole('checkbox', { name: /mine@example.com/ })).toBeTruthy()
    expect(within(dialog).queryByText('ana@example.com')).toBeNull()
    expect(askedFor('ResumeCampaign')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Resume' }))
    await findToast('Campaign Resumed')
    expect(askedFor('ResumeCampaign')).toEqual([{ id: 'a', mailboxIds: ['mine'] }])
  })
})

describe('the question before a campaign with follow-ups is resumed without its mailbox', () => {
  const ask = async (sentCount: number, followUps: object[]) => {
    const { user, askedFor } = bar(
      { status: 'paused', statusReason: 'NO_MAILBOX', sentCount },
      { campaign: campaign('a', { followUps }), mailboxes: [] },
    )
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    await screen.findByRole('dialog', { name: 'Resume from another mailbox?' })
    return askedFor
  }
  const WARNING = 'Follow-ups end for those who already got an email'

  test('says for whom follow-ups end when another mailbox continues', async () => {
    await ask(3, [{ __typename: 'FollowUp', step: 2 }])
    expect(await screen.findByText(WARNING)).toBeTruthy()
  })

  test('says nothing without follow-ups, or before the first email', async () => {
    const askedFor = await ask(3, [])
    await waitFor(() => expect(askedFor('HasFollowUps')).toHaveLength(1))
    expect(screen.queryByText(WARNING)).toBeNull()
    tearDown()
    const second = await ask(0, [{ __typename: 'FollowUp', step: 2 }])
    expect(second('HasFollowUps')).toEqual([])
    expect(screen.queryByText(WARNING)).toBeNull()
  })
})

describe('the button Cancel of a campaign', () => {
  const ask = async (fields: Record<string, unknown>, root: Root = {}) => {
    const world = bar({ status: 'sending', totalContacts: 500, ...fields }, root)
    await world.user.click(screen.getByRole('button', { name: 'Cancel' }))
    return { ...world, dialog: await screen.findByRole('alertdialog', { name: 'Cancel “Campaign a”?' }) }
  }

  test('says what happens to the remaining emails', async () => {
    const { dialog } = await ask({ sentCount: 312, failedCount: 4 })
    expect(dialog.textContent).toContain(
      '312 emails have been sent and cannot be recalled. Emails that are still waiting (184) will not be sent.',
    )
  })

  test('says that a campaign without sent emails becomes a draft again', async () => {
    const draft = () => campaign('a', { status: 'draft' })
    const { user, dialog, askedFor } = await ask({}, { cancelCampaign: draft })
    expect(dialog.textContent).toContain('The campaign becomes a draft again')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel campaign' }))
    expect(within(await findToast('Campaign Cancelled')).getByText('“Campaign a” is a draft again.')).toBeTruthy()
    expect(askedFor('CancelCampaign')).toEqual([{ id: 'a' }])
  })

  test('does nothing when the user keeps it', async () => {
    const { user, dialog, askedFor } = await ask({})
    await user.click(within(dialog).getByRole('button', { name: 'Keep campaign' }))
    expect(askedFor('CancelCampaign')).toEqual([])
  })
})

describe('the button Retry failed emails', () => {
  test('shows how many emails are sent again and who is skipped, and sends the others again', async () => {
    const { user, askedFor } = bar(
      { status: 'sent', sentCount: 5, failedCount: 5, repeatableCount: 4 },
      {
        campaign: { id: 'a', repeatableCount: 3 },
        sendToFailed: () => campaign('a', { status: 'sending' }),
      },
    )
    await user.click(screen.getByRole('button', { name: 'Retry failed emails' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(await within(dialog).findByText('3 emails go out again')).toBeTruthy()
    expect(dialog.textContent).toMatch(/We skip people on the suppression list, and people whose email bounced/)
    await user.click(within(dialog).getByRole('button', { name: 'Send again' }))
    expect(within(await findToast('Campaign Resumed')).getByText('The emails are being sent again.')).toBeTruthy()
    expect(askedFor('SendToFailed')).toEqual([{ id: 'a', emailLogIds: null }])
  })

  test('does nothing when none can be sent again any more', async () => {
    const fields = { status: 'failed', failedCount: 5, repeatableCount: 2 }
    const { user, askedFor } = bar(fields, { campaign: { id: 'a', repeatableCount: 0 } })
    await user.click(screen.getByRole('button', { name: 'Retry failed emails' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(await within(dialog).findByText('No emails can go out again')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Send again' }))
    expect(askedFor('SendToFailed')).toEqual([])
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send again' }).disabled).toBe(true)
  })
})
