import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { openReview, people } from '../testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

const seen = (text: string) => screen.findByText(text)
const press = async (world: Awaited<ReturnType<typeof openReview>>, name: string) =>
  world.user.click(screen.getByRole('button', { name }))

describe('the preview of a campaign in the wizard', () => {
  test('walks through all recipients, with their position among all', async () => {
    const world = await openReview({ contacts: people(2_970) })
    await seen('Recipient 1 of 2,970')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous recipient' }).disabled).toBe(true)
    await press(world, 'Next recipient')
    await seen('Recipient 2 of 2,970')
    await waitFor(() => expect(world.askedFor('PreviewMail').at(-1)).toMatchObject({ input: { contactId: 'p2' } }))
    await press(world, 'Previous recipient')
    await seen('Recipient 1 of 2,970')
  })

  itInFull('finds a recipient, continues to the next match, and says when there is none', async () => {
    const world = await openReview({ contacts: people(40) })
    await seen('Recipient 1 of 40')
    const box = screen.getByRole('searchbox', { name: 'Find a recipient' })
    await world.user.type(box, 'p2{Enter}')
    await seen('Recipient 2 of 40')
    await world.user.type(box, '{Enter}')
    await seen('Recipient 20 of 40')
    await world.user.clear(box)
    await world.user.type(box, 'nowhere{Enter}')
    await seen('No recipient matches your search.')
    expect(screen.getByText('Recipient 20 of 40')).toBeTruthy()
  })

  itInFull('jumps to the next recipient who lacks a value and names it, from the end to the first', async () => {
    const contacts = people(40)
    const gap = (position: number) => ({
      ...{ contact: contacts[position - 1], position, total: 40 },
      gaps: ['{Title}', 'CC', '{Due|date:long}'],
    })
    const world = await openReview({
      contacts,
      root: {
        previewRecipient: ({ hasGap, after }: { hasGap?: boolean; after?: string }) => {
          if (!hasGap) return { ...gap(30), gaps: [] }
          return after === 'p30' ? null : gap(7)
        },
      },
    })
    await seen('Recipient 30 of 40')
    await press(world, 'Next incomplete email')
    await seen('Recipient 7 of 40')
    expect(
      screen.getByText(
        '{Title} is empty, CC has no valid address, {Due|date:long} has a value that does not fit the format for this recipient.',
      ),
    ).toBeTruthy()
    await press(world, 'Next incomplete email')
    await seen('No other email is incomplete.')
  })
  test('lists the files of the recipient, without pictures in the text', async () => {
    const file = (name: string, size: number, inline = false) => ({
      ...{ name, size, inline },
      ...{ isDocument: false, problem: null as string | null },
    })
    const attachments = [file('Letter-First1.pdf', 2_048), file('logo.png', 900, true), file('Terms.pdf', 3_072)]
    const document = { ...file('Invoice First1.docx', 4_096), isDocument: true }
    const failed = { ...file('List.docx', 0), isDocument: true, problem: 'The document would be too long.' }
    await openReview({
      root: {
        previewMail: {
          ...{ from: null, to: { name: '', address: 'p1@example.com' }, replyTo: [], cc: [], bcc: [] },
          ...{
            subject: 'Your letter',
            htmlForDisplay: '<p>Attached.</p>',
            attachments: [...attachments, document, failed],
            size: 9_000,
          },
        },
      },
    })
    const name = await seen('Files')
    expect(name.nextElementSibling?.textContent).toMatch(/^Letter-First1\.pdf \(2\.0 KB\), Terms\.pdf \(3\.0 KB\)/)
    expect(screen.getByRole('button', { name: 'Invoice First1.docx' })).toBeTruthy()
    await seen('List.docx cannot be made for this recipient')
    await seen('The document would be too long.')
  })

  test('shows each follow-up as the same recipient gets it', async () => {
    const follow = { id: 'one', waitDays: 3, timeOfDay: '09:30', timeZone: 'UTC', condition: 'no_reply' as const }
    const rest = { link: null, attachesFiles: false, useHtmlBuilder: false, htmlTemplate: null }
    const followUps = [
      { ...follow, ...rest, subject: '', content: 'Did you see it?' },
      { ...follow, ...rest, id: 'two', subject: 'Last call, {firstName}', content: 'Last call.' },
    ]
    const world = await openReview({}, { followUps })
    await seen('Recipient 1 of 3')
    await press(world, 'Next recipient')
    await seen('Recipient 2 of 3')
    const emails = within(screen.getByRole('radiogroup', { name: 'Email' }))
    expect(emails.getAllByRole('radio').map((each) => each.getAttribute('aria-label'))).toEqual([
      'First email',
      'Follow-up 1',
      'Follow-up 2',
    ])
    await world.user.click(emails.getByRole('radio', { name: 'Follow-up 1' }))
    await seen('Re: For First2')
    expect(screen.getByTitle<HTMLIFrameElement>('Content preview').srcdoc).toBe('<p>Did you see it?</p>')
    await world.user.click(emails.getByRole('radio', { name: 'Follow-up 2' }))
    await seen('Last call, First2')
    await press(world, 'Next recipient')
    await seen('Last call, First3')
    await press(world, 'Send me a test email')
    await waitFor(() =>
      expect(world.askedFor('SendTestMail')).toMatchObject([
        { input: { contactId: 'p3', subject: 'Last call, {firstName}', content: 'Last call.', attachesFiles: false } },
      ]),
    )
    await world.user.click(emails.getByRole('radio', { name: 'First email' }))
    await seen('For First3')
  })

  test('offers no choice of emails without follow-ups', async () => {
    await openReview({ contacts: people(2) })
    await seen('Size')
    expect(screen.queryByRole('radiogroup', { name: 'Email' })).toBeNull()
  })

  test('has no row for files if the recipient gets none', async () => {
    await openReview({ contacts: people(2) })
    await seen('Size')
    expect(screen.queryByText('Files')).toBeNull()
  })
})
