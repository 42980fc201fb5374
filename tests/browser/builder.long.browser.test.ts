import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { BLOCKS, PALETTE } from '#domain/builder/blocks.ts'
import { DOCUMENT_VERSION } from '#domain/builder/builder-document.ts'
import { describeInChromium, openBrowser, watchFrames, type Visitor } from '../support/browser.ts'
import {
  boxOf,
  centerOf,
  dragBy,
  landed,
  mousePointer,
  paletteEntry,
  touchPointer,
  type Drag,
} from '../support/builder-drag.ts'
import { shareFreshProduct, type Product } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

/** Tall enough that nothing auto-scrolls during a drag. */
const TALL = { width: 1440, height: 1_300 }
const LABELS = PALETTE.map((entry) => ('label' in entry ? entry.label : BLOCKS[entry.type].label))
/**
 * The result of all three input methods: every block in palette order, the spacer in the first column of the row after
 * it.
 */
const BUILT = LABELS.flatMap((label) =>
  label === 'Spacer' ? [] : label === 'Two Columns' ? ['in: Spacer', label] : [label],
)
const STEPS_MOST = 60
/** Several times the screen height. */
const LONG = 200

describeInChromium('the email builder', () => {
  const running = shareFreshProduct()

  it('builds an email of every block by mouse, touch and keyboard, undoes and redoes everything, and sends it unchanged', async () => {
    const product = running()
    const visitor = await openBrowser('builder')
    const { page } = visitor
    await signInToDemo(page, product)
    await page.goto(`${product.url}/email-builder`)
    await page.getByText('Drag elements here to start building your email').waitFor()
    const ways = {
      mouse: await byPointer(page, dragBy(page, mousePointer(page))),
      touch: await byPointer(page, dragBy(page, await touchPointer(page))),
    }
    const keyboard = await byKeyboard(page)
    expect(ways.touch).toBe(ways.mouse)
    expect(keyboard).toBe(ways.mouse)

    await fillIn(page)
    await page.getByRole('group', { name: /^Button/ }).click()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    // On a busy machine Chromium paints a sandboxed frame late.
    await page.frameLocator('iframe').getByText('Read on').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'View Code' }).click()
    const code = await page.getByRole('textbox', { name: 'HTML' }).inputValue()
    await page.getByRole('button', { name: 'Back to Editor' }).click()
    await sendIt(visitor)
    expect(await sentMail(product)).toBe(withValues(code))
    visitor.expectNoTrouble()
  })

  it('reorders a long document by dragging it through its scrolling canvas', async ({ annotate }) => {
    const product = running()
    const { page } = await openBrowser('builder-long')
    await page.setViewportSize(TALL)
    await signInToDemo(page, product)
    await page.goto(`${product.url}/email-builder`)
    await page.getByText('Drag elements here to start building your email').waitFor()
    const elements = Array.from({ length: LONG }, (_, index) => ({
      id: `b${index}`,
      type: 'text',
      content: `Block number ${index + 1} for {firstName|you}`,
      styles: { padding: '10px' },
    }))
    await page.evaluate(
      (text) => localStorage.setItem('builder-clipboard', text),
      JSON.stringify({ version: DOCUMENT_VERSION, elements }),
    )
    await page.getByRole('button', { name: 'Paste block' }).click()
    await page.getByRole('group', { name: `Text Block, ${LONG} of ${LONG}` }).waitFor()
    await page.locator('[data-canvas]').evaluate((canvas) => canvas.scrollTo({ top: 0 }))
    const first = page.getByRole('group', { name: new RegExp(`^Text Block, 1 of ${LONG}`) })
    await first.click()
    const frames = await watchFrames(page)
    await dragThrough(page, first.getByRole('button', { name: 'Move Text Block' }))
    const { count, longest, late } = await frames()
    await annotate(`${count} frames, the longest ${longest} ms, ${late} over 34 ms`)
    await expect.poll(() => page.getByText('Block number 1 for').count()).toBeGreaterThan(0)
    await expect.poll(() => indexOfText(page, 'Block number 1 for')).toBeGreaterThan(5)
    await page.keyboard.press('Control+z')
    await expect.poll(() => indexOfText(page, 'Block number 1 for')).toBe(0)
  })
})

/** Builds it from last block to first, dropping each at the top; returns the generated HTML. */
async function byPointer(page: Page, drag: Drag): Promise<string> {
  await page.setViewportSize(TALL)
  const canvas = page.locator('[data-canvas]')
  const top = async () => {
    await canvas.evaluate((element) => element.scrollTo({ top: 0 }))
    const box = await boxOf(canvas)
    return { x: box.x + box.width * 0.35, y: box.y + 12 }
  }
  let count = 0
  for (const label of LABELS.toReversed()) {
    await drag(paletteEntry(page, label), top)
    count += 1
    await page.getByRole('group', { name: new RegExp(`^${label}, 1 of ${count}`) }).waitFor()
    if (label !== 'Spacer') continue
    await drag(page.getByRole('button', { name: 'Move Spacer' }), () =>
      centerOf(page.locator('[data-column-zone]').first()),
    )
    await page
      .getByRole('list', { name: 'Column 1' })
      .first()
      .getByRole('group', { name: /^Spacer/ })
      .waitFor()
    count -= 1
  }
  return undoAndRedo(page)
}

/** Builds it from first block to last using only the keyboard; returns the generated HTML. */
async function byKeyboard(page: Page): Promise<string> {
  for (const label of LABELS) {
    await tabTo(page, label)
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: new RegExp(`^${label}, .*selected`) }).waitFor()
    if (label !== 'Two Columns') continue
    await tabTo(page, 'Two Columns, 6 of 6, selected')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Alt+ArrowDown')
    await expect
      .poll(() => page.getByRole('status', { name: 'Builder' }).textContent())
      .toBe('Spacer moved: 1 of 1 in column 1')
    await tabTo(page, 'Two Columns', 'Shift+Tab')
  }
  return undoAndRedo(page)
}

/** Undoes everything, redoes everything, and undoes everything again for the next method; returns the redone HTML. */
async function undoAndRedo(page: Page): Promise<string> {
  expect(await blocks(page)).toEqual(BUILT)
  const before = await codeOf(page)
  await page.getByRole('button', { name: 'Undo' }).focus()
  await pressUntil(page, 'Control+z', () => isOff(page, 'Undo'))
  expect(await blocks(page)).toEqual([])
  await pressUntil(page, 'Control+Shift+z', () => isOff(page, 'Redo'))
  expect(await blocks(page)).toEqual(BUILT)
  const after = await codeOf(page)
  expect(after).toBe(before)
  await page.getByRole('button', { name: 'Undo' }).focus()
  await pressUntil(page, 'Control+z', () => isOff(page, 'Undo'))
  await page.getByText('Drag elements here to start building your email').waitFor()
  return after
}

/** Redoes the email and adds text, an image, links and an unsubscribe link. */
async function fillIn(page: Page): Promise<void> {
  await pressUntil(page, 'Control+Shift+z', () => isOff(page, 'Redo'))
  await page.getByLabel('Subject', { exact: true }).fill('For {firstName|you}')
  await page.getByRole('group', { name: /^Image/ }).click()
  const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#1f5c48' } })
    .png()
    .toBuffer()
  await page.getByLabel('Upload Image').setInputFiles({ name: 'harbor view.png', mimeType: 'image/png', buffer: bytes })
  await page.getByText('You can now use the image URL in your email').first().waitFor()
  await page.getByRole('group', { name: /^Button/ }).click()
  await page.getByLabel('Link', { exact: true }).and(page.getByRole('textbox')).fill('https://example.org/read-on')
  // White on the default button blue has too little contrast.
  await page.getByRole('textbox', { name: 'Background color' }).last().fill('#0b5c46')
  const label = page.getByRole('textbox', { name: 'Button, content' })
  await label.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Read on')
  await page.getByRole('group', { name: /^Text Block/ }).click()
  await page.getByRole('textbox', { name: 'Text Block, content' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Unsubscribe')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByLabel('Address').fill('{unsubscribeUrl}')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Bold' }).click()
}

/** Saves the template, starts a campaign with it and sends it to one contact. */
async function sendIt({ page, survey }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Save Template' }).click()
  await page.getByText('Template Ready').waitFor()
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await page.waitForURL('**/create-campaign')
  await page.getByLabel('Campaign Name').fill('Built of blocks')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByPlaceholder(/Search/).fill('Evelyn')
  await page.getByRole('option', { name: /Evelyn Boyd/ }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('group', { name: /^Button/ }).waitFor()
  await survey('wizard-builder')
  await page.getByRole('button', { name: 'Next' }).click()
  for (const tracked of ['Track opens', 'Track clicks']) await page.getByRole('switch', { name: tracked }).click()
  await page.getByTitle('Content preview').waitFor()
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await page.waitForURL('**/campaigns')
  const card = page.getByRole('article', { name: 'Built of blocks' })
  await card.getByRole('button', { name: 'Send Campaign' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await card.getByText('1/1 sent').waitFor()
}

/** The received HTML, with the image and unsubscribe link replaced by the builder's placeholders. */
async function sentMail(product: Product): Promise<string> {
  const read = async (path: string) => (await fetch(`${product.sandboxUrl}${path}`)).json()
  const { mailboxes } = (await read('/sandbox/mailboxes')) as { mailboxes: { vendor: string; email: string }[] }
  for (const { vendor, email } of mailboxes) {
    const { messages } = (await read(`/sandbox/mailboxes/${vendor}/${email}/messages`)) as {
      messages: { id: string; subject: string }[]
    }
    const [message] = messages.filter(({ subject }) => subject === 'For Evelyn')
    if (!message) continue
    const { html } = (await read(`/sandbox/messages/${message.id}`)) as { html: string }
    return (
      html
        .replace(/cid:[^"]+/g, 'PICTURE')
        .replace(/href="http:\/\/127\.0\.0\.1:\d+\/[^"]+"/g, 'href="UNSUBSCRIBE"')
        // Some readers add the line break that ends a quoted-printable part.
        .trimEnd()
    )
  }
  throw new Error('No such email arrived')
}

function withValues(code: string): string {
  return code
    .replace(/http:\/\/127\.0\.0\.1:\d+\/images\/[^"]+/g, 'PICTURE')
    .replaceAll('{unsubscribeUrl}', 'UNSUBSCRIBE')
    .replace(/\{firstName(?:\|[^}]*)?\}/g, 'Evelyn')
    .trimEnd()
}

async function dragThrough(page: Page, handle: Locator): Promise<void> {
  const start = await centerOf(handle)
  const canvas = await boxOf(page.locator('[data-canvas]'))
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 8, start.y + 8, { steps: 3 })
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.move(start.x + (step % 7), Math.min(canvas.y + canvas.height - 30, start.y + step * 6))
  }
  await page.mouse.up()
  await landed(page)
}

const isOff = async (page: Page, name: string) =>
  (await page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')) === 'true'

/** The block names in reading order; blocks in columns are marked. */
function blocks(page: Page): Promise<string[]> {
  return page.locator('[data-canvas]').evaluate((canvas) => {
    const names: string[] = []
    for (const row of canvas.querySelectorAll(':scope > ul > li > [data-block]')) {
      for (const inner of row.querySelectorAll('[data-block]'))
        names.push(`in: ${inner.getAttribute('aria-label')?.split(',')[0]}`)
      names.push(row.getAttribute('aria-label')?.split(',')[0] ?? '')
    }
    return names
  })
}

function indexOfText(page: Page, words: string): Promise<number> {
  return page
    .locator('[data-canvas] [data-block]')
    .evaluateAll((all, wanted) => all.findIndex((each) => each.textContent?.startsWith(wanted)), words)
}

async function codeOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: 'View Code' }).click()
  const code = await page.getByRole('textbox', { name: 'HTML' }).inputValue()
  await page.getByRole('button', { name: 'Back to Editor' }).click()
  await page.getByRole('list', { name: 'Blocks' }).waitFor()
  return code
}

async function pressUntil(page: Page, keys: string, done: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < STEPS_MOST && !(await done()); step += 1) await page.keyboard.press(keys)
  expect(await done()).toBe(true)
}

/** Presses Tab until the element with this name has focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let step = 0; step < STEPS_MOST; step += 1) {
    const at = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
    if (at === name) return
    await page.keyboard.press(key)
  }
  throw new Error(`The keyboard does not come to “${name}”`)
}
