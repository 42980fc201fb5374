import type { Locator, Page, Request, WebSocketRoute } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { clearFaults, orderFault, startFreshProduct, type Product } from '../support/product.ts'
import { signInToDemo } from '../support/sign-in.ts'
import { eventually } from '../support/eventually.ts'

const CAMPAIGN = 'Autumn reading evening'
/** graphql-ws treats this code as a dropped connection and reconnects. */
const GOING_AWAY = 1001

describeInChromium('a page whose WebSocket is cut off', () => {
  it('refetches every second while anything is being sent, and returns to the WebSocket when it is back', async () => {
    const product = await startFreshProduct()
    const { page } = await openBrowser('cut-socket')
    const line = await routeSockets(page)
    const refetches = watchRefetches(page)
    const bar = await openCampaigns(page, product)
    await eventually('the page has its socket', async () => line.open())
    const asked = await settled(page, refetches)
    await orderFault(product, { kind: 'slow', operation: 'sendDraft', count: null, ms: 3_000 })
    await send(page)
    await eventually('some are sent', async () => isUnderWay(await sentOf(bar)))
    expect(refetches.count, 'all updates came through the socket').toBe(asked)

    const cutAt = performance.now()
    line.cut()
    await eventually('the page refetched repeatedly', async () => refetches.count >= asked + 4)
    expect((performance.now() - cutAt) / (refetches.count - asked), 'ms for each').toBeGreaterThan(500)
    const before = (await sentOf(bar)).sent
    await eventually('the bar moves without the socket', async () => (await sentOf(bar)).sent > before)

    line.mend()
    await eventually('the page has its socket again', async () => line.open())
    const calm = await settled(page, refetches)
    const then = (await sentOf(bar)).sent
    await eventually('the bar moves through the socket', async () => (await sentOf(bar)).sent > then)
    expect(refetches.count, 'nothing more was refetched').toBe(calm)
    await clearFaults(product)
    await eventually('all are sent', async () => (await sentOf(bar)).sent === 40, 60_000)
    expect(refetches.count).toBe(calm)
  })
})

/** Signs in to the demo workspace; returns the send bar of the demo campaign. */
async function openCampaigns(page: Page, product: Product): Promise<Locator> {
  await signInToDemo(page, product)
  await page.getByRole('navigation').getByRole('link', { name: 'Campaigns', exact: true }).click()
  await page.getByRole('article', { name: CAMPAIGN }).getByText('Draft').waitFor()
  return page.getByRole('progressbar', { name: `Progress of ${CAMPAIGN}` })
}

/** Sends the draft from its mailbox immediately. */
async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send Campaign' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
}

async function sentOf(bar: Locator): Promise<{ sent: number; total: number }> {
  const [, sent, total] = /^(\d+) of (\d+) sent/.exec((await bar.getAttribute('aria-valuetext')) ?? '') ?? []
  return { sent: Number(sent), total: Number(total) }
}

/** Counts requests for the campaign list from now on, and those in flight. */
function watchRefetches(page: Page) {
  const watched = { count: 0, open: new Set<Request>() }
  page.on('request', (request) => {
    if (request.postDataJSON()?.operationName !== 'Campaigns') return
    watched.count += 1
    watched.open.add(request)
  })
  const end = (request: Request) => void watched.open.delete(request)
  page.on('requestfinished', end).on('requestfailed', end)
  return watched
}

const isUnderWay = ({ sent, total }: { sent: number; total: number }) => sent > 0 && sent < total

/** Intercepts the page's WebSockets: passes them through, or drops and blocks them all. */
async function routeSockets(page: Page) {
  const lines = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/graphql$/, (route) => {
    if (isCut) return void route.close({ code: GOING_AWAY })
    const server = route.connectToServer()
    lines.add(route)
    server.onClose((code, reason) => {
      lines.delete(route)
      void route.close({ code, reason })
    })
    route.onClose(() => {
      lines.delete(route)
      void server.close()
    })
  })
  return {
    open: () => lines.size > 0,
    cut: () => {
      isCut = true
      for (const route of lines) void route.close({ code: GOING_AWAY })
      lines.clear()
    },
    mend: () => {
      isCut = false
    },
  }
}

/**
 * Waits until refetching stops: none in flight, and none started for over a second of page time. Returns how many there
 * were.
 */
async function settled(page: Page, refetches: ReturnType<typeof watchRefetches>): Promise<number> {
  return eventually('the page stops refetching', async () => {
    const before = refetches.count
    await page.evaluate(() => new Promise((passed) => setTimeout(passed, 1_500)))
    return refetches.count === before && refetches.open.size === 0 && before
  })
}
