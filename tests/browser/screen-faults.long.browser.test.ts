import { it } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { startFreshProduct } from '../support/product.ts'
import * as steps from '../support/screen-survey-steps.ts'
import { walk } from '../support/screen-walk.ts'
import * as writing from '../support/writing-screen-steps.ts'
import { openAt, signIn, signInBrowser } from '../support/screen-survey.ts'
import { connectGoogle } from '../support/sign-in.ts'
import { breakMailbox, fillCampaigns, fillLists, readMails, warmUp } from '../support/workspace-in-use.ts'

const BROKEN = 'letters@gmail.example'

describeInChromium('every screen of a workspace in use', () => {
  it('has no layout or accessibility faults in any state, width and theme, also by touch and in the editors', async ({
    annotate,
  }) => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('screens')
    const { page } = visitor
    const demo = await signIn(product, DEMO.username, DEMO.password)
    const began = performance.now()
    const sent = fillCampaigns(product, demo)

    await signInBrowser(page, product, demo)
    await walk(visitor, product, steps.CONTACTS)
    await fillLists(demo)
    await page.reload()
    await walk(visitor, product, steps.LISTS)
    // An invalid file is refused.
    visitor.expectTrouble(/\b415\b/)
    await walk(visitor, product, writing.TEMPLATES)
    const ids = await sent
    await readMails(product)
    await walk(visitor, product, steps.campaigns(ids))
    await openAt(page, product, '/dashboard')
    await connectGoogle(page, BROKEN)
    await breakMailbox(product, demo, BROKEN)
    await walk(visitor, product, steps.MAILBOXES)
    await warmUp(demo)
    await openAt(page, product, '/dashboard')
    await walk(visitor, product, steps.WARM)

    const hand = await openBrowser('screens-by-touch', { touch: true })
    await signInBrowser(hand.page, product, demo)
    await walk(hand, product, steps.TOUCHED)
    hand.expectNoTrouble()

    // Unsaved work would ask for confirmation before leaving.
    await openAt(page, product, '/dashboard')
    await walk(visitor, product, writing.WIZARD)
    await openAt(page, product, '/dashboard')
    await walk(visitor, product, writing.BUILDER)
    await annotate(`${Math.round((performance.now() - began) / 1_000)} s`)
    visitor.expectNoTrouble()
  })
})
