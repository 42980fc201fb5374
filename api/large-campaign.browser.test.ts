import { expect, it } from 'vitest'
import { describeInChromium, openBrowser, watchFrames } from './testing/browser.ts'
import { ALL, count as share, OWNER, startLargeWorkspace } from './testing/large-workspace.ts'
import { signIn } from './testing/sign-in.ts'

const CAMPAIGN = 'To all of Ireland'

describeInChromium(`a campaign of ${ALL} recipients`, () => {
  it('is read, scrolled, filtered and followed up', async ({ annotate }) => {
    const product = await startLargeWorkspace({ campaign: CAMPAIGN })
    const { page, expectNoTrouble } = await openBrowser('large-campaign')
    const figures: string[] = []
    /** Does something and waits for what shows that it is done; notes how long that took. */
    const timed = async (what: string, act: () => Promise<unknown>, ...shown: (() => Promise<unknown>)[]) => {
      const start = performance.now()
      await act()
      await Promise.all(shown.map((wait) => wait()))
      figures.push(`${what}: ${Math.round(performance.now() - start)} ms`)
    }
    const main = page.getByRole('main')
    const place = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
    await signIn(page, product, OWNER)

    await timed(
      'list of campaigns',
      () => place('Campaigns').click(),
      () => main.getByRole('article', { name: CAMPAIGN }).waitFor(),
    )
    await timed(
      'Analytics',
      () => place('Analytics').click(),
      () => main.getByRole('link', { name: CAMPAIGN }).waitFor(),
    )
    await timed(
      'the campaign’s analytics',
      () => main.getByRole('link', { name: CAMPAIGN }).click(),
      () => main.getByRole('img', { name: new RegExp(`^Mails sent over time: ${share(0.98)} in all`) }).waitFor(),
      () => main.getByRole('table', { name: 'Links' }).waitFor(),
      () => main.getByText(`${ALL} recipients`).waitFor(),
    )

    const rows = main.getByRole('table', { name: 'Email Delivery Details' })
    await rows.scrollIntoViewIfNeeded()
    await rows.hover()
    const frames = await watchFrames(page)
    for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 600)
    // Rows come as fast as the server has them: whoever is at the end turns on.
    const turnOn = async () => {
      await page.mouse.wheel(0, 600)
      return rows.evaluate((box) => box.scrollTop)
    }
    await expect.poll(turnOn, { timeout: 60_000 }).toBeGreaterThan(20_000)
    const { count, longest, late } = await frames()
    figures.push(`scroll: ${count} frames, the longest ${longest} ms, ${late} over 34 ms`)

    await timed(
      'those who clicked',
      () => main.getByLabel('Show').selectOption('Clicked'),
      () => main.getByText(`${share(0.09)} recipients`).waitFor(),
    )
    await timed(
      'those who did not open',
      () => main.getByLabel('Show').selectOption('Did not open'),
      () => main.getByText(`${share(0.6)} recipients`).waitFor(),
    )
    await timed(
      'a campaign for them',
      () => main.getByRole('button', { name: 'Write to those who did not open' }).click(),
      () =>
        page
          .getByRole('region', { name: /Notifications/ })
          .getByText('Campaign Created!')
          .waitFor(),
    )
    await timed(
      'its recipients in the wizard',
      () => page.getByRole('button', { name: /Select Audience/ }).click(),
      () => main.getByText(`${share(0.6)} selected`).waitFor(),
    )
    await annotate(figures.join('; '))
    expectNoTrouble()
  })
})
