import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unexplainedError, pageOf, knownError, tearDown } from '#web/testing/world.tsx'
import { campaign } from '../../testing.ts'
import { EVERYONE } from './audience.ts'
import {
  next,
  openAudience,
  openReview,
  people,
  previous,
  showWizard,
  savedInput,
  paste,
  type ContactArgs,
} from '../testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

describe('the step Select Audience', () => {
  test('shows "Loading contacts..." visibly until they are loaded', async () => {
    const held = Promise.withResolvers<void>()
    const contacts = async (args: ContactArgs) => {
      await held.promise
      return pageOf(people(3), args)
    }
    const opening = openAudience({ root: { contacts } })
    expect((await screen.findByText('Loading contacts...')).matches('.sr-only, .sr-only *')).toBe(false)
    held.resolve()
    await opening
    expect(screen.queryByText('Loading contacts...')).toBeNull()
  })

  test('shows first name, last name and email on each card, which toggles', async () => {
    const world = await openAudience()
    const card = screen.getByRole('option', { name: /First1 Last1/ })
    expect(card.textContent).toContain('p1@example.com')
    await world.user.click(card)
    expect(card.getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText('1 selected')).toBeTruthy()
    await world.user.click(card)
    expect(card.getAttribute('aria-selected')).toBe('false')
  })

  test('selects the first 5, 10, 25, 50 or 100 with Quick Select', async () => {
    const world = await openAudience({ contacts: people(120) })
    for (const size of [5, 10, 25, 50, 100]) {
      await world.user.click(screen.getByRole('button', { name: `First ${size}` }))
      expect(screen.getByText(`${size} selected`)).toBeTruthy()
      expect(screen.getByRole('option', { name: /First1 Last1/ }).getAttribute('aria-selected')).toBe('true')
    }
  })

  test('selects everyone, loaded or not, with Select All, and nobody with Select None', async () => {
    const world = await openAudience({ contacts: people(2_500) })
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    expect(await screen.findByText('2,500 selected')).toBeTruthy()
    await world.user.click(screen.getByRole('option', { name: /First1 Last1/ }))
    expect(screen.getByText('2,499 selected')).toBeTruthy()
    await world.user.click(screen.getByRole('button', { name: 'Select None' }))
    expect(screen.getByText('0 selected')).toBeTruthy()
  })

  test('reports a failed count of matching contacts, which can be tried again', async () => {
    let broken = true
    const world = await openAudience({
      root: {
        contacts: (args: ContactArgs) =>
          broken && args.first === 1 ? Promise.reject(unexplainedError()) : pageOf(people(3), args),
      },
    })
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    expect(await screen.findByText('The selected contacts could not be counted')).toBeTruthy()
    broken = false
    await world.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('3 selected')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  itInFull('adds the results of a search with Select All', async () => {
    const world = await openAudience({ contacts: people(1_200) })
    await world.user.click(screen.getByRole('option', { name: /First2 Last2/ }))
    await world.user.type(screen.getByRole('searchbox'), 'first11')
    await screen.findByText('111 results')
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    expect(await screen.findByText('112 selected')).toBeTruthy()
  })

  test('selects a large search itself with Select All, so that no ids are sent', async () => {
    const world = await openAudience({ contacts: people(1_200) })
    await world.user.type(screen.getByRole('searchbox'), 'last1')
    await screen.findByText('312 results')
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    expect(await screen.findByText('312 selected')).toBeTruthy()
    await world.user.click(screen.getByRole('option', { name: /First1 Last1/ }))
    expect(await screen.findByText('311 selected')).toBeTruthy()
    await world.user.clear(screen.getByRole('searchbox'))
    expect(await screen.findByText(/^This campaign will be sent to 311 contacts that match “last1”\./)).toBeTruthy()
    await world.user.click(screen.getByRole('option', { name: /First2 Last2/ }))
    expect(screen.getByText('311 selected')).toBeTruthy()
    await waitFor(() =>
      expect(savedInput(world)).toMatchObject({
        selectedContacts: [],
        audience: { filter: { search: 'last1' }, except: ['p1'] },
      }),
    )
    expect(world.askedFor('ContactIds')).toEqual([])
  })

  test('asks before Select All replaces selected contacts by a large search', async () => {
    const world = await openAudience({ contacts: people(1_200) })
    await world.user.click(screen.getByRole('option', { name: /First2 Last2/ }))
    await world.user.type(screen.getByRole('searchbox'), 'first')
    await screen.findByText('1,200 results')
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Replace the 1 contact you selected?' }))
    await world.user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('1 selected')).toBeTruthy()
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    await world.user.click(await screen.findByRole('button', { name: 'Replace' }))
    expect(await screen.findByText('1,200 selected')).toBeTruthy()
  })

  itInFull('offers segments and tags as the audience', async () => {
    const asked: unknown[] = []
    const world = await openAudience({
      contacts: people(5),
      root: {
        segments: [{ __typename: 'Segment', id: 's1', name: 'Regulars', contactCount: 5, filter: {} }],
        contactTags: [{ name: 'friend', contactCount: 2 }],
        contacts: (args: ContactArgs) => {
          asked.push(args.filter)
          return pageOf(people(args.filter?.tags ? 2 : 5), args)
        },
      },
    })
    await world.user.selectOptions(await screen.findByLabelText('Segment'), 'Regulars (5)')
    await world.user.click(await screen.findByRole('button', { name: 'Select All' }))
    await waitFor(() => expect(savedInput(world)).toMatchObject({ audience: { segmentId: 's1', except: [] } }))
    await world.user.selectOptions(screen.getByLabelText('Segment'), 'All segments')
    await world.user.selectOptions(screen.getByLabelText('Tag'), 'friend (2)')
    await screen.findByText('2 results')
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    expect(await screen.findByText('2 selected')).toBeTruthy()
    await waitFor(() => expect(savedInput(world)).toMatchObject({ audience: { filter: { tags: ['friend'] } } }))
    await world.user.click(next())
    await paste(world, 'Subject', 'Hello')
    await paste(world, 'Content', 'Dear')
    await world.user.click(next())
    expect(await screen.findByText('2 contacts with the tag “friend”')).toBeTruthy()
  })

  test('offers conditions as the audience, and stays open while they are set', async () => {
    const world = await openAudience({
      contacts: people(5),
      root: {
        contactFields: [{ name: 'City', contactCount: 3 }],
        contacts: (args: ContactArgs) => pageOf(people(args.filter?.fields ? 3 : 5), args),
      },
    })
    await world.user.click(await screen.findByRole('button', { name: 'Filter' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Filter contacts' }))
    await world.user.selectOptions(dialog.getByRole('combobox', { name: 'What' }), 'City')
    await world.user.type(dialog.getByRole('textbox', { name: 'Value' }), 'Cork{Enter}')
    await screen.findByText('3 results')
    await world.user.click(screen.getByRole('button', { name: 'Select All' }))
    expect(await screen.findByText('3 selected')).toBeTruthy()
    const filter = { fields: [{ name: 'City', equals: 'Cork' }] }
    await waitFor(() => expect(savedInput(world)).toMatchObject({ audience: { filter } }))
  })

  test('can be used by keyboard', async () => {
    const world = await openAudience({ contacts: people(9) })
    screen.getByRole('listbox').focus()
    await world.user.keyboard('{ArrowRight}{ArrowDown} ')
    // The screen is wide: three cards per row.
    expect(screen.getByRole('option', { name: /First5 Last5/ }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText('1 selected')).toBeTruthy()
  })

  test('links to the upload if there are no contacts', async () => {
    const world = showWizard({ contacts: [] })
    await paste(world, 'Campaign Name', 'Spring')
    await world.user.click(next())
    expect(await screen.findByText('No contacts yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Upload Contacts' }).getAttribute('href')).toBe('/upload')
  })
})

describe('a segment that is deleted after it was selected as the audience', () => {
  const audience = { ...EVERYONE, view: { segmentId: 's1' }, label: 'in the segment “VIP”' }
  const gone = () => Promise.reject(knownError('NOT_FOUND', 'Segment not found. It may have been deleted.'))
  const root = {
    contacts: (args: ContactArgs) => (args.filter?.segmentId ? gone() : pageOf(people(3), args)),
    createCampaign: ({ input }: { input: { audience?: object } }) =>
      input.audience ? gone() : campaign('new', { name: 'Spring', totalContacts: 1 }),
  }

  test('offers two ways to continue: show everyone, or select others', async () => {
    const world = await openAudience({ root }, { audience })
    expect(await screen.findByText('Your contacts could not be loaded')).toBeTruthy()
    const menu = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Segment' })
    await waitFor(() => expect(menu.selectedOptions[0]?.textContent).toBe('Deleted segment'))
    const alert = (await screen.findByText('The segment was deleted')).closest('[role=alert]')
    expect(alert?.textContent).toContain('This campaign was set to be sent to contacts in the segment “VIP”.')
    await world.user.click(screen.getByRole('button', { name: 'Show all contacts' }))
    expect(await screen.findByRole('option', { name: /First1 Last1/ })).toBeTruthy()
    expect(screen.queryByText('Your contacts could not be loaded')).toBeNull()
    await world.user.click(screen.getByRole('button', { name: 'Choose other contacts' }))
    expect(await screen.findByText('0 selected')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('The segment was deleted')).toBeNull())
    await world.user.click(screen.getByRole('option', { name: /First2 Last2/ }))
    await waitFor(() => expect(savedInput(world)).toMatchObject({ selectedContacts: ['p2'], audience: null }))
  })

  itInFull('prevents saving, links back to the audience, and the list there can be reset', async () => {
    let deleted = false
    const world = await openReview(
      {
        root: {
          ...root,
          contacts: (args: ContactArgs) =>
            deleted && args.filter?.segmentId ? gone() : pageOf(people(args.filter?.segmentId ? 2 : 3), args),
        },
      },
      { audience },
    )
    await screen.findByText('2 contacts in the segment “VIP”')
    deleted = true
    expect(
      await screen.findByText(
        /^Not saved.*Segment not found\. It may have been deleted\. Choose the audience again in Select Audience\.$/,
      ),
    ).toBeTruthy()
    await world.user.click(previous())
    await world.user.click(previous())
    await world.user.selectOptions(await screen.findByRole('combobox', { name: 'Segment' }), 'All segments')
    expect(await screen.findByRole('option', { name: /First3 Last3/ })).toBeTruthy()
  })
})
