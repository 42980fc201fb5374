import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ANN, findToast, tearDown } from '#web/testing/world.tsx'
import { campaign } from '../../testing.ts'
import { EVERYONE } from '../audience/audience.ts'
import { storeTabDraft } from './drafts-of-tab.ts'
import { newDraft } from './campaign-draft.ts'
import { DRAFT, next, onStep, previous, showWizard, savedInput } from '../testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

describe('an existing draft in the wizard', () => {
  const open = (draft: object | null = DRAFT) =>
    showWizard({ root: { campaign: draft }, at: '/campaigns/create?draft=d1' })

  test('opens at its current step with all its content', async () => {
    const world = open()
    expect(await onStep('Review and Launch')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Campaign' })).toBeTruthy()
    expect(screen.getByText('2 contacts')).toBeTruthy()
    expect(screen.getByText('a.txt')).toBeTruthy()
    expect((await screen.findByLabelText<HTMLInputElement>('Subject B')).value).toBe('Falling')
    expect(screen.getByRole('switch', { name: 'Track opens' }).getAttribute('aria-checked')).toBe('false')
    await world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    await findToast('Campaign Saved')
    expect(savedInput(world)).toEqual({})
  })

  describe('that somebody else changed after it was opened', () => {
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
    const review = async (root: object = {}) => {
      const server = { draft: DRAFT }
      const world = showWizard({
        root: {
          campaign: () => server.draft,
          mailboxes: [MAILBOX],
          sendCampaign: () => campaign('d1', { status: 'sending' }),
          ...root,
        },
        at: '/campaigns/create?draft=d1',
      })
      await onStep('Review and Launch')
      await world.user.click(screen.getByRole('radio', { name: /^Now/ }))
      await screen.findByRole('checkbox', { name: /m1@/ })
      const create = () => world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
      return { ...world, server, create }
    }

    test('asks before it is launched, and can be loaded again', async () => {
      const { user, server, create, askedFor } = await review()
      server.draft = { ...DRAFT, subject: 'Storms', content: 'They blow.' }
      await create()
      const dialog = await screen.findByRole('alertdialog', { name: 'Send to 2,970 anyway?' })
      expect(dialog.textContent).toContain(
        'This draft was changed elsewhere after you opened it: subject, content. The email that will be sent differs from the one on this page.',
      )
      expect(dialog.textContent).not.toContain('would go wrong')
      expect(askedFor('SendCampaign')).toEqual([])
      await user.click(within(dialog).getByRole('button', { name: 'Reload' }))
      expect(await screen.findAllByText('Storms')).not.toEqual([])
      await waitFor(() => expect(screen.queryAllByText('Leaves')).toEqual([]))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      await waitFor(() =>
        expect(askedFor('PreviewMail').at(-1)).toMatchObject({ input: { subject: 'Storms', content: 'They blow.' } }),
      )
      expect(screen.getByRole('radio', { name: /^Now/, checked: true })).toBeTruthy()
      await create()
      await user.click(await screen.findByRole('button', { name: 'Send to 2,970 now' }))
      await waitFor(() => expect(askedFor('SendCampaign')).toHaveLength(1))
      expect(askedFor('UpdateCampaign')).toEqual([])
    })

    test('can be launched anyway', async () => {
      const { user, server, create, askedFor } = await review()
      server.draft = { ...DRAFT, abVariantB: 'Blown' }
      await create()
      const dialog = await screen.findByRole('alertdialog', { name: 'Send to 2,970 anyway?' })
      expect(dialog.textContent).toContain('after you opened it: A/B test.')
      await user.click(within(dialog).getByRole('button', { name: 'Send to 2,970 anyway' }))
      await waitFor(() => expect(askedFor('SendCampaign')).toHaveLength(1))
    })

    test('is launched after one question about recipients, mailbox and finish time if nobody changed it after all', async () => {
      // The cost of a tracking pixel is a price, shown beside its switch, not a reason to doubt.
      const costs = { code: 'PIXEL_COST', severity: 'warning', message: 'It costs 2 points.' }
      const campaignProblems = [{ ...costs, count: null, contacts: [], finishesAt: null }]
      const { user, create, askedFor } = await review({ campaignProblems })
      await create()
      const dialog = await screen.findByRole('alertdialog', { name: 'Send to 2,970 now?' })
      expect(dialog.textContent).toContain('From m1@example.com. The last email leaves about ')
      expect(
        within(dialog)
          .getByText((_, element) => element?.tagName === 'TIME')
          .getAttribute('datetime'),
      ).toBe('2026-11-26T16:30:00.000Z')
      expect(dialog.textContent).not.toMatch(/follow-up|wait|local/)
      expect(askedFor('SendCampaign')).toEqual([])
      await user.click(within(dialog).getByRole('button', { name: 'Send to 2,970 now' }))
      await waitFor(() => expect(askedFor('SendCampaign')).toHaveLength(1))
    })

    test('asks before the launch, and names follow-ups, recipients who wait for the A/B winner, and local times', async () => {
      const place = { timeZone: 'Asia/Tokyo', utcOffset: '+09:00', doubts: [] }
      const wave = { ...place, recipients: 2_970, at: '2026-11-27T00:30:00Z' }
      const { create } = await review({
        launchForecast: {
          ...{
            recipients: 2_970,
            startsAt: '2026-11-27T00:30:00Z',
            finishesAt: '2026-11-27T16:30:00Z',
            suppressed: 0,
            declined: 0,
            overCeiling: 0,
          },
          ...{ awaitWinner: 2_376, decidesAt: '2026-11-27T12:00:00Z' },
          ...{ followUps: 2, lastFollowUpAt: '2026-12-04T09:30:00Z' },
          waves: [{ ...wave, leavesAt: wave.at }],
        },
      })
      await create()
      const dialog = await screen.findByRole('alertdialog', { name: 'Schedule for 2,970?' })
      for (const words of [
        'From m1@example.com, at each recipient’s local time. The first email leaves on ',
        '2,376 recipients wait for the winner of the A/B test, which is decided about ',
        'Each person may get up to 2 follow-ups. The last one can leave about ',
      ]) {
        expect(dialog.textContent).toContain(words)
      }
    })
  })

  itInFull('can be launched after the user removes what needs a feature that the workspace has lost', async () => {
    const features = { abTesting: false, attachments: false, tracking: true, htmlBuilder: false, warmup: true }
    const world = showWizard({
      root: {
        campaign: { ...DRAFT, htmlTemplate: { elements: [] } },
        tenant: { id: 't1', features },
      },
      at: '/campaigns/create?draft=d1',
    })
    await onStep('Review and Launch')
    await world.user.click(await screen.findByRole('switch', { name: 'Test two subjects' }))
    await world.user.click(previous())
    await world.user.click(await screen.findByRole('button', { name: 'Remove a.txt' }))
    await world.user.click(screen.getByRole('button', { name: 'Continue without the design' }))
    await waitFor(() =>
      expect(savedInput(world)).toMatchObject({ isAbTest: false, attachments: [], htmlTemplate: null }),
    )
  })

  test('saves only what changed, and attachments by their ids', async () => {
    const world = open()
    await onStep('Review and Launch')
    await world.user.click(previous())
    await world.user.upload(await screen.findByLabelText('Attach files'), new File(['hi'], 'b.txt'))
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    expect(savedInput(world)).toEqual({
      attachments: [
        { id: 'f1', name: 'a.txt', document: null },
        { name: 'b.txt', contentBytes: btoa('hi'), contentType: null, document: null },
      ],
    })
  })

  test('without a name is kept, and Create Campaign continues it', async () => {
    storeTabDraft(ANN.id, { ...newDraft('nameless'), audience: EVERYONE, subject: 'Mine alone' })
    const world = open()
    await onStep('Review and Launch')
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    await screen.findByText('Another page')
    tearDown()
    const { user } = showWizard()
    await user.type(await screen.findByLabelText('Campaign Name'), 'Spring')
    await user.click(next())
    await onStep('Select Audience')
    await user.click(next())
    expect((await screen.findByLabelText<HTMLInputElement>('Subject')).value).toBe('Mine alone')
  })

  test('keeps recipients who are too many to list', async () => {
    const world = open({ ...DRAFT, totalContacts: 20_000 })
    await onStep('Review and Launch')
    expect(screen.getByText('20,000 contacts')).toBeTruthy()
    expect(world.askedFor('CampaignRecipientIds')).toEqual([])
    await world.user.click(previous())
    await world.user.click(previous())
    expect(await screen.findByText(/^This campaign will be sent to 20,000 contacts already selected/)).toBeTruthy()
    await world.user.click(screen.getByRole('button', { name: 'Choose other contacts' }))
    expect(screen.getByText('0 selected')).toBeTruthy()
  })

  test.each([
    ['is gone', null, 'This draft no longer exists. It may have been deleted.'],
    ['was sent', { ...DRAFT, status: 'sent' }, 'This campaign has already been sent, so you cannot change it.'],
  ])('that %s says so', async (_, draft, line) => {
    open(draft)
    expect(await screen.findByText(line)).toBeTruthy()
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Back to Campaigns' })).toBeTruthy()
  })
})
