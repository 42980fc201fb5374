import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const FILES = join(import.meta.dirname, '../../deploy/prometheus')
const isInstalled = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)

if (!isInstalled) {
  process.stdout.write(
    'Not run, because promtool is not installed: the tests of the alert rules (apt-get install prometheus).\n',
  )
}

describe.skipIf(!isInstalled)('promtool, which checks alert rules,', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mergewell-prometheus-'))
    for (const name of ['alerts.yml', 'alerts.test.yml', 'prometheus.yml']) {
      await writeFile(join(folder, name), await readFile(join(FILES, name)))
    }
    await writeFile(join(folder, 'metrics-token'), 'token')
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    ['every alert fires as its tests say', ['test', 'rules', 'alerts.test.yml'], 'SUCCESS'],
    ['the alert rules are valid', ['check', 'rules', 'alerts.yml'], 'SUCCESS'],
    ['the configuration is valid', ['check', 'config', 'prometheus.yml'], 'SUCCESS'],
  ])('confirms that %s', async (_, args, said) => {
    const { stdout } = await run('promtool', args, { cwd: folder })
    expect(stdout).toContain(said)
  })

  it('rejects an alert rule that does not fire when its test expects the alert', async () => {
    const rules = await readFile(join(FILES, 'alerts.yml'), 'utf8')
    await writeFile(join(folder, 'alerts.yml'), rules.replaceAll(/for: \d+\w/g, 'for: 900h'))
    await expect(run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder })).rejects.toThrow(/FAILED/)
  })
})
