import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { ALL, CONTACTS, OWNER, startLargeWorkspace } from '../support/large-workspace.ts'
import { signIn } from '../support/sign-in.ts'
import { stopwatch } from '../support/stopwatch.ts'

const TAG = 'Everyone 2026'
/** Half of the spreadsheet rows are new, half are existing contacts. */
const NEW = CONTACTS / 40
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
describeInChromium(`the list of ${ALL} contacts`, () => {
  it('can be searched, scrolled, tagged, exported, imported into and emptied', async ({ annotate }) => {
    const product = await startLargeWorkspace()
    const { page, expectNoTrouble } = await openBrowser('contacts')
    const { figures, timed, scroll } = stopwatch()
    const main = page.getByRole('main')
    const said = (text: string) =>
      page
        .getByRole('region', { name: /Notifications/ })
        .getByText(text)
        .waitFor()
    await signIn(page, product, OWNER)

    await timed(
      'open the list',
      () => page.getByRole('navigation').getByRole('link', { name: 'Contacts', exact: true }).click(),
      () => main.getByText(`${ALL} results`).waitFor(),
    )
    await main
      .getByRole('checkbox', { name: /^Select First/ })
      .first()
      .waitFor()
    const search = page.getByPlaceholder('Search contacts by name or email...')
    await timed(
      'search one of them',
      () => search.fill(`c${'7'.repeat(ALL.length - 2)}@`),
      () => main.getByText('1 result', { exact: true }).waitFor(),
    )
    await timed(
      'search many',
      () => search.fill('last'),
      () => main.getByText(`${ALL} results`).waitFor(),
    )
    await timed(
      'all again',
      () => search.fill(''),
      () => main.getByText(`${ALL} results`).waitFor(),
    )

    await scroll(page.getByRole('table', { name: 'Contacts' }))

    await timed(
      'Select All',
      () => page.getByRole('checkbox', { name: 'Select All' }).click(),
      () => page.getByText(`${ALL} selected`).waitFor(),
    )
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Tags').fill(TAG)
    await page.getByRole('dialog').getByLabel('Tags').press('Enter')
    await timed(
      'tag all',
      () => page.getByRole('button', { name: 'Add tags' }).click(),
      () => said(`Tags added to ${ALL} contacts.`),
    )
    await timed(
      'filter by the tag',
      () => page.getByRole('combobox', { name: 'Tag' }).selectOption(TAG),
      () => page.getByRole('button', { name: 'Save as segment' }).waitFor(),
    )
    await main.getByText(`${ALL} results`).waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await timed(
      'export as CSV',
      () => page.getByRole('menuitem', { name: 'CSV (.csv)' }).click(),
      () => download,
    )
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(CONTACTS + 1)
    expect(lines.filter((line) => !line.includes(TAG))).toHaveLength(1)

    await page.getByRole('link', { name: 'Import Excel' }).click()
    await timed(
      'look at a file',
      () => page.locator('input[type=file]').setInputFiles(spreadsheet()),
      () => page.getByText(new RegExp(`^${NEW.toLocaleString('en-GB')} new, .*1 rejected\\.$`)).waitFor(),
    )
    await timed(
      'import it',
      () => page.getByRole('button', { name: 'Upload Contacts' }).click(),
      () => said('Upload Successful'),
    )
    await main
      .getByText(`${(CONTACTS + NEW).toLocaleString('en-GB')} contacts`)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Undo import of people.xlsx' }).last().click()
    await timed(
      'undo it',
      () => page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click(),
      () => said('Import Undone'),
    )
    await main.getByText(`${ALL} contacts`).first().waitFor()

    await page.getByRole('navigation').getByRole('link', { name: 'Contacts', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select All' }).click()
    await page.getByRole('button', { name: 'Delete Selected' }).click()
    await page.getByRole('button', { name: `Delete ${ALL} contacts` }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Contacts', exact: true }).click()
    await timed(
      'delete all',
      () => Promise.resolve(),
      () => page.getByText('No contacts yet').waitFor(),
    )
    await annotate(figures.join('; '))
    expectNoTrouble()
  })
})

/** people.xlsx: new people, as many existing contacts, and one without an address. */
function spreadsheet() {
  const people = Array.from({ length: NEW }, (_, index) => [
    [`New${index}`, 'Comer', `new${index}@lists.example`, 'Sligo'],
    [`First${index + 1}`, `Last${(index + 1) % 1000}`, `c${index + 1}@lists.example`, 'Cork'],
  ]).flat()
  const sheet = XLSX.utils.aoa_to_sheet([
    ['First Name', 'Last Name', 'Email', 'City'],
    ...people,
    ['No', 'Body', '-', ''],
  ])
  const book = XLSX.utils.book_new(sheet, 'People')
  const buffer: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  return { name: 'people.xlsx', mimeType: XLSX_TYPE, buffer }
}
