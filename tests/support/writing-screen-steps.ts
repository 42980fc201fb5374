import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { confirm, inDialog, press, tab, type, type Step } from './screen-walk.ts'

/** States of the pages where emails are written. */

const picture = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#1f5c48' } })
    .png()
    .toBuffer()

export const TEMPLATES: readonly Step[] = [
  {
    name: 'template-refused',
    path: '/templates?template=new',
    act: confirm('Create Template'),
    shows: 'Name is required',
  },
  { name: 'template-html', act: tab('HTML'), shows: (page) => page.getByRole('tabpanel', { name: 'HTML' }) },
  {
    name: 'template-text',
    act: tab('Text'),
    shows: (page) => page.getByRole('tabpanel', { name: 'Text' }),
  },
]

export const WIZARD: readonly Step[] = [
  {
    name: 'wizard-draft-gone',
    path: '/campaigns/create?draft=none',
    shows: 'This campaign cannot be edited',
  },
  {
    name: 'wizard-audience',
    path: '/campaigns/create',
    act: async (page) => {
      await page.getByLabel('Campaign Name').fill('Winter reading list')
      await press('Next')(page)
      await press('Select All')(page)
    },
    shows: /\d+ selected/,
    dark: true,
  },
  {
    name: 'wizard-design',
    act: async (page) => {
      await press('Next')(page)
      await type('Subject', 'A book for {firstName}')(page)
      await type('Content', 'Dear {firstNam},\n\nthe winter list is out.')(page)
    },
    shows: 'Saved as a draft',
  },
  { name: 'wizard-link', act: press('Link'), shows: inDialog(/The link is applied to/) },
  {
    name: 'wizard-follow-ups',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await press('Add a follow-up')(page)
      await type('Text of follow-up 1', 'Did you see the list?')(page)
    },
    shows: 'First email',
    dark: true,
  },
  {
    name: 'wizard-review',
    act: press('Next'),
    shows: (page) => page.getByRole('list', { name: 'Before you send' }).getByRole('listitem'),
    dark: true,
  },
  {
    name: 'wizard-follow-up-preview',
    act: (page) => page.getByRole('radio', { name: 'Follow-up 1' }).click(),
    shows: /^Re: A book for/,
  },
]

/** Steps through the wizard's confirmation dialogs, for tests that visit every state of the pages. */
export const QUESTIONS: readonly Step[] = [
  {
    name: 'launch-question',
    act: async (page) => {
      await page.getByRole('radio', { name: 'Now' }).click()
      await press('Create Campaign')(page)
    },
    shows: (page) => page.getByRole('alertdialog', { name: /^Send to 2 now/ }),
    dark: true,
  },
  {
    name: 'template-chosen',
    path: '/dashboard',
    act: async (page) => {
      await page.getByRole('link', { name: 'Create Campaign' }).first().click()
      await page.getByRole('radio', { name: 'A template' }).click()
      await page.getByLabel('Template', { exact: true }).selectOption('Spring letter')
    },
    shows: (page) => page.getByRole('combobox', { name: 'Template' }),
  },
  {
    name: 'subject-condition',
    act: async (page) => {
      await page.getByLabel('Campaign Name').fill('For whom?')
      await press('Next')(page)
      await press('Select All')(page)
      await press('Next')(page)
      await type('Subject', 'A book for {firstName}')(page)
      await page.getByRole('button', { name: 'Add a condition' }).first().click()
    },
    shows: (page) => page.getByRole('dialog', { name: 'Add a condition' }).getByRole('button').first(),
    dark: true,
  },
  {
    name: 'take-text',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await type('Content', 'Dear {firstName},\n\nthe autumn list is out.')(page)
      await page.getByText('Saved as a draft').waitFor()
      await page.getByRole('radio', { name: 'HTML Builder' }).click()
    },
    shows: inDialog('Use your text in the builder?'),
    dark: true,
  },
]

/** State of the editor in which a block of the sample is selected and its properties are shown. */
export const A_BLOCK_CHOSEN = {
  path: '/email-builder?start=sample',
  act: (page: Page) =>
    page
      .getByRole('group', { name: /^Button/ })
      .first()
      .click(),
  shows: (page: Page) => page.getByRole('group', { name: /^Button, .*selected/ }),
}
export const BUILDER: readonly Step[] = [
  {
    name: 'builder-filled',
    ...A_BLOCK_CHOSEN,
    dark: true,
  },
  {
    name: 'builder-condition',
    act: press('Change'),
    shows: (page) => page.getByRole('dialog', { name: 'Add a condition' }),
    dark: true,
  },
  {
    name: 'builder-preview',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
    },
    shows: 'Email Preview',
  },
  { name: 'builder-code', act: press('View Code'), shows: (page) => page.getByRole('textbox', { name: 'HTML' }) },
  {
    name: 'builder-saved',
    act: async (page) => {
      await press('Back to Editor')(page)
      await press('Save Template')(page)
    },
    shows: 'Template Ready',
  },
  { name: 'builder-import', act: press('Import HTML'), shows: (page) => page.getByRole('dialog') },
  {
    name: 'builder-crop',
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Image', exact: true }).click()
      await page
        .getByLabel('Upload Image')
        .setInputFiles({ name: 'harbor.png', mimeType: 'image/png', buffer: await picture() })
      await press('Crop')(page)
    },
    shows: inDialog('Crop image'),
    dark: true,
  },
]
