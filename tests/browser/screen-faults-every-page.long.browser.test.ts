import { it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { PLACES, show, SIGNED_OUT } from '../support/screens-to-survey.ts'
import { startFreshProduct } from '../support/product.ts'
import { openAt, signInBrowser, signUp } from '../support/screen-survey.ts'
import { addMany } from '../support/workspace-in-use.ts'

/** Pages that are full once there are many of each. */
const FULL = new Set(['dashboard', 'campaigns', 'templates', 'users', 'keys'])

describeInChromium('every page of the web app', () => {
  it('passes the checks of accessibility and layout, without data and with much, in the width of a phone and of a desktop', async () => {
    const product = await startFreshProduct()
    const visitor = await openBrowser('pages')
    for (const place of SIGNED_OUT) await show(visitor, product, place, 'empty', openAt)
    const fresh = await signUp(product)
    await signInBrowser(visitor.page, product, fresh)
    for (const place of PLACES) if (!FULL.has(place.name)) await show(visitor, product, place, 'empty')
    await addMany(fresh)
    await openAt(visitor.page, product, '/dashboard')
    for (const place of PLACES) if (FULL.has(place.name)) await show(visitor, product, place, 'many')
    visitor.expectNoTrouble()
  })
})
