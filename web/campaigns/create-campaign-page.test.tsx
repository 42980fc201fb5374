// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ANN, breakdown, findToast, pageOf, refusal, show, tearDown, type Root } from '#web/testing/world.tsx'
import { CreateCampaignPage } from './create-campaign-page.tsx'
import { campaign } from './testing.ts'

afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

interface ContactArgs {
  first?: number
  after?: string
  filter?: { search?: string }
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

function showPage(contacts = people(3), root: Root = {}) {
  const features = {
    htmlBuilder: true,
    abTesting: true,
    attachments: true,
    tracking: true,
    apiAccess: true,
    warmup: true,
  }
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
      tenant: { __typename: 'Tenant', id: 't', features },
      campaigns: pageOf([], {}),
      createCampaign: ({ input }: { input: { name: string } }) => campaign('new', { name: input.name }),
      ...root,
    },
    at: '/campaigns/create',
  })
}

type World = ReturnType<typeof showPage>

const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
const previous = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' })
const onStep = (title: string) => screen.findByRole('heading', { level: 2, name: title })

/** Writes all at once; key by key is for where keys matter. */
async function write({ user }: World, label: string, text: string) {
  await user.click(screen.getByLabelText(label))
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
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
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
    expect(next().disabled).toBe(true)
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
    expect(screen.getByText('2,500 selected')).toBeTruthy()
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
    await user.type(screen.getByLabelText('Campaign Name'), 'Spring{Enter}')
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
    const world = showPage([person(1, [{ name: 'Company', value: 'Larkspur' }]), person(2)])
    await toDesign(world)
    await world.user.click(await screen.findByRole('button', { name: '{Company}' }))
    expect(content().value).toBe('{Company}')
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
    const features = {
      htmlBuilder: true,
      abTesting: true,
      attachments: false,
      tracking: true,
      apiAccess: true,
      warmup: true,
    }
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
    expect(frame.srcdoc).toContain('<p>Dear <b>First1</b>,</p><p>bye &amp; good luck</p>')
  })

  test('Create Campaign creates a draft with everyone, says so and goes to /campaigns', async () => {
    const world = showPage(people(1_204))
    await toReview(world)
    await world.user.click(screen.getByRole('button', { name: 'Create Campaign' }))
    const toast = await findToast('Campaign Created!')
    expect(within(toast).getByText('Your email campaign has been created successfully!')).toBeTruthy()
    expect(world.address()).toBe('/campaigns')
    const { input } = world.askedFor('CreateCampaign')[0] as {
      input: Record<string, unknown> & { selectedContacts: string[] }
    }
    expect(input).toMatchObject({
      name: 'Spring',
      subject: 'For {firstName}',
      content: 'Hello {firstName}',
      useHtmlBuilder: false,
      personalization: 'both',
      attachments: [],
    })
    expect(new Set(input.selectedContacts).size).toBe(1_204)
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
    expect(world.askedFor('CreateCampaign')[0]).toMatchObject({
      input: { attachments: [{ name: 'a.txt', contentBytes: btoa('hello'), contentType: 'text/plain' }] },
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
    expect(screen.getByLabelText<HTMLInputElement>('Campaign Name').value).toBe('')
  })

  test("a draft is its writer's alone, also in the same tab", async () => {
    await toDesign(showPage())
    tearDown()
    show(<CreateCampaignPage />, {
      root: { contacts: pageOf([], {}) },
      at: '/campaigns/create',
      person: { ...ANN, id: 'bob' },
    })
    expect(screen.getByLabelText<HTMLInputElement>('Campaign Name').value).toBe('')
  })

  test('leaving with unsaved work asks; Stay stays, Leave keeps the draft', async () => {
    const world = showPage()
    await toAudience(world)
    await world.user.click(screen.getByRole('link', { name: 'Campaigns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave this campaign?' })
    await world.user.click(within(dialog).getByRole('button', { name: 'Stay' }))
    expect(world.address()).toBe('/campaigns/create')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await world.user.click(screen.getByRole('link', { name: 'Campaigns' }))
    await world.user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    again()
    expect(await onStep('Select Audience')).toBeTruthy()
  })

  test('Discard draft forgets it', async () => {
    const world = showPage()
    await toAudience(world)
    await world.user.click(screen.getByRole('link', { name: 'Campaigns' }))
    await world.user.click(await screen.findByRole('button', { name: 'Discard draft' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    again()
    expect(screen.getByLabelText<HTMLInputElement>('Campaign Name').value).toBe('')
  })

  test('leaving without any work does not ask', async () => {
    const world = showPage()
    await world.user.click(screen.getByRole('link', { name: 'Campaigns' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
  })

  test('the browser is told to ask before the tab is closed', async () => {
    const world = showPage()
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(closing()).toBe(false)
    await world.user.type(screen.getByLabelText('Campaign Name'), 'Spring')
    expect(closing()).toBe(true)
  })
})
