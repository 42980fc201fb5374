import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { App } from '#api/platform/app-context.ts'
import { createMetrics } from '#api/metrics/metrics.ts'
import { createRateLimit } from '#api/platform/limits/rate-limit.ts'
import { createSecretBox } from '#api/platform/secrets/secret-box.ts'
import { createServer } from '#api/server.ts'
import { describeInChromium, openBrowser } from '../support/browser.ts'
import { TEST_SECRET_KEY } from '../support/world.ts'

describeInChromium('the GraphQL query editor', () => {
  it('works in a browser under a policy that blocks all other inline scripts', async () => {
    // Signed out, so nothing queries the database.
    const app = {
      explorable: true,
      publicUrl: 'http://127.0.0.1',
      secrets: createSecretBox(TEST_SECRET_KEY),
      log: pino({ level: 'silent' }),
      metrics: createMetrics({ version: 'test', role: 'api' }),
      rateLimit: createRateLimit(() => new Date()),
    } as unknown as App
    const { server, close } = createServer(app, { webDir: null })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(close)
    const visitor = await openBrowser('query-editor')
    const { page } = visitor
    const response = await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`)
    expect(response?.headers()['content-security-policy']).toMatch(/script-src 'sha256-[^;]*;/)
    await page.getByRole('button', { name: /Execute query/ }).click()
    await page.getByRole('menuitem', { name: 'Overview' }).click()
    await page.getByText('UNAUTHENTICATED').first().waitFor()
    visitor.expectNoTrouble()
    const refused = page.waitForEvent('console', (message) => message.text().startsWith('The policy refused'))
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "smuggled"'
      document.body.append(script)
    })
    expect(await page.title()).toBe('Mergewell GraphQL')
    await refused
    visitor.expectTrouble(/The policy refused script-src/)
  })
})
