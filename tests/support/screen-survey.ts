import { graphqlAs } from './person.ts'
import type { Page } from 'playwright-core'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import type { SignUpTier } from '#domain/tenants/plans.ts'
import type { Product } from './product.ts'

/** Options of `survey` for a state whose dark theme only changes colors, which the populated state covers. */
export const LIGHT = { themes: ['light'] } as const

/** Options of `survey` for a state whose colors appear in other states too. */
export const COMMON = { ...LIGHT, ownColors: false } as const

/** Options of `survey` for both themes, whatever else is surveyed. */
export const BOTH_THEMES = { themes: ['light', 'dark'] } as const

/** Loads the app at a path. */
export async function openAt(page: Page, product: Product, path: string): Promise<void> {
  await page.goto(product.url + path)
}

/** Navigates client-side like a link, much faster than a reload. */
export async function walkTo(page: Page, product: Product, path: string): Promise<void> {
  const here = new URL(page.url()).pathname
  const last = await page.locator('h1').first().elementHandle()
  await page.evaluate((address) => {
    // With the router's own history index: without it, the router cannot tell the direction.
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // The old screen stays until the next is ready and may contain the same text; tabs share a heading.
  const isTab = new URL(path, product.url).pathname === here
  if (!isTab) await page.waitForFunction((heading) => !heading?.isConnected, last)
}

/** Names of queries that the app's frame sends, which always get an answer. */
const OF_THE_FRAME = ['CurrentUser', 'Server', 'MailboxStates', 'SuperAdmin']

/**
 * Intercepts server answers: passes, delays or fails them. The WebSocket stays closed meanwhile. It runs inside the
 * page, because requests routed by Playwright bypass the cache and would reload the app for each page.
 */
export async function answersOf(page: Page) {
  await page.addInitScript(
    ([key, ofTheFrame]) => {
      const mode = () => sessionStorage.getItem(key)
      const { fetch } = window
      window.fetch = async (input, init) => {
        if (!mode() || !String(input).endsWith('/graphql')) return fetch(input, init)
        const { operationName } = JSON.parse(String(init?.body ?? '{}')) as { operationName?: string }
        if (ofTheFrame.includes(operationName ?? '')) return fetch(input, init)
        if (mode() === 'hold') return new Promise(() => {})
        const errors = [{ message: 'Something went wrong on our side.', extensions: { code: 'INTERNAL' } }]
        return Response.json({ data: null, errors })
      }
      const { send } = WebSocket.prototype
      WebSocket.prototype.send = function (data) {
        if (!mode()) send.call(this, data)
      }
    },
    ['answers', OF_THE_FRAME] as const,
  )
  const become = (mode: 'hold' | 'fail' | '') =>
    page.evaluate(([key, value]) => sessionStorage.setItem(key, value), ['answers', mode] as const)
  return { pass: () => become(''), hold: () => become('hold'), fail: () => become('fail') }
}

/** Function that sends GraphQL to the server as a signed-in user; throws on errors. */
export type Ask = (document: string, variables?: object) => Promise<Record<string, { id: string }>>

/** A signed-in user. */
export interface Signed {
  token: string
  ask: Ask
}

async function ask(product: Product, token: string | null, query: string, variables: object = {}) {
  const { data, errors } = await graphqlAs(product.url, token ? { authorization: token } : {}, query, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

/** Signs in without a browser. */
export async function signIn(product: Product, username: string, password: string): Promise<Signed> {
  const query = 'mutation ($input: LoginInput!) { login(input: $input) { sessionToken errors { code field message } } }'
  const { login }: { login: { sessionToken: string } } = await ask(product, null, query, {
    input: { username, password },
  })
  const token = login.sessionToken
  return { token, ask: (document, variables) => ask(product, token, document, variables) }
}

/** Signs up Nora Byrne with an empty workspace. */
export async function signUp(product: Product, selectedTier: SignUpTier = 'pro'): Promise<Signed> {
  const password = 'twelve white swans'
  const input = {
    companyName: 'Quayside Books',
    fullName: 'Nora Byrne',
    email: 'nora@quayside.example',
    username: 'nora',
    password,
    confirmPassword: password,
    selectedTier,
  }
  await ask(
    product,
    null,
    'mutation ($input: RegisterInput!) { register(input: $input) { user { id } errors { code field message } } }',
    { input },
  )
  return signIn(product, input.username, password)
}

/** Signs the browser in. */
export async function signInBrowser(page: Page, product: Product, { token }: Signed): Promise<void> {
  await page.goto(`${product.url}/login`)
  await page.evaluate(() => sessionStorage.clear())
  const cookie = { name: 'mergewell_session', value: token, url: product.url, httpOnly: true, sameSite: 'Lax' as const }
  await page.context().addCookies([cookie])
  // The current user is loaded at app start.
  await page.goto(`${product.url}/dashboard`)
}

/** Signs the browser in to the tenants panel. */
export async function signInBrowserAsSuperAdmin(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/supadmin`)
  await page.getByLabel('Username').fill(DEMO.superAdmin.username)
  await page.getByLabel('Password', { exact: true }).fill(DEMO.superAdmin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Tenant Management').first().waitFor()
}

/** GraphQL mutations that create one item each. */
export const CREATE = {
  contact:
    'mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { id } errors { code field message } } }',
  campaign:
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { code field message } } }',
  template:
    'mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { id } errors { code field message } } }',
  user: 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } errors { code field message } } }',
  key: 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } errors { code field message } } }',
}
