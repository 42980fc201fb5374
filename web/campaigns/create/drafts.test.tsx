import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ANN, findToast, pageOf, refusal, show, tearDown } from '#web/testing/world.tsx'
import { CreateCampaignPage } from '../create-campaign-page.tsx'
import { campaign } from '../testing.ts'
import { EVERYONE } from './audience.ts'
import { keepDraft } from './draft-store.ts'
import { newDraft } from './draft.ts'
import {
  next,
  onStep,
  openAudience,
  openDesign,
  openReview,
  people,
  previous,
  showWizard,
  told,
  write,
} from './testing.tsx'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

const DRAFT = {
  ...campaign('d1', { name: 'Autumn', subject: 'Leaves', content: 'They fall.', totalContacts: 2 }),
  useHtmlBuilder: false,
  htmlTemplate: null,
  isAbTest: true,
  abVariantB: 'Falling',
  abSplitPercentage: 30,
  trackOpens: false,
  trackClicks: true,
  selectedContacts: ['p1', 'p3'],
  attachments: [{ id: 'f1', name: 'a.txt', contentType: 'text/plain', size: 5 }],
}

/** Nothing is saved by itself however long a test takes, so that what comes back is what the tab kept. */
const UNSAVED = { root: { createCampaign: () => new Promise(() => {}) } }

describe('nothing is lost', () => {
  const again = () => {
    tearDown()
    return showWizard()
  }

  test('a reload brings back the step and all that was written', async () => {
    const world = await openDesign(UNSAVED)
    await write(world, 'Subject', 'Hello')
    window.dispatchEvent(new Event('pagehide'))
    again()
    expect((await screen.findByLabelText<HTMLInputElement>('Subject')).value).toBe('Hello')
    expect(screen.getByText('You are back at the campaign you began in this tab.')).toBeTruthy()
  })

  test('a reload brings back when and from where it is to be sent, also once all else is saved', async () => {
    const world = await openReview()
    await screen.findByText('Saved as a draft')
    await world.user.click(screen.getByRole('radio', { name: /^At a time/ }))
    const day = () => screen.findByLabelText<HTMLInputElement>('Day and time')
    fireEvent.change(await day(), { target: { value: '2031-05-01T10:30' } })
    window.dispatchEvent(new Event('pagehide'))
    tearDown()
    const stored = { ...DRAFT, id: 'new', totalContacts: 3, attachments: [] }
    showWizard({ root: { campaign: stored } })
    await onStep('Review and Launch')
    expect((await day()).value).toBe('2031-05-01T10:30')
  })

  test('a new campaign that was saved is created, not changed, after a reload too', async () => {
    const world = await openReview()
    await screen.findByText('Saved as a draft')
    window.dispatchEvent(new Event('pagehide'))
    const address = world.address()
    tearDown()
    const stored = { ...DRAFT, id: 'new', isAbTest: false, abVariantB: null, totalContacts: 3, attachments: [] }
    const { user } = showWizard({ root: { campaign: stored }, at: address })
    await onStep('Review and Launch')
    expect(screen.getByRole('heading', { level: 1, name: 'Create Campaign' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    const toast = await findToast('Campaign Created!')
    expect(within(toast).getByText('Your email campaign has been created successfully!')).toBeTruthy()
  })

  test('a double click on Next launches nothing', async () => {
    const world = await openDesign()
    await write(world, 'Subject', 'Hello')
    await write(world, 'Content', 'Hi')
    await world.user.dblClick(next())
    expect(await onStep('Review and Launch')).toBeTruthy()
    await screen.findByText('Saved as a draft')
    expect(world.address()).toMatch(/^\/campaigns\/create/)
  })

  test('Enter in a field of the last step launches nothing', async () => {
    const world = await openReview()
    await world.user.click(screen.getByRole('switch', { name: 'Test two subjects' }))
    await world.user.type(await screen.findByLabelText('Subject B'), 'Falling{Enter}')
    await screen.findByText('Saved as a draft')
    expect(screen.getByRole('button', { name: 'Create Campaign' })).toBeTruthy()
    expect(world.address()).toMatch(/^\/campaigns\/create/)
  })

  test('one can start over', async () => {
    await openDesign(UNSAVED)
    const { user } = again()
    await user.click(await screen.findByRole('button', { name: 'Start over' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Campaign Name')).value).toBe('')
  })

  test("a draft is its writer's alone, also in the same tab", async () => {
    await openDesign()
    tearDown()
    show(<CreateCampaignPage />, {
      root: { contacts: pageOf([], {}) },
      at: '/campaigns/create',
      person: { ...ANN, id: 'bob' },
    })
    expect((await screen.findByLabelText<HTMLInputElement>('Campaign Name')).value).toBe('')
  })

  test('what is written is saved as a draft by itself, and the address leads back to it', async () => {
    const world = showWizard()
    await write(world, 'Campaign Name', 'Spring')
    expect(await screen.findByText('Saved as a draft')).toBeTruthy()
    expect(world.askedFor('CreateCampaign')).toHaveLength(1)
    await waitFor(() => expect(world.address()).toBe('/campaigns/create?draft=new'))
    await world.user.click(next())
    await world.user.click(await screen.findByRole('option', { name: /First2 Last2/ }))
    await waitFor(() => expect(world.askedFor('UpdateCampaign')).toHaveLength(1))
    expect(world.askedFor('UpdateCampaign')).toEqual([
      { id: 'new', input: { selectedContacts: ['p2'], audience: null } },
    ])
    expect(screen.getByLabelText<HTMLInputElement>('Search contacts')).toBeTruthy()
  })

  test('leaving saves what is not saved yet, and does not ask', async () => {
    const world = await openAudience()
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    expect(told(world)).toMatchObject({ name: 'Spring' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('leaving asks if it cannot be saved; Stay stays, Leave keeps the draft in the tab', async () => {
    const world = await openAudience({
      contacts: people(3),
      root: {
        createCampaign: () => Promise.reject(refusal('LIMIT_REACHED', 'Your plan has room for 2 campaigns.')),
      },
    })
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave this campaign?' })
    expect(dialog.textContent).toContain('It could not be saved. Your plan has room for 2 campaigns.')
    await world.user.click(within(dialog).getByRole('button', { name: 'Stay' }))
    expect(world.address()).toBe('/campaigns/create')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText(/^Not saved, but kept in this tab\. Your plan has room/)).toBeTruthy()
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    await world.user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    again()
    expect(await onStep('Select Audience')).toBeTruthy()
  })

  test('leaving asks if it has no name to be saved by; Discard draft forgets it', async () => {
    keepDraft(ANN.id, { ...newDraft('nameless'), subject: 'Mine alone' }, [])
    const world = showWizard()
    await screen.findByLabelText('Campaign Name')
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave this campaign?' })
    expect(dialog.textContent).toContain('It has no name, so it could not be saved.')
    await world.user.click(screen.getByRole('button', { name: 'Discard draft' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    again()
    expect((await screen.findByLabelText<HTMLInputElement>('Campaign Name')).value).toBe('')
  })

  test('leaving without any work does not ask', async () => {
    const world = showWizard()
    await screen.findByLabelText('Campaign Name')
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    expect(told(world)).toEqual({})
  })

  test('the browser is told to ask before the tab is closed, until it is saved', async () => {
    const saved = Promise.withResolvers<object>()
    const world = showWizard({ root: { createCampaign: () => saved.promise } })
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    await screen.findByLabelText('Campaign Name')
    expect(closing()).toBe(false)
    await write(world, 'Campaign Name', 'Spring')
    expect(closing()).toBe(true)
    saved.resolve(campaign('new', { name: 'Spring' }))
    await screen.findByText('Saved as a draft')
    await waitFor(() => expect(closing()).toBe(false))
  })
})

describe('a draft among the campaigns', () => {
  const open = (draft: object | null = DRAFT) =>
    showWizard({ root: { campaign: draft }, at: '/campaigns/create?draft=d1' })

  test('is gone on with where it stands, with all it has', async () => {
    const world = open()
    expect(await onStep('Review and Launch')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Campaign' })).toBeTruthy()
    expect(screen.getByText('2 contacts')).toBeTruthy()
    expect(screen.getByText('a.txt')).toBeTruthy()
    expect((await screen.findByLabelText<HTMLInputElement>('Subject B')).value).toBe('Falling')
    expect(screen.getByRole('switch', { name: 'Track opens' }).getAttribute('aria-checked')).toBe('false')
    await world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    await findToast('Campaign Saved')
    expect(told(world)).toEqual({})
  })

  test('that was only looked at is not what New Campaign goes on with', async () => {
    open()
    await onStep('Review and Launch')
    window.dispatchEvent(new Event('pagehide'))
    tearDown()
    showWizard({ root: { campaign: DRAFT } })
    expect((await screen.findByLabelText<HTMLInputElement>('Campaign Name')).value).toBe('')
    expect(screen.getByRole('heading', { level: 1, name: 'Create Campaign' })).toBeTruthy()
  })

  describe('that somebody else changed after it was opened', () => {
    const MAILBOX = {
      ...{ id: 'm1', email: 'm1@example.com', provider: 'google', status: 'connected', dailySent: 0, sandbox: false },
      ...{ isMine: true, lastUsed: null },
    }
    const review = async () => {
      const server = { draft: DRAFT }
      const world = showWizard({
        root: {
          campaign: () => server.draft,
          mailAccounts: [MAILBOX],
          sendCampaign: () => campaign('d1', { status: 'sending' }),
        },
        at: '/campaigns/create?draft=d1',
      })
      await onStep('Review and Launch')
      await world.user.click(screen.getByRole('radio', { name: /^Now/ }))
      await screen.findByRole('checkbox', { name: /m1@/ })
      const create = () => world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
      return { ...world, server, create }
    }

    test('is asked about before it is sent, and can be loaded anew', async () => {
      const { user, server, create, askedFor } = await review()
      server.draft = { ...DRAFT, subject: 'Storms', content: 'They blow.' }
      await create()
      const dialog = await screen.findByRole('alertdialog', { name: 'Send it all the same?' })
      expect(dialog.textContent).toContain(
        'This draft was changed elsewhere after you opened it: subject, content. What would leave is not what you see here.',
      )
      expect(dialog.textContent).not.toContain('would go wrong')
      expect(askedFor('SendCampaign')).toEqual([])
      await user.click(within(dialog).getByRole('button', { name: 'Load it anew' }))
      expect(await screen.findAllByText('Storms')).not.toEqual([])
      await waitFor(() => expect(screen.queryAllByText('Leaves')).toEqual([]))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      await waitFor(() =>
        expect(askedFor('PreviewMail').at(-1)).toMatchObject({ input: { subject: 'Storms', content: 'They blow.' } }),
      )
      expect(screen.getByRole('radio', { name: /^Now/ }).getAttribute('aria-checked')).toBe('true')
      await create()
      await waitFor(() => expect(askedFor('SendCampaign')).toHaveLength(1))
      expect(askedFor('UpdateCampaign')).toEqual([])
    })

    test('is sent all the same where that is wanted', async () => {
      const { user, server, create, askedFor } = await review()
      server.draft = { ...DRAFT, abVariantB: 'Blown' }
      await create()
      const dialog = await screen.findByRole('alertdialog', { name: 'Send it all the same?' })
      expect(dialog.textContent).toContain('after you opened it: A/B test.')
      await user.click(within(dialog).getByRole('button', { name: 'Send all the same' }))
      await waitFor(() => expect(askedFor('SendCampaign')).toHaveLength(1))
    })

    test('is sent without a question where nothing was', async () => {
      const { create, askedFor } = await review()
      await create()
      await waitFor(() => expect(askedFor('SendCampaign')).toHaveLength(1))
      expect(screen.queryByRole('alertdialog')).toBeNull()
    })
  })

  test('can be sent without what the workspace has no more', async () => {
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
    await world.user.click(screen.getByRole('button', { name: 'Go on without what was built' }))
    await waitFor(() => expect(told(world)).toMatchObject({ isAbTest: false, attachments: [], htmlTemplate: null }))
  })

  test('is told only what changed, its files by their ids', async () => {
    const world = open()
    await onStep('Review and Launch')
    await world.user.click(previous())
    await world.user.upload(await screen.findByLabelText('Attach files'), new File(['hi'], 'b.txt'))
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    expect(told(world)).toEqual({
      attachments: [
        { id: 'f1', name: 'a.txt' },
        { name: 'b.txt', contentBytes: btoa('hi'), contentType: null },
      ],
    })
  })

  test.each([
    [
      'keeps the condition its recipients were chosen by in this tab and is chosen by it anew',
      2,
      '3 contacts whose City is “Cork”',
    ],
    ['has the recipients that somebody else chose since', 3, '2 contacts'],
  ])('%s', async (_, recipients, words) => {
    const audience = {
      ...EVERYONE,
      view: { fields: [{ name: 'City', equals: 'Cork' }] },
      label: 'whose City is “Cork”',
    }
    const kept = {
      ...newDraft('here'),
      campaignId: 'd1',
      name: 'Autumn',
      subject: 'L',
      content: 'T',
      audience,
      step: 4,
    }
    keepDraft(ANN.id, kept, [], { recipients })
    open()
    await onStep('Review and Launch')
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('leaves what was written without a name where it is: Create Campaign goes on with it', async () => {
    keepDraft(ANN.id, { ...newDraft('nameless'), audience: EVERYONE, subject: 'Mine alone' }, [])
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

  test('keeps recipients that are too many to name', async () => {
    const world = open({ ...DRAFT, totalContacts: 20_000 })
    await onStep('Review and Launch')
    expect(screen.getByText('20,000 contacts')).toBeTruthy()
    expect(world.askedFor('CampaignRecipientIds')).toEqual([])
    await world.user.click(previous())
    await world.user.click(previous())
    expect(await screen.findByText(/^It goes to 20,000 contacts who were chosen before/)).toBeTruthy()
    await world.user.click(screen.getByRole('button', { name: 'Choose others' }))
    expect(screen.getByText('0 selected')).toBeTruthy()
  })

  test('that was sent while something was not saved yet begins a new campaign with what the tab has', async () => {
    const written = { ...newDraft('here'), campaignId: 'd1', name: 'Autumn', subject: 'New leaves', audience: EVERYONE }
    keepDraft(ANN.id, written, [])
    const world = showWizard({ root: { campaign: { ...DRAFT, status: 'sent' } } })
    expect((await screen.findByLabelText<HTMLInputElement>('Campaign Name')).value).toBe('Autumn')
    expect(await screen.findByText('Saved as a draft')).toBeTruthy()
    expect(world.askedFor('CreateCampaign')).toMatchObject([{ input: { name: 'Autumn', subject: 'New leaves' } }])
    expect(world.askedFor('UpdateCampaign')).toEqual([])
  })

  test.each([
    ['is gone', null, 'This draft is not there any more. It may have been deleted.'],
    ['was sent', { ...DRAFT, status: 'sent' }, 'This campaign was sent already, so it cannot be changed.'],
  ])('that %s says so', async (_, draft, line) => {
    open(draft)
    expect(await screen.findByText(line)).toBeTruthy()
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'Back to Campaigns' })).toBeTruthy()
  })
})
