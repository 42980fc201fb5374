import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, expect, it } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import { campaign } from '../testing.ts'
import { ApprovalPage } from './approval-page.tsx'

afterEach(tearDown)

const APPROVAL = {
  ...{ request: 1, status: 'waiting', requestedBy: 'Bea Ott', requestedAt: '2026-02-01T09:00:00.000Z', note: null },
  mailboxes: [{ __typename: 'Mailbox', id: 'm1', email: 'bea@example.com' }],
  ...{ scheduledAt: null, localTimeZone: null, undoSeconds: 0, exceedCeiling: false, changed: [] },
  ...{ decidedBy: null, decidedAt: null, reason: null, canDecide: true, canWithdraw: false },
}
const TASK = {
  ...{ __typename: 'Task', id: 't1', kind: 'rehearseCampaign', status: 'running', done: 10, total: 40 },
  ...{ message: null, error: null, startedBy: 'Bea Ott', createdAt: '2026-02-01T09:00:00.000Z' },
  ...{ fileId: null, import: null },
}
const REPORT = {
  ...{ recipients: 40, emails: 38, startsAt: null, finishesAt: null, decidesAt: null, followUps: [] },
  ...{ localTimeZone: null, waves: [], limits: [], largestBytes: 48_000, findings: [] },
}
const RUNNING = { status: 'running', error: null, reportedAt: null, changed: [], task: TASK, report: null }
const ENDED = { ...TASK, status: 'done', done: 40 }
const DONE = { ...RUNNING, status: 'done', reportedAt: '2026-02-01T09:01:00.000Z', report: REPORT, task: ENDED }
const STILL_RUNNING = /^The rehearsal is still running\./

/** The page of a request, on a server whose newest rehearsal can be replaced. */
function showPage(rehearsal: object | null, approval: object = {}) {
  const server = { rehearsal }
  const taskProgress = new Subject()
  const campaignProgress = new Subject()
  const stored = () => ({
    ...campaign('c1', { name: 'Spring', totalContacts: 40, filePattern: null, ...server }),
    approval: { ...APPROVAL, ...approval },
  })
  const page = show(<ApprovalPage />, {
    root: {
      ...{ campaign: stored, campaignProblems: [], previewRecipient: null, taskProgress, campaignProgress },
      launchForecast: {
        ...{ recipients: 40, startsAt: '2026-02-01T10:00:00.000Z', finishesAt: '2026-02-01T10:05:00.000Z' },
        ...{ suppressed: 0, declined: 0, overCeiling: 0, awaitWinner: 0, decidesAt: null, followUps: 0, waves: [] },
        lastFollowUpAt: null,
      },
    },
    at: '/campaigns/c1/approval',
    path: '/campaigns/:id/approval',
    person: { role: 'admin' },
  })
  return { ...page, server, taskProgress, touch: () => campaignProgress.next(stored()) }
}

it('the approval page says that the rehearsal is still running, and shows its progress and then its report', async () => {
  const { user, server, taskProgress } = showPage(RUNNING)
  expect(await screen.findByText('10 of 40 recipients')).toBeTruthy()
  expect(screen.getByText(STILL_RUNNING)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Approve and launch' }))
  const question = await screen.findByRole('alertdialog', { name: 'Approve and launch?' })
  expect(question.textContent).toContain('The rehearsal is still running.')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  taskProgress.next({ ...TASK, done: 30 })
  expect(await screen.findByText('30 of 40 recipients')).toBeTruthy()
  server.rehearsal = DONE
  taskProgress.next(ENDED)
  expect(await screen.findByText('of 40 recipients')).toBeTruthy()
  expect(screen.queryByText(STILL_RUNNING)).toBeNull()
  expect(screen.getByRole('button', { name: 'Approve and launch' })).toBeTruthy()
})

it('the approval page follows a rehearsal that starts while the page is open', async () => {
  const { server, touch } = showPage(null)
  expect(await screen.findByText('This launch was not rehearsed.')).toBeTruthy()
  touch()
  server.rehearsal = RUNNING
  touch()
  expect(await screen.findByText('10 of 40 recipients')).toBeTruthy()
  expect(screen.getByText(STILL_RUNNING)).toBeTruthy()
})

it('the approval page does not load the rehearsal of a request that is over', async () => {
  const { askedFor } = showPage(RUNNING, { status: 'withdrawn', decidedAt: '2026-02-01T09:30:00.000Z' })
  expect(await screen.findByText('This request was withdrawn')).toBeTruthy()
  await waitFor(() => expect(askedFor('LaunchForecast')).toHaveLength(1))
  expect(askedFor('Rehearsal')).toEqual([])
})

it('the approval page does not mention a running rehearsal to a person who cannot approve', async () => {
  showPage(RUNNING, { canDecide: false, canWithdraw: true })
  expect(await screen.findByText('10 of 40 recipients')).toBeTruthy()
  expect(screen.queryByText(STILL_RUNNING)).toBeNull()
})
