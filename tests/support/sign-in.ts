import type { Page } from 'playwright-core'
import type { Product } from './product.ts'

/** Signs the browser in through the form on /login; ends on the dashboard. */
export async function signIn(
  page: Page,
  product: Product,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await page.goto(`${product.url}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
}

/** Signs the browser in to the demo workspace with the printed credentials. */
export async function signInToDemo(page: Page, product: Product): Promise<void> {
  const [, username = '', password = ''] = /Demo workspace +(\S+) \/ (\S+)/.exec(product.printed()) ?? []
  await signIn(page, product, { username, password })
}

/** Connects a sandbox mailbox from the dashboard through its consent page; ends on the dashboard. */
export async function connectGoogle(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Connect Google Gmail' }).click()
  await page.getByLabel('Or use any other address').fill(address)
  await page.getByRole('button', { name: /Accept|Allow|Continue/ }).click()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
}
