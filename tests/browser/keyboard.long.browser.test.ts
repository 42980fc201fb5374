import { expect, it } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { workbook } from '../support/imports.ts'
import { focused, keyboardAt, type Keyboard } from '../support/keyboard.ts'
import { startFreshProduct } from '../support/product.ts'

const CAMPAIGN = 'By keyboard'
const SHEET = {
  name: 'people.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: workbook({
    People: [
      ['First Name', 'Last Name', 'Email'],
      ['Per', 'Dahl', 'per@readers.example'],
    ],
  }),
}

describeInChromium('a person with the keyboard alone', () => {
  it('can do everything: contacts, imports, segments, campaigns, templates, settings and super admin tasks', async () => {
    const product = await startFreshProduct()
    const { page, expectNoTrouble } = await openBrowser('keyboard')
    const keyboard = keyboardAt(page)

    await signIn(keyboard, `${product.url}/login`)
    await addContact(keyboard)
    await importAndUndo(keyboard)
    await saveSegment(keyboard)
    await suppress(keyboard)
    await sendCampaign(keyboard)
    await keepTemplate(keyboard)
    await changeSetting(keyboard)
    await logOut(keyboard)
    await runInstallation(keyboard, `${product.url}/supadmin`)

    expect(keyboard.withoutFocusRing, 'stops without a visible focus indicator').toEqual([])
    expectNoTrouble()
  })
})

async function signIn({ page, type, press, heading }: Keyboard, url: string) {
  await page.goto(url)
  await page.locator('input:focus').waitFor()
  await type(DEMO.username)
  await press('Tab')
  await type(DEMO.password)
  await press('Enter')
  await heading('Dashboard')
}

async function addContact({ page, enter, fill, press, notice, heading }: Keyboard) {
  await enter('Contacts')
  await heading('Contacts')
  await enter('Add Contact')
  await page.getByRole('dialog', { name: 'Add Contact' }).waitFor()
  await fill({ 'First name': 'Ida', 'Last name': 'Holm', Email: 'ida@readers.example' })
  await press('Enter')
  await notice('Contact Added')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('Add Contact')
}

async function importAndUndo({ page, enter, press, notice, heading }: Keyboard) {
  await enter('Import Excel', 'Shift+Tab')
  await heading('Upload Contacts')
  // Registered early: the browser must know about it before the key is pressed.
  const chooser = page.waitForEvent('filechooser')
  await enter('Choose a file')
  await (await chooser).setFiles(SHEET)
  await page.getByText('1 new').waitFor()
  await expect.poll(() => focused(page)).toBe('Upload Contacts')
  await press('Enter')
  await notice('Upload Successful')
  await enter('Undo import of people.xlsx')
  await page.getByRole('alertdialog').waitFor()
  await enter('Undo import')
  await notice('Import Undone')
}

async function saveSegment({ page, go, enter, type, press, notice, heading }: Keyboard) {
  await enter('Contacts', 'Shift+Tab')
  await heading('Contacts')
  await enter('Filter')
  await page.getByRole('dialog', { name: 'Filter contacts' }).waitFor()
  await go('What')
  await type('Name')
  await go('Value')
  await type('ida')
  await enter('Show contacts')
  await page.getByText('1 result', { exact: true }).waitFor()
  await enter('Save as segment')
  await go('Name')
  await type('Idas')
  await press('Enter')
  await notice('Segment Saved')
  // The list switches to the segment and re-renders its rows.
  await page.waitForURL(/segment=/)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' })
}

async function suppress({ page, go, enter, type, press, notice }: Keyboard) {
  await go('All contacts', 'Shift+Tab')
  await press('ArrowRight')
  await page.getByText('The suppression list is empty').waitFor()
  await enter('Add addresses')
  await go('Addresses')
  await type('gone@readers.example')
  await enter('Add 1 address')
  await notice('Addresses Added')
  await enter('Remove gone@readers.example')
  await page.getByRole('alertdialog').waitFor()
  await enter('Remove')
  await notice('Address Removed')
}

async function sendCampaign({ page, go, enter, type, press, heading }: Keyboard) {
  await enter('Campaigns', 'Shift+Tab')
  await heading('Campaigns')
  await enter('New Campaign')
  await page.getByLabel('Campaign Name').waitFor()
  await go('Campaign Name')
  await type(CAMPAIGN)
  await press('Enter')
  await page.getByRole('listbox', { name: 'Contacts' }).getByRole('option').first().waitFor()
  await go('Contacts')
  await press('Space')
  await press('ArrowRight')
  await press('Space')
  await page.getByText('2 selected').waitFor()
  await enter('Next')
  await page.getByRole('heading', { name: 'Design Email' }).waitFor()
  await go('Subject')
  await type('Hello {firstName}')
  await go('Content')
  await type('Two lines, ')
  await press('Enter')
  await type('written without a mouse.')
  await enter('Next')
  await page.getByRole('heading', { name: 'Review and Launch' }).waitFor()
  await enter('Create Campaign')
  const card = page.getByRole('article', { name: CAMPAIGN })
  await card.waitFor()

  await enter('Send Campaign')
  await page.getByText('Without “Track opens” it costs none.').waitFor()
  await enter('Send now')
  await card.getByText('2/2 sent').waitFor()
  await card.getByRole('button', { name: 'View Analytics' }).waitFor()
  await enter('View Analytics')
  await page.getByText('Emails Sent').waitFor()
  await go('Overview')
  await press('ArrowRight')
  await page.getByRole('tab', { name: 'Email Details', selected: true }).waitFor()
  await press('ArrowRight')
  await page.getByText('✓ No failed emails').waitFor()
  await enter('Open full page')
  await page.getByText('Email Delivery Details').waitFor()
}

async function keepTemplate({ page, go, enter, fill, press, type, notice, heading }: Keyboard) {
  await enter('Templates', 'Shift+Tab')
  await heading('Templates')
  await enter('Create Template')
  await page.getByRole('dialog', { name: 'Create Template' }).waitFor()
  await fill({ Name: 'Greeting', Subject: 'Hello', Content: 'Good to have you.' })
  await enter('Create Template')
  await notice('Template Created')
  await enter('Edit Greeting')
  await page.getByRole('dialog', { name: 'Edit Template' }).waitFor()
  await go('Name')
  await press('End')
  await type('s')
  await press('Enter')
  await notice('“Greetings” has been updated.')
  await enter('Delete Greetings')
  await page.getByRole('alertdialog').waitFor()
  await enter('Delete')
  await notice('Template Deleted')
}

async function changeSetting({ page, go, enter, press, notice, heading }: Keyboard) {
  await enter('Settings', 'Shift+Tab')
  await heading('Settings')
  await go('Email Sending')
  await go('Throttling')
  await press('Space')
  await notice('Email settings updated successfully')
  await go('Email Sending', 'Shift+Tab')
  await press('ArrowDown')
  await page.getByRole('tab', { name: 'Connected Emails', selected: true }).waitFor()
}

async function logOut({ page, press, type, heading }: Keyboard) {
  await press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await press('Control+K')
  const palette = page.getByRole('combobox', { name: 'Search' })
  await palette.waitFor()
  await press('Escape')
  await palette.waitFor({ state: 'hidden' })
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await press('Control+K')
  await palette.waitFor()
  await type('log out')
  await press('Enter')
  await heading('Sign in')
}

async function runInstallation({ page, go, enter, fill, press, notice }: Keyboard, url: string) {
  await page.goto(url)
  await fill({ Username: DEMO.superAdmin.username, Password: DEMO.superAdmin.password })
  await press('Enter')
  await page.getByRole('tab', { name: 'Tenant Management' }).waitFor()
  await enter('Create Tenant')
  await page.getByRole('dialog', { name: 'Create Tenant' }).waitFor()
  await fill({ Name: 'Fernhill', Slug: 'fernhill', Domain: 'fernhill.example' })
  await press('Enter')
  await notice('Tenant created successfully')
  await enter('Plan and features for Fernhill')
  await page.getByRole('dialog', { name: 'Fernhill' }).waitFor()
  await go('Tracking')
  await press('Space')
  // Behind a dialog, notices are announced but not in the accessibility tree.
  await page.getByText('Features updated successfully').first().waitFor()
  await enter('Close')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('Plan and features for Fernhill')
}
