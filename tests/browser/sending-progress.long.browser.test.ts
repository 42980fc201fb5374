import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import { describeInChromium, EVERYTHING, openBrowser } from '../support/browser.ts'
import { startFreshProduct, type Product } from '../support/product.ts'
import { connectGoogle, signInToDemo } from '../support/sign-in.ts'
import { eventually } from '../support/eventually.ts'

const CAMPAIGN = 'Letters to everybody'
const RECIPIENTS = EVERYTHING ? 500 : 80
/** Daily emails of both mailboxes together: fewer than there are recipients. */
const DAILY_LIMIT = EVERYTHING ? 150 : 20
const DAY = 86_400_000
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Text of the send bar at one moment. */
interface Said {
  sent: number
  /** the status line: why it waits, or that it is sending */
  line: string
  /** True if that line gives a time */
  until: boolean
  /** True if a finish time is shown */
  forecast: boolean
}

describeInChromium(`a campaign of ${RECIPIENTS} recipients with two mailboxes, sending hours and a daily limit`, () => {
  it('always shows why it waits and a forecast, on every page, until it is done', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('sending')
    const { page, survey } = visitor
    await signInToDemo(page, product)
    await connectGoogle(page, 'letters@gmail.example')
    await addContacts(page, product)
    await setPace(page)
    await onlyOn(page, WEEKDAYS[new Date(Date.now() + 3 * DAY).getUTCDay()] ?? '')

    await createCampaign(page)
    await launch(page)
    const bar = page.getByRole('article', { name: CAMPAIGN })
    await bar.getByText('Outside the sending hours of the workspace.').waitFor()
    await bar.getByText(/^finishes around/).waitFor()
    const said = await listen(page)
    await survey('outside-window')

    // In its own tab, so that every update is recorded from the first email on.
    const opened = page.waitForEvent('popup')
    await page.evaluate(() => void window.open('/settings'))
    const settings = await opened
    await everyDay(settings)
    await expect.poll(() => settings.title()).toMatch(/^\d+% · /)
    await settings.close()
    // Hundreds of emails leave first.
    await bar.getByText('The daily limit of the mailbox is reached.').waitFor({ timeout: 300_000 })
    await expect.poll(() => sentOf(bar)).toBe(2 * DAILY_LIMIT)

    await bar.getByRole('button', { name: 'Pause' }).press('Enter')
    await bar.getByText('It was paused. Resume it to continue.').waitFor()
    // The keyboard focus has not moved.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), { timeout: 30_000 })
      .toBe('Resume')
    await page.keyboard.press('Enter')
    await bar.getByText('Paused', { exact: true }).waitFor({ state: 'hidden' })

    await navigate(page, 'Settings')
    await change(page, () => page.getByLabel('Daily limit').fill('10000'))
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByText('Campaign Sent', { exact: true })
      .waitFor()
    await navigate(page, 'Campaigns')
    expect(await sentOf(bar)).toBe(RECIPIENTS)
    await bar.getByRole('link', { name: CAMPAIGN }).click()
    // A chart, or a sentence where it would have one bar.
    const chart = page.getByRole('img', { name: new RegExp(`^Emails sent over time: ${RECIPIENTS} in total`) })
    await chart.or(page.getByText(`All ${RECIPIENTS} emails were sent `)).waitFor()

    expectExplained(await said())
    visitor.expectNoTrouble()
  })
})

/** While sending, every moment had a reason with a time or was sending, and a forecast once there was one. */
function expectExplained(moments: readonly Said[]): void {
  const silent = moments.filter(({ line, until }) => !until && !line.startsWith('Sending now.'))
  expect(silent.map(({ line }) => line)).toEqual([])
  const unforeseen = moments.filter(({ line, forecast }) => !forecast && !line.includes('estimating the finish time'))
  expect(unforeseen.map(({ line }) => line)).toEqual([])
  const reasons = new Set(moments.map(({ line }) => line.replace(/(Resumes|Begins) .*/, '').trim()))
  for (const reason of ['Outside the sending hours of the workspace.', 'The daily limit of the mailbox is reached.']) {
    expect([...reasons]).toContain(reason)
  }
  expect(new Set(moments.map(({ sent }) => sent)).size, 'the figures moved').toBeGreaterThan(3)
}

/** Records, inside the page, everything the campaign's send bar says while it is sending. */
async function listen(page: Page): Promise<() => Promise<Said[]>> {
  await page.evaluate((name) => {
    const said: Said[] = []
    Object.assign(window, { said })
    const hear = () => {
      const article = document.querySelector(`article[aria-label="${name}"]`)
      const progress = article?.querySelector('[role=progressbar]')
      const line = progress?.parentElement?.querySelector(':scope > div:last-child p')
      if (!article?.textContent?.includes('Sending ') || !progress || !line) return
      const sent = Number(/^\d+/.exec(progress.getAttribute('aria-valuetext') ?? '')?.[0])
      said.push({
        sent,
        line: line.textContent ?? '',
        until: line.querySelector('time') !== null,
        forecast: (progress.parentElement?.textContent ?? '').includes('finishes around'),
      })
    }
    hear()
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, CAMPAIGN)
  return () => page.evaluate(() => (window as unknown as { said: Said[] }).said)
}

/** Imports the campaign's contacts from a spreadsheet. */
async function addContacts(page: Page, product: Product): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'mergewell_session')?.value ?? ''
  const ask = async (query: string) => {
    const response = await fetch(`${product.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query }),
    })
    return (await response.json()) as { data: { contacts: { totalCount: number } } }
  }
  const count = async () => (await ask('{ contacts(first: 1) { totalCount } }')).data.contacts.totalCount
  const missing = RECIPIENTS - (await count())
  const rows = Array.from({ length: missing }, (_, index) => [
    `Reader${index}`,
    'Letter',
    `reader${index}@letters.example`,
  ])
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['First Name', 'Last Name', 'Email'], ...rows]))
  const form = new FormData()
  form.append('file', new Blob([XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })]), 'readers.xlsx')
  await fetch(`${product.url}/api/contacts/upload`, { method: 'POST', headers: { authorization: token }, body: form })
  await eventually('all contacts are there', async () => (await count()) === RECIPIENTS)
}

/** Makes a change to the settings and waits until the server saved it. */
async function change(page: Page, act: () => Promise<unknown>): Promise<void> {
  const saved = page.waitForResponse((response) => /UpdateEmailSettings/.test(response.request().postData() ?? ''))
  await act()
  await saved
}

async function setPace(page: Page): Promise<void> {
  await navigate(page, 'Settings')
  for (const [label, value] of [
    ['Emails per interval', '20'],
    ['Interval seconds', '2'],
    ['Daily limit', String(DAILY_LIMIT)],
  ] as const) {
    await change(page, () => page.getByLabel(label).fill(value))
  }
}

/** Allows sending on one weekday only. */
async function onlyOn(page: Page, day: string): Promise<void> {
  await change(page, () => page.getByRole('switch', { name: 'Send only at certain times' }).click())
  await press(page, day, true)
  for (const other of WEEKDAYS.filter((each) => each !== day)) await press(page, other, false)
}

/** Allows sending at any time of any day, still through a window. */
async function everyDay(page: Page): Promise<void> {
  await change(page, () => page.getByLabel('From', { exact: true }).fill('00:00'))
  await change(page, () => page.getByLabel('To', { exact: true }).fill('00:00'))
  for (const day of WEEKDAYS) await press(page, day, true)
  await page.getByText(/^Every day, 00:00 to 24:00/).waitFor()
}

async function press(page: Page, day: string, on: boolean): Promise<void> {
  const button = page.getByRole('button', { name: day, exact: true })
  if ((await button.getAttribute('aria-pressed')) !== String(on)) await change(page, () => button.click())
}

async function createCampaign(page: Page): Promise<void> {
  await navigate(page, 'Campaigns')
  await page.getByRole('link', { name: 'New Campaign' }).click()
  await page.getByLabel('Campaign Name').fill(CAMPAIGN)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByText(`${RECIPIENTS} selected`).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Subject').fill('A letter to {firstName|you}')
  await page.getByLabel('Content').fill('Dear {firstName|reader},\n\nthis is one of many.')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'Now' }).click()
  for (const mailbox of await page.getByRole('checkbox').all()) await mailbox.check()
  await page.getByRole('list', { name: 'Before you send' }).waitFor()
}

async function launch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  // With problems the button says so.
  await page.getByRole('button', { name: /^Send to [\d,]+ (?:now|anyway)$/ }).click()
  await page.waitForURL('**/campaigns')
}

async function navigate(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: place, exact: true }).click()
  await page.getByRole('heading', { name: place, level: 1 }).waitFor()
}

async function sentOf(card: Locator): Promise<number> {
  const words = await card.getByRole('progressbar').getAttribute('aria-valuetext')
  return Number(/^\d+/.exec(words ?? '')?.[0])
}
