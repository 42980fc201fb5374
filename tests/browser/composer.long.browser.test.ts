import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInChromium, openBrowser, type Visitor } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

describeInChromium('the text editor of a campaign', () => {
  it('writes, formats, pastes and inserts merge tags like an email program, and stores what the email needs', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('composer')
    const { page, survey, expectNoTrouble } = visitor
    await signInToDemo(page, product)
    await openDesign(page, product.url)
    const box = page.getByRole('textbox', { name: 'Content' })
    await box.waitFor()
    await survey('composer-empty')

    await writeByKeyboard(visitor)
    await formatByToolbar(page)
    await survey('composer-written')
    await chips(visitor)
    await pastes(page)
    await pictures(visitor)
    await links(page)
    await undoes(page)
    expectNoTrouble()
  })
})

/** The stored text of the draft that the page saves. */
function contentOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((each) => each.startsWith('campaign-draft:'))
    return key ? (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { content: string }).content : ''
  })
}

const stored = (page: Page) => expect.poll(() => contentOf(page), { timeout: 10_000 })

/** Chooses a button or menu item, and waits until the text has its focus and selection back. */
async function choose(page: Page, item: Locator): Promise<void> {
  await item.click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox')
  await drawn(page)
}

/** Two frames later: the editor has read a selection that the keyboard changed. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

async function clear(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
}

async function openDesign(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/create-campaign`)
  await page.getByLabel('Campaign Name').fill('Spring news')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('heading', { name: 'Design Email' }).waitFor()
}

async function writeByKeyboard({ page, survey }: Visitor): Promise<void> {
  const { keyboard } = page
  await page.getByRole('textbox', { name: 'Content' }).click()
  await keyboard.type('Dear {first')
  await page
    .getByRole('listbox', { name: 'Merge tags' })
    .getByRole('option', { name: /First name/ })
    .waitFor()
  await survey('composer-autocomplete')
  await keyboard.press('Enter')
  await keyboard.type(', 5 < 6 & <b>')
  await keyboard.press('Shift+Enter')
  await keyboard.press('Control+b')
  await keyboard.type('bold')
  await keyboard.press('Control+b')
  await keyboard.type(' {lastName|friend}!')
  await stored(page).toBe('Dear {firstName}, 5 < 6 & &lt;b>\n<b>bold</b> {lastName|friend}!')
  await keyboard.press('Enter')
  await keyboard.type('- one')
  await keyboard.press('Enter')
  await keyboard.type('two')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await keyboard.type('שלום')
  await stored(page).toMatch(/<ul>\n<li>one<\/li>\n<li>two<\/li>\n<\/ul>\n\n<p dir="rtl">שלום<\/p>$/)
}

async function formatByToolbar(page: Page): Promise<void> {
  const { keyboard } = page
  const bar = page.getByRole('toolbar', { name: 'Formatting' })
  await clear(page)
  await keyboard.type('Title')
  await bar.getByRole('button', { name: 'Text style' }).click()
  await choose(page, page.getByRole('menuitemcheckbox', { name: 'Heading 2' }))
  await bar.getByRole('button', { name: 'Alignment' }).click()
  await choose(page, page.getByRole('menuitemcheckbox', { name: 'Center' }))
  await keyboard.press('Enter')
  await keyboard.type('red ')
  await keyboard.press('Control+Shift+ArrowLeft')
  await bar.getByRole('button', { name: 'Text color' }).click()
  await choose(page, page.getByRole('button', { name: 'Red', exact: true }))
  await bar.getByRole('button', { name: 'Text style' }).click()
  await choose(page, page.getByRole('menuitemcheckbox', { name: 'Large' }))
  await stored(page).toContain('<span style="color:#b91c1c;font-size:20px">red')
  await keyboard.press('ArrowRight')
  await drawn(page)
  await keyboard.press('Enter')
  await choose(page, bar.getByRole('button', { name: 'Quote' }))
  await keyboard.type('said')
  await bar.getByRole('button', { name: 'Emoji' }).click()
  await page.getByRole('button', { name: 'party popper' }).click()
  await stored(page).toBe(
    '<h2 style="text-align:center">Title</h2>\n\n<p style="text-align:center"><span style="color:#b91c1c;font-size:20px">red </span></p>\n\n' +
      '<blockquote>\n<p style="text-align:center">said🎉</p>\n</blockquote>',
  )
}

async function chips({ page, survey }: Visitor): Promise<void> {
  const { keyboard } = page
  const box = page.getByRole('textbox', { name: 'Content' })
  await clear(page)
  await keyboard.type('Hi ')
  await choose(page, page.getByRole('button', { name: '{firstName} {lastName}' }))
  await stored(page).toBe('Hi {firstName} {lastName}')
  await box.getByText('firstName').click()
  const form = page.getByRole('dialog', { name: 'Merge tag' })
  await form.getByLabel('Fallback text').fill('there')
  await survey('composer-chip')
  await choose(page, form.getByRole('button', { name: 'Update' }))
  await stored(page).toBe('Hi {firstName|there} {lastName}')
  await keyboard.press('End')
  await keyboard.press('Backspace')
  await stored(page).toBe('Hi {firstName|there} ')
  // A busy page hears late that the caret moved: what is typed goes where the browser says.
  await box.evaluate((text) => {
    const before = document.createRange()
    before.setStartBefore(text.querySelector('[contenteditable=false]') ?? text)
    document.getSelection()?.collapse(before.startContainer, before.startOffset)
    const typed = { inputType: 'insertText', data: 'O', bubbles: true, cancelable: true }
    text.dispatchEvent(new InputEvent('beforeinput', typed))
  })
  await stored(page).toBe('Hi O{firstName|there} ')
}

async function pastes(page: Page): Promise<void> {
  await clear(page)
  const paste = (data: Record<string, string>) =>
    page.getByRole('textbox', { name: 'Content' }).evaluate((box, given) => {
      const clipboardData = new DataTransfer()
      for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, data)
  await paste({ 'text/html': '<p style="color:black">One <b>two</b></p><table><tr><td>A</td><td>B</td></tr></table>' })
  await stored(page).toMatch(/^One <b>two<\/b>\n\nA\s+B$/)
  await clear(page)
  await paste({ 'text/plain': 'a <b> {firstName}\nb\n\nc' })
  await stored(page).toBe('a &lt;b> {firstName}\nb\n\nc')
  await clear(page)
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await paste({ 'text/html': `<p>seen</p><img src="data:image/png;base64,${dot}">` })
  await stored(page).toMatch(/^seen[\s\S]*<img src="https?:\/\/[^"]+\/images\/[^"]+" alt="[^"]*">/)
  expect(await contentOf(page)).not.toContain('data:')
}

async function pictures({ page, survey }: Visitor): Promise<void> {
  await clear(page)
  const box = page.getByRole('textbox', { name: 'Content' })
  await page.keyboard.type('before after')
  for (let step = 0; step < 'after'.length; step += 1) await page.keyboard.press('ArrowLeft')
  // A screenshot in the clipboard goes in at the caret, wherever that is when the upload ends.
  await box.evaluate((element) => {
    const canvas = document.createElement('canvas')
    canvas.toBlob((blob) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([blob ?? ''], 'red square.png', { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
  })
  await box.getByRole('img').waitFor()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  await stored(page).toMatch(/^before <img src="https?:[^"]+" alt="red square">after!$/)
  await box.getByRole('img').click()
  const form = page.getByRole('dialog', { name: 'Picture' })
  await form.getByRole('textbox', { name: 'Alternative text' }).fill('A square')
  await form.getByRole('textbox', { name: 'Width' }).fill('wide')
  await form.getByText('Use a width in pixels, such as 300px.').waitFor()
  await form.getByRole('textbox', { name: 'Width' }).fill('80px')
  await survey('composer-picture')
  await choose(page, form.getByRole('button', { name: 'Update' }))
  await stored(page).toMatch(/^before <img src="https?:[^"]+" alt="A square" width="80">after!$/)
}

/** Typed and pasted addresses become links, and long ones wrap. */
async function links(page: Page): Promise<void> {
  await clear(page)
  await page.keyboard.type('see https://example.org/a and report.pl ')
  await stored(page).toBe('see <a href="https://example.org/a">https://example.org/a</a> and report.pl ')
  await clear(page)
  const long = `https://example.org/${'long'.repeat(60)}`
  await page.getByRole('textbox', { name: 'Content' }).evaluate((box, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, long)
  await stored(page).toBe(`<a href="${long}">${long}</a>`)
  const over = await page
    .getByRole('textbox', { name: 'Content' })
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(over).toBe(0)
}

async function undoes(page: Page): Promise<void> {
  await clear(page)
  await page.keyboard.type('kept')
  await page.waitForTimeout(600)
  await page.keyboard.type(' gone')
  await page.keyboard.press('Control+z')
  await stored(page).toBe('kept')
  await page.getByRole('button', { name: 'Redo' }).click()
  await stored(page).toBe('kept gone')
}
