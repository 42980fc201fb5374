// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ANN, breakdown, findToast, pageOf, refusal, show, tearDown, type Root } from '#web/testing/world.tsx'
import { CreateCampaignPage } from './create-campaign-page.tsx'
import { campaign } from './testing.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

interface ContactArgs {
  first?: number
  after?: string
  filter?: { search?: string; tags?: string[]; segmentId?: string }
}

interface SaveArgs {
  id?: string
  input: Record<string, unknown>
}

const FEATURES = {
  htmlBuilder: true,
  abTesting: true,
  attachments: true,
  tracking: true,
  apiAccess: true,
  warmup: true,
}

function person(index: number, fields: { name: string; value: string }[] = []) {
  return {
    __typename: 'Contact',
    id: `p${index}`,
    firstName: `First${index}`,
    lastName: `Last${index}`,
    email: `p${index}@example.com`,
    createdAt: '2026-01-31T12:00:00.000Z',
    fields: fields.map((field) => ({ __typename: 'ContactField', ...field })),
  }
}

const people = (count: number) => Array.from({ length: count }, (_, index) => person(index + 1))

/** A draft as the server answers that it has it. */
const saved = ({ id = 'new', input }: SaveArgs) => {
  const files = (input['attachments'] ?? []) as { id?: string; name: string }[]
  const attachments = files.map(({ id: fileId, name }, index) => ({ id: fileId ?? `stored${index}`, name, size: 5 }))
  return campaign(id, { name: input['name'] ?? 'Spring', attachments })
}

function showPage(contacts = people(3), root: Root = {}, at = '/campaigns/create') {
  return show(<CreateCampaignPage />, {
    root: {
      contacts: (args: ContactArgs) => {
        const search = args.filter?.search?.toLowerCase() ?? ''
        return pageOf(
          contacts.filter(({ firstName, lastName, email }) =>
            `${firstName} ${lastName} ${email}`.toLowerCase().includes(search),
          ),
          args,
        )
      },
      contact: ({ id }: { id: string }) => contacts.find((each) => each.id === id),
      tenant: { __typename: 'Tenant', id: 't', features: FEATURES },
      campaigns: pageOf([], {}),
      segments: [],
      contactTags: [],
      contactFields: [],
      mailAccounts: [],
      campaignProblems: [],
      previewMail: ({ input }: { input: { subject: string; content: string; contactId?: string } }) => {
        const who = contacts.find(({ id }) => id === input.contactId)
        return {
          from: null,
          to: { name: who?.firstName ?? 'Sample', address: who?.email ?? 'sample@example.com' },
          subject: input.subject.replace('{firstName}', who?.firstName ?? 'Sample'),
          htmlForDisplay: `<p>${input.content}</p>`,
          size: 2_048,
        }
      },
      createCampaign: saved,
      updateCampaign: saved,
      ...root,
    },
    at,
  })
}

/** All that the server was told of a draft, the last of each part. */
function told(world: World): Record<string, unknown> {
  const inputs = [...world.askedFor('CreateCampaign'), ...world.askedFor('UpdateCampaign')].map(
    (variables) => (variables as unknown as SaveArgs).input,
  )
  return Object.assign({}, ...inputs)
}

type World = ReturnType<typeof showPage>

const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
const previous = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' })
const onStep = (title: string) => screen.findByRole('heading', { level: 2, name: title })

/** Writes all at once; key by key is for where keys matter. */
async function write({ user }: World, label: string, text: string) {
  await user.click(await screen.findByLabelText(label))
  await user.paste(text)
}

async function toAudience(world: World) {
  await write(world, 'Campaign Name', 'Spring')
  await world.user.click(next())
  await screen.findByRole('listbox')
}

async function toDesign(world: World) {
  await toAudience(world)
  await world.user.click(screen.getByRole('button', { name: 'Select All' }))
  await world.user.click(next())
  await onStep('Design Email')
}

async function toReview(world: World, content = 'Hello {firstName}') {
  await toDesign(world)
  await write(world, 'Subject', 'For {firstName}')
  await write(world, 'Content', content)
  await world.user.click(next())
  await onStep('Review and Launch')
}

describe('the wizard', () => {
  test('has four steps, a progress bar and Previous, which is disabled on step 1', async () => {
    const { user } = showPage()
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

  test('step 1 asks for a name that is not blank', async () => {
    const { user } = showPage()
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Next' })).disabled).toBe(true)
    await user.type(screen.getByLabelText('Campaign Name'), '   ')
    expect(next().disabled).toBe(true)
    await user.type(screen.getByLabelText('Campaign Name'), 'Spring{Enter}')
    expect(await onStep('Select Audience')).toBeTruthy()
  })

  test('step 2 asks for at least one contact', async () => {
    const world = showPage()
    await toAudience(world)
    expect(next().disabled).toBe(true)
    await world.user.click(screen.getByRole('option', { name: /First2 Last2/ }))
    expect(next().disabled).toBe(false)
  })

  test('step 3 asks for a subject and content that are not blank', async () => {
    const world = showPage()
    await toDesign(world)
    expect(next().disabled).toBe(true)
    await write(world, 'Subject', 'Hello')
    expect(next().disabled).toBe(true)
    await write(world, 'Content', ' ')
    expect(next().disabled).toBe(true)
    await write(world, 'Content', 'Dear')
    expect(next().disabled).toBe(false)
  })
})

describe('Select Audience', () => {
  test('each card shows first name, last name and email and toggles', async () => {
    const world = showPage()
    await toAudience(world)
    const card = screen.getByRole('option', { name: /First1 Last1/ })
    expect(card.textContent).toContain('p1@example.com')
    await world.user.click(card)
    expect(card.getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText('1 selected')).toBeTruthy()
    await world.user.click(card)
    expect(card.getAttribute('aria-selected')).toBe('false')
  })

  test.each([5, 10, 25, 50, 100])('Quick Select takes the first %i', async (size) => {
    const world = showPage(people(120))
    await toAudience(world)
    await world.user.click(screen.getByRole('button', { name: `First ${size}` }))
    expect(screen.getByText(`${size} selected`)).toBeTruthy()
    expect(screen.getByRole('option', { name: /First1 Last1/ }).getAttribute('aria-selected')).toBe('true')
  })

  test('Select All takes everyone, however many are loaded, and Select None nobody', async () => {
    const world = showPage(people(2_500))
    await toAudience(world)
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    expect(await screen.findByText('2,500 selected')).toBeTruthy()
    await world.user.click(screen.getByRole('option', { name: /First1 Last1/ }))
    expect(screen.getByText('2,499 selected')).toBeTruthy()
    await world.user.click(screen.getByRole('button', { name: 'Select None' }))
    expect(screen.getByText('0 selected')).toBeTruthy()
  })

  test('with a search, Select All adds what it found', async () => {
    const world = showPage(people(1_200))
    await toAudience(world)
    await world.user.click(screen.getByRole('option', { name: /First2 Last2/ }))
    await world.user.type(screen.getByRole('searchbox'), 'first11')
    await screen.findByText('111 results')
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    expect(await screen.findByText('112 selected')).toBeTruthy()
  })

  test('with a search that found many, Select All means the search: no ids are shipped', async () => {
    const world = showPage(people(1_200))
    await toAudience(world)
    await world.user.type(screen.getByRole('searchbox'), 'last1')
    await screen.findByText('312 results')
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    expect(await screen.findByText('312 selected')).toBeTruthy()
    await world.user.click(screen.getByRole('option', { name: /First1 Last1/ }))
    expect(await screen.findByText('311 selected')).toBeTruthy()
    await world.user.clear(screen.getByRole('searchbox'))
    expect(await screen.findByText(/^It goes to 311 contacts that match “last1”\./)).toBeTruthy()
    await world.user.click(screen.getByRole('option', { name: /First2 Last2/ }))
    expect(screen.getByText('311 selected')).toBeTruthy()
    await waitFor(
      () =>
        expect(told(world)).toMatchObject({
          selectedContacts: [],
          audience: { filter: { search: 'last1' }, except: ['p1'] },
        }),
      { timeout: 4_000 },
    )
    expect(world.askedFor('ContactIds')).toEqual([])
  })

  test('a segment or a tag can be the audience', async () => {
    const asked: unknown[] = []
    const world = showPage(people(5), {
      segments: [{ __typename: 'Segment', id: 's1', name: 'Regulars', contactCount: 5 }],
      contactTags: [{ name: 'friend', contactCount: 2 }],
      contacts: (args: ContactArgs) => {
        asked.push(args.filter)
        return pageOf(people(args.filter?.tags ? 2 : 5), args)
      },
    })
    await toAudience(world)
    await world.user.selectOptions(await screen.findByLabelText('Segment'), 'Regulars (5)')
    await world.user.click(await screen.findByRole('button', { name: 'Select All' }))
    await waitFor(() => expect(told(world)).toMatchObject({ audience: { segmentId: 's1', except: [] } }), {
      timeout: 4_000,
    })
    await world.user.selectOptions(screen.getByLabelText('Segment'), 'All segments')
    await world.user.selectOptions(screen.getByLabelText('Tag'), 'friend (2)')
    await screen.findByText('2 results')
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    expect(await screen.findByText('2 selected')).toBeTruthy()
    await waitFor(() => expect(told(world)).toMatchObject({ audience: { filter: { tags: ['friend'] } } }), {
      timeout: 4_000,
    })
    await world.user.click(next())
    await write(world, 'Subject', 'Hello')
    await write(world, 'Content', 'Dear')
    await world.user.click(next())
    expect(await screen.findByText('2 contacts with the tag “friend”')).toBeTruthy()
  })

  test('can be walked and chosen from by keyboard', async () => {
    const world = showPage(people(9))
    await toAudience(world)
    screen.getByRole('listbox').focus()
    await world.user.keyboard('{ArrowRight}{ArrowDown} ')
    // The screen is wide: three cards a row.
    expect(screen.getByRole('option', { name: /First5 Last5/ }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText('1 selected')).toBeTruthy()
  })

  test('without contacts leads to the upload', async () => {
    const { user } = showPage([])
    await user.type(await screen.findByLabelText('Campaign Name'), 'Spring{Enter}')
    expect(await screen.findByText('No contacts yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Upload Contacts' }).getAttribute('href')).toBe('/upload')
  })
})

describe('Design Email', () => {
  const content = () => screen.getByLabelText<HTMLTextAreaElement>('Content')

  test.each(['{firstName}', '{lastName}', '{firstName} {lastName}'])('a button inserts %s', async (tag) => {
    const world = showPage()
    await toDesign(world)
    await write(world, 'Content', 'Dear ')
    await world.user.click(screen.getByRole('button', { name: tag }))
    expect(content().value).toBe(`Dear ${tag}`)
  })

  test('tags go where one wrote last, the subject included', async () => {
    const world = showPage()
    await toDesign(world)
    await write(world, 'Subject', 'For ')
    await world.user.click(screen.getByRole('button', { name: '{firstName}' }))
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('For {firstName}')
  })

  test("the workspace's imported columns are offered as tags", async () => {
    const world = showPage(people(2), { contactFields: [{ name: 'Company' }, { name: 'not a } tag' }] })
    await toDesign(world)
    await world.user.click(await screen.findByRole('button', { name: '{Company}' }))
    expect(content().value).toBe('{Company}')
    expect(within(screen.getByRole('group', { name: 'From your spreadsheet' })).getAllByRole('button')).toHaveLength(1)
  })

  test.each([
    ['Bold', 'b'],
    ['Italic', 'i'],
    ['Underline', 'u'],
  ])('%s wraps the selection in a tag', async (button, tag) => {
    const world = showPage()
    await toDesign(world)
    await write(world, 'Content', 'on Thursday')
    content().setSelectionRange(3, 11)
    await world.user.click(screen.getByRole('button', { name: button }))
    expect(content().value).toBe(`on <${tag}>Thursday</${tag}>`)
  })

  test('Link asks for an address and wraps the selection', async () => {
    const world = showPage()
    await toDesign(world)
    await write(world, 'Content', 'our page')
    content().setSelectionRange(4, 8)
    await world.user.click(screen.getByRole('button', { name: 'Link' }))
    await world.user.type(await screen.findByLabelText('Address'), 'x{Enter}')
    expect(screen.getByText('Enter a web address or an email address')).toBeTruthy()
    await world.user.clear(screen.getByLabelText('Address'))
    await world.user.type(screen.getByLabelText('Address'), 'x.test{Enter}')
    await waitFor(() => expect(content().value).toBe('our <a href="https://x.test">page</a>'))
  })

  const file = (name: string, size: number) => {
    const made = new File(['x'], name, { type: 'application/pdf' })
    Object.defineProperty(made, 'size', { value: size })
    return made
  }
  const MB = 1_048_576

  test('attachments are listed with their size, summed up and removed', async () => {
    const world = showPage()
    await toDesign(world)
    await world.user.upload(await screen.findByLabelText('Attach files'), [file('a.pdf', 500), file('b.pdf', 2 * MB)])
    expect(within(await findToast('Attachment added')).getByText('a.pdf, b.pdf')).toBeTruthy()
    const list = screen.getByRole('list', { name: 'Attachments' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['a.pdf500 B', 'b.pdf2.0 MB'])
    expect(screen.getByText('Total size').parentElement?.textContent).toBe('Total size2.0 MB')
    await world.user.click(screen.getByRole('button', { name: 'Remove b.pdf' }))
    expect(screen.getByText('Total size').parentElement?.textContent).toBe('Total size500 B')
  })

  test('a file over 25MB is refused: File too large', async () => {
    const world = showPage()
    await toDesign(world)
    await world.user.upload(await screen.findByLabelText('Attach files'), file('a.pdf', 25 * MB + 1))
    const toast = await findToast('File too large')
    expect(within(toast).getByText('Attachments must be under 25MB for email compatibility')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull()
  })

  test('over 30MB in all is refused: Total attachments too large', async () => {
    const world = showPage()
    await toDesign(world)
    await world.user.upload(await screen.findByLabelText('Attach files'), file('a.pdf', 20 * MB))
    await world.user.upload(screen.getByLabelText('Attach files'), file('b.pdf', 11 * MB))
    const toast = await findToast('Total attachments too large')
    expect(within(toast).getByText('Total attachment size cannot exceed 30MB')).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Attachments' })).getAllByRole('listitem')).toHaveLength(1)
  })

  test('attachments are not offered where the workspace may not use them', async () => {
    const features = { ...FEATURES, attachments: false }
    const world = showPage(people(1), { tenant: { __typename: 'Tenant', id: 't', features } })
    await toDesign(world)
    expect(screen.queryByRole('button', { name: 'Attachment' })).toBeNull()
  })
})

describe('Review and Launch', () => {
  test('shows name, subject, personalization, recipient count and a preview merged for the first chosen contact', async () => {
    const world = showPage(people(1_204))
    await toReview(world, 'Dear <b>{firstName}</b>,\n\nbye & good luck')
    for (const [name, value] of [
      ['Name', 'Spring'],
      ['Subject', 'For {firstName}'],
      ['Personalization', 'First and last name'],
      ['Recipients', '1,204 contacts'],
    ] as const) {
      expect(screen.getAllByText(name, { selector: 'dt' })[0]?.nextElementSibling?.textContent).toBe(value)
    }
    expect(await screen.findByText('For First1')).toBeTruthy()
    const frame = screen.getByTitle<HTMLIFrameElement>('Preview of the content')
    expect(frame.getAttribute('sandbox')).toBe('')
    expect(frame.srcdoc).toContain('<p>Dear <b>{firstName}</b>')
    await world.user.click(screen.getByRole('button', { name: 'Next recipient' }))
    expect(await screen.findByText('For First2')).toBeTruthy()
  })

  test('Create Campaign creates a draft with everyone, says so and goes to /campaigns', async () => {
    const world = showPage(people(1_204))
    await toReview(world)
    await world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    const toast = await findToast('Campaign Created!')
    expect(within(toast).getByText('Your email campaign has been created successfully!')).toBeTruthy()
    expect(world.address()).toBe('/campaigns')
    expect(told(world)).toMatchObject({
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

  test('sends attachments as base64 with their type', async () => {
    const world = showPage()
    await toDesign(world)
    await world.user.upload(
      await screen.findByLabelText('Attach files'),
      new File(['hello'], 'a.txt', { type: 'text/plain' }),
    )
    await write(world, 'Subject', 'Hello')
    await write(world, 'Content', 'Dear')
    await world.user.click(next())
    await world.user.click(await screen.findByRole('button', { name: 'Create Campaign' }))
    await findToast('Campaign Created!')
    expect(told(world)).toMatchObject({
      attachments: [{ name: 'a.txt', contentBytes: btoa('hello'), contentType: 'text/plain' }],
    })
  })

  test('the button reads Creating... meanwhile', async () => {
    const world = showPage(people(1), { createCampaign: () => new Promise(() => {}) })
    await toReview(world)
    await world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Creating...' })).disabled).toBe(true)
  })

  test.each([
    ['Microsoft Connection Issue', refusal('BAD_INPUT', 'The Microsoft mailbox must be reconnected.')],
    ['Attachments Too Large', refusal('TOO_LARGE', 'Too much.')],
    ['Campaign Creation Failed', breakdown()],
  ])('a failure is told as %s, and nothing is lost', async (title, error) => {
    const world = showPage(people(1), { createCampaign: () => Promise.reject(error) })
    await toReview(world)
    await world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    expect(await findToast(title)).toBeTruthy()
    expect(world.address()).toBe('/campaigns/create')
    expect(screen.getByRole('button', { name: 'Create Campaign' })).toBeTruthy()
  })
})

describe('before it goes out', () => {
  test('the wizard lists what should be mended once the draft is saved, and sends a test to oneself', async () => {
    const world = showPage(people(3), {
      campaignProblems: [
        {
          code: 'UNKNOWN_TAG',
          severity: 'error',
          message: 'No recipient has anything for {City}.',
          count: null,
          contacts: [],
          finishesAt: null,
        },
      ],
      sendTestMail: { email: 'ann@example.com', sent: true, failure: null },
    })
    await toReview(world)
    const list = await screen.findByRole('list', { name: 'Before it goes out' }, { timeout: 4_000 })
    expect(list.textContent).toContain('Error: No recipient has anything for {City}.')
    await world.user.click(screen.getByRole('button', { name: 'Send me a test' }))
    expect(within(await findToast('Test Sent')).getByText('It is on its way to ann@example.com.')).toBeTruthy()
    expect(world.askedFor('SendTestMail')).toMatchObject([{ input: { campaignId: 'new', contactId: 'p1' } }])
  })
})

describe('nothing is lost', () => {
  const again = () => {
    tearDown()
    return showPage()
  }

  test('a reload brings back the step and all that was written', async () => {
    const world = showPage()
    await toDesign(world)
    await write(world, 'Subject', 'Hello')
    window.dispatchEvent(new Event('pagehide'))
    again()
    expect((await screen.findByLabelText<HTMLInputElement>('Subject')).value).toBe('Hello')
    expect(screen.getByText('You are back at the campaign you began in this tab.')).toBeTruthy()
  })

  test('one can start over', async () => {
    const world = showPage()
    await toDesign(world)
    const { user } = again()
    await user.click(await screen.findByRole('button', { name: 'Start over' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Campaign Name')).value).toBe('')
  })

  test("a draft is its writer's alone, also in the same tab", async () => {
    await toDesign(showPage())
    tearDown()
    show(<CreateCampaignPage />, {
      root: { contacts: pageOf([], {}) },
      at: '/campaigns/create',
      person: { ...ANN, id: 'bob' },
    })
    expect((await screen.findByLabelText<HTMLInputElement>('Campaign Name')).value).toBe('')
  })

  test('what is written is saved as a draft by itself, and the address leads back to it', async () => {
    const world = showPage()
    await write(world, 'Campaign Name', 'Spring')
    expect(await screen.findByText('Saved as a draft', {}, { timeout: 4_000 })).toBeTruthy()
    expect(world.askedFor('CreateCampaign')).toHaveLength(1)
    expect(world.address()).toBe('/campaigns/create?draft=new')
    await world.user.click(next())
    await world.user.click(await screen.findByRole('option', { name: /First2 Last2/ }))
    await waitFor(() => expect(world.askedFor('UpdateCampaign')).toHaveLength(1), { timeout: 4_000 })
    expect(world.askedFor('UpdateCampaign')).toEqual([
      { id: 'new', input: { selectedContacts: ['p2'], audience: null } },
    ])
    expect(screen.getByLabelText<HTMLInputElement>('Search contacts')).toBeTruthy()
  })

  test('leaving saves what is not saved yet, and does not ask', async () => {
    const world = showPage()
    await toAudience(world)
    await world.user.click(screen.getByRole('link', { name: 'Campaigns' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    expect(told(world)).toMatchObject({ name: 'Spring' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('leaving asks if it cannot be saved; Stay stays, Leave keeps the draft in the tab', async () => {
    const world = showPage(people(3), {
      createCampaign: () => Promise.reject(refusal('LIMIT_REACHED', 'Your plan has room for 2 campaigns.')),
    })
    await toAudience(world)
    await world.user.click(screen.getByRole('link', { name: 'Campaigns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave this campaign?' })
    expect(dialog.textContent).toContain('It could not be saved. Your plan has room for 2 campaigns.')
    await world.user.click(within(dialog).getByRole('button', { name: 'Stay' }))
    expect(world.address()).toBe('/campaigns/create')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText(/^Not saved, but kept in this tab\. Your plan has room/)).toBeTruthy()
    await world.user.click(screen.getByRole('link', { name: 'Campaigns' }))
    await world.user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    again()
    expect(await onStep('Select Audience')).toBeTruthy()
  })

  test('leaving asks if it has no name to be saved by; Discard draft forgets it', async () => {
    const world = showPage()
    await toAudience(world)
    await world.user.click(screen.getByRole('option', { name: /First2 Last2/ }))
    await world.user.click(previous())
    await world.user.clear(screen.getByLabelText('Campaign Name'))
    await world.user.click(screen.getByRole('link', { name: 'Campaigns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave this campaign?' })
    expect(dialog.textContent).toContain('It has no name, so it could not be saved.')
    await world.user.click(screen.getByRole('button', { name: 'Discard draft' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    again()
    expect((await screen.findByLabelText<HTMLInputElement>('Campaign Name')).value).toBe('')
  })

  test('leaving without any work does not ask', async () => {
    const world = showPage()
    await screen.findByLabelText('Campaign Name')
    await world.user.click(screen.getByRole('link', { name: 'Campaigns' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    expect(told(world)).toEqual({})
  })

  test('the browser is told to ask before the tab is closed, until it is saved', async () => {
    const world = showPage()
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    await screen.findByLabelText('Campaign Name')
    expect(closing()).toBe(false)
    await write(world, 'Campaign Name', 'Spring')
    expect(closing()).toBe(true)
    await screen.findByText('Saved as a draft', {}, { timeout: 4_000 })
    expect(closing()).toBe(false)
  })
})

describe('a draft among the campaigns', () => {
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
  const open = (draft: object | null = DRAFT) => showPage(people(3), { campaign: draft }, '/campaigns/create?draft=d1')

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

  test('is told only what changed, its files by their ids', async () => {
    const world = open()
    await onStep('Review and Launch')
    await world.user.click(previous())
    await world.user.upload(await screen.findByLabelText('Attach files'), new File(['hi'], 'b.txt'))
    await world.user.click(screen.getByRole('link', { name: 'Campaigns' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    expect(told(world)).toEqual({
      attachments: [
        { id: 'f1', name: 'a.txt' },
        { name: 'b.txt', contentBytes: btoa('hi'), contentType: null },
      ],
    })
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

  test.each([
    ['is gone', null, 'This draft is not there any more. It may have been deleted.'],
    ['was sent', { ...DRAFT, status: 'sent' }, 'This campaign was sent already, so it cannot be changed.'],
  ])('that %s says so', async (_, draft, line) => {
    open(draft)
    expect(await screen.findByText(line)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Campaigns' })).toBeTruthy()
  })
})
