import { it } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { ONE, PANEL, PLACES, show, showWaiting, SIGNED_OUT } from '../support/screens-to-survey.ts'
import { startFreshProduct } from '../support/product.ts'
import * as steps from '../support/screen-survey-steps.ts'
import { walk } from '../support/screen-walk.ts'
import {
  answersOf,
  COMMON,
  CREATE,
  openAt,
  signIn,
  signInBrowser,
  signInBrowserAsSuperAdmin,
  signUp,
  type Signed,
} from '../support/screen-survey.ts'
import { addMany, addTenants } from '../support/workspace-in-use.ts'

describeInChromium('every screen without much data', () => {
  it('has no layout or accessibility faults: signed out, in an empty workspace, with one of each object, and for a super admin', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('screens-first')
    const { page } = visitor
    const answers = await answersOf(page)

    for (const place of SIGNED_OUT) await show(visitor, product, place, 'empty', openAt)
    await page.goto(`${product.url}/register`)
    await page.getByRole('button', { name: 'Sign up manually' }).click()
    await visitor.survey('register-form', COMMON)

    const fresh = await signUp(product)
    await signInBrowser(page, product, fresh)
    for (const place of PLACES) await show(visitor, product, place, 'empty')
    const draft = await addOne(fresh)
    await page.reload()
    const withOne = { name: 'campaign', path: `/campaigns/${draft}/analytics`, one: 'Campaign Information' }
    for (const place of [...PLACES, withOne]) await show(visitor, product, place, 'one')

    const demo = await signIn(product, DEMO.username, DEMO.password)
    await addMany(demo)
    await signInBrowserAsSuperAdmin(page, product)
    await addTenants(page)
    for (const place of PANEL) await showWaiting(visitor, product, answers, place)
    await openAt(page, product, '/supadmin')
    await walk(visitor, product, steps.SUPER_ADMIN)
    // The super admin turned the builder off for the demo workspace.
    await signInBrowser(page, product, demo)
    await walk(visitor, product, steps.SWITCHED_OFF)
    visitor.expectNoTrouble()
  })
})

/** Creates one of each; returns the id of the draft campaign. */
async function addOne({ ask: tell }: Signed): Promise<string> {
  await tell(
    'mutation { setLinkDomain(input: { host: "links.readers.example" }) { linkDomain { host } errors { code field message } } }',
  )
  const contact = { firstName: 'Ida', lastName: 'Holm', email: 'ida@readers.example' }
  const { createContact } = await tell(CREATE.contact, { input: contact })
  const selectedContacts = [createContact?.id]
  const { createCampaign } = await tell(CREATE.campaign, {
    input: { name: ONE, subject: 'Hello {firstName}', content: 'Spring', selectedContacts },
  })
  await tell(CREATE.template, { input: { name: 'One template', subject: 'Hello', content: 'Dear {firstName}' } })
  await tell(CREATE.key, { input: { name: 'Key 1', scopes: ['contacts:read'] } })
  return createCampaign?.id ?? ''
}
