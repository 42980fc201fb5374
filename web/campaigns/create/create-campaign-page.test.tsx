import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ANN, unexplainedError, findToast, knownError, tearDown } from '#web/testing/world.tsx'
import { campaign } from '../testing.ts'
import {
  next,
  onStep,
  openAudience,
  openDesign,
  isNextOff,
  openReview,
  people,
  previous,
  showWizard,
  savedInput,
  paste,
} from './testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

describe('the wizard for a new campaign', () => {
  test('has four steps, a progress bar and Previous, which is disabled on step 1', async () => {
    const { user } = showWizard()
    const steps = within(await screen.findByRole('list', { name: 'Steps' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent?.replace(/^\d/, ''))).toEqual([
      'Campaign Setup, active',
      'Select Audience, pending',
      'Design Email, pending',
      'Review and Launch, pending',
    ])
    expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('1')
    expect(previous().disabled).toBe(true)
    await user.type(screen.getByLabelText('Campaign Name'), 'Spring')
    await user.click(next())
    await onStep('Select Audience')
    expect(previous().disabled).toBe(false)
    expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('2')
    await user.click(previous())
    expect(screen.getByLabelText<HTMLInputElement>('Campaign Name').value).toBe('Spring')
  })

  test('step 1 requires a non-blank name', async () => {
    const { user } = showWizard()
    await user.type(await screen.findByLabelText('Campaign Name'), '   ')
    next().focus()
    expect(document.activeElement).toBe(next())
    expect(screen.getByText('Name the campaign to continue.').id).toBe(next().getAttribute('aria-describedby'))
    expect(isNextOff()).toBe(true)
    await user.type(screen.getByLabelText('Campaign Name'), 'Spring{Enter}')
    expect(await onStep('Select Audience')).toBeTruthy()
  })

  test('step 2 requires at least one contact', async () => {
    const world = await openAudience()
    expect(isNextOff()).toBe(true)
    expect(screen.getByText('Choose at least one contact to continue.')).toBeTruthy()
    await world.user.click(screen.getByRole('option', { name: /First2 Last2/ }))
    expect(isNextOff()).toBe(false)
  })

  test('step 3 requires a non-blank subject and content', async () => {
    const world = await openDesign()
    expect(isNextOff()).toBe(true)
    expect(screen.getByText('Write a subject and the content to continue.')).toBeTruthy()
    await paste(world, 'Subject', 'Hello')
    expect(isNextOff()).toBe(true)
    expect(screen.getByText('Write the content to continue.')).toBeTruthy()
    await paste(world, 'Content', ' ')
    expect(isNextOff()).toBe(true)
    await paste(world, 'Content', 'Dear')
    expect(isNextOff()).toBe(false)
  })
})

const PERSON = { name: 'Ann', address: 'ann@example.com' }

describe('the step Review and Launch', () => {
  test('shows name, subject, personalization, recipient count and a preview for the first selected contact', async () => {
    const world = await openReview(
      { contacts: people(1_204) },
      { content: 'Dear <b>{firstName}</b>,\n\nbye & good luck' },
    )
    for (const [name, value] of [
      ['Name', 'Spring'],
      ['Subject', 'For {firstName}'],
      ['Personalization', '{firstName}'],
      ['Recipients', '1,204 contacts'],
    ] as const) {
      // The preview, which may have come already, has a subject too.
      expect(screen.getAllByText(name, { selector: 'dt' }).at(-1)?.nextElementSibling?.textContent).toBe(value)
    }
    expect(await screen.findByText('For First1')).toBeTruthy()
    const frame = screen.getByTitle<HTMLIFrameElement>('Content preview')
    expect(frame.getAttribute('sandbox')).toBe('')
    expect(frame.srcdoc).toContain('<p>Dear <b>{firstName}</b>')
    await world.user.click(screen.getByRole('button', { name: 'Next recipient' }))
    expect(await screen.findByText('For First2')).toBeTruthy()
  })

  test('begins with the preview of the email', async () => {
    await openReview()
    const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(titles[titles.indexOf('Review and Launch') + 1]).toBe('Preview')
  })

  itInFull('shows the server’s count of recipients after it applied the audience’s condition again', async () => {
    const contacts = people(3)
    const world = await openDesign({ contacts }, { subject: 'Hello', content: 'Dear' })
    await screen.findByText('Saved as a draft')
    contacts.push(...people(4).slice(3))
    await world.user.click(next())
    expect(await screen.findByText('4 contacts')).toBeTruthy()
    expect(world.askedFor('UpdateCampaign')).toMatchObject([{ input: { audience: { all: true, except: [] } } }])
    contacts.push(...people(5).slice(4))
    await world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    await findToast('Campaign Created!')
    expect(world.askedFor('UpdateCampaign')).toHaveLength(1)
  })

  itInFull('uses the selected mailbox for the preview and for the test email', async () => {
    const mailboxes = ['m1', 'm2'].map((id, index) => ({
      ...{
        id,
        email: `${id}@example.com`,
        provider: 'google',
        status: 'connected',
        dailySent: 0,
        recipientsInDay: 0,
        recipientLimit: null,
        sandbox: false,
      },
      isMine: true,
      canSend: true,
      isDefault: true,
      level: 'full',
      readsReplies: true,
      lastUsed: `2026-01-0${2 - index}T12:00:00.000Z`,
    }))
    const world = await openReview({ root: { mailboxes } })
    const asked = () => world.askedFor('PreviewMail').at(-1)
    await waitFor(() => expect(asked()).toMatchObject({ input: { mailboxId: 'm1' } }))
    await world.user.click(screen.getByRole('radio', { name: /^Now/ }))
    await world.user.click(await screen.findByRole('checkbox', { name: /m1@/ }))
    await world.user.click(screen.getByRole('checkbox', { name: /m2@/ }))
    await waitFor(() => expect(asked()).toMatchObject({ input: { mailboxId: 'm2' } }))
  })

  itInFull('shows an error with a retry instead of the previous email when the preview fails', async () => {
    let broken = true
    const world = await openReview({
      root: {
        previewMail: ({ input }: { input: { contactId?: string } }) =>
          broken && input.contactId === 'p2'
            ? Promise.reject(unexplainedError())
            : {
                ...{ from: null, htmlForDisplay: '', attachments: [], size: 1, subject: `To ${input.contactId}` },
                ...{ to: PERSON, replyTo: [], cc: [], bcc: [] },
              },
      },
    })
    await screen.findByText('To p1')
    await world.user.click(screen.getByRole('button', { name: 'Next recipient' }))
    await screen.findByText('The preview could not be loaded')
    expect(screen.queryByText('To p1')).toBeNull()
    await world.user.click(screen.getByRole('button', { name: 'Previous recipient' }))
    expect(await screen.findByText('To p1')).toBeTruthy()
    await world.user.click(screen.getByRole('button', { name: 'Next recipient' }))
    await screen.findByText('The preview could not be loaded')
    broken = false
    await world.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('To p2')).toBeTruthy()
  })

  test('creates a draft to everyone from a fresh wizard, confirms it and opens /campaigns at Create Campaign', async () => {
    const world = showWizard({ contacts: people(1_204) })
    await paste(world, 'Campaign Name', 'Spring')
    await world.user.click(next())
    await screen.findByRole('listbox')
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    await world.user.click(next())
    await paste(world, 'Subject', 'For {firstName}')
    await paste(world, 'Content', 'Hello {firstName}')
    await world.user.click(next())
    await onStep('Review and Launch')
    await world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    const toast = await findToast('Campaign Created!')
    expect(within(toast).getByText('Your email campaign has been created successfully!')).toBeTruthy()
    expect(world.address()).toBe('/campaigns')
    expect(savedInput(world)).toMatchObject({
      name: 'Spring',
      subject: 'For {firstName}',
      content: 'Hello {firstName}',
      useHtmlBuilder: false,
      personalization: 'both',
      selectedContacts: [],
      audience: { all: true, except: [] },
    })
    expect(world.askedFor('ContactIds')).toEqual([])
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('campaign-draft'))).toEqual([])
  })

  itInFull('uploads attachments as base64 with their type', async () => {
    const world = await openDesign()
    await world.user.upload(
      await screen.findByLabelText('Attach files'),
      new File(['hello'], 'a.txt', { type: 'text/plain' }),
    )
    await paste(world, 'Subject', 'Hello')
    await paste(world, 'Content', 'Dear')
    await world.user.click(next())
    await world.user.click(await screen.findByRole('button', { name: 'Create Campaign' }))
    await findToast('Campaign Created!')
    expect(savedInput(world)).toMatchObject({
      attachments: [{ name: 'a.txt', contentBytes: btoa('hello'), contentType: 'text/plain' }],
    })
  })

  test('shows Creating... on its button while it creates the campaign', async () => {
    const world = await openReview({ contacts: people(1), root: { createCampaign: () => new Promise(() => {}) } })
    await world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Creating...' })).disabled).toBe(true)
  })

  test.each([
    ['Microsoft Connection Issue', knownError('BAD_INPUT', 'The Microsoft mailbox must be reconnected.')],
    ['Attachments Too Large', knownError('TOO_LARGE', 'Too much.')],
    ['Campaign Creation Failed', unexplainedError()],
  ])('reports a failure as %s, and loses nothing', async (title, error) => {
    const world = await openReview({ contacts: people(1), root: { createCampaign: () => Promise.reject(error) } })
    await world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    expect(await findToast(title)).toBeTruthy()
    expect(world.address()).toBe('/campaigns/create?step=4')
    expect(screen.getByRole('button', { name: 'Create Campaign' })).toBeTruthy()
  })
})

describe('the checks in the wizard before a launch', () => {
  itInFull('use the chosen start time for the forecast of the last day', async () => {
    const world = await openReview()
    await screen.findByText('No problems found.')
    expect(world.askedFor('CampaignProblems').at(-1)).toMatchObject({ scheduledAt: null })
    await world.user.click(screen.getByRole('radio', { name: /^Schedule for later/ }))
    const at = (await screen.findByLabelText<HTMLInputElement>('Day and time')).value
    await waitFor(() =>
      expect(world.askedFor('CampaignProblems').at(-1)).toMatchObject({ scheduledAt: new Date(at).toISOString() }),
    )
  })

  itInFull('remove problems that were found for another time when a check fails', async () => {
    let broken = false
    const world = await openReview({
      root: { campaignProblems: () => (broken ? Promise.reject(unexplainedError()) : []) },
    })
    await screen.findByText('No problems found.')
    broken = true
    await world.user.click(screen.getByRole('radio', { name: /^Schedule for later/ }))
    expect(await screen.findByText('The campaign could not be checked')).toBeTruthy()
    expect(screen.queryByText('No problems found.')).toBeNull()
    broken = false
    await world.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No problems found.')).toBeTruthy()
  })

  test('prevent the launch while there are errors, and Go back leads to the draft', async () => {
    const mailboxes = [
      {
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
        isMine: true,
        canSend: true,
        isDefault: true,
        level: 'full',
        readsReplies: true,
        lastUsed: null,
      },
    ]
    const message = 'No recipient has a value for {City}.'
    const problem = { code: 'UNKNOWN_TAG', severity: 'error', message, count: null, contacts: [], finishesAt: null }
    const world = await openReview({
      root: {
        mailboxes,
        campaignProblems: [problem],
        sendCampaign: () => campaign('new', { status: 'sending' }),
      },
    })
    await world.user.click(screen.getByRole('radio', { name: /^Now/ }))
    const create = () => world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    await create()
    const dialog = await screen.findByRole('alertdialog', { name: 'This campaign cannot be launched yet' })
    expect(within(dialog).getByText(message)).toBeTruthy()
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Send to 2,970/ }).disabled).toBe(true)
    await world.user.click(within(dialog).getByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(world.askedFor('SendCampaign')).toEqual([])
  })

  const found = (code: string) => ({
    ...{ code, severity: 'warning', message: `Found ${code}.`, count: null, contacts: [], finishesAt: null },
  })
  const review = async (...codes: string[]) => {
    const world = await openReview({ root: { campaignProblems: codes.map(found) } })
    const list = await screen.findByRole('list', { name: 'Before you send' })
    return { ...world, list: within(list) }
  }

  test('say beside the switch of the pixel what it costs', async () => {
    const { user, list } = await review('PIXEL_COST')
    const tracks = list.getByRole('switch', { name: 'Track opens' })
    expect(tracks.getAttribute('aria-checked')).toBe('true')
    await user.click(tracks)
    const [, cardSwitch] = screen.getAllByRole('switch', { name: 'Track opens' })
    expect(cardSwitch?.getAttribute('aria-checked')).toBe('false')
  })

  test.each([
    ['COPY_SUPPRESSED', 'Edit the email', 3],
    ['FROM_ADDRESS', 'Edit the email', 3],
    ['NEARLY_CLIPPED', 'Edit the email', 3],
    ['FOLLOW_UP_UNTRACKED', 'Edit the email', 3],
    ['SUPPRESSED', 'Choose the recipients', 2],
  ])('of %s lead to the step where the problem is solved', async (code, name, step) => {
    const { user, list, address } = await review(code)
    await user.click(list.getByRole('button', { name }))
    await waitFor(() => expect(address()).toContain(`step=${step}`))
  })

  test('of settings lead to the page where the problem is solved; those solved here lead nowhere', async () => {
    const pages = {
      ...{ NO_SIGNATURE: '/settings?tab=emails', FOLLOW_UP_NO_REPLIES: '/settings?tab=emails' },
      ...{ OUTSIDE_WINDOW: '/settings', DAILY_LIMIT: '/settings' },
      ...{ TRIAL_ENDED: '/plan', EMAIL_NOT_CONFIRMED: '/settings?tab=profile' },
    }
    const { list } = await review(...Object.keys(pages), 'FILES_MISSING')
    const links = list
      .getAllByRole('listitem')
      .map((item) => [
        /Found (\w+)/.exec(item.textContent)?.[1],
        within(item).queryByRole('link')?.getAttribute('href'),
      ])
    expect(links).toEqual([...Object.entries(pages), ['FILES_MISSING', undefined]])
  })

  test('include mailboxes that failed to load and can be loaded again', async () => {
    let broken = true
    const world = await openReview({ root: { mailboxes: () => (broken ? Promise.reject(unexplainedError()) : []) } })
    await world.user.click(screen.getByRole('radio', { name: /^Now/ }))
    const title = await screen.findByText('The mailboxes could not be loaded')
    broken = false
    const alert = within(title.closest('[role=alert]') as HTMLElement)
    await world.user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No mailbox is connected')).toBeTruthy()
  })

  test('list the problems once the draft is saved, beside a test email to the user', async () => {
    const world = await openReview({
      contacts: people(3),
      root: {
        campaignProblems: [
          {
            code: 'UNKNOWN_TAG',
            severity: 'error',
            message: 'No recipient has a value for {City}.',
            count: null,
            contacts: [],
            finishesAt: null,
          },
        ],
        sendTestMail: { email: 'ann@example.com', sent: true, failure: null, others: [] },
      },
    })
    const list = await screen.findByRole('list', { name: 'Before you send' })
    expect(list.textContent).toContain('Error: No recipient has a value for {City}.')
    await world.user.click(screen.getByRole('button', { name: 'Send me a test email' }))
    expect(
      within(await findToast('Test Sent')).getByText('A test email is on its way to ann@example.com.'),
    ).toBeTruthy()
    expect(world.askedFor('SendTestMail')).toMatchObject([{ input: { campaignId: 'new', contactId: 'p1' } }])
    await world.user.click(screen.getByRole('button', { name: 'Send the test email to other people' }))
    expect(await screen.findByText('With the values of First1 Last1.')).toBeTruthy()
    await world.user.type(screen.getByLabelText('Send the test to'), 'boss@example.com{Enter}')
    await world.user.click(screen.getByRole('button', { name: 'Send test' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send test' })).toBeNull())
    const toAddresses = [ANN.email, 'boss@example.com']
    expect(world.askedFor('SendTestMail').at(-1)).toMatchObject({ input: { contactId: 'p1', toAddresses } })
    expect(world.address()).toMatch(/^\/campaigns\/create/)
  })
})
