import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { DEMO } from '#api/demo/sign-ins.ts'
import { describeInChromium, EVERYTHING, openBrowser, type Visitor } from '../support/browser.ts'
import { startFreshProduct, type Product } from '../support/product.ts'
import {
  answersOf,
  BOTH_THEMES,
  CREATE,
  signInBrowser,
  signInBrowserAsSuperAdmin,
  COMMON,
  openAt,
  signIn,
  signUp,
  walkTo,
  type Signed,
} from '../support/screens.ts'
import * as steps from '../support/screen-steps.ts'
import { connectGoogle } from '../support/sign-in.ts'
import {
  addMany,
  addTenants,
  breakMailbox,
  fillCampaigns,
  fillLists,
  readMails,
  warmUp,
} from '../support/workspace-in-use.ts'

const BROKEN = 'letters@gmail.example'
const LAST = 'A long name of a campaign, number 9'
const ONE = 'Spring letter'

/** A page, and a text that proves it loaded in each of its states; a missing text means it has no such state. */
interface Place {
  name: string
  path: string
  empty?: string
  one?: string
  many?: string
  /** Its populated state is covered by the steps; survey it again only with EVERYTHING. */
  repeats?: boolean
  /** Loads no data of its own, so it has no loading or error state. */
  still?: boolean
  /** Has colours shared by many pages, so it is always surveyed in dark mode as well. */
  dark?: boolean
}

const PLACES: readonly Place[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    empty: 'No campaigns yet! Ready to create your first masterpiece?',
    one: ONE,
    many: LAST,
    repeats: true,
    dark: true,
  },
  {
    name: 'upload',
    path: '/upload',
    empty: 'Download Template',
    one: 'Recently Uploaded Contacts',
    many: 'View All Contacts',
    repeats: true,
    still: true,
  },
  {
    name: 'contacts',
    path: '/contacts',
    empty: 'No contacts yet',
    one: 'ida@readers.example',
    many: '52 contacts',
    repeats: true,
  },
  { name: 'campaigns', path: '/campaigns', empty: 'No campaigns yet', one: ONE, many: LAST, repeats: true },
  { name: 'wizard', path: '/campaigns/create', empty: 'Campaign Setup', still: true },
  { name: 'builder', path: '/email-builder', empty: 'Drag elements here to start building your email', still: true },
  { name: 'analytics', path: '/analytics', empty: 'No campaigns yet', one: ONE, many: 'Two subjects' },
  { name: 'templates', path: '/templates', empty: 'No templates yet', one: 'One template', many: 'Template 9' },
  { name: 'sending', path: '/settings', empty: 'Recommended settings' },
  { name: 'profile', path: '/settings?tab=profile', empty: 'Your active sessions' },
  { name: 'users', path: '/settings?tab=users', empty: '(you)', many: 'Colleague 9' },
  { name: 'emails', path: '/settings?tab=emails', empty: 'No mailbox is connected', many: 'Reputation', repeats: true },
  { name: 'keys', path: '/settings?tab=keys', empty: 'No API keys yet', one: 'Key 1', many: 'Key 9' },
  { name: 'no-page', path: '/no/such/page', empty: '404', still: true },
  { name: 'no-campaign', path: '/campaigns/none/analytics', empty: 'Campaign Not Found', still: true },
]

const SIGNED_OUT: readonly Place[] = [
  { name: 'landing', path: '/', empty: 'Pricing' },
  { name: 'landing-failed', path: '/?auth=error&message=access_denied', empty: 'Authentication failed' },
  { name: 'login', path: '/login', empty: 'Use Microsoft' },
  { name: 'register', path: '/register?tier=pro', empty: 'Sign up manually' },
  { name: 'supadmin-login', path: '/supadmin', empty: 'Sign in to manage this installation.' },
]

/** Surveyed in loading and error states, with EVERYTHING. */
const PANEL: readonly Place[] = [
  { name: 'tenants', path: '/supadmin' },
  { name: 'tenant-users', path: '/supadmin?tab=users' },
]

/** Overlays: where they are, and how to open them. */
interface OnTop extends Pick<Place, 'name' | 'path' | 'repeats'> {
  open: (page: Page) => Promise<void>
}

const ON_TOP: readonly OnTop[] = [
  { name: 'palette', path: '/dashboard', open: (page) => page.keyboard.press('Control+K') },
  { name: 'keys', path: '/dashboard', open: (page) => page.keyboard.press('?') },
  { name: 'add-contact', repeats: true, path: '/contacts?add=contact', open: async () => {} },
  { name: 'delete-contact', repeats: true, path: '/contacts', open: (page) => press(page, /^Delete [A-Z]/) },
  { name: 'send', path: '/campaigns', open: (page) => press(page, 'Send Campaign') },
  { name: 'delete-campaign', path: '/campaigns', open: (page) => press(page, 'Delete') },
  { name: 'create-template', repeats: true, path: '/templates?template=new', open: async () => {} },
  { name: 'create-key', path: '/settings?tab=keys', open: (page) => press(page, 'Create API Key') },
]

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Pages surveyed in loading and error states even without EVERYTHING: one with figures, one with rows. */
const WAITING: readonly string[] = ['dashboard', 'contacts']

describeInChromium('every screen', () => {
  it('have no faults in any state, width and theme, including overlays', async ({ annotate }) => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('screens')
    const { page } = visitor
    const answers = await answersOf(page)
    const demo = await signIn(product, DEMO.username, DEMO.password)
    const began = performance.now()
    const sent = fillCampaigns(product, demo)

    for (const place of SIGNED_OUT) await show(visitor, product, place, 'empty', openAt)
    await page.goto(`${product.url}/register`)
    await page.getByRole('button', { name: 'Sign up manually' }).click()
    await visitor.survey('register-form', COMMON)

    const fresh = await signUp(product)
    await signInBrowser(page, product, fresh)
    for (const place of PLACES) await show(visitor, product, place, 'empty')
    const draft = await addOne(fresh)
    await page.reload()
    const withOne = { name: 'campaign', path: `/campaigns/${draft}/analytics`, one: 'Campaign Information' }
    // One row has the same layout as many, except that a draft's page is unique.
    for (const place of EVERYTHING ? [...PLACES, withOne] : [withOne]) await show(visitor, product, place, 'one')

    await signInBrowser(page, product, demo)
    await steps.walk(visitor, product, steps.CONTACTS)
    await fillLists(demo)
    await page.reload()
    await steps.walk(visitor, product, steps.LISTS)
    // An invalid file is refused.
    visitor.expectTrouble(/\b415\b/)
    await steps.walk(visitor, product, steps.TEMPLATES)
    const ids = await sent
    await readMails(product)
    await steps.walk(visitor, product, steps.campaigns(ids))
    await openAt(page, product, '/dashboard')
    await connectGoogle(page, BROKEN)
    await breakMailbox(product, demo, BROKEN)
    await steps.walk(visitor, product, steps.MAILBOXES)
    await warmUp(demo)
    await openAt(page, product, '/dashboard')
    await steps.walk(visitor, product, steps.WARM)

    const hand = await openBrowser('screens-by-touch', { touch: true })
    await signInBrowser(hand.page, product, demo)
    await steps.walk(hand, product, steps.TOUCHED)
    hand.expectNoTrouble()

    await addMany(demo)
    await openAt(page, product, '/dashboard')
    for (const place of PLACES) if (!place.repeats || EVERYTHING) await show(visitor, product, place, 'many')
    for (const each of ON_TOP) if (!each.repeats || EVERYTHING) await showOnTop(visitor, product, each)
    for (const { name, path, still } of PLACES) {
      if (!still && (EVERYTHING || WAITING.includes(name))) await showWaiting(visitor, product, answers, { name, path })
    }
    // Unsaved work would ask for confirmation before leaving.
    await openAt(page, product, '/dashboard')
    await steps.walk(visitor, product, steps.WIZARD)
    await openAt(page, product, '/dashboard')
    await steps.walk(visitor, product, steps.BUILDER)

    await signInBrowserAsSuperAdmin(page, product)
    await addTenants(page)
    if (EVERYTHING) for (const place of PANEL) await showWaiting(visitor, product, answers, place)
    await openAt(page, product, '/supadmin')
    await steps.walk(visitor, product, steps.SUPER_ADMIN)
    await openAt(page, product, '/dashboard')
    await steps.walk(visitor, product, steps.SWITCHED_OFF)
    await annotate(`${Math.round((performance.now() - began) / 1_000)} s`)
    visitor.expectNoTrouble()
  })
})

/** Surveys a page while its data loads and after its requests failed. */
async function showWaiting(
  { page, survey }: Visitor,
  product: Product,
  answers: Awaited<ReturnType<typeof answersOf>>,
  { name, path }: Place,
): Promise<void> {
  await answers.hold()
  await openAt(page, product, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('main [aria-busy=true]').first().waitFor()
  await survey(`${name}-loading`, COMMON)
  await answers.fail()
  await openAt(page, product, path)
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  await survey(`${name}-failed`, COMMON)
  await answers.pass()
}

async function show(
  visitor: Visitor,
  product: Product,
  place: Place,
  state: 'empty' | 'one' | 'many',
  go = walkTo,
): Promise<void> {
  const text = place[state]
  if (text === undefined) return
  await go(visitor.page, product, place.path)
  await visitor.page.getByText(text).first().waitFor()
  await visitor.survey(`${place.name}-${state}`, place.dark ? BOTH_THEMES : state === 'many' ? {} : COMMON)
}

/** Overlays that Escape closes. */
async function showOnTop(visitor: Visitor, product: Product, { name, path, open }: (typeof ON_TOP)[number]) {
  const { page } = visitor
  await walkTo(page, product, path)
  await open(page)
  const top = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await top.waitFor()
  await visitor.survey(name)
  await page.keyboard.press('Escape')
  await top.waitFor({ state: 'hidden' })
}

/** Creates one of each; returns the id of the draft campaign. */
async function addOne({ ask: tell }: Signed): Promise<string> {
  const contact = { firstName: 'Ida', lastName: 'Holm', email: 'ida@readers.example' }
  const { createContact } = await tell(CREATE.contact, { input: contact })
  const selectedContacts = [createContact?.id]
  const { createCampaign } = await tell(CREATE.campaign, {
    input: { name: ONE, subject: 'Hello {firstName}', content: 'Spring', selectedContacts },
  })
  await tell(CREATE.template, { input: { name: 'One template', subject: 'Hello', content: 'Dear {firstName}' } })
  await tell(CREATE.key, { input: { name: 'Key 1', scopes: ['read'] } })
  return createCampaign?.id ?? ''
}
