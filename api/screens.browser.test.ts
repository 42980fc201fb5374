import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { DEMO } from './seed.ts'
import { describeInChromium, EVERYTHING, openBrowser, type Visitor } from './testing/browser.ts'
import { orderFault, startFreshProduct, type Product } from './testing/product.ts'
import {
  answersOf,
  BOTH_THEMES,
  CREATE,
  enter,
  enterAsSuperAdmin,
  COMMON,
  openAt,
  signIn,
  signUp,
  walkTo,
  type Signed,
} from './testing/screens.ts'
import { eventually } from './testing/world.ts'

const SENT = 'Autumn reading evening'
const ONE = 'Spring letter'

/** A place, and a text that tells that it has come in each of its states; a state without one it does not have. */
interface Place {
  name: string
  path: string
  empty?: string
  one?: string
  many?: string
  /** Nothing of its own is loaded, so it neither waits nor fails. */
  still?: boolean
  /** Has colours that most others have in common, so it is always looked at in the dark as well. */
  dark?: boolean
}

const PLACES: readonly Place[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    empty: 'No campaigns yet! Ready to create your first masterpiece?',
    one: ONE,
    many: 'A long name of a campaign, number 9',
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
  { name: 'contacts', path: '/contacts', empty: 'No contacts yet', one: 'ida@readers.example', many: '40 contacts' },
  { name: 'campaigns', path: '/campaigns', empty: 'No campaigns yet', one: ONE, many: SENT },
  { name: 'wizard', path: '/campaigns/create', empty: 'Campaign Setup', still: true },
  { name: 'builder', path: '/email-builder', empty: 'Drag elements here to start building your email', still: true },
  { name: 'analytics', path: '/analytics', empty: 'No campaigns yet', one: ONE, many: SENT },
  { name: 'templates', path: '/templates', empty: 'No templates yet', one: 'One template', many: 'Template 9' },
  { name: 'sending', path: '/settings', empty: 'Recommended settings' },
  { name: 'profile', path: '/settings?tab=profile', empty: 'Where you are signed in' },
  { name: 'users', path: '/settings?tab=users', empty: '(you)', many: 'Colleague 9' },
  { name: 'emails', path: '/settings?tab=emails', empty: 'No mailbox is connected', many: 'Reputation' },
  { name: 'keys', path: '/settings?tab=keys', empty: 'No API keys', one: 'Key 1', many: 'Key 9' },
  { name: 'no-page', path: '/no/such/page', empty: '404', still: true },
  { name: 'no-campaign', path: '/campaigns/none/analytics', empty: 'Campaign Not Found', still: true },
]

const SIGNED_OUT: readonly Place[] = [
  { name: 'landing', path: '/', empty: 'Pricing' },
  { name: 'landing-failed', path: '/?auth=error&message=access_denied', empty: 'Authentication failed' },
  { name: 'login', path: '/login', empty: 'Use Microsoft' },
  { name: 'register', path: '/register?tier=pro', empty: 'Sign up manually' },
  { name: 'widgets', path: '/widgets', empty: 'What screens are built from.', dark: true },
  { name: 'supadmin-login', path: '/supadmin', empty: 'Sign in to run this installation.' },
]

const SUPER_ADMIN: readonly Place[] = [
  { name: 'tenants', path: '/supadmin', empty: 'Larkspur Books' },
  { name: 'tenant-users', path: '/supadmin?tab=users', empty: 'Users of' },
]

/** What lies on top of a screen: where, and how one opens it. */
const ON_TOP: readonly { name: string; path: string; open: (page: Page) => Promise<void> }[] = [
  { name: 'palette', path: '/dashboard', open: (page) => page.keyboard.press('Control+K') },
  { name: 'keys', path: '/dashboard', open: (page) => page.keyboard.press('?') },
  { name: 'add-contact', path: '/contacts?add=contact', open: async () => {} },
  { name: 'delete-contact', path: '/contacts', open: (page) => press(page, /^Delete [A-Z]/) },
  { name: 'send', path: '/campaigns', open: (page) => press(page, 'Send Campaign') },
  { name: 'delete-campaign', path: '/campaigns', open: (page) => press(page, 'Delete') },
  { name: 'create-template', path: '/templates?template=new', open: async () => {} },
  { name: 'create-key', path: '/settings?tab=keys', open: (page) => press(page, 'Create API Key') },
]

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Places that are shown while they wait and when they failed, without EVERYTHING: one of figures, one of cards, one of rows. */
const WAITING: readonly string[] = ['dashboard', 'campaigns', 'contacts']

describeInChromium('every screen', () => {
  it('is without fault in its states, widths and themes, and so is what lies on top of it', async ({ annotate }) => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('screens')
    const answers = await answersOf(visitor.page)
    const demo = await signIn(product, DEMO.username, DEMO.password)
    const full = fill(product, demo)
    const began = performance.now()

    for (const place of SIGNED_OUT) await show(visitor, product, place, 'empty', openAt)
    await visitor.page.goto(`${product.url}/register`)
    await visitor.page.getByRole('button', { name: 'Sign up manually' }).click()
    await visitor.survey('register-form')

    const fresh = await signUp(product)
    await enter(visitor.page, product, fresh)
    for (const place of PLACES) await show(visitor, product, place, 'empty')
    const draft = await addOne(fresh)
    await visitor.page.reload()
    const withOne = analyticsOf(draft, { one: 'Campaign Information' })
    // One row of something is laid out as many are: the page of a draft is not like any other.
    for (const place of EVERYTHING ? [...PLACES, withOne] : [withOne]) await show(visitor, product, place, 'one')

    const campaign = await full
    await enter(visitor.page, product, demo)
    const places = [...PLACES, analyticsOf(campaign, { many: 'Email Delivery Details' })]
    for (const place of places) await show(visitor, product, place, 'many')
    for (const each of ON_TOP) await showOnTop(visitor, product, each)
    for (const place of places.filter(({ name, still }) => !still && (EVERYTHING || WAITING.includes(name)))) {
      await answers.hold()
      await visitor.page.goto(product.url + place.path)
      await visitor.page.getByRole('heading', { level: 1 }).waitFor()
      await visitor.page.locator('main [aria-busy=true]').first().waitFor()
      await visitor.survey(`${place.name}-loading`, COMMON)
      await answers.fail()
      await visitor.page.goto(product.url + place.path)
      await visitor.page.getByRole('button', { name: 'Try again' }).first().waitFor()
      await visitor.survey(`${place.name}-failed`, COMMON)
      await answers.pass()
    }

    await enterAsSuperAdmin(visitor.page, product)
    for (const place of SUPER_ADMIN) await show(visitor, product, place, 'empty', openAt)
    await annotate(`${Math.round((performance.now() - began) / 1_000)} s`)
    visitor.expectNoTrouble()
  })
})

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

function analyticsOf(id: string, shows: Pick<Place, 'one' | 'many'>): Place {
  return { name: 'campaign', path: `/campaigns/${id}/analytics`, ...shows }
}

/** What Escape closes. */
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

/** One of each; returns the id of the campaign, a draft. */
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

/** Many of each, and a campaign that was sent, with mails that failed; returns its id. */
async function fill(product: Product, { ask: tell }: Signed): Promise<string> {
  await orderFault(product, { kind: 'badRecipient', operation: 'sendDraft', after: 3, count: 2 })
  const found = await tell(`{ campaigns(first: 1) { edges { node { id } } } }`)
  const { edges } = found['campaigns'] as unknown as { edges: { node: { id: string } }[] }
  const id = edges[0]?.node.id ?? ''
  await tell('mutation ($id: ID!) { sendCampaign(id: $id) { id } }', { id })
  for (let number = 1; number <= 9; number += 1) {
    const email = `colleague${number}@larkspur.example`
    await tell(CREATE.campaign, { input: { name: `A long name of a campaign, number ${number}`, subject: 'Hello' } })
    await tell(CREATE.template, {
      input: { name: `Template ${number}`, subject: 'Hello', content: 'Dear {firstName}' },
    })
    await tell(CREATE.user, { input: { name: `Colleague ${number}`, email, password: 'twelve white swans' } })
    await tell(CREATE.key, { input: { name: `Key ${number}`, scopes: ['read', 'write', 'send'] } })
  }
  await eventually(
    'all have left',
    async () => {
      const { campaign } = await tell('query ($id: ID!) { campaign(id: $id) { status } }', { id })
      return (campaign as unknown as { status: string }).status === 'sent'
    },
    60_000,
  )
  return id
}
