import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DEMO } from './seed.ts'
import { describeInChromium, openBrowser } from './testing/browser.ts'
import { startFreshProduct } from './testing/product.ts'

const CAMPAIGN = 'By keyboard'
/** More stops than any way here has; whoever needs more has lost the way. */
const STOPS_MOST = 60

describeInChromium('with the keyboard alone', () => {
  it('one signs in, adds a contact, writes and sends a campaign, reads its analytics and changes a setting', async () => {
    const product = await startFreshProduct()
    const { page, expectNoTrouble } = await openBrowser('keyboard')
    // What tells where the focus is must not be half way there when it is looked at.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { keyboard } = page
    const unseen: string[] = []
    const go = async (name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => goTo(page, name, key, unseen)

    await page.goto(`${product.url}/login`)
    await page.locator('input:focus').waitFor()
    await keyboard.type(DEMO.username)
    await keyboard.press('Tab')
    await keyboard.type(DEMO.password)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()

    await go('Contacts')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
    await go('Add Contact')
    await keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Add Contact' }).waitFor()
    for (const [label, value] of [
      ['First name', 'Ida'],
      ['Last name', 'Holm'],
      ['Email', 'ida@readers.example'],
    ] as const) {
      await go(label)
      await keyboard.type(value)
    }
    await keyboard.press('Enter')
    await notice(page, 'Contact Added')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('Add Contact')

    await go('Campaigns', 'Shift+Tab')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
    await go('New Campaign')
    await keyboard.press('Enter')
    await page.getByLabel('Campaign Name').waitFor()
    await go('Campaign Name')
    await keyboard.type(CAMPAIGN)
    await keyboard.press('Enter')
    await page.getByRole('option').first().waitFor()
    await go('Contacts')
    await keyboard.press('Space')
    await keyboard.press('ArrowRight')
    await keyboard.press('Space')
    await page.getByText('2 selected').waitFor()
    await go('Next')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Design Email' }).waitFor()
    await go('Subject')
    await keyboard.type('Hello {firstName}')
    await go('Content')
    await keyboard.type('Two lines, ')
    await keyboard.press('Enter')
    await keyboard.type('written without a mouse.')
    await go('Next')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Review and Launch' }).waitFor()
    await go('Create Campaign')
    await keyboard.press('Enter')
    const card = page.getByRole('article', { name: CAMPAIGN })
    await card.waitFor()

    await go('Send Campaign')
    await keyboard.press('Enter')
    await page.getByText('Nothing to mend was found.').waitFor()
    await go('Send now')
    await keyboard.press('Enter')
    await notice(page, 'Your email campaign is now being sent.')
    await card.getByText('2/2 sent').waitFor()
    await card.getByRole('button', { name: 'View Analytics' }).waitFor()
    await go('View Analytics')
    await keyboard.press('Enter')
    await page.getByText('Emails Sent').waitFor()
    await go('Overview')
    await keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'Email Details', selected: true }).waitFor()
    await keyboard.press('ArrowRight')
    await page.getByText('✓ No failed emails').waitFor()
    await go('Open full page')
    await keyboard.press('Enter')
    await page.getByText('Email Delivery Details').waitFor()

    await go('Settings', 'Shift+Tab')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await go('Email Sending')
    await go('Throttling')
    await keyboard.press('Space')
    await notice(page, 'Email settings updated successfully')
    await go('Email Sending', 'Shift+Tab')
    await keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Change password' }).waitFor()

    await keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await keyboard.press('Control+K')
    const palette = page.getByRole('combobox', { name: 'Find anything' })
    await palette.waitFor()
    await keyboard.press('Escape')
    await palette.waitFor({ state: 'hidden' })
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await keyboard.press('Control+K')
    await palette.waitFor()
    await keyboard.type('log out')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()

    expect(unseen, 'where the focus cannot be seen').toEqual([])
    expectNoTrouble()
  })
})

const notice = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByText(text)
    .waitFor()

/** Goes on from stop to stop until what has the focus is called so; writes down stops at which it cannot be seen. */
async function goTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab', unseen: string[]): Promise<void> {
  const passed: string[] = []
  for (let stop = 0; stop < STOPS_MOST; stop += 1) {
    const here = await focused(page)
    if (typeof name === 'string' ? here === name : name.test(here)) return
    await page.keyboard.press(key)
    const next = await focused(page)
    passed.push(next)
    if (next !== '' && !(await page.evaluate(isFocusSeen))) unseen.push(next)
  }
  throw new Error(`No way to ${name}: ${passed.join(' | ')}`)
}

/** What has the focus, by the name that screen readers say; nothing when nothing has it. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return ''
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const named = [...by.map((id) => document.getElementById(id)), ...labels].map((label) => label?.textContent ?? '')
    const text = element.getAttribute('aria-label') ?? (named.join(' ') || element.textContent || '')
    const role = element.getAttribute('role') === 'tabpanel' ? 'panel ' : ''
    return role + text.replace('(optional)', '').trim()
  })
}

/** Runs in the page: whether what has the focus, or a frame close around it, looks otherwise than without it. */
async function isFocusSeen(): Promise<boolean> {
  const element = document.activeElement
  // The page as a whole takes the focus when it has come: there is no one thing to frame.
  if (!(element instanceof HTMLElement) || element.id === 'content') return true
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  if (outlineStyle !== 'none' && outlineWidth !== '0px') return true
  const frames = [element, element.parentElement, element.parentElement?.parentElement].filter((each) => each != null)
  const looks = () =>
    frames
      .map((each) => getComputedStyle(each))
      .map((style) => [style.outline, style.borderColor, style.boxShadow, style.backgroundColor].join())
      .join()
  const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const lit = looks()
  element.blur()
  await frame()
  const dark = looks()
  element.focus({ preventScroll: true })
  await frame()
  return lit !== dark
}
