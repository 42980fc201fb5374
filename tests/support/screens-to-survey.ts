import type { Page } from 'playwright-core'
import { type Visitor } from './browser.ts'
import type { Product } from './product.ts'
import { answersOf, BOTH_THEMES, COMMON, openAt, walkTo } from './screen-survey.ts'

const LAST = 'A long name of a campaign, number 9'
/** Name of the only campaign in a workspace that is new. */
export const ONE = 'Spring letter'

/** A page, and a text that proves it loaded in each of its states; a missing text means it has no such state. */
export interface Place {
  name: string
  path: string
  empty?: string
  one?: string
  many?: string
  /** True if the page loads no data, so it has no loading or error state. */
  still?: boolean
  /** Has colors shared by many pages, so it is always surveyed in dark mode as well. */
  dark?: boolean
}

export const PLACES: readonly Place[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    empty: 'No campaigns yet! Ready to create your first masterpiece?',
    one: ONE,
    many: LAST,
    dark: true,
  },
  {
    name: 'upload',
    path: '/upload',
    empty: 'Download Template',
    one: 'Recently Uploaded Contacts',
    many: 'View All Contacts',
    still: true,
  },
  {
    name: 'contacts',
    path: '/contacts',
    empty: 'No contacts yet',
    one: 'ida@readers.example',
    many: '40 contacts',
  },
  { name: 'campaigns', path: '/campaigns', empty: 'No campaigns yet', one: ONE, many: LAST },
  { name: 'replies', path: '/replies', empty: 'No open replies' },
  { name: 'wizard', path: '/campaigns/create', empty: 'Campaign Setup', still: true },
  { name: 'compose', path: '/compose', empty: 'No sheet here', still: true },
  { name: 'builder', path: '/email-builder', empty: 'Drag elements here to start building your email', still: true },
  { name: 'analytics', path: '/analytics', empty: 'No campaigns yet', one: ONE, many: 'Two subjects' },
  { name: 'templates', path: '/templates', empty: 'No templates yet', one: 'One template', many: 'Template 9' },
  { name: 'sending', path: '/settings', empty: 'Recommended settings' },
  { name: 'brand', path: '/settings?tab=brand', empty: 'Company and address' },
  { name: 'languages', path: '/settings?tab=languages', empty: 'Language of your emails' },
  { name: 'privacy', path: '/settings?tab=privacy', empty: 'Add link domain', one: 'links.readers.example' },
  { name: 'plan', path: '/plan', empty: 'In use' },
  { name: 'profile', path: '/settings?tab=profile', empty: 'Your active sessions' },
  { name: 'users', path: '/settings?tab=users', empty: '(you)', many: 'Colleague 9' },
  { name: 'emails', path: '/settings?tab=emails', empty: 'No mailbox is connected', many: 'Reputation' },
  { name: 'keys', path: '/settings?tab=keys', empty: 'No API keys yet', one: 'Key 1', many: 'Key 9' },
  { name: 'webhooks', path: '/settings?tab=webhooks', empty: 'No webhooks yet' },
  { name: 'sso', path: '/settings?tab=sso', empty: 'Add a domain' },
  { name: 'activity', path: '/settings?tab=activity', empty: 'Entries cannot be changed' },
  { name: 'data', path: '/settings?tab=data', empty: 'Data about one person', still: true },
  { name: 'no-page', path: '/no/such/page', empty: '404', still: true },
  { name: 'no-campaign', path: '/campaigns/none/analytics', empty: 'Campaign Not Found', still: true },
]

export const SIGNED_OUT: readonly Place[] = [
  { name: 'landing', path: '/', empty: 'Pricing' },
  { name: 'landing-failed', path: '/?auth=error&message=access_denied', empty: 'Authentication failed' },
  { name: 'login', path: '/login', empty: 'Use Microsoft' },
  { name: 'forgotten', path: '/forgot-password', empty: 'Send the link' },
  { name: 'single-sign-on', path: '/single-sign-on', empty: 'Continue' },
  { name: 'dead-link', path: '/reset-password', empty: 'This link no longer works' },
  { name: 'register', path: '/register?tier=pro', empty: 'Sign up manually' },
  { name: 'supadmin-login', path: '/supadmin', empty: 'Sign in to manage this installation.' },
]

/** Pages of the app that are surveyed in their loading and error states. */
export const PANEL: readonly Place[] = [
  { name: 'tenants', path: '/supadmin' },
  { name: 'tenant-users', path: '/supadmin?tab=users' },
  { name: 'tenant-activity', path: '/supadmin?tab=activity' },
  { name: 'tenant-sending', path: '/supadmin?tab=sending' },
]

/** An overlay (dialog or menu): the page it is on, and how to open it. */
export interface OnTop extends Pick<Place, 'name' | 'path'> {
  open: (page: Page) => Promise<void>
}

export const ON_TOP: readonly OnTop[] = [
  { name: 'palette', path: '/dashboard', open: (page) => page.keyboard.press('Control+K') },
  { name: 'keys', path: '/dashboard', open: (page) => page.keyboard.press('?') },
  { name: 'add-contact', path: '/contacts?add=contact', open: async () => {} },
  { name: 'delete-contact', path: '/contacts', open: (page) => press(page, /^Delete [A-Z]/) },
  { name: 'send', path: '/campaigns', open: (page) => press(page, 'Send Campaign') },
  { name: 'delete-campaign', path: '/campaigns', open: (page) => press(page, 'Delete') },
  { name: 'create-template', path: '/templates?template=new', open: async () => {} },
  { name: 'create-key', path: '/settings?tab=keys', open: (page) => press(page, 'Create API Key') },
]

/** Presses the first button of that name that can be pressed. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, disabled: false }).first().click()

/** Surveys a page while its data loads and after its requests failed. */
export async function showWaiting(
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

/** Surveys a page in one of its states; nothing if it has no such state. */
export async function show(
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

/** Surveys an overlay that Escape closes. */
export async function showOnTop(visitor: Visitor, product: Product, { name, path, open }: (typeof ON_TOP)[number]) {
  const { page } = visitor
  await walkTo(page, product, path)
  await open(page)
  const top = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await top.waitFor()
  await visitor.survey(name)
  await page.keyboard.press('Escape')
  await top.waitFor({ state: 'hidden' })
}
