import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInChromium, openBrowser, watchProgress, type Visitor } from '../support/browser.ts'
import { orderFault, startFreshProduct, type Product } from '../support/product.ts'
import { LIGHT } from '../support/screen-survey.ts'

/** Written by LibreOffice: 12 people, one without a name, an empty row, an invalid address and a duplicate. */
const SHEET = fileURLToPath(new URL('../support/fixtures/readers.xlsx', import.meta.url))
const MAILBOX = 'nora.byrne@quayside.example'
const CAMPAIGN = 'Winter reading list'

describeInChromium('the product in Chromium', () => {
  it('takes a new user from sign-up to a personalized email in the sandbox mailbox', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('journey')
    await signUp(visitor, product)
    await signIn(visitor)
    await uploadSheet(visitor)
    await connectMailbox(visitor)
    await allowReading(visitor)
    await quicken(visitor)
    await createCampaign(visitor)
    await orderFault(product, { kind: 'slow', email: MAILBOX, operation: 'sendDraft', count: null, ms: 1_000 })
    await orderFault(product, { kind: 'badRecipient', email: MAILBOX, operation: 'sendDraft', after: 7 })
    await sendAndWatch(visitor)
    await readAnalytics(visitor)
    await readMail(visitor, product)
    visitor.expectNoTrouble()
  })
})

async function signUp({ page }: Visitor, product: Product): Promise<void> {
  await page.goto(product.url)
  await page.goto(`${product.url}/register?tier=plus`)
  await page.getByRole('radio', { name: /Plus/, checked: true }).waitFor()
  await page.getByRole('button', { name: 'Sign up manually' }).click()
  await page.getByLabel('Company name').fill('Quayside Books')
  await page.getByLabel('Company domain').fill('quayside.example')
  await page.getByLabel('Full name').fill('Nora Byrne')
  await page.getByLabel('Email').fill('nora@quayside.example')
  await page.getByLabel('Username').fill('nora')
  await page.getByLabel('Password', { exact: true }).fill('twelve white swans')
  await page.getByLabel('Confirm password').fill('twelve white swans')
  await page.getByRole('button', { name: /Create account|Sign up|Register/ }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
}

async function signIn({ page }: Visitor): Promise<void> {
  await page.getByLabel('Username').fill('nora')
  await page.getByLabel('Password', { exact: true }).fill('twelve white swans')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('No campaigns yet! Ready to create your first masterpiece?').waitFor()
}

async function uploadSheet({ page }: Visitor): Promise<void> {
  await navigate(page, 'Upload Contacts')
  await page.locator('input[type=file]').setInputFiles(SHEET)
  await page.getByText('12 new, 1 duplicate skipped, 1 rejected.').waitFor()
  await page.getByRole('button', { name: 'Upload Contacts' }).click()
  await notice(page, 'Upload Successful').waitFor()
  await page.getByRole('main').getByText('12 contacts added, 1 duplicate ignored, 1 row rejected.').waitFor()
  await page.getByText('Recently Uploaded Contacts').waitFor()
  await page.getByRole('link', { name: 'View All Contacts' }).click()
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  await page.getByText('zoe.oneil@readers.example').waitFor()
}

async function connectMailbox({ page, survey }: Visitor): Promise<void> {
  await page.getByRole('link', { name: 'Connect Microsoft 365' }).click()
  await page.getByRole('heading', { name: 'Sign in with Microsoft 365' }).waitFor()
  await page.getByLabel('Or use any other address').fill(MAILBOX)
  await survey('consent', LIGHT)
  await page.getByRole('button', { name: 'Accept' }).click()
  await notice(page, 'Microsoft 365 Connected!').waitFor()
  await page.getByText('Refresh Microsoft Connection').waitFor()
  await page.waitForURL(({ search }) => search === '')
}

async function allowReading({ page }: Visitor): Promise<void> {
  await navigate(page, 'Settings')
  await page.getByRole('tab', { name: 'Connected Emails' }).click()
  await page.getByRole('link', { name: 'Allow safe sending, bounces and replies' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Bounces and replies are tracked.').waitFor()
}

/** A new workspace starts at four emails a minute; its plan allows twenty. */
async function quicken({ page }: Visitor): Promise<void> {
  await navigate(page, 'Settings')
  const saved = page.waitForResponse((response) => /emailsPerInterval.*20/.test(response.request().postData() ?? ''))
  await page.getByLabel('Emails per interval').fill('20')
  await saved
}

async function createCampaign({ page }: Visitor): Promise<void> {
  await navigate(page, 'Campaigns')
  await page.getByText('No campaigns yet').waitFor()
  await page.getByRole('link', { name: 'Create Your First Campaign' }).click()
  await page.getByLabel('Campaign Name').fill(CAMPAIGN)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Subject').fill('{firstName|Hello}, a book by {Favourite author|a friend}')
  await page.getByLabel('Content').fill('Dear {fullName|reader},\n\nthe shop in ')
  await page.getByRole('button', { name: '{City}' }).click()
  await page.getByLabel('Content').pressSequentially(' has something for you.')
  // The editor of a step that was left is made anew.
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await page.getByRole('button', { name: 'Select All' }).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Content').getByText('has something for you.').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Recipient 1 of 12').waitFor()
  await page.getByText(/^[^{}]+, a book by [^{}]+$/).waitFor()
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await page.waitForURL('**/campaigns')
}

async function sendAndWatch({ page }: Visitor): Promise<void> {
  const card = page.getByRole('article', { name: CAMPAIGN })
  await card.getByText('Draft').waitFor()
  const seen = await watchProgress(page, CAMPAIGN)
  await card.getByRole('button', { name: 'Send Campaign' }).click()
  await page.getByText('Without “Track opens” it costs none.').waitFor()
  await page.getByRole('button', { name: 'Send now' }).click()
  await notice(page, 'Your email campaign is now being sent.').waitFor()
  await card.getByRole('link', { name: 'View Progress' }).waitFor()
  await card.getByRole('button', { name: 'View Analytics' }).waitFor()
  await card.getByText('11/12 sent').waitFor()

  const counts = await seen()
  expect(counts.at(-1)).toBe(11)
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  expect(counts.filter((count) => count > 0 && count < 11).length, `seen: ${counts.join(', ')}`).toBeGreaterThan(0)
}

async function readAnalytics({ page }: Visitor): Promise<void> {
  await page.getByRole('article', { name: CAMPAIGN }).getByRole('button', { name: 'View Analytics' }).click()
  const dialog = page.getByRole('dialog', { name: CAMPAIGN })
  await dialog.getByText('Emails Sent').waitFor()
  await dialog.getByRole('tab', { name: 'Email Details' }).click()
  await dialog.getByText('zoe.oneil@readers.example').waitFor()
  await dialog.getByRole('tab', { name: 'Failed Emails' }).click()
  await dialog.getByText('How to fix').waitFor()
  await dialog.getByRole('link', { name: 'Open full page' }).click()
  await page.waitForURL('**/campaigns/*/analytics')
  await page.getByText('Successfully Sent').waitFor()
  await page.getByText('Email Delivery Details').waitFor()
  await navigate(page, 'Analytics')
  await page.getByRole('main').getByText(CAMPAIGN).waitFor()
  await navigate(page, 'Dashboard')
  await page.getByRole('article', { name: CAMPAIGN }).or(page.getByText(CAMPAIGN)).first().waitFor()
}

async function readMail({ page, survey }: Visitor, product: Product): Promise<void> {
  await page.goto(product.sandboxUrl ?? '')
  const mailbox = page.getByRole('link', { name: MAILBOX })
  await mailbox.waitFor()
  await survey('sandbox-mailboxes', LIGHT)
  await mailbox.click()
  const letter = page.getByRole('link', { name: 'Zoë, a book by Anne Enright' })
  await letter.waitFor()
  await survey('sandbox-mailbox', LIGHT)
  await letter.click()
  const mail = page.frameLocator('iframe')
  await mail.getByText("Dear Zoë O'Neil,").waitFor()
  await mail.getByText('the shop in Galway has something for you.').waitFor()
  await survey('sandbox-mail', LIGHT)
  await page.goBack()
  await page.getByRole('link', { name: 'Hello, a book by a friend' }).click()
  await mail.getByText('Dear reader,').waitFor()
  await mail.getByText('the shop in Cork has something for you.').waitFor()
}

/** Navigates using the sidebar. */
async function navigate(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: place, exact: true }).click()
  await page.getByRole('heading', { name: place, level: 1 }).waitFor()
}

const notice = (page: Page, text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)
