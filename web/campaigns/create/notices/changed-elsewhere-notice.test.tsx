import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { campaign } from '../../testing.ts'
import { announceSave } from '../store/changed-elsewhere.ts'
import { contentBox, DRAFT, onStep, paste, savedInput, showWizard } from '../testing.tsx'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

/** A draft in step 3, which another tab is about to change. */
async function open() {
  const server = { draft: { ...DRAFT, attachments: [] as object[] } }
  const touched = new Subject<ReturnType<typeof campaign>>()
  const world = showWizard({
    root: { campaign: () => server.draft, campaignProgress: touched },
    at: '/campaigns/create?draft=d1&step=3',
  })
  await onStep('Design Email')
  const subject = await screen.findByLabelText<HTMLInputElement>('Subject')
  await contentBox()
  await waitFor(() => expect(touched.observed).toBe(true))
  const changeElsewhere = (change: object) => {
    server.draft = { ...server.draft, ...change }
    announceSave('d1', 'another tab')
  }
  return { ...world, server, touched, subject, changeElsewhere }
}

const notice = () => screen.findByRole('alert')

test('the notice of a change elsewhere appears at once when another tab saves the draft, and its button loads the saved version', async () => {
  const { user, changeElsewhere } = await open()
  changeElsewhere({ subject: 'Storms', fromName: 'Bob' })
  expect((await notice()).textContent).toContain('“Autumn” was changed elsewhere: subject, sender and copies')
  await user.click(within(await notice()).getByRole('button', { name: 'Load the other version' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Storms'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the notice of a change elsewhere prevents saving over the other version before the person keeps this one', async () => {
  const world = await open()
  world.changeElsewhere({ subject: 'Storms' })
  await notice()
  await paste(world, 'Subject', ' and rain')
  await screen.findByText('Kept in this tab only')
  await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving this campaign?' })
  await world.user.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(world.askedFor('UpdateCampaign')).toEqual([])
  await world.user.click(within(await notice()).getByRole('button', { name: 'Keep this version' }))
  await waitFor(() => expect(savedInput(world)['subject']).toBe('Leaves and rain'))
  expect(world.subject.value).toBe('Leaves and rain')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the notice of a change elsewhere appears when the server reports a colleague’s change', async () => {
  const { server, touched } = await open()
  act(() => touched.next(campaign('d1')))
  server.draft = { ...server.draft, content: 'They blow.' }
  act(() => touched.next(campaign('d1')))
  expect((await notice()).textContent).toContain('changed elsewhere: content')
})

test('the notice of a change elsewhere ignores other drafts, and saves that changed nothing', async () => {
  const { changeElsewhere, askedFor } = await open()
  announceSave('d2', 'another tab')
  changeElsewhere({})
  await waitFor(() => expect(askedFor('CampaignDraft')).toHaveLength(2))
  expect(screen.queryByRole('alert')).toBeNull()
})
