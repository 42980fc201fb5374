import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { livedWeeks, type LeftEmail } from '../support/simulated-weeks.ts'
import { CREATE } from '../support/screen-survey.ts'

const MAILBOX = 'three-weeks@sandbox.test'
const OFFER = 'https://shop.test/offer'
const BERLIN = 'Europe/Berlin'
const PEOPLE = {
  anna: ['anna@readers.example', BERLIN],
  tom: ['tom@readers.example', 'Asia/Tokyo'],
  nina: ['nina@readers.example', 'America/Phoenix'],
  suva: ['suva@readers.example', 'Pacific/Fiji'],
  rita: ['rita@readers.example', BERLIN],
  ugo: ['ugo@readers.example', BERLIN],
  hans: ['hans@readers.example', BERLIN],
  away: ['away-de@readers.example', BERLIN],
  reply: ['reply-de@readers.example', BERLIN],
  bounce: ['bounce@readers.example', BERLIN],
} as const satisfies Record<string, readonly [email: string, timeZone: string]>
type Name = keyof typeof PEOPLE

const TEXTS = ['Did you see it?', 'You have not looked at the offer yet.', 'This is the last email.']

/** The emails to each person, as days after the Monday of the launch and the time in the person's zone. */
function timesOf(left: readonly LeftEmail[], monday: string) {
  return Object.fromEntries(
    Object.entries(PEOPLE).map(([name, [address, timeZone]]) => [
      name,
      left.filter(({ to }) => to === address).map(({ at }) => dayAndTime(at, monday, timeZone)),
    ]),
  )
}

function dayAndTime(at: string, monday: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    Date.parse(at),
  )
  const [date = '', time = ''] = parts.split(' ')
  return `${Math.round((Date.parse(date) - Date.parse(monday.slice(0, 10))) / 86_400_000)} ${time}`
}

describeInChromium('the emails of a campaign with follow-ups over three weeks', () => {
  it('reach each person at their time, in one conversation, until they reply, unsubscribe or have got all', async () => {
    const life = await livedWeeks(MAILBOX)
    const { world, person } = life
    onTestFinished(() => world.close())
    const monday = life.typed(0, 9.5)
    for (const [name, [email, timeZone]] of Object.entries(PEOPLE)) {
      const fields = [{ name: 'Time zone', value: timeZone }]
      const input = { firstName: name, lastName: 'Reader', email, fields }
      expect((await person.graphql(CREATE.contact, { input })).errors).toBeUndefined()
    }
    const visitor = await openBrowser('three-weeks')
    const { page, survey } = visitor
    const cookie = {
      name: 'mergewell_session',
      value: person.token,
      url: world.url,
      httpOnly: true,
      sameSite: 'Lax' as const,
    }
    await page.context().addCookies([cookie])

    await write(page, world.url)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio', { name: /^Schedule/ }).click()
    await page.getByLabel('Day and time').fill(life.typed(1, 9.5))
    await page.getByLabel('Send at this time in each recipient’s time zone').check()
    await page.getByText(/Tokyo/).first().waitFor()
    await survey('weeks-review', { widths: [390, 1366] })
    await page.getByRole('button', { name: 'Create Campaign' }).click()
    await page.getByRole('button', { name: /^Schedule for/ }).click()
    await page.waitForURL('**/campaigns')
    await page
      .getByRole('article', { name: 'Autumn' })
      .getByRole('link', { name: /Autumn|Analytics/ })
      .first()
      .click()
    const steps = page.getByRole('list', { name: 'Emails of this campaign' }).getByRole('listitem')
    await expect.poll(() => steps.count()).toBe(4)
    await steps.nth(1).getByText('Not due yet').waitFor()

    await life.liveUntil(2, 12.5)
    await expect.poll(() => steps.nth(0).innerText()).toMatch(/9 sent · 1 failed · .*1 replied/)
    await survey('weeks-day-2', { widths: [390, 1366] })
    await seen(page, 'reply', 'No more follow-ups, because they replied.')
    await seen(page, 'bounce', 'No more follow-ups, because an email bounced.')
    await seen(page, 'away', /is sent on .* after they are back, unless they reply/)
    await seen(page, 'anna', /^Follow-up 1 is sent on /)
    const [toTom] = (await life.left()).filter(({ to }) => to === PEOPLE.tom[0])
    const [, click = ''] = /href="([^"]+\/c\/[^"]+)"/.exec(toTom?.html ?? '') ?? []
    expect(
      (await fetch(click, { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0' } })).headers.get('location'),
    ).toBe(OFFER)

    await life.liveUntil(5, 12.5)
    await expect.poll(() => steps.nth(1).innerText()).toMatch(/7 sent/)
    await open(page, 'hans')
    await page.getByRole('button', { name: 'Stop follow-ups' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop follow-ups' }).click()
    await page.getByText('No more follow-ups: they were stopped by hand.').waitFor()
    await survey('weeks-stopped', { widths: [390, 1366] })
    await page.keyboard.press('Escape')

    await life.liveUntil(8, 12.5)
    const [, toUgo] = (await life.left()).filter(({ to }) => to === PEOPLE.ugo[0])
    const [, leave = ''] = /href="([^"]+\/u\/[^"]+)"/.exec(toUgo?.html ?? '') ?? []
    const reader = await openBrowser('three-weeks-reader')
    await reader.page.goto(leave)
    await reader.page.getByRole('button', { name: 'Unsubscribe' }).click()
    await reader.page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()

    await life.liveUntil(10, 14.5)
    await expect.poll(() => steps.nth(2).innerText()).toMatch(/4 sent/)
    await seen(page, 'ugo', 'No more follow-ups, because they unsubscribed.')
    const toRita = (await life.left()).findLast(({ to }) => to === PEOPLE.rita[0])
    await life.answer(toRita!, 'rita@home.example')
    await seen(page, 'rita', 'No more follow-ups, because they replied.')

    await life.liveUntil(21, 6.5)
    await expect.poll(() => steps.nth(3).innerText()).toMatch(/4 sent/)
    await page.getByRole('heading', { name: 'Autumn', level: 1 }).click()
    await survey('weeks-day-21', { widths: [390, 1366] })
    await seen(page, 'anna', 'No further follow-up is planned.')
    await seen(page, 'away', /^Follow-up 2 is sent on /)

    const left = await life.left()
    const all = ['1 09:30', '4 10:30', '9 10:30', '16 10:30']
    expect(timesOf(left, monday)).toEqual({
      ...{ anna: all, nina: all, suva: all },
      tom: [all[0], all[1], all[3]],
      rita: all.slice(0, 3),
      ...{ ugo: all.slice(0, 2), hans: all.slice(0, 2) },
      away: [all[0], '10 10:30'],
      ...{ reply: all.slice(0, 1), bounce: all.slice(0, 1) },
    })
    for (const emails of Map.groupBy(left, ({ to }) => to).values()) {
      for (const [index, email] of emails.entries()) {
        const before = emails.slice(0, index).map(({ id }) => id)
        expect(email.id).not.toContain('<mw.')
        expect(email.inReplyTo).toBe(before.at(-1))
        expect(email.references).toBe(before.length > 0 ? before.join(' ') : undefined)
        expect(email.subject).toBe(index === 0 ? 'Autumn' : 'Re: Autumn')
      }
    }
    await page.goto(`${world.url}/replies`)
    await expect.poll(() => page.getByRole('article').count()).toBe(2)
    visitor.expectNoTrouble()
  })
})

/** Writes the campaign with its follow-ups, to everybody; ends before the review. */
async function write(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/campaigns/create`)
  await page.getByLabel('Campaign Name').fill('Autumn')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Subject').fill('Autumn')
  await page.getByLabel('Content').fill('Dear {firstName}, see our offer')
  await page.getByLabel('Content').press('Control+End')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(OFFER)
  await page.keyboard.press('Enter')
  for (const [index, text] of TEXTS.entries()) {
    await page.getByRole('button', { name: 'Add a follow-up' }).click()
    const step = page
      .getByRole('list', { name: 'Emails of this campaign' })
      .getByRole('listitem')
      .nth(index + 1)
    await step.getByLabel('Working days to wait').fill(['3', '3', '5'][index] ?? '')
    await step.getByLabel('Time of day').fill('10:30')
    if (index === 1) {
      await step.getByLabel('Who gets it').selectOption('not_clicked')
      await step.getByLabel('Which link').selectOption(OFFER)
    }
    await step.getByLabel(`Text of follow-up ${index + 1}`).fill(text)
  }
}

/** Opens the timeline of a person. */
async function open(page: Page, name: Name): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name} Reader`) }).click()
  await page.getByRole('dialog').waitFor()
}

/** Returns what happens next is shown in a person's timeline. */
async function seen(page: Page, name: Name, text: string | RegExp): Promise<void> {
  await open(page, name)
  await page.getByRole('dialog').getByText(text).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
