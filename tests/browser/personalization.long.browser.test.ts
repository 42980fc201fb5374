import { strToU8, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInChromium, openBrowser, type Visitor } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

describeInChromium('an email that differs by recipient', () => {
  it('is written with a format, a condition set by choosing and a file for each recipient, and checked before it is sent', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('personal')
    const { page, expectNoTrouble } = visitor
    await signInToDemo(page, product)
    await page.goto(`${product.url}/create-campaign`)
    await page.getByLabel('Campaign Name').fill('Invoices')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Select All' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Subject').fill('Your invoice, {firstName|title|friend}')
    await writeCondition(visitor)
    await giveFormat(visitor)
    await page.getByRole('button', { name: 'Next' }).click()
    await giveFiles(visitor)
    expectNoTrouble()
  })
})

const stored = (page: Page) =>
  expect.poll(
    () =>
      page.evaluate(() => {
        const key = Object.keys(sessionStorage).find((each) => each.startsWith('campaign-draft:'))
        return key ? (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { content: string }).content : ''
      }),
    { timeout: 10_000 },
  )

async function writeCondition({ page, survey }: Visitor): Promise<void> {
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type('Hello {fullName}')
  await page.keyboard.press('Enter')
  await page.keyboard.type('We are glad')
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
  await toolbar.getByRole('button', { name: 'Add a condition' }).click()
  const form = page.getByRole('dialog', { name: 'Add a condition', exact: true })
  await form.getByLabel('Field').selectOption('lastName')
  await form.getByLabel('Comparison').selectOption('contains')
  await form.getByLabel('Value').fill('a')
  await form.getByLabel('Different text for everyone else').click()
  await survey('condition-form')
  await form.getByRole('button', { name: 'Insert' }).click()
  await form.waitFor({ state: 'detached' })
  await page.keyboard.type('We regret')
  await stored(page).toBe(
    'Hello {fullName}\n\n{#if lastName contains "a"}\n\nWe are glad\n\n{#else}\n\nWe regret\n\n{/if}',
  )
  await survey('condition-written')
}

async function giveFormat({ page, survey }: Visitor): Promise<void> {
  await page.getByRole('textbox', { name: 'Content' }).getByText('fullName').click()
  const form = page.getByRole('dialog', { name: 'Merge tag' })
  await form.getByLabel('Format').selectOption('upper')
  await survey('chip-format')
  await form.getByRole('button', { name: 'Update' }).click()
  await stored(page).toContain('Hello {fullName|upper}')
}

async function giveFiles({ page, survey }: Visitor): Promise<void> {
  await page.getByRole('region', { name: 'Conditions' }).waitFor()
  await page.getByRole('button', { name: 'Add files' }).click()
  const name = page.getByRole('textbox', { name: 'File name' })
  await name.fill('{lastName}.txt')
  await name.blur()
  const table = page.getByRole('table', { name: 'Files of recipients' })
  await table.waitFor()
  const missing = await table.getByText(/^ ?Missing: /).allTextContents()
  const [first = '', second = '', third = ''] = missing.map((text) => text.replace('Missing: ', '').trim())
  const files = page.locator('input[type=file][multiple]').last()
  await files.setInputFiles({ name: first, mimeType: 'text/plain', buffer: Buffer.from('Yours') })
  await page.getByText(/1 file, 5 B, encrypted/).waitFor()
  const zip = zipSync({ [`invoices/${second}`]: strToU8('Yours'), [`invoices/${third}`]: strToU8('Yours') })
  await files.setInputFiles({ name: 'invoices.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  await page.getByText(/3 files, 15 B, encrypted/).waitFor()
  await page.getByText(/would get no email, because their file is missing/).waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  await survey('recipient-files')
}
