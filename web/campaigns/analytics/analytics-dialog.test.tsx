import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, describe, expect, test } from 'vitest'
import { explainFailure } from '#domain/emails/delivery-errors.ts'
import { unexplainedError, findToast, pageOf, show, tearDown, type Root } from '#web/testing/world.tsx'
import { CampaignsPage } from '../list/campaigns-page.tsx'
import { campaign, emailLog } from '../testing.ts'

afterEach(tearDown)

type Log = ReturnType<typeof emailLog>
interface LogArgs {
  first?: number
  after?: string
  filter?: { status?: string }
}

function sentCampaign(logs: Log[], fields: Record<string, unknown> = {}) {
  return campaign('a', {
    status: 'sent',
    totalContacts: 9,
    sentCount: 5,
    failedCount: 2,
    repeatableCount: 1,
    pendingCount: 1,
    deliveredCount: 3,
    sentAt: '2026-02-01T10:00:00.000Z',
    emailLogs: (args: LogArgs) =>
      pageOf(
        logs.filter(({ status }) => !args.filter?.status || status === args.filter.status),
        args,
      ),
    ...fields,
  })
}

async function openDialog(one: ReturnType<typeof campaign>, root: Root = {}) {
  const world = show(<CampaignsPage />, {
    root: { campaigns: (args: LogArgs) => pageOf([one], args), campaign: one, ...root },
    at: '/campaigns',
  })
  await world.user.click(await screen.findByRole('button', { name: 'View Analytics' }))
  const dialog = await screen.findByRole('dialog')
  return { ...world, dialog, tab: (name: string) => world.user.click(within(dialog).getByRole('tab', { name })) }
}

/** A figure by its label. */
function figure(dialog: HTMLElement, label: string): string | null | undefined {
  return within(dialog).getByText(label, { selector: 'p' }).closest('.rounded-md')?.textContent
}

describe('the analytics dialog', () => {
  test('has the tabs Overview, Email Details and Failed Emails', async () => {
    const { dialog } = await openDialog(sentCampaign([]))
    expect(
      within(dialog)
        .getAllByRole('tab')
        .map(({ textContent }) => textContent),
    ).toEqual(['Overview', 'Email Details', 'Failed Emails'])
    expect(await within(dialog).findByRole('heading', { name: 'Campaign a' })).toBeTruthy()
    expect(within(dialog).getByRole('link', { name: 'Open full page' }).getAttribute('href')).toBe(
      '/campaigns/a/analytics',
    )
  })

  test('shows Loading analytics... while it loads', async () => {
    const { dialog } = await openDialog(sentCampaign([]), { campaign: () => new Promise(() => {}) })
    expect(within(dialog).getByText('Loading analytics...')).toBeTruthy()
  })

  test('shows No analytics available when there is no data', async () => {
    const { dialog } = await openDialog(sentCampaign([]), { campaign: null })
    expect(await within(dialog).findByText('No analytics available')).toBeTruthy()
  })

  test('retries after a failure', async () => {
    let broken = true
    const one = sentCampaign([])
    const { dialog, user } = await openDialog(one, {
      campaign: () => (broken ? Promise.reject(unexplainedError()) : one),
    })
    const again = await within(dialog).findByRole('button', { name: 'Try again' })
    broken = false
    await user.click(again)
    expect(await within(dialog).findByText('Emails Sent')).toBeTruthy()
  })
})

describe('the tab Overview of the analytics dialog', () => {
  test('counts emails sent, failed, pending and delivered', async () => {
    const { dialog } = await openDialog(sentCampaign([]))
    await within(dialog).findByText('Emails Sent')
    expect(['Emails Sent', 'Failed', 'Pending', 'Delivered'].map((label) => figure(dialog, label))).toEqual([
      'Emails Sent5',
      'Failed2',
      'Pending1',
      'Delivered3',
    ])
  })

  test('shows subject, status, created and sent time, and the attachments with their sizes', async () => {
    const attachments = [{ __typename: 'Attachment', id: 'f', name: 'plan.pdf', size: 2_411_724 }]
    const { dialog } = await openDialog(sentCampaign([], { attachments }))
    const facts = (await within(dialog).findByText('Campaign Information')).closest('section')
    for (const name of ['Subject', 'Status', 'Created', 'Sent']) {
      expect(within(facts as HTMLElement).getByText(name, { selector: 'dt' })).toBeTruthy()
    }
    const files = within(dialog).getByRole('list', { name: 'Attachments' })
    expect(files.textContent).toContain('plan.pdf')
    expect(files.textContent).toContain('2.3 MB')
  })
})

describe('the tab Email Details of the analytics dialog', () => {
  test('lists contact, email, status and sent at, with - when it was not sent', async () => {
    const failed = emailLog('two', { status: 'failed', sentAt: null })
    const { dialog, tab } = await openDialog(sentCampaign([emailLog('one'), failed]))
    await tab('Email Details')
    const table = await within(dialog).findByRole('table', { name: 'Email Details' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Contact', 'Email', 'Status', 'Sent At'])
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      )
    expect(rows[0]?.slice(0, 3)).toEqual(['Person one', 'one@example.com', 'Sent'])
    expect(rows[0]?.[3]).toMatch(/2026/)
    expect(rows[1]).toEqual(['Person two', 'two@example.com', 'Failed', '-'])
  })

  test('shows the first rows before it counts them, and the total before the rows are loaded', async () => {
    const logs = Array.from({ length: 1_000 }, (_, index) => emailLog(`p${index}`))
    const counting = Promise.withResolvers<number>()
    const emailLogs = (args: LogArgs) => ({ ...pageOf(logs, args), totalCount: () => counting.promise })
    const { dialog, tab, askedFor } = await openDialog(sentCampaign(logs, { emailLogs }))
    await tab('Email Details')
    const table = await within(dialog).findByRole('table', { name: 'Email Details' })
    expect(within(table).getByText('Person p0')).toBeTruthy()
    expect(table.getAttribute('aria-rowcount')).toBe('102')
    counting.resolve(1_000)
    await waitFor(() => expect(table.getAttribute('aria-rowcount')).toBe('1001'))
    expect(askedFor('EmailLogs')).toHaveLength(1)
    expect(within(table).getAllByRole('row').length).toBeLessThan(100)
  })
})

describe('the emails in the tab Failed Emails', () => {
  const error = '403 ErrorAccessDenied: Access is denied.'
  const failed = emailLog('one', {
    status: 'failed',
    sentAt: null,
    failedAt: '2026-02-01T09:30:00.000Z',
    error,
    failure: { __typename: 'Failure', ...explainFailure(error) },
  })

  test('show what happened, how to fix it, technical details and time', async () => {
    const { dialog, tab } = await openDialog(sentCampaign([emailLog('two'), failed]))
    await tab('Failed Emails')
    const one = await within(dialog).findByRole('article', { name: 'Person one' })
    expect(within(dialog).getAllByRole('article')).toHaveLength(1)
    expect(within(one).getByText("Your account doesn't have permission to send emails")).toBeTruthy()
    expect(one.textContent).toContain('How to fix: Ask the Microsoft 365 administrator.')
    expect(one.textContent).toMatch(/Failed at .*2026/)
    const details = within(one).getByText('Technical details').closest('details')
    expect(details?.open).toBe(false)
    expect(details?.textContent).toContain(error)
  })

  test('are shown before they are counted', async () => {
    const counting = Promise.withResolvers<number>()
    const logs = Array.from({ length: 101 }, (_, index) => ({ ...failed, id: `f${index}` }))
    const emailLogs = (args: LogArgs) => ({ ...pageOf(logs, args), totalCount: () => counting.promise })
    const { user, dialog, tab } = await openDialog(sentCampaign(logs, { emailLogs }))
    await tab('Failed Emails')
    expect(await within(dialog).findAllByRole('article')).toHaveLength(100)
    expect(within(dialog).queryByText(/were not sent\./)).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'Show more' })).toBeTruthy()
    counting.resolve(101)
    expect(await within(dialog).findByText(/^101 emails were not sent\. Fix the problems first/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Show more of 101' }))
    await waitFor(() => expect(within(dialog).getAllByRole('article')).toHaveLength(101))
    expect(within(dialog).queryByRole('button', { name: /^Show more/ })).toBeNull()
  })

  const ofError = (id: string, text: string, fields: object = {}) =>
    emailLog(id, {
      status: 'failed',
      error: text,
      failure: { __typename: 'Failure', ...explainFailure(text) },
      ...fields,
    })
  const again = () => ({ sendToFailed: () => campaign('a', { status: 'sending' }) })

  test('can be sent again one by one', async () => {
    const { user, dialog, tab, askedFor } = await openDialog(sentCampaign([failed]), again())
    await tab('Failed Emails')
    await user.click(await within(dialog).findByRole('button', { name: 'Send again to Person one' }))
    const toast = await findToast('Campaign Resumed')
    expect(within(toast).getByText('The email is being sent again.')).toBeTruthy()
    expect(askedFor('SendToFailed')).toEqual([{ id: 'a', emailLogIds: ['one'] }])
  })

  test.each([
    ['that may have arrived', ofError('one', 'UNCERTAIN: the line broke'), /may get this email twice/],
    ['that bounced', ofError('one', 'NON_DELIVERY: 5.1.1', { bouncedAt: '2026-02-01T09:30:00.000Z' }), /Bounces harm/],
  ])('%s can be sent again only after a warning', async (_, log, words) => {
    const { user, dialog, tab, askedFor } = await openDialog(sentCampaign([log]), again())
    await tab('Failed Emails')
    await user.click(await within(dialog).findByRole('button', { name: 'Send again to Person one' }))
    const question = await screen.findByRole('alertdialog', { name: 'Send again to Person one?' })
    expect(question.textContent).toMatch(words)
    expect(askedFor('SendToFailed')).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Send again' }))
    await findToast('Campaign Resumed')
    expect(askedFor('SendToFailed')).toEqual([{ id: 'a', emailLogIds: ['one'] }])
  })

  test('that bounced are sent again to the approved address, where launches need approval', async () => {
    const bounced = ofError('one', 'NON_DELIVERY: 5.1.1', { bouncedAt: '2026-02-01T09:30:00.000Z' })
    const emailSettings = { undoSeconds: 0, launchApproval: true }
    const { user, dialog, tab } = await openDialog(sentCampaign([bounced]), { ...again(), emailSettings })
    await tab('Failed Emails')
    await user.click(await within(dialog).findByRole('button', { name: 'Send again to Person one' }))
    const question = await screen.findByRole('alertdialog', { name: 'Send again to Person one?' })
    expect(question.textContent).toContain('This one goes to the same address')
    expect(question.textContent).not.toContain('Correct the contact')
  })

  test.each([
    ['to a suppressed address', ofError('one', 'SUPPRESSED: unsubscribed')],
    ['to a person who wants fewer emails', ofError('one', 'DECLINED: left the topic')],
    ['to an erased person', ofError('one', 'CANCELLED', { contactEmail: 'erased@erased.invalid' })],
  ])('%s cannot be sent again', async (_, log) => {
    const { dialog, tab } = await openDialog(sentCampaign([log]))
    await tab('Failed Emails')
    await within(dialog).findByRole('article', { name: 'Person one' })
    expect(within(dialog).queryByRole('button', { name: /^Send again/ })).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'Retry failed emails' })).toBeTruthy()
  })

  test('offer no "retry all" where none can be sent again', async () => {
    const declined = ofError('one', 'DECLINED: left the topic')
    const { dialog, tab } = await openDialog(sentCampaign([declined], { repeatableCount: 0 }))
    await tab('Failed Emails')
    await within(dialog).findByRole('article', { name: 'Person one' })
    expect(within(dialog).queryByRole('button', { name: 'Retry failed emails' })).toBeNull()
    expect(within(dialog).queryByText(/then retry/)).toBeNull()
  })

  test('of a paused campaign can be sent again only after it is resumed', async () => {
    const { dialog, tab } = await openDialog(sentCampaign([failed]), {
      campaign: sentCampaign([failed], { status: 'paused' }),
    })
    await tab('Failed Emails')
    expect(await within(dialog).findByText(/Fix the problems and resume the campaign first/)).toBeTruthy()
    expect(within(dialog).queryByRole('button', { name: /^Send (again|to those)/ })).toBeNull()
  })

  test('show a positive message when there are none', async () => {
    const { dialog, tab } = await openDialog(sentCampaign([emailLog('two')], { failedCount: 0 }))
    await tab('Failed Emails')
    expect(await within(dialog).findByText('✓ No failed emails')).toBeTruthy()
    expect(within(dialog).getByText('All emails were sent successfully')).toBeTruthy()
  })
})

test('the analytics dialog updates with the campaign', async () => {
  const progress = new Subject()
  const one = sentCampaign([])
  const { dialog } = await openDialog(one, { campaignProgress: progress })
  await within(dialog).findByText('Emails Sent')
  await waitFor(() => expect(progress.observed).toBe(true))
  act(() => progress.next({ ...one, deliveredCount: 4 }))
  await waitFor(() => expect(figure(dialog, 'Delivered')).toBe('Delivered4'))
})
