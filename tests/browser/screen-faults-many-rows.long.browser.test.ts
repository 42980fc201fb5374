import { it } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { ON_TOP, PLACES, show, showOnTop, showWaiting } from '../support/screens-to-survey.ts'
import { startFreshProduct } from '../support/product.ts'
import { answersOf, openAt, signIn, signInBrowser } from '../support/screen-survey.ts'
import { connectGoogle } from '../support/sign-in.ts'
import { addMany, breakMailbox, fillCampaigns, fillLists, readMails, warmUp } from '../support/workspace-in-use.ts'

const BROKEN = 'letters@gmail.example'

describeInChromium('every screen with much data', () => {
  it('has no layout or accessibility faults with many rows, under dialogs, and while loading', async ({ annotate }) => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('screens-many')
    const { page } = visitor
    const answers = await answersOf(page)
    const demo = await signIn(product, DEMO.username, DEMO.password)
    const began = performance.now()
    await fillLists(demo)
    await fillCampaigns(product, demo)
    await readMails(product)
    await signInBrowser(page, product, demo)
    await openAt(page, product, '/dashboard')
    await connectGoogle(page, BROKEN)
    await breakMailbox(product, demo, BROKEN)
    await warmUp(demo)
    await addMany(demo)

    await openAt(page, product, '/dashboard')
    for (const place of PLACES) await show(visitor, product, place, 'many')
    for (const each of ON_TOP) await showOnTop(visitor, product, each)
    for (const { name, path, still } of PLACES) {
      if (!still) await showWaiting(visitor, product, answers, { name, path })
    }
    await annotate(`${Math.round((performance.now() - began) / 1_000)} s`)
    visitor.expectNoTrouble()
  })
})
