import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { findToast, pageOf, show, tearDown } from '#web/testing/world.tsx'
import { campaign } from '../testing.ts'
import { describeAnswers } from './answer-texts.ts'
import { UncertainNotice } from './uncertain-notice.tsx'
import { UncertainPage } from './uncertain-page.tsx'

afterEach(tearDown)

function uncertain(id: string, fields: Record<string, unknown> = {}) {
  return {
    __typename: 'EmailLog',
    id,
    contactName: `Person ${id}`,
    contactEmail: `${id}@example.com`,
    status: 'failed',
    attemptedAt: '2026-02-01T09:00:00.000Z',
    error: 'UNCERTAIN: the connection broke',
    campaign: { __typename: 'Campaign', id: 'news', name: 'News', status: 'sent' },
    mailbox: { __typename: 'Mailbox', id: 'box', email: 'ann@example.com' },
    ...fields,
  }
}

/** A server with these uncertain emails; resolved ones leave the list. */
function serverWith(...emails: ReturnType<typeof uncertain>[]) {
  const left = new Map(emails.map((email) => [email.id, email]))
  const take = (ids: string[]) =>
    ids.flatMap((id) => {
      const email = left.get(id)
      left.delete(id)
      return email ? [email] : []
    })
  return {
    uncertainEmails: (page: { first?: number }) => pageOf([...left.values()], page),
    askMailbox: ({ input: { emailLogIds } }: { input: { emailLogIds: string[] } }) =>
      take(emailLogIds).map((emailLog) => ({ answer: 'sent', emailLog: { ...emailLog, status: 'sent', error: null } })),
    confirmArrived: ({ input: { emailLogIds } }: { input: { emailLogIds: string[] } }) =>
      take(emailLogIds).map((emailLog) => ({ ...emailLog, status: 'delivered', error: null })),
    sendToFailed: ({ input: { id, emailLogIds } }: { input: { id: string; emailLogIds: string[] } }) => {
      take(emailLogIds)
      return campaign(id, { status: 'sending' })
    },
  }
}

describe('the page of uncertain emails', () => {
  it('names the person, the campaign and the mailbox of each email', async () => {
    show(<UncertainPage />, { root: serverWith(uncertain('a'), uncertain('b')) })
    const row = await screen.findByRole('article', { name: 'Person a' })
    expect(row.textContent).toContain('a@example.com')
    expect(row.textContent).toContain('from ann@example.com')
    expect(within(row).getByRole('link', { name: 'News' }).getAttribute('href')).toBe('/campaigns/news/analytics')
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })

  it('says so when there are none', async () => {
    show(<UncertainPage />, { root: serverWith() })
    expect(await screen.findByText('No uncertain emails')).toBeTruthy()
  })

  it('can search the mailbox for one email, shows the result, and removes the email from the list', async () => {
    const { user, askedFor } = show(<UncertainPage />, { root: serverWith(uncertain('a'), uncertain('b')) })
    await user.click(await screen.findByRole('button', { name: 'Check the mailbox again: Person a' }))
    expect((await findToast('Mailbox Checked')).textContent).toContain('1 email was sent.')
    expect(askedFor('AskMailbox')).toEqual([{ ids: ['a'] }])
    expect(screen.queryByRole('article', { name: 'Person a' })).toBeNull()
    expect(screen.getByRole('article', { name: 'Person b' })).toBeTruthy()
  })

  it('marks several emails at once as arrived', async () => {
    const { user, askedFor } = show(<UncertainPage />, { root: serverWith(uncertain('a'), uncertain('b')) })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Mark as arrived' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Mark as arrived' }))
    expect((await findToast('Marked as Arrived')).textContent).toContain('2 emails marked as delivered.')
    expect(askedFor('ConfirmArrived')).toEqual([{ ids: ['a', 'b'] }])
    expect(await screen.findByText('No uncertain emails')).toBeTruthy()
  })

  it('shows the emails before they are counted, and counts what is left after an action', async () => {
    const server = serverWith(...Array.from({ length: 120 }, (_, index) => uncertain(`p${index}`)))
    const counting = Promise.withResolvers<void>()
    const uncertainEmails = (page: { first?: number }) => {
      const list = server.uncertainEmails(page)
      return { ...list, totalCount: () => counting.promise.then(() => list.totalCount) }
    }
    const { user } = show(<UncertainPage />, { root: { ...server, uncertainEmails } })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Person p0' }))
    const bar = within(screen.getByRole('toolbar', { name: 'Selection' }))
    expect(bar.getByText('of 101').className).toContain('invisible')
    expect(screen.queryByText('120')).toBeNull()
    counting.resolve()
    expect(await screen.findByText('120')).toBeTruthy()
    expect(bar.getByText('of 120').className).not.toContain('invisible')
    await user.click(screen.getByRole('button', { name: 'Check the mailbox again: Person p1' }))
    expect(await screen.findByText('119')).toBeTruthy()
    expect(bar.getByText('of 119')).toBeTruthy()
  })

  it('warns before sending one again that a person may get it twice', async () => {
    const { user, askedFor } = show(<UncertainPage />, { root: serverWith(uncertain('a')) })
    await user.click(await screen.findByRole('button', { name: 'Send again: Person a' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('a@example.com may get the same email twice')
    expect(askedFor('SendToFailed')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Send again' }))
    expect((await findToast('Sending Again')).textContent).toContain('1 email is being sent again.')
    expect(askedFor('SendToFailed')).toEqual([{ id: 'news', emailLogIds: ['a'] }])
  })

  it('does not send one again while its campaign is paused', async () => {
    const paused = { __typename: 'Campaign', id: 'news', name: 'News', status: 'paused' }
    show(<UncertainPage />, { root: serverWith(uncertain('a', { campaign: paused })) })
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send again: Person a' })
    expect(again.disabled).toBe(true)
    expect(screen.getByText('Resume the campaign before you resend.')).toBeTruthy()
  })
})

describe('the notice of uncertain emails', () => {
  it('shows their number and a link', async () => {
    show(<UncertainNotice />, { root: serverWith(uncertain('a'), uncertain('b')) })
    expect(await screen.findByText('2 emails may or may not have been sent')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Review uncertain emails' }).getAttribute('href')).toBe(
      '/campaigns/uncertain',
    )
  })
})

it('the page of uncertain emails summarizes the results of the search in full sentences', () => {
  expect(describeAnswers(['sent', 'unclear', 'sent', 'notSent', 'cannotAsk'])).toBe(
    '2 emails were sent. 1 email was not sent and can safely be sent again from the campaign. We could not confirm 1 email yet. Check again in a few minutes. 1 email cannot be checked. Either the mailbox is not connected or does not allow checks, or more than 30 days have passed.',
  )
  expect(describeAnswers([])).toBe('These emails are no longer uncertain.')
})
