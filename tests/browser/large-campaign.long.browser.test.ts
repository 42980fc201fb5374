import { it } from 'vitest'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { ALL, count as share, OWNER, startLargeWorkspace } from '../support/large-workspace.ts'
import { signIn } from '../support/sign-in.ts'
import { stopwatch } from '../support/stopwatch.ts'

const CAMPAIGN = 'To all of Ireland'

describeInChromium(`a campaign of ${ALL} recipients`, () => {
  it('can be read, scrolled and filtered, and gets a follow-up campaign', async ({ annotate }) => {
    const product = await startLargeWorkspace({ campaign: CAMPAIGN })
    const { page, expectNoTrouble } = await openBrowser('large-campaign')
    const { figures, timed, scroll } = stopwatch()
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
      () => main.getByRole('img', { name: new RegExp(`^Emails sent over time: ${share(0.98)} in total`) }).waitFor(),
      () => main.getByRole('table', { name: 'Links' }).waitFor(),
      () => main.getByText(`${ALL} recipients`).waitFor(),
    )

    await scroll(main.getByRole('table', { name: 'Email Delivery Details' }))

    await timed(
      'those who clicked',
      () => main.getByLabel('Show', { exact: true }).selectOption('Clicked'),
      () => main.getByText(`${share(0.09)} recipients`).waitFor(),
    )
    await timed(
      'those who did not open',
      () => main.getByLabel('Show', { exact: true }).selectOption('Did not open'),
      () => main.getByText(`${share(0.6)} recipients`).waitFor(),
    )
    await timed(
      'a campaign for them',
      () => main.getByRole('button', { name: 'Email people who did not open' }).click(),
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
