import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { template } from '#web/templates/testing.tsx'
import { findToast, pageOf, tearDown, type World } from '#web/testing/world.tsx'
import { campaign } from '../../testing.ts'
import { DRAFT, paste, people, savedInput, showWizard } from '../testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

const BLOCKS = { version: 2, subject: 'Blocks', elements: [], globalStyles: {} }
const TEMPLATES = [
  template('t1', { content: 'Hello from the template' }),
  template('t2', { content: '<p>made</p>', htmlTemplate: BLOCKS }),
]

async function openSetup(root: Record<string, unknown> = {}): Promise<World> {
  const world = showWizard({
    contacts: people(1),
    root: {
      templates: (args: object) => pageOf(TEMPLATES, args),
      campaigns: pageOf([campaign('c1', { name: 'Autumn' })], {}),
      campaign: ({ id }: { id: string }) => ({ ...DRAFT, id, status: 'sent', language: 'de' }),
      ...root,
    },
  })
  await paste(world, 'Campaign Name', 'Spring')
  return world
}

const start = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const isChosen = (name: string) => start(name).checked
const source = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name })
const saved = (world: World, part: object) => waitFor(() => expect(savedInput(world)).toMatchObject(part))

describe('the first step of the wizard', () => {
  test('starts with Simple Text, or with the builder', async () => {
    const world = await openSetup()
    expect(isChosen('Simple Text')).toBe(true)
    await world.user.click(start('HTML Builder'))
    expect(isChosen('HTML Builder')).toBe(true)
    await saved(world, { name: 'Spring', useHtmlBuilder: true })
  })

  test('starts with a copy of a template, and with another one without asking if nothing was written', async () => {
    const world = await openSetup()
    await world.user.click(start('A template'))
    await world.user.selectOptions(await source('Template'), 'Name t1')
    await saved(world, { subject: 'Subject t1', content: 'Hello from the template', useHtmlBuilder: false })
    await world.user.selectOptions(await source('Template'), 'Name t2')
    await saved(world, { subject: 'Subject t2', content: '', useHtmlBuilder: true, htmlTemplate: BLOCKS })
    expect((await source('Template')).value).toBe('t2')
  })

  itInFull('starts with the email of an earlier campaign, in its language', async () => {
    const world = await openSetup()
    await world.user.click(start('An earlier campaign'))
    await world.user.selectOptions(await source('Campaign'), 'Autumn')
    await saved(world, { name: 'Spring', subject: 'Leaves', content: 'They fall.', language: 'de' })
    expect(savedInput(world)['isAbTest']).not.toBe(true)
  })

  itInFull('asks before it replaces what was written', async () => {
    const world = await openSetup()
    await world.user.click(start('A template'))
    await world.user.selectOptions(await source('Template'), 'Name t1')
    await saved(world, { subject: 'Subject t1' })
    await world.user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByRole('heading', { level: 2, name: 'Select Audience' })
    await world.user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(isChosen('Simple Text')).toBe(true)
    await world.user.click(start('A template'))
    await world.user.selectOptions(await source('Template'), 'Name t2')
    const question = within(await screen.findByRole('alertdialog', { name: 'Replace the email of this campaign?' }))
    await world.user.click(question.getByRole('button', { name: 'Cancel' }))
    expect((await source('Template')).value).toBe('')
    await world.user.selectOptions(await source('Template'), 'Name t2')
    await world.user.click(await screen.findByRole('button', { name: 'Replace' }))
    await saved(world, { subject: 'Subject t2', useHtmlBuilder: true })
  })

  test('offers no builder where the workspace has none', async () => {
    const features = { htmlBuilder: false, abTesting: true, attachments: true, tracking: true, apiAccess: true }
    const world = await openSetup({
      tenant: { __typename: 'Tenant', id: 't', features: { ...features, warmup: true } },
    })
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'HTML Builder' })).toBeNull())
    await world.user.click(start('A template'))
    await world.user.selectOptions(await source('Template'), 'Name t2')
    expect(await findToast('The HTML builder is turned off for this workspace')).toBeTruthy()
  })

  test('says what is missing when there is no template or earlier campaign to start from', async () => {
    const world = await openSetup({ templates: pageOf([], {}), campaigns: pageOf([], {}) })
    await world.user.click(start('A template'))
    expect(await screen.findByRole('link', { name: 'create a template' })).toBeTruthy()
    await world.user.click(start('An earlier campaign'))
    expect(await screen.findByText('This is your first campaign. Start with Simple Text.')).toBeTruthy()
  })
})
