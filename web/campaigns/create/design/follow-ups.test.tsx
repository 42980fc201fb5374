import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { template } from '#web/templates/testing.tsx'
import { findToast, pageOf, tearDown } from '#web/testing/world.tsx'
import { FEATURES, openDesign, paste, savedInput } from '../testing.tsx'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

describe('the form for follow-ups of a campaign', () => {
  test('adds follow-ups, saves them in their order, and removes them after a question', async () => {
    const world = await openDesign()
    const card = screen.getByText('No follow-ups. Every recipient gets one email.')
    await world.user.click(screen.getByRole('button', { name: 'Add a follow-up' }))
    expect(card.isConnected).toBe(false)
    const emails = within(screen.getByRole('list', { name: 'Emails of this campaign' })).getAllByRole('listitem')
    expect(emails.map(({ textContent }) => textContent?.slice(0, 11))).toEqual(['First email', 'Follow-up 1'])
    await paste(world, 'Text of follow-up 1', 'Did you see it?')
    await world.user.selectOptions(screen.getByLabelText('Who gets it'), 'No reply, but a click')
    await world.user.selectOptions(screen.getByLabelText('Which link'), 'Another link')
    await paste(world, 'Address', 'https://example.com/offer')
    await world.user.click(screen.getByRole('button', { name: 'Add a follow-up' }))
    expect(screen.queryByLabelText('Text of follow-up 1')).toBeNull()
    await paste(world, 'Text of follow-up 2', 'Last call')
    await waitFor(() =>
      expect(savedInput(world)).toMatchObject({
        followUps: [
          {
            ...{ waitDays: 3, timeOfDay: '09:30', condition: 'clicked', link: 'https://example.com/offer' },
            ...{ subject: '', content: 'Did you see it?' },
          },
          { waitDays: 3, condition: 'no_reply', link: null, content: 'Last call' },
        ],
      }),
    )
    await world.user.click(screen.getByRole('button', { name: 'Remove Follow-up 1' }))
    const question = await screen.findByRole('alertdialog', { name: 'Remove Follow-up 1?' })
    await world.user.click(within(question).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(savedInput(world)['followUps']).toMatchObject([{ content: 'Last call' }]))
  })

  test('can start a follow-up from a template, as text or made in the builder, without its subject', async () => {
    const templates = [
      template('t1', { name: 'Reminder', content: 'A reminder.' }),
      template('t2', { name: 'Designed', content: '<p>Seen?</p>', htmlTemplate: { v: 1 } }),
    ]
    const world = await openDesign({ root: { templates: (args: object) => pageOf(templates, args) } })
    await world.user.click(screen.getByRole('button', { name: 'Add a follow-up' }))
    await world.user.click(screen.getByRole('button', { name: 'Start from a template' }))
    await world.user.selectOptions(await screen.findByLabelText('Template'), 'Reminder')
    expect((await screen.findByLabelText('Text of follow-up 1')).textContent).toBe('A reminder.')
    expect(screen.queryByRole('button', { name: 'Start from a template' })).toBeNull()
    await world.user.click(screen.getByRole('button', { name: 'Add a follow-up' }))
    await world.user.click(screen.getByRole('button', { name: 'Start from a template' }))
    await world.user.selectOptions(await screen.findByLabelText('Template'), 'Designed')
    await screen.findByText('This follow-up was designed in the HTML builder.')
    await waitFor(() =>
      expect(savedInput(world)).toMatchObject({
        followUps: [
          { subject: '', content: 'A reminder.', useHtmlBuilder: false, htmlTemplate: null },
          { subject: '', content: '<p>Seen?</p>', useHtmlBuilder: true, htmlTemplate: { v: 1 } },
        ],
      }),
    )
  })

  test('offers no design for a follow-up where the builder is turned off', async () => {
    const designed = [template('t2', { name: 'Designed', content: '<p>Seen?</p>', htmlTemplate: { v: 1 } })]
    const tenant = { __typename: 'Tenant', id: 't', features: { ...FEATURES, htmlBuilder: false } }
    const world = await openDesign({ root: { tenant, templates: (args: object) => pageOf(designed, args) } })
    await world.user.click(screen.getByRole('button', { name: 'Add a follow-up' }))
    await world.user.click(screen.getByRole('button', { name: 'Start from a template' }))
    await world.user.selectOptions(await screen.findByLabelText('Template'), 'Designed')
    expect(await findToast('The HTML builder is turned off for this workspace')).toBeTruthy()
    expect(screen.queryByText('This follow-up was designed in the HTML builder.')).toBeNull()
  })

  test('offers the links of the earlier emails, also of those from the builder', async () => {
    const element = (type: string, fields: object) => ({ id: type, type, content: '', styles: {}, ...fields })
    const htmlTemplate = {
      subject: '',
      elements: [
        element('button', { link: 'https://example.com/buy' }),
        element('text', { content: 'See <a href="https://example.com/terms">the terms</a>.' }),
        element('image', { content: 'https://example.com/picture.png' }),
      ],
      globalStyles: {},
    }
    const world = await openDesign({}, { useHtmlBuilder: true, htmlTemplate })
    await world.user.click(await screen.findByRole('button', { name: 'Add a follow-up' }))
    await world.user.selectOptions(screen.getByLabelText('Who gets it'), 'No reply and no click')
    const choice = screen.getByLabelText('Which link')
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Any link in the earlier emails',
      'https://example.com/buy',
      'https://example.com/terms',
      'Another link',
    ])
    await world.user.selectOptions(choice, 'https://example.com/terms')
    await waitFor(() => expect(savedInput(world)).toMatchObject({ followUps: [{ link: 'https://example.com/terms' }] }))
    expect(screen.queryByLabelText('Address')).toBeNull()
  })

  test('says from when the waiting time counts, and that 0 days are not possible', async () => {
    const world = await openDesign()
    await world.user.click(screen.getByRole('button', { name: 'Add a follow-up' }))
    expect(screen.getByText('After the first email.')).toBeTruthy()
    const box = screen.getByLabelText<HTMLInputElement>('Working days to wait')
    await world.user.clear(box)
    await world.user.type(box, '0')
    expect(box.value).toBe('0')
    expect(screen.getByText('Choose 1 to 90 working days.')).toBeTruthy()
    await world.user.clear(box)
    await world.user.type(box, '5')
    expect(screen.queryByText(/^Choose 1 to/)).toBeNull()
    await waitFor(() => expect(savedInput(world)).toMatchObject({ followUps: [{ waitDays: 5 }] }))
    await world.user.click(screen.getByRole('button', { name: 'Add a follow-up' }))
    expect(
      screen.getByText(
        'The wait begins after the email before. For recipients who skipped that email, the wait begins on the day it was due.',
      ),
    ).toBeTruthy()
  })

  test('says that replies to a mailbox that only sends cannot be seen, and links to where that is changed', async () => {
    const mailbox = {
      ...{
        id: 'm1',
        email: 'ann@example.com',
        provider: 'google',
        status: 'connected',
        dailySent: 0,
        recipientsInDay: 0,
        recipientLimit: null,
        sandbox: false,
      },
      ...{ isMine: true, canSend: true, isDefault: true, level: 'send', readsReplies: false, lastUsed: null },
    }
    const world = await openDesign({ root: { mailboxes: [mailbox] } })
    expect(screen.queryByText(/cannot be seen/)).toBeNull()
    await world.user.click(screen.getByRole('button', { name: 'Add a follow-up' }))
    expect(await screen.findByText('Replies to ann@example.com cannot be seen')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Allow reading' }).getAttribute('href')).toBe('/settings?tab=emails')
  })

  test('can attach the files of the first email to a follow-up again', async () => {
    const world = await openDesign()
    await world.user.click(screen.getByRole('button', { name: 'Add a follow-up' }))
    await world.user.click(screen.getByLabelText('Attach the files again'))
    await waitFor(() => expect(savedInput(world)).toMatchObject({ followUps: [{ attachesFiles: true }] }))
    screen.getByText(/No reply · With the files, if any$/)
  })

  test('can put words that only some recipients see into the subject of a follow-up', async () => {
    const world = await openDesign({ root: { contactFields: [], contactTags: [] } })
    await world.user.click(screen.getByRole('button', { name: 'Add a follow-up' }))
    const later = within(screen.getByRole('list', { name: 'Emails of this campaign' }))
    const [ofSubject] = later.getAllByRole('button', { name: 'Add a condition' })
    await world.user.click(ofSubject as HTMLElement)
    const form = within(await screen.findByRole('dialog', { name: 'Add a condition' }))
    await world.user.click(await form.findByRole('button', { name: 'Insert' }))
    const box = later.getByLabelText<HTMLInputElement>('Subject (optional)')
    await waitFor(() => expect(box.value).toBe('{#if firstName is not empty}{/if}'))
  })
})
