import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, describe, expect, it } from 'vitest'
import { ANN, knownError, pageOf, show, tearDown } from '#web/testing/world.tsx'
import { campaign } from '#web/campaigns/testing.ts'
import { RepliesNotice } from './replies-notice.tsx'
import { RepliesPage } from './replies-page.tsx'

afterEach(tearDown)

function reply(id: string, fields: Record<string, unknown> = {}) {
  return {
    __typename: 'Reply',
    id,
    fromEmail: `${id}@example.com`,
    answerTo: `${id}@example.com`,
    receivedAt: '2026-02-01T09:00:00.000Z',
    canRead: true,
    doneAt: null,
    doneBy: null,
    snoozedUntil: null,
    isPositive: false,
    answeredAt: null,
    answering: null,
    answers: [] as Record<string, unknown>[],
    assignee: null,
    emailLog: {
      __typename: 'EmailLog',
      id: `log-${id}`,
      contactName: `Person ${id}`,
      contactEmail: `${id}@example.com`,
    },
    campaign: { __typename: 'Campaign', id: 'news', name: 'News' },
    mailbox: {
      ...{ __typename: 'Mailbox', id: 'box', email: 'ann@example.com', provider: 'microsoft' },
      ...{ canSend: true, signature: null },
    },
    ...fields,
  }
}
type Row = ReturnType<typeof reply>

const MAIL = {
  subject: 'Re: News',
  text: 'Yes, please.\nCall me.',
  wholeText: 'Yes, please.\nCall me.\n\nOn Monday Ann wrote: News',
  url: 'https://outlook.office.com/x',
  problem: null,
  message: null,
}

/** An answer, a draft by default. */
const answerOf = (fields: Record<string, unknown>) => ({
  ...{ __typename: 'Answer', id: 'ans', state: 'draft', content: 'Gladly', undoUntil: null, undoSecondsLeft: null },
  ...{ author: ANN, attachments: [], emailLog: null },
  ...fields,
})

/** A server with these replies, which it changes. */
function serverWith(...replies: Row[]) {
  const all = new Map(replies.map((row) => [row.id, row]))
  const isIn = (row: Row, state: string | undefined) =>
    state === 'done' ? row.doneAt !== null : state === 'all' || row.doneAt === null
  /** Changes the newest answer. */
  const changeAnswer = (fields: Record<string, unknown>) => {
    const [id, row] = [...all].find(([, { answers }]) => answers.length > 0)!
    const answer = { ...row.answers[0], ...fields }
    all.set(id, { ...row, answers: [answer] })
    return answer
  }
  return {
    replies: ({ filter, ...page }: { filter?: { state?: string }; first?: number; after?: string }) =>
      pageOf(
        [...all.values()].filter((row) => isIn(row, filter?.state)),
        page,
      ),
    campaigns: pageOf(
      [
        { id: 'news', name: 'News', repliedCount: 2, followUps: [] },
        { id: 'later', name: 'Followed', repliedCount: 0, followUps: [{ repliedCount: 0 }, { repliedCount: 1 }] },
        { id: 'none', name: 'Unanswered', repliedCount: 0, followUps: [{ repliedCount: 0 }] },
      ],
      {},
    ),
    colleagues: [ANN, { __typename: 'User', id: 'ben', name: 'Ben Ray' }],
    replyMail: MAIL,
    node: ({ id }: { id: string }) => ({
      ...all.get(id)!,
      conversation: [
        {
          at: '2026-02-01T08:00:00.000Z',
          isAnswer: false,
          emailLog: { ...all.get(id)!.emailLog, contactId: 'con', status: 'delivered' },
          reply: null,
        },
        {
          at: '2026-02-01T09:00:00.000Z',
          isAnswer: false,
          emailLog: null,
          reply: { __typename: 'Reply', id, fromEmail: `${id}@example.com` },
        },
      ],
    }),
    sentMail: { subject: 'News', text: 'Dear reader' },
    emailSettings: { undoSeconds: 10, launchApproval: false },
    contact: {
      ...{ __typename: 'Contact', id: 'con', firstName: 'Person', lastName: 'a', email: 'a@example.com' },
      ...{
        suppressed: false,
        tags: ['VIP'],
        fields: [{ name: 'Company', value: 'Acme' }],
        emailLogs: { totalCount: 2 },
      },
    },
    noteAnswering: ({ input }: { input: { replyId: string } }) => all.get(input.replyId)!,
    saveAnswer: ({ input }: { input: { replyId: string; content: string } }) => {
      const answer = answerOf({ content: input.content })
      all.set(input.replyId, { ...all.get(input.replyId)!, answers: [answer] })
      return answer
    },
    sendAnswer: () => changeAnswer({ state: 'sending', undoUntil: '2026-02-02T09:00:10.000Z', undoSecondsLeft: 10 }),
    cancelAnswer: () => changeAnswer({ state: 'draft', undoUntil: null, undoSecondsLeft: null }),
    discardAnswer: () => [...all.values()][0]!,
    updateReplies: ({
      input,
    }: {
      input: { ids: string[]; done?: boolean; assigneeId?: string | null; snoozedUntil?: string | null }
    }) =>
      input.ids.map((id) => {
        const { done, assigneeId, snoozedUntil } = input
        const changed = {
          ...all.get(id)!,
          ...(done !== undefined && { doneAt: done ? '2026-02-02T09:00:00.000Z' : null, doneBy: done ? ANN : null }),
          ...(snoozedUntil !== undefined && { snoozedUntil }),
          ...(assigneeId !== undefined && {
            assignee: assigneeId && { __typename: 'User', id: assigneeId, name: 'Ben Ray' },
          }),
        } as Row
        all.set(id, changed)
        return changed
      }),
    add: (row: Row) => all.set(row.id, row),
  }
}
const item = (name: string) => screen.findByRole('article', { name: `Reply from ${name}` })
const header = (article: HTMLElement) => within(article).getByRole('button', { expanded: false })

describe('the page of replies', () => {
  it('names who answered which campaign, also from another address', async () => {
    const elsewhere = reply('b', { fromEmail: 'private@home.example' })
    show(<RepliesPage />, { root: serverWith(reply('a'), elsewhere) })
    expect((await item('Person a')).textContent).toContain('News')
    expect((await item('Person b')).textContent).toContain('sent to b@example.com')
  })

  it('offers to filter by campaigns that have replies, also if only to a follow-up', async () => {
    show(<RepliesPage />, { root: serverWith(reply('a')) })
    const choice = await screen.findByRole('combobox', { name: 'Campaign' })
    await within(choice).findByRole('option', { name: 'Followed' })
    const offered = within(choice).getAllByRole('option')
    expect(offered.map(({ textContent }) => textContent)).toEqual(['All campaigns', 'News', 'Followed'])
  })

  it('starts an email to all who replied to the chosen campaign', async () => {
    const root = { ...serverWith(reply('a')), createCampaign: () => ({ id: 'c9' }) }
    const { user, askedFor, address } = show(<RepliesPage />, { root, at: '/replies?campaign=news' })
    await user.click(await screen.findByRole('button', { name: 'Write to all who replied' }))
    await waitFor(() => expect(address()).toBe('/compose?draft=c9'))
    const audience = { filter: { campaignOutcome: { campaignId: 'news', outcome: 'replied' } } }
    expect(askedFor('CreateMergeDraft')).toEqual([{ input: { name: 'News (replied)', audience } }])
  })

  it('reads the text from the mailbox only when a reply is opened', async () => {
    const { user, askedFor } = show(<RepliesPage />, { root: serverWith(reply('a')) })
    const article = await item('Person a')
    expect(askedFor('ReplyMail')).toEqual([])
    await user.click(header(article))
    expect(await within(article).findByText(/Yes, please/)).toBeTruthy()
    expect(askedFor('ReplyMail')).toEqual([{ id: 'a' }])
    expect(within(article).getByRole('link', { name: 'Open in Outlook' }).getAttribute('href')).toBe(MAIL.url)
  })

  it('shows the new text, and the whole message after one click', async () => {
    const { user } = show(<RepliesPage />, { root: serverWith(reply('a')) })
    const article = await item('Person a')
    await user.click(header(article))
    await within(article).findByText(/Yes, please/)
    expect(within(article).queryByText(/Ann wrote/)).toBeNull()
    await user.click(within(article).getByRole('button', { name: 'Show the whole message' }))
    expect(within(article).getByText(/Yes, please/).textContent).toBe(MAIL.wholeText)
    await user.click(within(article).getByRole('button', { name: 'Show only the new text' }))
    expect(within(article).queryByText(/Ann wrote/)).toBeNull()
  })

  it('says why the text cannot be shown', async () => {
    const gone = {
      ...MAIL,
      subject: null,
      text: null,
      wholeText: null,
      url: null,
      problem: 'sendOnly',
      message: 'It may only send.',
    }
    const { user } = show(<RepliesPage />, { root: { ...serverWith(reply('a')), replyMail: gone } })
    const article = await item('Person a')
    await user.click(header(article))
    expect(await within(article).findByText('It may only send.')).toBeTruthy()
  })

  it('offers to try again when the text does not load', async () => {
    const replyMail = () => {
      throw knownError('TOO_MANY_REQUESTS', 'Try again in 2 seconds.')
    }
    const { user } = show(<RepliesPage />, { root: { ...serverWith(reply('a')), replyMail } })
    const article = await item('Person a')
    await user.click(header(article))
    expect(await within(article).findByText('Try again in 2 seconds.')).toBeTruthy()
  })

  it('removes a reply that is marked as done from the open ones, and moves the focus to the next', async () => {
    const { user, askedFor } = show(<RepliesPage />, { root: serverWith(reply('a'), reply('b')) })
    await user.click(within(await item('Person a')).getByRole('button', { name: 'Mark as done: Person a' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Reply from Person a' })).toBeNull())
    expect(askedFor('UpdateReplies')).toEqual([{ input: { ids: ['a'], done: true } }])
    expect(document.activeElement).toBe(header(await item('Person b')))
  })

  it('is filtered by state and campaign, and keeps that in the address', async () => {
    const done = reply('c', { doneAt: '2026-02-02T09:00:00.000Z', doneBy: ANN })
    const { user, askedFor, address } = show(<RepliesPage />, { root: serverWith(reply('a'), done), at: '/replies' })
    await item('Person a')
    await user.click(screen.getByRole('radio', { name: 'Done' }))
    expect((await item('Person c')).textContent).toContain('Done')
    await user.selectOptions(screen.getByLabelText('Campaign'), 'news')
    await waitFor(() => expect(address()).toBe('/replies?state=done&campaign=news'))
    expect(askedFor('Replies').at(-1)).toMatchObject({ filter: { state: 'done', campaignId: 'news' } })
  })

  it('assigns a reply to a colleague and to no one', async () => {
    const { user, askedFor } = show(<RepliesPage />, { root: serverWith(reply('a')) })
    const article = await item('Person a')
    await user.click(header(article))
    const box = within(article).getByLabelText('Assign the reply from Person a')
    await user.selectOptions(box, await within(box).findByRole('option', { name: 'Ben Ray' }))
    await waitFor(() => expect(askedFor('UpdateReplies')).toEqual([{ input: { ids: ['a'], assigneeId: 'ben' } }]))
    await user.selectOptions(box, 'No one')
    await waitFor(() => expect(askedFor('UpdateReplies').at(-1)).toEqual({ input: { ids: ['a'], assigneeId: null } }))
  })

  it('shows a reply that arrives meanwhile', async () => {
    const repliesChanged = new Subject<object>()
    const { add, ...server } = serverWith(reply('a'))
    show(<RepliesPage />, { root: { ...server, repliesChanged } })
    await item('Person a')
    add(reply('b'))
    repliesChanged.next({ missed: false, openCount: 2, replies: [reply('b')] })
    expect(await item('Person b')).toBeTruthy()
  })

  it.each([
    ['', 'No open replies'],
    ['?state=mine', 'No open replies are assigned to you'],
    ['?state=all', 'No replies yet'],
  ])('says when there are none: %s', async (query, title) => {
    show(<RepliesPage />, { root: serverWith(), at: `/replies${query}` })
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('offers to try again when the list does not load', async () => {
    const replies = () => {
      throw knownError('INTERNAL', 'Something went wrong.')
    }
    show(<RepliesPage />, { root: { ...serverWith(), replies } })
    expect(await screen.findByText('Replies could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the form to answer a reply', () => {
  it('writes and sends an answer with time to undo, after which it is a draft again', async () => {
    const { user, askedFor } = show(<RepliesPage />, { root: serverWith(reply('a')) })
    const article = await item('Person a')
    await user.click(header(article))
    await user.click(await within(article).findByRole('button', { name: 'Answer' }))
    const editor = await within(article).findByRole('textbox', { name: 'Answer' })
    await user.click(editor)
    await user.paste('Gladly')
    await user.click(within(article).getByRole('button', { name: 'Send answer' }))
    await waitFor(() => expect(askedFor('SendAnswer')).toEqual([{ input: { id: 'ans', undoSeconds: 10 } }]))
    expect(askedFor('SaveAnswer').at(-1)).toMatchObject({
      input: { replyId: 'a', content: expect.stringContaining('Gladly') },
    })
    expect(await within(article).findByText(/Your answer leaves in \d+ s/)).toBeTruthy()
    expect(within(article).queryByRole('button', { name: 'Send answer' })).toBeNull()
    await user.click(within(article).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(askedFor('CancelAnswer')).toEqual([{ input: { id: 'ans' } }]))
    expect(await within(article).findByRole('button', { name: 'Send answer' })).toBeTruthy()
    expect((await within(article).findByRole('textbox', { name: 'Answer' })).textContent).toContain('Gladly')
  })

  it('returns the focus to the reply once it is sent, and offers to delete only an existing draft', async () => {
    const { user } = show(<RepliesPage />, { root: serverWith(reply('a'), reply('b')) })
    const article = await item('Person a')
    const heading = header(article)
    await user.click(heading)
    await user.click(await within(article).findByRole('button', { name: 'Answer' }))
    const editor = await within(article).findByRole('textbox', { name: 'Answer' })
    expect(within(article).queryByRole('button', { name: 'Delete draft' })).toBeNull()
    await user.click(editor)
    await user.paste('Gladly')
    const button = within(article).getByRole('button', { name: 'Send answer' })
    button.focus()
    await user.keyboard('{Enter}')
    await within(article).findByText(/Your answer leaves in/)
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('closes at Escape, and can delete its draft once that is saved', async () => {
    const { user } = show(<RepliesPage />, { root: serverWith(reply('a')) })
    const article = await item('Person a')
    await user.click(header(article))
    await user.click(await within(article).findByRole('button', { name: 'Answer' }))
    await user.click(await within(article).findByRole('textbox', { name: 'Answer' }))
    await user.paste('Gladly')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(within(article).queryByRole('textbox', { name: 'Answer' })).toBeNull())
    await user.click(await within(article).findByRole('button', { name: 'Continue answer' }))
    expect(await within(article).findByRole('button', { name: 'Delete draft' })).toBeTruthy()
  })

  it('warns when the answer goes to another address than the sender’s, and can send it to the sender', async () => {
    const { user, askedFor } = show(<RepliesPage />, {
      root: serverWith(reply('a', { answerTo: 'desk@else.example' })),
    })
    const article = await item('Person a')
    await user.click(header(article))
    await user.click(await within(article).findByRole('button', { name: 'Answer' }))
    expect(await within(article).findByText(/^To desk@else.example, from/)).toBeTruthy()
    expect(within(article).getByText('The reply asks for answers at desk@else.example')).toBeTruthy()
    await user.click(within(article).getByRole('button', { name: 'Answer the sender' }))
    expect(within(article).getByText(/^To a@example.com, from/)).toBeTruthy()
    await user.click(within(article).getByRole('textbox', { name: 'Answer' }))
    await user.paste('Gladly')
    await user.click(within(article).getByRole('button', { name: 'Send answer' }))
    const input = { id: 'ans', undoSeconds: 10, toSender: true }
    await waitFor(() => expect(askedFor('SendAnswer')).toEqual([{ input }]))
  })

  it('shows the earlier email and the person beside the reply', async () => {
    const { user, askedFor } = show(<RepliesPage />, { root: serverWith(reply('a')) })
    const article = await item('Person a')
    await user.click(header(article))
    const person = await within(article).findByRole('complementary', { name: 'About this person' })
    expect(person.textContent).toContain('Acme')
    await user.click(await within(article).findByRole('button', { name: /^Your email/ }))
    expect(await within(article).findByText('Dear reader')).toBeTruthy()
    expect(askedFor('SentMail')).toEqual([{ id: 'log-a' }])
  })

  it('can be used by keyboard alone, and letters typed in it are not taken for shortcuts', async () => {
    const { user, askedFor } = show(<RepliesPage />, { root: serverWith(reply('a'), reply('b')) })
    const [a, b] = [await item('Person a'), await item('Person b')]
    await user.keyboard('re')
    expect([askedFor('UpdateReplies'), screen.queryByRole('textbox', { name: 'Answer' })]).toEqual([[], null])
    await user.keyboard('j')
    expect(a.contains(document.activeElement)).toBe(true)
    await user.keyboard('j')
    expect(b.contains(document.activeElement)).toBe(true)
    await user.keyboard('k')
    expect(a.contains(document.activeElement)).toBe(true)
    await user.keyboard('r')
    const editor = await within(a).findByRole('textbox', { name: 'Answer' })
    for (const key of ['e', 'j']) fireEvent.keyDown(editor, { key })
    expect(askedFor('UpdateReplies')).toEqual([])
    header(b).focus()
    await user.keyboard('e')
    await waitFor(() => expect(askedFor('UpdateReplies')).toEqual([{ input: { ids: ['b'], done: true } }]))
  })

  it('says that a colleague is writing an answer', async () => {
    const answering = { __typename: 'User', id: 'ben', name: 'Ben Ray' }
    show(<RepliesPage />, { root: serverWith(reply('a', { answering }), reply('b', { answering: ANN })) })
    expect((await item('Person a')).textContent).toContain('Ben Ray is answering')
    expect((await item('Person b')).textContent).not.toContain('is answering')
  })

  it('can mark the reply as a positive answer', async () => {
    const { user, askedFor } = show(<RepliesPage />, { root: serverWith(reply('a')) })
    const article = await item('Person a')
    await user.click(header(article))
    await user.click(await within(article).findByRole('button', { name: 'Positive answer' }))
    await waitFor(() => expect(askedFor('UpdateReplies')).toEqual([{ input: { ids: ['a'], isPositive: true } }]))
  })

  it('can put the reply off until a morning, which removes it from the open ones', async () => {
    const { user, askedFor } = show(<RepliesPage />, { root: serverWith(reply('a'), reply('b')) })
    const article = await item('Person a')
    await user.click(header(article))
    await user.click(await within(article).findByRole('button', { name: 'Snooze: Person a' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Until tomorrow' }))
    await waitFor(() => expect(askedFor('UpdateReplies')).toHaveLength(1))
    const { snoozedUntil } = (askedFor('UpdateReplies')[0] as { input: { snoozedUntil: string } }).input
    expect(new Date(snoozedUntil).getTime()).toBeGreaterThan(Date.now())
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Reply from Person a' })).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('data-reply')).toBe('b'))
  })
})

describe('the notice of open replies', () => {
  it('counts them live, and is absent without any', async () => {
    const repliesChanged = new Subject<object>()
    show(<RepliesNotice />, { root: { ...serverWith(reply('a')), repliesChanged } })
    expect(await screen.findByText('1 open reply')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Read replies' }).getAttribute('href')).toBe('/replies')
    repliesChanged.next({ missed: false, openCount: 3, replies: [] })
    expect(await screen.findByText('3 open replies')).toBeTruthy()
    repliesChanged.next({ missed: false, openCount: 0, replies: [] })
    await waitFor(() => expect(screen.queryByText(/open repl/)).toBeNull())
  })
})

it('the page of replies offers to stop all sending while anything is being sent', async () => {
  const sending = pageOf([campaign('a', { status: 'sending' })], {})
  const tenant = { __typename: 'Tenant', id: 't1', subscriptionTier: 'pro', planConfirmed: true, sendingStop: null }
  show(<RepliesPage />, { root: { ...serverWith(), campaigns: sending, tenant }, at: '/replies' })
  expect(await screen.findByRole('button', { name: 'Stop All Sending' })).toBeTruthy()
})
