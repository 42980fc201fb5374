import { expect, it } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { walk } from '../support/screen-walk.ts'
import * as writing from '../support/writing-screen-steps.ts'
import { CREATE, openAt, signIn, signInBrowser, signUp, walkTo, type Ask } from '../support/screen-survey.ts'

/** Seconds to undo a launch: enough to look at the bar in every width and theme on a busy machine. */
const UNDO_SECONDS = 1_800

describeInChromium('short-lived states of the screens', () => {
  it('have no layout or accessibility faults: a launch that can be undone, questions of the wizard, a used-up plan, and an ended session', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('screens-passing')
    const { page, survey } = visitor
    const demo = await signIn(product, DEMO.username, DEMO.password)
    await demo.ask(CREATE.template, {
      input: { name: 'Spring letter', subject: 'Spring', content: 'Dear {firstName}' },
    })
    await launch(demo.ask)
    await signInBrowser(page, product, demo)
    await page.getByRole('button', { name: 'Undo: keep “Autumn letter” as a draft' }).waitFor()
    await survey('undo-on-dashboard')
    await walkTo(page, product, '/campaigns')
    await page
      .getByRole('article', { name: 'Autumn letter' })
      .getByText(/^Sending in \d+ min$/)
      .waitFor()
    await page.getByText('You launched “Autumn letter” to 2 contacts', { exact: true }).waitFor()
    await survey('undo-on-campaigns')
    await walkTo(page, product, '/campaigns/create')
    await page.getByLabel('Campaign Name').waitFor()
    await survey('undo-in-wizard')
    const footer = await page.locator('footer[data-action-bar]').boundingBox()
    expect(footer?.height).toBeLessThanOrEqual(56)
    await page.getByRole('button', { name: /^Undo: keep/ }).click()
    await page.getByRole('heading', { name: 'Review and Launch' }).waitFor()

    await walk(visitor, product, writing.QUESTIONS)

    const small = await signUp(product, 'free')
    await addContacts(small.ask, 92)
    // The draft that the last page wrote is not asked about.
    await signInBrowser(page, product, small)
    await page.getByText('92 of 100 contacts').waitFor()
    await survey('plan-nearly-full')
    await addContacts(small.ask, 8)
    await openAt(page, product, '/contacts')
    await page.getByText('100 of 100 contacts').waitFor()
    await survey('plan-full')
    await page.context().clearCookies()
    await walkTo(page, product, '/campaigns')
    await page.getByText('Your session has ended').waitFor()
    await survey('session-ended')
    visitor.expectNoTrouble()
  })
})

/** Launches a campaign of the demo workspace to two contacts; it can be undone. */
async function launch(ask: Ask): Promise<void> {
  const { contacts } = await ask('{ contacts(first: 2) { nodes { id } } }')
  const people = (contacts as unknown as { nodes: { id: string }[] }).nodes.map(({ id }) => id)
  const input = { name: 'Autumn letter', subject: 'News', content: 'The news.', selectedContacts: people }
  const { createCampaign } = await ask(CREATE.campaign, { input })
  await ask(
    `mutation ($id: ID!, $undoSeconds: Int) {
      sendCampaign(input: { id: $id, undoSeconds: $undoSeconds }) { campaign { id } errors { code field message } } }`,
    { id: createCampaign?.id, undoSeconds: UNDO_SECONDS },
  )
}

let people = 0

async function addContacts(ask: Ask, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    people += 1
    await ask(CREATE.contact, {
      input: { firstName: `Person ${people}`, lastName: 'X', email: `p${people}@readers.example` },
    })
  }
}
