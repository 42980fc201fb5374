import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, it } from 'vitest'
import { describeInChromium } from '../support/browser.ts'

describeInChromium('the benchmark of web pages', () => {
  it('reports the scripts of /login, the first paint of /dashboard and the way to a draft, each beside its limit', async () => {
    const main = join(import.meta.dirname, 'main.ts')
    const env = { ...process.env, CHROMIUM_PATH: inject('chromium') ?? '' }
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'web', '--small'], { env })
    expect(stdout).toMatch(/^JS of \/login, gzip +[\d.]+ kB +[\d.]+ kB +\d+\.\d\d +≤ 1\.5$/m)
    for (const line of ['', ', 10 Mbit/s']) {
      expect(stdout).toMatch(new RegExp(`^first paint of /dashboard, signed in${line} .* \\d+\\.\\d\\d +≤ 1\\.5$`, 'm'))
      expect(stdout).toMatch(new RegExp(`^figures of /dashboard, signed in${line} .* \\d+\\.\\d\\d +≤ 1\\.9$`, 'm'))
    }
    expect(stdout).toMatch(/^text of a new campaign, from Next .* \d+\.\d\d$/m)
    expect(stdout).toMatch(/^a key press in it, p95 .* \d+\.\d\d$/m)
    expect(stdout).toMatch(/^draft for 500 recipients, clicks to page .* \d+\.\d\d +≤ 1\.5$/m)
  })
})
