import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'

const PEOPLE = ['reply-de@readers.example', 'away-de@readers.example', 'ticket@readers.example']

describeInChromium('the incoming messages of a campaign', () => {
  it('are shown as a reply, which can be read and marked as done, and as an absence with its date of return', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('replies')
    const { page, survey } = visitor
    await signInToDemo(page, product)
    const call = async (path: string, body: object) => {
      const answer = await page.request.post(`${product.url}${path}`, { data: body, headers: { origin: product.url } })
      expect(answer.ok(), await answer.text()).toBe(true)
      return answer.json()
    }
    const selectedContacts: string[] = []
    for (const email of PEOPLE) {
      const [firstName = ''] = email.split('@')
      selectedContacts.push((await call('/api/contacts', { firstName, lastName: 'Reader', email })).id)
    }
    const { id } = await call('/api/campaigns', {
      name: 'Evening',
      subject: 'Come!',
      content: 'Dear all',
      selectedContacts,
    })
    await page.goto(`${product.url}/replies`)
    await page.getByText('No open replies').waitFor()
    await survey('empty')
    await call(`/api/campaigns/${id}/send`, {})

    const reply = page.getByRole('article', { name: 'Reply from reply-de Reader' })
    await reply.waitFor({ timeout: 120_000 })
    await survey('list')
    await reply.getByRole('button', { expanded: false }).press('Enter')
    await reply.getByText(/rufen Sie mich bitte an/).waitFor()
    await reply.getByRole('button', { name: 'Show the whole message' }).click()
    await survey('open')
    expect(await page.getByRole('article').count()).toBe(1)

    await page.goto(`${product.url}/dashboard`)
    await page.getByText('1 open reply').waitFor()
    await page.getByRole('link', { name: 'Read replies' }).click()
    await reply.getByRole('button', { name: /^Mark as done/ }).click()
    await page.getByText('No open replies').waitFor()
    await page.getByRole('radio', { name: 'Done' }).click()
    await reply.getByText('Done', { exact: true }).waitFor()

    await page.goto(`${product.url}/campaigns/${id}/analytics?outcome=away`)
    await page.getByRole('button', { name: /away-de Reader/ }).click()
    await page.getByText(/^Out of office until/).waitFor()
    await survey('away')
    visitor.expectNoTrouble()
  })
})
