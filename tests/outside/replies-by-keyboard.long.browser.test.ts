import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { person as asPerson, password, PATIENCE } from '../support/outside-inputs.ts'
import type { TestPerson } from '../support/person.ts'
import { signIn } from '../support/sign-in.ts'
import { headerOf } from '../support/stand-ins/mailbox.ts'
import {
  arrivedReply,
  connectMailbox,
  emailTo,
  guest,
  newTopic,
  PROVIDERS,
  registerAdmin,
  reply,
  sendCampaign,
  startOutside,
  type Outside,
  type OwnMailbox,
} from '../support/stand-ins/signed-in-admin.ts'

/** Answering replies in a browser, with the stand-ins of `recipient-side.long.test.ts`, which walks all of the recipient’s side over REST. */

let outside: Outside
beforeAll(async () => {
  outside = await startOutside(inject('freshData'))
}, PATIENCE)
afterAll(() => outside?.close())

describeInChromium.each(PROVIDERS)('the recipient’s side in a browser, at %s', (provider) => {
  const offers = newTopic('Offers', 'What costs less')
  const to = (name: string) => guest(name, `${provider}-browser`)
  let admin: TestPerson
  let ann: OwnMailbox
  beforeAll(async () => {
    admin = await registerAdmin(outside.url, `page-${provider}`)
    await admin.rest('POST', '/api/users', { ...asPerson(`mia-${provider}`), name: 'Mia Mate', role: 'user' })
    ann = await connectMailbox(outside, admin, provider, `ann@${provider}-page.example`)
    await admin.rest('POST', '/api/settings/email', { topics: [offers], enableThrottling: false, language: 'de' })
  }, PATIENCE)

  it('reads, snoozes, finishes and answers replies by keyboard, while a colleague sees who answers', async () => {
    const names = ['ada', 'bea', 'cy']
    await sendCampaign(admin, { name: 'Autumn', mailboxIds: [ann.id], emails: names.map(to), topicId: offers.id })
    for (const name of names) {
      await reply(ann, emailTo(ann.box, to(name)), `I am ${name}.`, name === 'ada' ? { 'Reply-To': to('desk') } : {})
      await arrivedReply(admin, to(name))
    }
    const [mine, hers] = [await openBrowser(`recipient-${provider}`), await openBrowser(`colleague-${provider}`)]
    const { page } = mine
    await signIn(page, outside.product, { username: `page-${provider}`, password })
    await signIn(hers.page, outside.product, { username: `mia-${provider}`, password })
    await Promise.all([page.goto(`${outside.url}/replies`), hers.page.goto(`${outside.url}/replies`)])
    const item = (name: string, where = page) => where.getByRole('article', { name: `Reply from ${name} Guest` })
    await item('ada').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    const focused = page.locator('[role=article]:focus-within, article:focus-within')
    expect(await focused.getAttribute('aria-label')).toBe('Reply from bea Guest')
    await page.keyboard.press('e')
    await item('bea').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await eventually('ada’s reply has the focus', async () => {
      await page.keyboard.press('j')
      return (await focused.getAttribute('aria-label')) === 'Reply from ada Guest'
    })
    await page.keyboard.press('r')
    const answer = item('ada').getByRole('textbox', { name: 'Answer' })
    await answer.waitFor()
    await item('ada').getByText('I am ada.').waitFor()
    expect(
      await item('ada')
        .getByText(/On Monday/)
        .count(),
    ).toBe(0)
    await mine.survey('answer')
    await answer.pressSequentially('Dear {first')
    await page.keyboard.press('Enter')
    await answer.pressSequentially(', gladly.')
    await item('ada', hers.page).getByText('Out Side is answering').waitFor()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      item('ada').getByRole('button', { name: 'Attachment' }).click(),
    ])
    await chooser.setFiles({ name: 'Prices.txt', mimeType: 'text/plain', buffer: Buffer.from('1 EUR') })
    await item('ada').getByText('Prices.txt').first().waitFor()
    await item('ada').getByText(to('desk')).first().waitFor()
    await item('ada').getByRole('button', { name: 'Send answer' }).click()
    await page.getByRole('button', { name: /Undo/ }).first().waitFor()
    expect(ann.box.sentTo(to('desk'))).toEqual([])
    await eventually('the answer has left', async () => ann.box.sentTo(to('desk')).length > 0)
    const left = emailTo(ann.box, to('desk'))
    expect(left).toMatchObject({ from: ann.email, threadId: emailTo(ann.box, to('ada')).threadId })
    expect(left.mail.text).toContain('Dear ada, gladly.')
    expect(left.mail.attachments.map(({ filename }) => filename)).toEqual(['Prices.txt'])
    expect(headerOf(left.mail, 'in-reply-to')).not.toBe('')
    await page.getByRole('radio', { name: 'Waiting' }).click()
    await item('ada').waitFor()
    mine.expectNoTrouble()
    hers.expectNoTrouble()
  })
})
