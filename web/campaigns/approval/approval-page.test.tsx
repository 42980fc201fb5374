import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findToast, knownError, pageOf, show, tearDown, type Root } from '#web/testing/world.tsx'
import { campaign } from '../testing.ts'
import { ApprovalPage } from './approval-page.tsx'
import { AwaitingNotice } from './awaiting-notice.tsx'

beforeAll(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(tearDown)

const REQUEST = {
  request: 1,
  status: 'waiting',
  requestedBy: 'Bea Ott',
  requestedAt: '2026-02-01T09:00:00.000Z',
  note: 'For Monday, please.',
  mailboxes: [{ __typename: 'Mailbox', id: 'm1', email: 'bea@example.com' }],
  scheduledAt: null as string | null,
  localTimeZone: null as string | null,
  undoSeconds: 600,
  exceedCeiling: false,
  changed: [] as string[],
  decidedBy: null as string | null,
  decidedAt: null as string | null,
  reason: null as string | null,
  canDecide: true,
  canWithdraw: false,
}
const DECIDED = { canDecide: false, decidedBy: 'Cy Fox', decidedAt: '2026-02-01T10:00:00.000Z' }
const OWN = { canDecide: false, canWithdraw: true }

const PREVIEW = {
  from: { name: 'Bea', address: 'bea@example.com' },
  to: { name: 'Ann', address: 'ann@example.com' },
  ...{
    replyTo: [],
    cc: [],
    bcc: [],
    subject: 'Hello Ann',
    htmlForDisplay: '<p>Hello Ann</p>',
    attachments: [],
    size: 2_048,
  },
}

const forecastOf = (own: object) => ({
  ...{ recipients: 40, startsAt: '2026-02-01T10:00:00.000Z', finishesAt: '2026-02-01T10:05:00.000Z' },
  ...{
    suppressed: 0,
    declined: 0,
    overCeiling: 0,
    awaitWinner: 0,
    decidesAt: null,
    followUps: 0,
    lastFollowUpAt: null,
    waves: [],
  },
  ...own,
})

function showPage(approval: object | null, { fields = {}, root = {} }: { fields?: object; root?: Root } = {}) {
  const stored = () => ({
    ...campaign('c1', { name: 'Spring', totalContacts: 40, rehearsal: null, filePattern: null, ...fields }),
    approval,
  })
  return show(<ApprovalPage />, {
    root: {
      campaign: stored,
      campaignProblems: [],
      previewMail: PREVIEW,
      previewRecipient: {
        contact: {
          __typename: 'Contact',
          id: 'p1',
          firstName: 'Ann',
          lastName: 'Lee',
          email: 'ann@example.com',
          fields: [],
        },
        ...{ position: 1, total: 40, gaps: [] },
      },
      decideApproval: stored,
      requestApproval: stored,
      launchForecast: forecastOf({}),
      ...root,
    },
    at: '/campaigns/c1/approval',
    path: '/campaigns/:id/approval',
    person: { role: 'admin' },
  })
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const noButton = (name: string) => expect(screen.queryByRole('button', { name })).toBeNull()

describe('an admin who decides on a launch', () => {
  it('sees how many recipients get it, from whom and when, who requested it, the email and the rehearsal', async () => {
    showPage(REQUEST)
    expect(await screen.findByText('Bea Ott asks you to approve this launch')).toBeTruthy()
    for (const text of ['40 contacts', 'bea@example.com', 'When it is approved, with 10 minutes to undo'])
      expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText('For Monday, please.')).toBeTruthy()
    expect(await screen.findByTitle('Content preview')).toBeTruthy()
    expect(screen.getByText('Recipient 1 of 40')).toBeTruthy()
    expect(button('Rehearse with all 40')).toBeTruthy()
    expect(await screen.findByText('This launch was not rehearsed.')).toBeTruthy()
    expect(await screen.findByText('No problems found.')).toBeTruthy()
  })

  it("sees the report of the requester's rehearsal, without starting another", async () => {
    const report = {
      ...{ recipients: 40, emails: 38, startsAt: null, finishesAt: null, decidesAt: null, followUps: [] },
      ...{ localTimeZone: null, waves: [], limits: [], largestBytes: 48_000 },
      findings: [
        {
          ...{ code: 'MISSPELLED', section: 'addresses', message: 'One address looks misspelled.' },
          ...{ count: 1, tag: null, examples: [] },
        },
      ],
    }
    const rehearsal = { status: 'done', error: null, reportedAt: '2026-02-01T08:00:00.000Z', changed: [], task: null }
    const { askedFor } = showPage(REQUEST, { fields: { rehearsal: { ...rehearsal, report } } })
    expect(await screen.findByText('of 40 recipients')).toBeTruthy()
    expect(screen.getByText('38')).toBeTruthy()
    expect(screen.getByText('One address looks misspelled.')).toBeTruthy()
    expect(screen.getByText(/^Rehearsed/)).toBeTruthy()
    expect(screen.queryByText('This launch was not rehearsed.')).toBeNull()
    expect(askedFor('RehearseCampaign')).toEqual([])
  })

  it('loads the request again when the campaign changes while an older answer is being loaded', async () => {
    const events = new Subject()
    const older = Promise.withResolvers<void>()
    let state: 'first' | 'older' | 'newer' = 'first'
    const answer = async () => {
      const approval = state === 'newer' ? { ...REQUEST, changed: ['content'] } : REQUEST
      if (state === 'older') await older.promise
      return { ...campaign('c1', { totalContacts: 40, rehearsal: null, filePattern: null }), approval }
    }
    const { askedFor } = showPage(REQUEST, { root: { campaign: answer, campaignProgress: events } })
    await screen.findByText('Bea Ott asks you to approve this launch')
    // The present state, which changes nothing.
    events.next(campaign('c1'))
    for (const next of ['older', 'newer'] as const) {
      const asked = askedFor('CampaignApproval').length
      state = next
      events.next(campaign('c1'))
      await waitFor(() => expect(askedFor('CampaignApproval').length).toBeGreaterThan(asked))
    }
    expect(await screen.findByText('This request is void: the email changed')).toBeTruthy()
    older.resolve()
  })

  it('approves exactly the request on the screen, after one question', async () => {
    const { user, askedFor } = showPage(REQUEST)
    expect(await screen.findByText('40 contacts')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Approve and launch' }))
    const question = await screen.findByRole('alertdialog', { name: 'Approve and launch?' })
    expect(question.textContent).toContain('The email goes to 40 contacts from bea@example.com.')
    expect(askedFor('DecideApproval')).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Approve and launch' }))
    await findToast('Launch Approved')
    expect(askedFor('DecideApproval')).toEqual([{ input: { id: 'c1', request: 1, decision: 'approve', reason: null } }])
  })

  it('is told how many of the recipients are left out, wherever they decide', async () => {
    const launchForecast = forecastOf({ recipients: 15, suppressed: 3, declined: 0, overCeiling: 7 })
    const { user } = showPage(REQUEST, { fields: { totalContacts: 15 }, root: { launchForecast } })
    expect(await screen.findByText('5 of 15 contacts, 10 left out')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Approve and launch' }))
    const question = await screen.findByRole('alertdialog', { name: 'Approve and launch?' })
    expect(question.textContent).toContain(
      'The email goes to 5 of 15 contacts, 10 left out, and leaves from bea@example.com.',
    )
  })

  it('sees “up to 15 contacts” while it is not known how many recipients are left out', async () => {
    const launchForecast = () => {
      throw new Error('away')
    }
    showPage(REQUEST, { fields: { totalContacts: 15 }, root: { launchForecast } })
    expect(await screen.findByText('up to 15 contacts')).toBeTruthy()
  })

  it('is told after the launch how many recipients were left out', async () => {
    const fields = { status: 'sending', totalContacts: 15, leftOutCount: 10 }
    showPage({ ...REQUEST, ...DECIDED, status: 'approved' }, { fields })
    expect(await screen.findByText('5 of 15 contacts, 10 left out')).toBeTruthy()
  })

  it('must give a reason to refuse', async () => {
    const { user, askedFor } = showPage(REQUEST)
    await user.click(await screen.findByRole('button', { name: 'Decline' }))
    const dialog = await screen.findByRole('dialog', { name: 'Decline this launch?' })
    const decline = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Decline' })
    expect(decline.disabled).toBe(true)
    await user.type(within(dialog).getByLabelText('Reason'), ' The price is wrong. ')
    await user.click(decline)
    await findToast('Launch Declined')
    expect(askedFor('DecideApproval')).toEqual([
      { input: { id: 'c1', request: 1, decision: 'decline', reason: 'The price is wrong.' } },
    ])
  })

  it('cannot approve if the campaign changed since, and is told what changed', async () => {
    showPage({ ...REQUEST, changed: ['content', 'audience'] })
    expect(await screen.findByText('This request is void: the email and the recipients changed')).toBeTruthy()
    expect(screen.getByText(/Bea Ott must request approval again/)).toBeTruthy()
    noButton('Approve and launch')
    expect(button('Decline')).toBeTruthy()
  })

  it('is told why an approval failed, and sees the new state', async () => {
    const { user, askedFor } = showPage(REQUEST, {
      root: { decideApproval: () => knownError('CONFLICT', 'This request was withdrawn.') },
    })
    await user.click(await screen.findByRole('button', { name: 'Approve and launch' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Approve and launch' }))
    expect((await findToast('The launch could not be approved')).textContent).toContain('This request was withdrawn.')
    expect(askedFor('CampaignApproval').length).toBeGreaterThan(1)
  })

  it('sees the second subject of an A/B test, and the files of recipients', async () => {
    const fields = {
      isAbTest: true,
      abVariantB: 'Spring is here',
      abSplitPercentage: 30,
      filePattern: 'Bill-{Number}.pdf',
    }
    showPage(REQUEST, { fields })
    expect(await screen.findByText('Spring is here (30% of the recipients get this subject)')).toBeTruthy()
    expect(screen.getByText('Bill-{Number}.pdf')).toBeTruthy()
  })

  it('sees the rule by which the remaining recipients get a subject', async () => {
    const winner = { abTestShare: 20, abWinnerMetric: 'clicks', abWaitHours: 24 }
    showPage(REQUEST, { fields: { isAbTest: true, abVariantB: 'B', abSplitPercentage: 50, ...winner } })
    expect(await screen.findByText('B (50% of the recipients in the test get this subject)')).toBeTruthy()
    expect(
      screen.getByText('20%. The rest gets the subject with more clicks, 1 day after the last email of the test.'),
    ).toBeTruthy()
  })

  it('sees each follow-up as a recipient will get it', async () => {
    const followUp = {
      ...{
        __typename: 'FollowUp',
        step: 2,
        waitDays: 3,
        timeOfDay: '09:30',
        timeZone: 'UTC',
        condition: 'no_reply',
        link: null,
      },
      ...{ subject: '', content: 'Did you see it?', attachesFiles: false, useHtmlBuilder: false, htmlTemplate: null },
    }
    const { askedFor } = showPage(REQUEST, { fields: { subject: 'News', followUps: [followUp] } })
    expect(await screen.findByText('Follow-up 1')).toBeTruthy()
    expect(screen.getByText(/^3 working days later at .* \(UTC\) · No reply$/)).toBeTruthy()
    await waitFor(() =>
      expect(askedFor('PreviewMail')).toContainEqual({
        input: expect.objectContaining({ subject: 'Re: News', content: 'Did you see it?' }),
      }),
    )
  })

  it('is told that follow-ups also use local times, and which link their condition is about', async () => {
    const followUp = {
      ...{ __typename: 'FollowUp', step: 2, waitDays: 1, timeOfDay: '09:30', timeZone: 'UTC', condition: 'clicked' },
      ...{ link: 'https://example.com/offer', subject: '', content: 'Hi', attachesFiles: true, useHtmlBuilder: false },
    }
    const request = { ...REQUEST, scheduledAt: '2026-03-02T08:00:00.000Z', localTimeZone: 'Europe/Berlin' }
    showPage(request, { fields: { followUps: [{ ...followUp, htmlTemplate: null }] } })
    const words = /\(where each recipient is\) · No reply, but a click on example\.com\/offer · With the files, if any$/
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('sees the local time of a scheduled launch', async () => {
    showPage({ ...REQUEST, scheduledAt: '2026-03-02T08:00:00.000Z', localTimeZone: 'Europe/Berlin' })
    expect(await screen.findByText(/where each recipient is \(chosen in Europe\/Berlin\)/)).toBeTruthy()
  })
})

describe('the requester of a launch', () => {
  it('waits, cannot decide, and can withdraw the request', async () => {
    const { user, askedFor } = showPage({ ...REQUEST, ...OWN })
    expect(await screen.findByText('Waiting for an admin to decide')).toBeTruthy()
    noButton('Approve and launch')
    noButton('Decline')
    await user.click(button('Withdraw request'))
    await findToast('Request Withdrawn')
    expect(askedFor('DecideApproval')).toMatchObject([{ input: { request: 1, decision: 'withdraw' } }])
  })

  it('can request the same launch again after a change', async () => {
    const { user, askedFor } = showPage({ ...REQUEST, ...OWN, changed: ['content'] })
    await user.click(await screen.findByRole('button', { name: 'Request again' }))
    await findToast('Approval Requested')
    expect(askedFor('RequestApproval')).toEqual([
      {
        input: {
          ...{ id: 'c1', mailboxIds: ['m1'], scheduledAt: null, localTimeZone: null, undoSeconds: 600 },
          ...{ exceedCeiling: false, note: 'For Monday, please.' },
        },
      },
    ])
  })

  it('must choose another time once the start has passed', async () => {
    showPage({ ...REQUEST, ...OWN, scheduledAt: '2026-01-02T08:00:00.000Z', changed: ['schedule'] })
    expect(await screen.findByText(/choose another time/)).toBeTruthy()
    noButton('Request again')
  })

  it('sees the reason of a refusal, and can edit the campaign', async () => {
    showPage({ ...REQUEST, ...DECIDED, status: 'declined', reason: 'The price is wrong.' })
    expect(await screen.findByText('Cy Fox declined this launch')).toBeTruthy()
    expect(screen.getByText('The price is wrong.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Edit campaign' }).getAttribute('href')).toBe('/campaigns/create?draft=c1')
  })
})

describe('a request for approval that is over', () => {
  it.each([
    ['withdrawn', 'draft', 'This request was withdrawn'],
    ['approved', 'draft', 'This launch was undone'],
    ['approved', 'sending', 'Cy Fox approved this launch'],
    ['waiting', 'sending', 'This campaign was launched'],
  ])('and is %s says so, for a campaign with the status %s', async (status, now, title) => {
    showPage({ ...REQUEST, ...DECIDED, status }, { fields: { status: now } })
    expect(await screen.findByText(title)).toBeTruthy()
    noButton('Approve and launch')
    expect(screen.queryByTitle('Content preview')).toBeNull()
  })

  it('or never existed is reported as missing, and so is one whose campaign is gone', async () => {
    showPage(null)
    expect(await screen.findByText('Approval was not requested')).toBeTruthy()
    tearDown()
    showPage(null, { root: { campaign: null } })
    expect(await screen.findByText('This campaign was not found')).toBeTruthy()
  })
})

describe("the list of launches that wait for an admin's approval", () => {
  const waiting = (...ids: string[]) =>
    pageOf(
      ids.map((id) =>
        campaign(id, { name: `News ${id}`, approval: { status: 'waiting', canDecide: true, requestedBy: 'Bea' } }),
      ),
      {},
    )

  it('has a link for each request, and updates live', async () => {
    const changes = new Subject()
    let ids = ['a']
    show(<AwaitingNotice />, {
      root: { campaigns: () => waiting(...ids), campaignsChanged: changes },
      person: { role: 'admin' },
    })
    expect(await screen.findByText('1 launch waits for your approval')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Check “News a”' }).getAttribute('href')).toBe('/campaigns/a/approval')
    ids = ['a', 'b']
    const approval = { status: 'waiting', canDecide: true }
    changes.next({ campaigns: [campaign('b', { approval })], removed: [], tenant: null })
    expect(await screen.findByText('2 launches wait for your approval')).toBeTruthy()
  })

  it('is shown before its requests are counted', async () => {
    let all = waiting('a', 'b', 'c', 'd')
    const counted = Promise.withResolvers<void>()
    const campaigns = (page: object) => ({
      ...pageOf(
        all.edges.map(({ node }) => node),
        page,
      ),
      totalCount: () => counted.promise.then(() => all.edges.length),
    })
    const changes = new Subject()
    show(<AwaitingNotice />, { root: { campaigns, campaignsChanged: changes }, person: { role: 'admin' } })
    expect(await screen.findByText('More than 3 launches wait for your approval')).toBeTruthy()
    expect(screen.getByText('Decide on these to see the others.')).toBeTruthy()
    counted.resolve()
    expect(await screen.findByText('4 launches wait for your approval')).toBeTruthy()
    all = waiting('a', 'b', 'c', 'd', 'e')
    const approval = { status: 'waiting', canDecide: true }
    changes.next({ campaigns: [campaign('e', { approval })], removed: [], tenant: null })
    expect(await screen.findByText('5 launches wait for your approval')).toBeTruthy()
  })

  it('is not loaded for people who may not decide', () => {
    const { asked } = show(<AwaitingNotice />, { root: { campaigns: () => waiting('a') } })
    expect(asked.map(({ name }) => name)).not.toContain('AwaitingMe')
  })
})
