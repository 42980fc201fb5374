import { it } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { CREATE, signIn, signInBrowser, walkTo } from '../support/screen-survey.ts'

const WIDTHS = { widths: [390, 1366] } as const
const SECOND = { name: 'Ada Byrne', email: 'ada@mergewell.test', password: 'twelve white swans' }

describeInChromium('the approval of a launch', () => {
  it('is requested by one admin, invalidated by a change, refused, requested again and given by another admin', async () => {
    const product = await startFreshProduct()
    const demo = await signIn(product, DEMO.username, DEMO.password)
    await demo.ask(CREATE.user, { input: { ...SECOND, role: 'admin' } })
    const asker = await openBrowser('approval-asker')
    const approver = await openBrowser('approval-approver')
    const [{ page }, { page: other }] = [asker, approver]
    await signInBrowser(page, product, demo)
    await signInBrowser(other, product, await signIn(product, SECOND.email, SECOND.password))

    await walkTo(page, product, '/settings?tab=email')
    const demand = page.getByRole('switch', { name: 'Launches need a second person' })
    await demand.click()
    await page.getByText('Email settings updated successfully').first().waitFor()
    await demand.scrollIntoViewIfNeeded()
    await asker.survey('approval-setting', WIDTHS)

    await walkTo(page, product, '/campaigns/create')
    await page.getByLabel('Campaign Name').fill('Price list')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Select All' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Subject').fill('Our new prices')
    await page.getByLabel('Content').fill('Dear {firstName|reader}, here are our new prices.')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio', { name: 'Now' }).click()
    await page.getByLabel('Note to the admins').fill('Please check the prices. They are due on Monday.')
    await asker.survey('approval-review', WIDTHS)
    await page.getByRole('button', { name: 'Create Campaign' }).click()
    await page.getByRole('button', { name: /^Request approval for [\d,]+/ }).click()
    await page.waitForURL('**/approval')
    await page.getByText('Waiting for an admin to decide').waitFor()
    await asker.survey('approval-waiting', WIDTHS)

    await other.getByText('1 launch waits for your approval').waitFor()
    await approver.survey('approval-notice', WIDTHS)
    await other.getByRole('link', { name: 'Check “Price list”' }).click()
    await other.getByRole('button', { name: 'Approve and launch' }).waitFor()
    await other.getByText(/^Rehearsed /).waitFor()
    await approver.survey('approval-decide', WIDTHS)

    const [id] = /cmp_\w+/.exec(page.url()) ?? []
    const change = (subject: string) =>
      demo.ask(
        'mutation ($id: ID!, $subject: String) { updateCampaign(input: { id: $id, subject: $subject }) { campaign { id } errors { code message } } }',
        { id, subject },
      )
    await change('Our newest prices')
    await other.getByText('This request is void: the email changed').waitFor()
    await approver.survey('approval-void', WIDTHS)
    await page.getByRole('button', { name: 'Request again' }).click()
    await other.getByText(/ asks you to approve this launch$/).waitFor()

    await other.getByRole('button', { name: 'Decline' }).click()
    await other.getByLabel('Reason').fill('The price of tea is wrong.')
    await approver.survey('approval-decline-question', WIDTHS)
    await other.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await page.getByText('The price of tea is wrong.').waitFor()
    await asker.survey('approval-declined', WIDTHS)

    await walkTo(page, product, '/campaigns')
    const card = page.getByRole('article', { name: 'Price list' })
    await card.getByText('Declined', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Send Campaign' }).click()
    await page.getByLabel('Note to the admins').fill('Tea is corrected.')
    await asker.survey('approval-dialog', WIDTHS)
    await page.getByRole('button', { name: 'Request approval' }).click()
    await card.getByText('Waiting for approval').waitFor()
    await asker.survey('approval-card', WIDTHS)

    await other.getByRole('button', { name: 'Approve and launch' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Approve and launch' }).click()
    await other.getByText('Ada Byrne approved this launch').waitFor()
    await approver.survey('approval-given', WIDTHS)
    await card.getByText(/^\d+\/40 sent$/).waitFor()
    asker.expectNoTrouble()
    approver.expectNoTrouble()
  })
})
