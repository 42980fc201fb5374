import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { choose, confirm, inDialog, listening, notice, press, tab, type, type Step } from './screen-walk.ts'
import { A_BLOCK_CHOSEN } from './writing-screen-steps.ts'

/** Path of a spreadsheet with 12 people, one without a name, an empty row, an invalid address and a duplicate. */
const SHEET = fileURLToPath(new URL('./fixtures/readers.xlsx', import.meta.url))

/**
 * Path of a spreadsheet as German Excel writes it: semicolons, Windows-1252, a title in a name, two addresses in a
 * cell.
 */
const CLUB = {
  name: 'Mitglieder.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Nr.;Name;E-Mail;Beitrag;F\xe4llig;Ort\r\n' +
      '1;Dr. J\xf6rg M\xfcller;joerg@verein.example;"1.234,50 EUR";01.07.2026;01067 Dresden\r\n' +
      '2;"Gro\xdf, Anna";anna@verein.example;40,00 EUR;01.07.2026;K\xf6ln\r\n' +
      '3;Familie Weber;"weber@verein.example; kinder@verein.example";80,00 EUR;01.08.2026;Ulm\r\n' +
      '4;Frau Prof. Dr. Ida Lang;ida@verein.example;40,00 EUR;01.07.2026;M\xfcnchen\r\n',
    'latin1',
  ),
}

/** Path of a spreadsheet with a hidden row and a merged cell. */
const DOUBTS = fileURLToPath(
  new URL('../../api/contacts/spreadsheet/fixtures/doubtful/merged-hidden-filtered.xlsx', import.meta.url),
)

export const CONTACTS: readonly Step[] = [
  { name: 'suppressions-empty', path: '/contacts?list=suppressed', shows: 'The suppression list is empty' },
  { name: 'add-suppressions', act: press('Add addresses'), shows: inDialog('One per line, or separated by commas.') },
]

export const LISTS: readonly Step[] = [
  { name: 'suppressions-many', path: '/contacts?list=suppressed', shows: 'bounced9@readers.example' },
  {
    name: 'suppressions-none-found',
    act: type('Search addresses', 'zzz'),
    shows: 'No addresses match your search',
  },
  { name: 'contacts-in-use', path: '/contacts', shows: '40 results', dark: true },
  { name: 'contacts-none-found', act: type('Search contacts', 'zzz'), shows: 'No contacts match your search' },
  { name: 'contacts-filter', act: press('Filter'), shows: inDialog('Contacts must match all conditions.') },
  { name: 'contacts-narrowed', path: '/contacts?search=a', act: chooseTag, shows: 'Save as segment' },
  { name: 'contacts-selected', act: (page) => page.getByLabel('Select All').click(), shows: /\d+ selected/ },
  {
    name: 'contacts-tags',
    act: (page) => page.getByRole('button', { name: 'Tags', exact: true }).click(),
    shows: inDialog(/Tags are not case-sensitive/),
  },
  { name: 'edit-contact', path: '/contacts', act: press(/^Edit [A-Z]/), shows: inDialog('Add field') },
  { name: 'segments', path: '/contacts', act: press('Manage segments'), shows: inDialog('Regulars') },
  {
    name: 'add-contact-refused',
    path: '/contacts?add=contact',
    act: confirm('Add Contact'),
    shows: inDialog('Valid email is required'),
  },
  {
    name: 'notice-failed',
    path: '/upload',
    act: listening(choose({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Hello') })),
    shows: notice('Invalid File Type'),
    dark: true,
  },
  {
    name: 'upload-failed',
    act: choose({ name: 'people.xlsx', mimeType: '', buffer: Buffer.from('%PDF-1.7') }),
    shows: 'people.xlsx was not imported',
  },
  { name: 'upload-paste', path: '/upload', act: press('Paste from a spreadsheet'), shows: inDialog('Rows') },
  { name: 'upload-offers', path: '/upload', act: choose(CLUB), shows: /^3 new/, dark: true },
  { name: 'upload-doubts', path: '/upload', act: choose(DOUBTS), shows: 'Please check these points', dark: true },
  { name: 'upload-preview', path: '/upload', act: choose(SHEET), shows: /12 new/, dark: true },
  { name: 'upload-done', act: press('Upload Contacts'), shows: /12 contacts added/ },
  { name: 'undo-import', act: press(/^Undo import/), shows: (page) => page.getByRole('alertdialog') },
]

export const MAILBOXES: readonly Step[] = [
  { name: 'emails-broken', path: '/settings?tab=emails', shows: 'Reconnect', dark: true },
  { name: 'disconnect', act: press(/^Disconnect /), shows: 'Disconnect this mailbox?' },
]

export const WARM: readonly Step[] = [
  { name: 'emails-warming', path: '/settings?tab=emails', shows: 'Warming up' },
  { name: 'sending-warming', path: '/settings', shows: 'Today’s limits' },
  { name: 'dashboard-at-work', path: '/dashboard', shows: 'Under way', dark: true },
  {
    name: 'drawer',
    act: async (page) => {
      await page.setViewportSize({ width: 390, height: 900 })
      await press('Menu')(page)
    },
    shows: (page) => page.getByRole('dialog', { name: 'Menu' }),
    widths: [390],
    dark: true,
  },
]

/** Campaigns in every status. */
export const campaigns = (ids: Record<'tested' | 'failed' | 'paused' | 'sending', string>): readonly Step[] => [
  {
    name: 'campaigns-none-found',
    path: '/campaigns',
    act: type('Search campaigns', 'zzz'),
    shows: 'No campaigns match',
  },
  { name: 'campaigns-at-work', path: '/campaigns', shows: 'Under way', dark: true },
  { name: 'analytics-overview', act: analyticsOf('Bad addresses'), shows: inDialog('Emails Sent') },
  { name: 'analytics-details', act: tab('Email Details'), shows: inDialog('@readers.example') },
  { name: 'analytics-failed', act: tab('Failed Emails'), shows: inDialog('How to fix'), dark: true },
  {
    name: 'campaign-failed',
    path: `/campaigns/${ids.failed}/analytics`,
    shows: 'Email Delivery Details',
  },
  {
    name: 'campaign-paused',
    path: `/campaigns/${ids.paused}/analytics`,
    shows: 'Email Delivery Details',
  },
  {
    name: 'campaign-sending',
    path: `/campaigns/${ids.sending}/analytics`,
    shows: 'Email Delivery Details',
    dark: true,
  },
  {
    name: 'campaign-tested',
    path: `/campaigns/${ids.tested}/analytics`,
    act: (page) => page.getByText('A/B test').waitFor(),
    shows: 'Email Delivery Details',
    dark: true,
  },
  {
    name: 'recipient',
    act: (page) => page.getByRole('table', { name: 'Email Delivery Details' }).getByRole('button').first().click(),
    shows: (page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem'),
  },
  {
    name: 'chart-tables',
    path: `/campaigns/${ids.tested}/analytics?outcome=bounced`,
    act: async (page) => {
      for (const summary of await page.getByText('Show as a table').all()) await summary.click()
    },
    shows: 'No recipients match this filter.',
  },
]

export const SUPER_ADMIN: readonly Step[] = [
  { name: 'tenants-many', path: '/supadmin', shows: '14 tenants', dark: true },
  {
    name: 'create-tenant-refused',
    act: async (page) => {
      await press('Create Tenant')(page)
      await confirm('Create Tenant')(page)
    },
    shows: 'Slug is required',
  },
  {
    name: 'features',
    path: '/supadmin',
    act: press('Plan and features for Larkspur Books'),
    shows: inDialog(/Switches take effect immediately/),
  },
  {
    name: 'notice-good',
    act: listening(async (page) => {
      await page.getByRole('switch', { name: 'HTML builder' }).click()
      // Not with Escape: a toast above the dialog would take the key.
      await confirm('Close')(page)
      // The closing dialog restores focus, which would take it from the toast.
      await page
        .getByRole('button', { name: 'Plan and features for Larkspur Books' })
        .and(page.locator(':focus'))
        .waitFor()
    }),
    shows: notice('Features updated successfully'),
  },
  {
    name: 'deactivate',
    act: async (page) => {
      await press('Dismiss')(page)
      await press('Plan and features for Larkspur Books')(page)
      await page.getByRole('switch', { name: 'Active' }).click()
    },
    shows: 'Deactivate Larkspur Books?',
  },
  { name: 'tenant-sending', path: '/supadmin?tab=sending', shows: 'Unsubscribed' },
  { name: 'installation', path: '/supadmin?tab=installation', shows: 'Time-zone data' },
  {
    name: 'tenant-users-many',
    path: '/supadmin',
    act: press('Users in Larkspur Books'),
    shows: 'Colleague 9',
    dark: true,
  },
  { name: 'tenant-user-refused', act: press('Create User'), shows: 'Username is required' },
  {
    name: 'delete-tenant-refused',
    path: '/supadmin',
    act: async (page) => {
      await press('Plan and features for Tenant 12')(page)
      await page.getByLabel('Type the name of the tenant: Tenant 12').fill('Tenant')
      await confirm('Delete Tenant')(page)
    },
    shows: inDialog('Enter the name of the workspace exactly: Tenant 12'),
  },
  {
    name: 'tenant-to-be-deleted',
    act: async (page) => {
      await page.getByLabel('Type the name of the tenant: Tenant 12').fill('Tenant 12')
      await confirm('Delete Tenant')(page)
    },
    shows: inDialog(/Will be deleted on/),
  },
  {
    name: 'tenants-none-found',
    path: '/supadmin',
    act: type('Search tenants', 'zzz'),
    shows: 'No tenants match your search',
  },
]

export const SWITCHED_OFF: readonly Step[] = [
  { name: 'builder-off', path: '/email-builder', shows: 'The HTML builder is turned off for this workspace' },
]

/** Options for a touch screen, which has larger targets. */
const HAND = { widths: [390] } as const
export const TOUCHED: readonly Step[] = [
  { ...HAND, name: 'touch-contacts', path: '/contacts', shows: '52 results' },
  {
    ...HAND,
    name: 'touch-selected',
    act: (page) => page.getByLabel('Select All').click(),
    shows: '52 selected',
  },
  { ...HAND, name: 'touch-campaigns', path: '/campaigns', shows: 'Under way' },
  {
    ...HAND,
    name: 'touch-builder',
    ...A_BLOCK_CHOSEN,
  },
]

function analyticsOf(campaign: string) {
  return (page: Page) =>
    page.getByRole('article', { name: campaign }).getByRole('button', { name: 'View Analytics' }).click()
}

async function chooseTag(page: Page): Promise<void> {
  // Wait until the page has read the address: earlier actions would apply to the old one.
  await page.locator('input[aria-label="Search contacts"][value=a]').waitFor()
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Book club')
}
