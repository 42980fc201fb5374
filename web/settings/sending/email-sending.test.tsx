import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, knownError, tearDown } from '#web/testing/world.tsx'
import { number, SETTINGS, showPage } from '../testing.tsx'

afterEach(tearDown)

describe('the card AI agents', () => {
  test('lets an admin allow agents to read replies from Gmail', async () => {
    const { user, askedFor } = showPage({}, { at: '/settings?tab=privacy' })
    const allowed = await screen.findByRole<HTMLButtonElement>('switch', {
      name: 'Allow AI agents to read replies in Gmail mailboxes',
    })
    expect(allowed.ariaChecked ?? allowed.getAttribute('aria-checked')).toBe('false')
    await user.click(allowed)
    await findToast('Email settings updated successfully')
    expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { agentsReadGmailReplies: true } }])
  })
})

describe('the card for the approval of launches', () => {
  const name = 'Launches need a second person'
  const found = () => screen.findByRole<HTMLButtonElement>('switch', { name })

  test('lets an admin turn it on in a workspace with two admins', async () => {
    const { user, askedFor } = showPage({}, { fields: { approverCount: 2 } })
    await user.click(await found())
    await findToast('Email settings updated successfully')
    expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { launchApproval: true } }])
  })

  test('turns it off only after a question that says who is told', async () => {
    const server = { registration: 'open', systemEmails: true }
    const { user, askedFor } = showPage({ server }, { fields: { approverCount: 2, launchApproval: true } })
    await user.click(await found())
    const question = await screen.findByRole('alertdialog', { name: 'Turn off approval?' })
    expect(askedFor('UpdateEmailSettings')).toEqual([])
    expect(question.textContent).toContain(
      'The other admins get an email about it, and it is recorded in the activity log.',
    )
    expect(question.textContent).toContain('In 24 hours, or as soon as another admin confirms it')
    await user.click(within(question).getByRole('button', { name: 'Ask to turn off' }))
    await waitFor(() => expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { launchApproval: false } }]))
  })

  const approvalOff = { at: '2026-11-30T12:00:00.000Z', askedBy: 'Ada', canConfirm: true }
  const pending = { approverCount: 2, launchApproval: true, approvalOff }

  test('shows every admin, on whatever tab, that it will be turned off, and lets them keep it on', async () => {
    const { user, askedFor } = showPage({}, { at: '/settings?tab=profile', fields: pending })
    const notice = (await screen.findByText(/^Approval of launches turns off on/)).closest<HTMLElement>(
      '[role=status]',
    )!
    expect(notice.textContent).toContain('Ada asked to turn it off.')
    await user.click(within(notice).getByRole('button', { name: 'Keep approval on' }))
    await waitFor(() => expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { launchApproval: true } }]))
  })

  test('turns it off at once when another admin confirms', async () => {
    const { user, askedFor } = showPage({}, { fields: pending })
    expect((await found()).disabled).toBe(true)
    await user.click(await screen.findByRole('button', { name: 'Confirm request' }))
    await waitFor(() => expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { launchApproval: false } }]))
  })

  test('does not let the admin who asked confirm', async () => {
    showPage({}, { fields: { ...pending, approvalOff: { ...approvalOff, canConfirm: false } } })
    await screen.findByText(/^Approval of launches turns off on/)
    expect(screen.queryByRole('button', { name: 'Confirm request' })).toBeNull()
  })

  test('shows no request to turn it off to people who are not admins', async () => {
    showPage({}, { role: 'user', fields: pending })
    await found()
    expect(screen.queryByText(/^Approval of launches turns off on/)).toBeNull()
  })

  test('says that two admins are needed', async () => {
    showPage({}, { fields: { approverCount: 1 } })
    expect((await found()).disabled).toBe(true)
    expect(screen.getByText(/needs at least two admins/)).toBeTruthy()
  })

  test('lets the only admin who is left turn it off', async () => {
    showPage({}, { fields: { approverCount: 1, launchApproval: true } })
    expect((await found()).disabled).toBe(false)
    expect(screen.getByText(/has only one admin/)).toBeTruthy()
  })
})

describe('the card Email Sending', () => {
  test('shows the recommended ranges 1 to 20, 10 to 3600 seconds and 10 to 10000', async () => {
    showPage()
    await number('Emails per interval')
    expect(screen.getByText('1 to 20')).toBeTruthy()
    expect(screen.getByText('10 to 3600 seconds')).toBeTruthy()
    expect(screen.getByText('10 to 10000')).toBeTruthy()
  })

  test('shows the plan’s maximum', async () => {
    showPage()
    expect(
      await screen.findByText(
        /^Your plan allows up to 10 emails per 30 minutes and 100 emails per day in total from all mailboxes/,
      ),
    ).toBeTruthy()
  })

  test('shows the plan’s interval, and that it replaces a shorter one', async () => {
    showPage({}, { fields: { planInterval: { min: 40, max: 600 }, intervalSeconds: 20 } })
    expect(await screen.findByText(/^Your plan’s interval is 40 seconds to 10 minutes. Sending uses 40/)).toBeTruthy()
    expect(screen.getByText('This value is outside the usual range 40 to 600.')).toBeTruthy()
  })

  test('shows the limit of a new workspace, and how it grows', async () => {
    const limit = { perDay: 1_000, heldBack: false, growsAt: '2026-03-09T12:00:00.000Z', growsTo: 2_000 }
    showPage({}, { fields: { newWorkspaceLimit: limit } })
    expect(await screen.findByText(/^New workspace: up to 1,000 emails per day across/)).toBeTruthy()
    expect(screen.getByText(/it grows to 2,000 per day/).textContent).toMatch(/9 March 2026|March 9, 2026|Mar 9/)
  })

  test('says what prevents the limit of a new workspace from growing', async () => {
    showPage({}, { fields: { newWorkspaceLimit: { perDay: 50, heldBack: true, growsAt: null, growsTo: null } } })
    expect(await screen.findByText(/too many emails bounced.*The limit rises again/)).toBeTruthy()
  })

  test('saves each change and shows "Email settings updated successfully"', async () => {
    const world = showPage()
    fireEvent.change(await number('Daily limit'), { target: { value: '50' } })
    await findToast('Email settings updated successfully')
    fireEvent.change(await number('Daily limit'), { target: { value: '501' } })
    await waitFor(() =>
      expect(world.askedFor('UpdateEmailSettings')).toEqual([
        { input: { dailyLimit: 50 } },
        { input: { dailyLimit: 501 } },
      ]),
    )
    expect(world.askedFor('EmailSettings')).toHaveLength(1)
  })

  test('changes what campaigns record of opens and clicks', async () => {
    const world = showPage({}, { at: '/settings?tab=privacy' })
    const levels = await screen.findByRole('radiogroup', { name: 'Tracking of opens and clicks' })
    const level = (name: string) => within(levels).getByRole<HTMLInputElement>('radio', { name })
    expect(level('Per recipient').checked).toBe(true)
    await world.user.click(level('Counts only'))
    await findToast('Email settings updated successfully')
    expect(world.askedFor('UpdateEmailSettings')).toEqual([{ input: { tracking: 'counts' } }])
    expect(level('Counts only').checked).toBe(true)
  })

  test('saves values outside the recommended ranges with a warning', async () => {
    const world = showPage()
    fireEvent.change(await number('Emails per interval'), { target: { value: '25' } })
    await findToast('Email settings updated successfully')
    expect(world.askedFor('UpdateEmailSettings')).toEqual([{ input: { emailsPerInterval: 25 } }])
    expect(screen.getByText('This value is outside the usual range 1 to 20.')).toBeTruthy()
  })

  test('does not save invalid values, and shows the saved value again', async () => {
    const world = showPage()
    const box = await number('Interval seconds')
    fireEvent.change(box, { target: { value: '' } })
    expect(await screen.findByText('Interval seconds must be a number')).toBeTruthy()
    fireEvent.change(box, { target: { value: '0' } })
    expect(await screen.findByText('Interval seconds must be at least 1')).toBeTruthy()
    fireEvent.blur(box)
    expect(box.value).toBe('60')
    expect(world.askedFor('UpdateEmailSettings')).toEqual([])
  })

  test('saves changes in order, so that the last one typed is kept', async () => {
    const answers: (() => void)[] = []
    const world = showPage({
      updateEmailSettings: ({ input }: { input: object }) =>
        new Promise((resolve) => answers.push(() => resolve({ ...SETTINGS, ...input }))),
    })
    const box = await number('Daily limit')
    for (const value of ['5', '50', '500']) fireEvent.change(box, { target: { value } })
    expect(world.askedFor('UpdateEmailSettings')).toEqual([{ input: { dailyLimit: 5 } }])
    answers[0]?.()
    await waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.()
    await findToast('Email settings updated successfully')
    expect(world.askedFor('UpdateEmailSettings').at(-1)).toEqual({ input: { dailyLimit: 500 } })
    expect(world.askedFor('UpdateEmailSettings')).toHaveLength(2)
    expect(box.value).toBe('500')
  })

  test('selects the recommended settings in warm-up mode', async () => {
    const { user } = showPage()
    const recommended = (await screen.findByText('Recommended settings')).closest('section')
    if (!recommended) throw new Error('There is no card')
    const shown = () =>
      within(recommended)
        .getAllByRole('definition')
        .map((each) => each.textContent)
    expect(shown()).toEqual(['4', '60', '500'])
    await user.click(screen.getByRole('switch', { name: 'Warmup mode' }))
    expect(shown()).toEqual(['2', '300', '96'])
  })

  test("saves the first three values at 'Apply Recommended Settings'", async () => {
    const world = showPage()
    await world.user.click(await screen.findByRole('switch', { name: 'Warmup mode' }))
    await findToast('Email settings updated successfully')
    await world.user.click(screen.getByRole('button', { name: 'Apply Recommended Settings' }))
    await waitFor(() =>
      expect(world.askedFor('UpdateEmailSettings')).toEqual([
        { input: { warmupMode: true } },
        { input: { emailsPerInterval: 2, intervalSeconds: 300, dailyLimit: 96 } },
      ]),
    )
    await waitFor(async () => expect((await number('Daily limit')).value).toBe('96'))
  })

  test('has sending uncertain emails again turned off, and warns that some people may get an email twice', async () => {
    const world = showPage()
    const box = await screen.findByRole('switch', { name: 'Resend uncertain emails' })
    expect(box.getAttribute('aria-checked')).toBe('false')
    expect(screen.queryByText('Some recipients may get the same email twice.')).toBeNull()
    await world.user.click(box)
    expect(await screen.findByText('Some recipients may get the same email twice.')).toBeTruthy()
    expect(world.askedFor('UpdateEmailSettings')).toEqual([{ input: { sendAgainInDoubt: true } }])
  })

  test('shows "Failed to update settings" with the message after a failure, and reverts', async () => {
    const { user } = showPage({
      updateEmailSettings: () => {
        throw knownError('FORBIDDEN', 'Only an admin can do this.')
      },
    })
    const throttling = await screen.findByRole('switch', { name: 'Throttling' })
    await user.click(throttling)
    const toast = await findToast('Failed to update settings')
    expect(within(toast).getByText('Only an admin can do this.')).toBeTruthy()
    expect(throttling.getAttribute('aria-checked')).toBe('true')
  })

  test("loads the plan's features again when loading them failed", async () => {
    let broken = true
    const tenant = () => {
      if (broken) throw knownError('UNAVAILABLE', 'The database is away.')
      return {
        id: 't1',
        features: { warmup: false, abTesting: true, attachments: true, tracking: true, htmlBuilder: true },
      }
    }
    const { user } = showPage({ tenant })
    const toast = await findToast('Your workspace features could not be loaded')
    expect(within(toast).getByText(/The database is away/)).toBeTruthy()
    broken = false
    await user.click(within(toast).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Your plan does not include this/)).toBeTruthy()
  })

  test('is read-only for users who are not admins', async () => {
    showPage({}, { role: 'user' })
    expect((await number('Daily limit')).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Throttling' }).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Apply Recommended Settings' })).toBeNull()
    expect(screen.getByText('Only an admin of your workspace can change these settings.')).toBeTruthy()
  })
})
