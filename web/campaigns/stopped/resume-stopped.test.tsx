import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { findToast, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { campaign } from '../testing.ts'
import { StoppedNotice } from './resume-stopped.tsx'

afterEach(tearDown)

const mailbox = (id: string, stoppedCampaigns: number) => ({
  __typename: 'Mailbox',
  id,
  email: `${id}@example.com`,
  isMine: true,
  stoppedCampaigns,
})
const notice = (root: Root) => show(<StoppedNotice />, { root })

test('the offer to resume appears for a mailbox that works again, and resumes all its campaigns in one step', async () => {
  const world = notice({
    mailboxes: [mailbox('one', 3), mailbox('two', 0)],
    resumeStoppedCampaigns: {
      __typename: 'ResumedCampaigns',
      mailbox: mailbox('one', 0),
      resumed: ['a', 'b', 'c'].map((id) => campaign(id, { status: 'sending' })),
      refused: [],
    },
  })
  const offer = within(await screen.findByRole('status'))
  expect(offer.getByText('one@example.com works again')).toBeTruthy()
  expect(offer.getByText('3 campaigns stopped when its sign-in ended.')).toBeTruthy()
  await world.user.click(offer.getByRole('button', { name: 'Resume 3 campaigns' }))
  await findToast('3 Campaigns Resumed')
  expect(world.askedFor('ResumeStopped')).toEqual([{ mailboxId: 'one' }])
  await waitFor(() => expect(screen.queryByText('one@example.com works again')).toBeNull())
})

test('the offer to resume names each campaign that could not be resumed, and why', async () => {
  const message = 'Attachments are not part of your plan.'
  const world = notice({
    mailboxes: [mailbox('one', 2)],
    resumeStoppedCampaigns: {
      __typename: 'ResumedCampaigns',
      mailbox: mailbox('one', 1),
      resumed: [campaign('a', { status: 'sending' })],
      refused: [{ __typename: 'NotResumed', campaignId: 'b', name: 'News', message }],
    },
  })
  await world.user.click(await screen.findByRole('button', { name: 'Resume 2 campaigns' }))
  await findToast('Campaign Resumed')
  const link = await screen.findByRole('link', { name: 'News' })
  expect(link.getAttribute('href')).toBe('/campaigns/b/analytics')
  expect(link.closest('li')?.textContent).toBe(`News could not be resumed: ${message}`)
  expect(screen.getByRole('button', { name: 'Resume 1 campaign' })).toBeTruthy()
})

test('the offer to resume says so if nothing could be resumed', async () => {
  const world = notice({
    mailboxes: [mailbox('one', 1)],
    resumeStoppedCampaigns: () => {
      throw knownError('BAD_INPUT', 'one@example.com needs to be reconnected first.')
    },
  })
  await world.user.click(await screen.findByRole('button', { name: 'Resume 1 campaign' }))
  expect((await findToast('Resume Failed')).textContent).toContain('needs to be reconnected first')
})

test('the offer to resume is absent without stopped campaigns', async () => {
  const world = notice({ mailboxes: [mailbox('one', 0)] })
  await waitFor(() => expect(world.askedFor('StoppedCampaigns')).toHaveLength(1))
  expect(screen.queryByRole('status')).toBeNull()
})
