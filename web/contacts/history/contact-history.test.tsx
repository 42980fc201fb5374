import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { emailLog } from '#web/campaigns/testing.ts'
import { pageOf, show, tearDown } from '#web/testing/world.tsx'
import { ContactsPage } from '../contacts-page.tsx'
import { person, rowOf, workspace } from '../testing.ts'

afterEach(tearDown)

const event = (kind: string, fields: object = {}) => ({
  ...{ kind, at: '2026-02-01T09:00:00.000Z', machine: false, url: null, detail: null },
  ...fields,
})
const of = (id: string, name: string) => ({ __typename: 'Campaign', id, name })
const letter = (index: number) =>
  emailLog(`l${index}`, { step: 1, campaign: of(`c${index}`, `Letter ${index}`), events: [event('sent')] })

function showList(emails: readonly object[]) {
  const space = workspace([person('ann', 'Ann', 'Lee')])
  const contact = ({ id }: { id: string }) => ({
    ...person(id, 'Ann', 'Lee'),
    __typename: 'Contact',
    emailLogs: (args: object) => pageOf(emails as { id: string }[], args),
  })
  return show(<ContactsPage />, { root: { ...space.root, contact } })
}

test('a contact’s history shows the emails of all campaigns with their outcome, newest first', async () => {
  const { user, askedFor } = showList([
    emailLog('two', {
      step: 2,
      campaign: of('b', 'Autumn'),
      events: [event('sent'), event('opened'), event('replied')],
    }),
    emailLog('one', {
      status: 'failed',
      step: 1,
      campaign: of('a', 'Spring'),
      failure: { message: 'This mailbox is full.', howToFix: 'Wait.' },
      events: [event('sent'), event('bounced', { detail: 'Mailbox full' })],
    }),
  ])
  const row = within(await rowOf('Ann Lee'))
  expect(askedFor('ContactHistory')).toEqual([])
  await user.click(row.getByRole('button', { name: 'History of Ann Lee' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'History of Ann Lee' }))
  const emails = within(await dialog.findByRole('list', { name: 'Emails' }))
  expect(emails.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Autumn · Follow-up 1',
    'Spring',
  ])
  expect(emails.getByRole('link', { name: 'Spring' }).getAttribute('href')).toBe('/campaigns/a/analytics')
  expect(within(emails.getByRole('list', { name: 'Activity of Spring' })).getByText('Bounced')).toBeTruthy()
  expect(emails.getByText('This mailbox is full.')).toBeTruthy()
  const later = within(emails.getByRole('list', { name: 'Activity of Follow-up 1 of Autumn' }))
  expect(later.getAllByRole('listitem').map(({ textContent }) => textContent?.split(' ')[0])).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Replied/)]),
  )
})

test('a contact’s history is shown in pages if it is long', async () => {
  const { user } = showList(Array.from({ length: 12 }, (_, index) => letter(index)))
  await user.click(within(await rowOf('Ann Lee')).getByRole('button', { name: 'Edit Ann Lee' }))
  await user.click(screen.getByRole('button', { name: 'History' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'History of Ann Lee' }))
  expect(await dialog.findAllByRole('heading', { level: 3 })).toHaveLength(10)
  await user.click(dialog.getByRole('button', { name: 'Show more emails' }))
  expect(await dialog.findByRole('link', { name: 'Letter 11' })).toBeTruthy()
  expect(dialog.getAllByRole('heading', { level: 3 })).toHaveLength(12)
})

test('a contact’s history says so if the contact got no email', async () => {
  const { user } = showList([])
  await user.click(within(await rowOf('Ann Lee')).getByRole('button', { name: 'History of Ann Lee' }))
  expect(await screen.findByText('No campaign has sent an email to this contact yet.')).toBeTruthy()
})
