import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInChromium, openBrowser, type Visitor } from '../support/browser.ts'
import { startFreshProduct, type Product } from '../support/product.ts'
import { readMail } from '../support/read-mail.ts'
import { COMMON, openAt } from '../support/screen-survey.ts'
import { signInToDemo } from '../support/sign-in.ts'
import { clubMembers, lawFirmClients, pdf, schoolParents, shopCustomers, type Upload } from '../support/spreadsheets.ts'

/** Sender of a campaign, with the file of contacts and the email that each recipient must get. */
interface Sender {
  name: string
  sheet: Upload
  /** language as named on the settings page */
  language: string
  /** text of the import preview */
  preview: string
  /** chosen in the preview */
  choices: (page: Page) => Promise<void>
  subject: string
  /** Greetings before and after the condition. */
  greeting: string
  condition: { field: string; comparison: string; value: string; text: string; otherwise: string }
  filePattern: string
  files: string[]
  /** emails by address in lower case */
  emails: Record<string, { subject: string; text: string[]; file: string }>
}

const nothing = () => Promise.resolve()

type Email = Sender['emails'][string]

function clubEmail(number: number, amount: string, name: string, due: string, playsTennis: boolean): Email {
  const salutation = `Sehr geehrte${name.startsWith('Herr') ? 'r' : ''} ${name},`
  const part = playsTennis ? 'Die Plätze öffnen im April.' : 'Die Halle ist im August zu.'
  return {
    subject: `Ihr Beitrag ${amount}\u00A0€`,
    text: [salutation, `Ihr Beitrag ist ${due} fällig.`, part, 'TSV Eichenau · office'],
    file: `Beitragsrechnung-${number}.pdf`,
  }
}

function schoolEmail(parent: string, child: string, hasPaid: boolean): Email {
  const part = hasPaid ? 'Thank you for paying already.' : 'Please pay by Friday.'
  return {
    subject: `The trip of ${child}`,
    text: [`Dear ${parent},`, 'here is the letter about the trip.', part, 'Class 4b · office'],
    file: `Report ${child}.pdf`,
  }
}

function shopEmail(id: number, name: string, salutation: string, spent: string, isVip: boolean): Email {
  const part = isVip ? 'Come to the evening for our best customers.' : 'Have a look at what is new.'
  return {
    subject: `A voucher for ${name}`,
    text: [`${salutation},`, `you spent ${spent} with us.`, part, 'Larkspur Shop · office'],
    file: `voucher-${id}.pdf`,
  }
}

function firmEmail(reference: string, file: string, salutation: string, hearing: string | null): Email {
  const part = hearing === null ? 'La date de l’audience suivra.' : `Votre audience est le ${hearing}.`
  return {
    subject: `Dossier ${reference}`,
    text: [`${salutation},`, 'veuillez trouver ci-joint notre courrier.', part, 'Cabinet Moreau · office'],
    file: `Courrier ${file}.pdf`,
  }
}

const SENDERS: Sender[] = [
  {
    name: 'TSV Eichenau',
    sheet: clubMembers(),
    language: 'Deutsch',
    preview: '5 new, 1 rejected.',
    choices: async (page) => page.getByLabel('Split cells with several email addresses').click(),
    subject: 'Ihr Beitrag {Beitrag|currency:EUR}',
    greeting:
      '{formalSalutation},\n\nIhr Beitrag ist {#if Fällig am is not empty}am {Fällig am|date:long}{#else}bald{/if} fällig.',
    condition: {
      ...{ field: 'Sparte', comparison: 'is', value: 'Tennis' },
      ...{ text: 'Die Plätze öffnen im April.', otherwise: 'Die Halle ist im August zu.' },
    },
    filePattern: 'Beitragsrechnung-{serialNumber}.pdf',
    files: [
      'Beitragsrechnung-101.pdf',
      'Beitragsrechnung-102.pdf',
      'Beitragsrechnung-103.pdf',
      'Beitragsrechnung-104.pdf',
    ],
    emails: {
      'kaethe.mueller@verein.example': clubEmail(101, '180,00', 'Frau Dr. Müller', 'am 1. Juli 2026', true),
      'j.gross@verein.example': clubEmail(102, '96,50', 'Herr Groß', 'am 1. Juli 2026', false),
      'ayse@verein.example': clubEmail(103, '1.180,00', 'Frau Yılmaz', 'am 15. August 2026', true),
      'heide@verein.example': clubEmail(104, '96,50', 'Herr Prof. Dr. von der Heide', 'bald', false),
      'sekretariat@heide.example': clubEmail(104, '96,50', 'Herr Prof. Dr. von der Heide', 'bald', false),
    },
  },
  {
    name: 'Class 4b',
    sheet: schoolParents(),
    language: 'English',
    preview: '4 new, 1 rejected.',
    choices: async (page) => {
      await page.getByLabel('Parent / guardian becomes').selectOption('fullName')
    },
    subject: 'The trip of {Child}',
    greeting: '{formalSalutation},\n\nhere is the letter about the trip.',
    condition: {
      ...{ field: 'Trip paid', comparison: 'is', value: 'yes' },
      ...{ text: 'Thank you for paying already.', otherwise: 'Please pay by Friday.' },
    },
    filePattern: 'Report {Child}.pdf',
    files: ['Report O’Neill, Siân.pdf', 'Report Blaszczyk, Ola.pdf', 'Report Fernández, Iñaki.pdf'],
    emails: {
      'aoife@family.example': schoolEmail('Ms O’Neill', 'O’Neill, Siân', true),
      'cian@family.example': schoolEmail('Mr O’Neill', 'O’Neill, Siân', true),
      'ewa@family.example': schoolEmail('Ms Blaszczyk', 'Blaszczyk, Ola', false),
      'jon@family.example': schoolEmail('Mr Fernández', 'Fernández, Iñaki', false),
    },
  },
  {
    name: 'Larkspur Shop',
    sheet: shopCustomers(),
    language: 'English',
    preview: '4 new, 1 duplicate skipped.',
    choices: nothing,
    subject: 'A voucher for {firstName|you}',
    greeting: '{formalSalutation},\n\nyou spent {Total Spent|currency:GBP} with us.',
    condition: {
      ...{ field: 'Tags', comparison: 'contains', value: 'VIP' },
      ...{ text: 'Come to the evening for our best customers.', otherwise: 'Have a look at what is new.' },
    },
    filePattern: '{Voucher File}',
    files: ['voucher-6601.pdf', 'voucher-6602.pdf', 'voucher-6603.pdf', 'voucher-6604.pdf'],
    emails: {
      'priya.n@shop.example': shopEmail(6601, 'Priya', 'Dear Priya Natarajan', '£1,204.50', true),
      'luca@shop.example': shopEmail(6602, 'Luca', "Dear Luca D'Angelo", '£89.00', false),
      'info@shop.example': shopEmail(6603, 'you', 'Good day', '£0.00', false),
      'zoe@shop.example': shopEmail(6604, 'Zoë', 'Dear Zoë Adeyemi-Clarke', '£312.25', true),
    },
  },
  {
    name: 'Cabinet Moreau',
    sheet: lawFirmClients(),
    language: 'Français',
    preview: '3 new.',
    choices: nothing,
    subject: 'Dossier {Dossier}',
    greeting: '{formalSalutation},\n\nveuillez trouver ci-joint notre courrier.',
    condition: {
      ...{ field: 'Audience', comparison: 'is not empty', value: '' },
      ...{ text: 'Votre audience est le {Audience|date:long:dmy}.', otherwise: 'La date de l’audience suivra.' },
    },
    filePattern: 'Courrier {Dossier}.pdf',
    files: ['Courrier 123-24.pdf', 'Courrier 124-24.pdf', 'Courrier 24_124.pdf'],
    emails: {
      'h.lefevre@client.example': firmEmail('123/24', '123-24', 'Madame Lefèvre', '12 mars 2027'),
      'etienne@client.example': firmEmail('124/24', '124-24', "Monsieur N'Diaye", null),
      'chloe@client.example': firmEmail('24/124', '24_124', 'Madame de La Tour', '2 avril 2027'),
    },
  },
]

describeInChromium(
  'a real-life spreadsheet becomes emails with signature, salutation, condition and a PDF for each recipient:',
  () => {
    it.each(SENDERS)('$name', async (sender) => {
      const product = await startFreshProduct()
      const visitor = await openBrowser(`spreadsheet ${sender.name}`)
      const { page, expectNoTrouble } = visitor
      await signInToDemo(page, product)
      await prepareMailbox(page, product, sender)
      await importContacts(visitor, product, sender)
      await write(visitor, product, sender)
      await giveFiles(visitor, sender)
      await launch(page, sender)
      await expect.poll(() => arrived(product), { timeout: 120_000 }).toEqual(sender.emails)
      expectNoTrouble()
    })
  },
)

/** Pace, language and a signature for the mailbox. */
async function prepareMailbox(page: Page, product: Product, { name, language }: Sender): Promise<void> {
  await openAt(page, product, '/settings?tab=sending')
  for (const [label, value] of [
    ['Emails per interval', '20'],
    ['Interval seconds', '2'],
  ] as const) {
    await settled(page, () => page.getByLabel(label).fill(value))
  }
  await openAt(page, product, '/settings?tab=languages')
  await settled(page, () => page.getByLabel('Language of your emails').selectOption(language))
  await openAt(page, product, '/settings?tab=emails')
  const button = page.getByRole('button', { name: /^Signature… / }).first()
  await button.click()
  await page.getByRole('dialog', { name: 'Signature' }).getByRole('textbox', { name: 'Signature' }).click()
  await page.keyboard.type(`${name} · office`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Signature saved', { exact: true }).waitFor()
}

async function settled(page: Page, act: () => Promise<unknown>): Promise<void> {
  const saved = page.waitForResponse((response) => /UpdateEmailSettings/.test(response.request().postData() ?? ''))
  await act()
  await saved
}

async function importContacts({ page, survey }: Visitor, product: Product, sender: Sender): Promise<void> {
  await openAt(page, product, '/upload')
  await page.locator('input[type=file]').setInputFiles(sender.sheet)
  await page.getByRole('button', { name: 'Upload Contacts' }).waitFor()
  await sender.choices(page)
  await page.getByText(sender.preview, { exact: true }).waitFor()
  await page.getByLabel('Tags for all imported contacts').fill(sender.name)
  await page.getByLabel('Tags for all imported contacts').press('Enter')
  await survey(`import ${sender.name}`, COMMON)
  await page.getByRole('button', { name: 'Upload Contacts' }).click()
  await page.getByText('Upload Successful', { exact: true }).waitFor()
}

async function write({ page, survey }: Visitor, product: Product, sender: Sender): Promise<void> {
  const { keyboard } = page
  await openAt(page, product, '/create-campaign')
  await page.getByLabel('Campaign Name').fill(sender.name)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: 'Tag' }).selectOption(sender.name)
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByText(`${Object.keys(sender.emails).length} selected`).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Subject').fill(sender.subject)
  await page.getByRole('textbox', { name: 'Content' }).click()
  for (const line of sender.greeting.split('\n')) {
    await keyboard.type(line)
    await keyboard.press('Enter')
  }
  await keyboard.type(sender.condition.text)
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
  await toolbar.getByRole('button', { name: 'Add a condition' }).click()
  const form = page.getByRole('dialog', { name: 'Add a condition', exact: true })
  await form.getByLabel('Field').selectOption({ label: sender.condition.field })
  await form.getByLabel('Comparison').selectOption(sender.condition.comparison)
  if (sender.condition.value !== '') await form.getByLabel('Value').fill(sender.condition.value)
  await form.getByLabel('Different text for everyone else').click()
  await form.getByRole('button', { name: 'Insert' }).click()
  await form.waitFor({ state: 'detached' })
  await keyboard.type(sender.condition.otherwise)
  await keyboard.press('Control+End')
  await page.getByRole('button', { name: 'Signature' }).click()
  await survey(`written ${sender.name}`, COMMON)
  await page.getByRole('button', { name: 'Next' }).click()
}

async function giveFiles({ page, survey }: Visitor, { name, filePattern, files, emails }: Sender): Promise<void> {
  await page.getByRole('radio', { name: 'Now' }).click()
  await page.getByRole('button', { name: 'Add files' }).click()
  const pattern = page.getByRole('textbox', { name: 'File name' })
  await pattern.fill(filePattern)
  await pattern.blur()
  const uploads = files.map((file) => ({ name: file, mimeType: 'application/pdf', buffer: pdf(file) }))
  await page.locator('input[type=file][multiple]').last().setInputFiles(uploads)
  await page.getByText(new RegExp(`^${files.length} files, .*encrypted`)).waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  expect(await page.getByRole('table', { name: 'Files of recipients' }).getByRole('row').count()).toBe(
    Object.keys(emails).length + 1,
  )
  expect(await page.getByText(/Missing: /).count()).toBe(0)
  await survey(`files ${name}`, COMMON)
}

async function launch(page: Page, { name, emails }: Sender): Promise<void> {
  const count = Object.keys(emails).length
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await page.getByRole('button', { name: `Send to ${count} now` }).click()
  await page.waitForURL('**/campaigns')
  await page.getByRole('article', { name }).getByText('Sent', { exact: true }).first().waitFor()
}

/**
 * Returns what is in the mailboxes, by recipient: the subject, the lines of the text, and the file, whose content has
 * its name.
 */
async function arrived({ sandboxUrl }: Product): Promise<Sender['emails']> {
  const ask = async (path: string) => (await fetch(`${sandboxUrl}/sandbox${path}`)).json()
  const found: Sender['emails'] = {}
  const { mailboxes } = await ask('/mailboxes')
  for (const { vendor, email } of mailboxes) {
    const { messages } = await ask(`/mailboxes/${vendor}/${email}/messages?folder=sent`)
    for (const { id } of messages) {
      const mime = Buffer.from(await (await fetch(`${sandboxUrl}/sandbox/messages/${id}/mime`)).arrayBuffer())
      const mail = await readMail(mime)
      const [file] = mail.files
      if (!file) continue
      expect(file.content.equals(pdf(file.name)), `${file.name} has its own content`).toBe(true)
      const lines = mail.text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
      found[mail.to[0]?.address.toLowerCase() ?? ''] = {
        subject: mail.subject,
        text: lines.slice(0, 4),
        file: file.name,
      }
    }
  }
  return found
}
