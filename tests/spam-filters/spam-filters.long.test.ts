import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pixelCost } from '#domain/content/tracking-pixel-cost.ts'
import { SCORED_EMAILS } from './scored-emails.ts'

const run = promisify(execFile)
const hasProgram = (name: string) =>
  run(name, ['--version']).then(
    () => true,
    () => false,
  )
const [hasSpamAssassin, hasRspamd] = await Promise.all(['spamassassin', 'rspamd'].map(hasProgram))
for (const [name, isInstalled] of Object.entries({ spamassassin: hasSpamAssassin, rspamd: hasRspamd })) {
  if (!isInstalled) {
    process.stdout.write(
      `Not run, because ${name} is not installed: the scores of emails at it (apt-get install ${name}).\n`,
    )
  }
}

/** Verdict of a filter about an email: its points, and the rules that gave them. */
interface Verdict {
  score: number
  rules: string[]
}

/** Runs a program with an email as its input. */
async function filter(command: string, args: string[], mime: Buffer): Promise<string> {
  const child = execFile(command, args, { maxBuffer: 16_000_000 })
  child.stdin?.end(mime)
  let said = ''
  for await (const chunk of child.stdout ?? []) said += String(chunk)
  return said
}

describe.skipIf(!hasSpamAssassin)('SpamAssassin', () => {
  async function judge(mime: Buffer): Promise<Verdict> {
    const said = await filter('spamassassin', ['--local', '--test-mode'], mime)
    const status = /^X-Spam-Status: ([^]*?)\n(?!\s)/m.exec(said)?.[1]?.replaceAll(/\s+/g, ' ') ?? ''
    const rules = /tests=(.*?) autolearn/.exec(status)?.[1]?.split(/,\s*/) ?? []
    return { score: Number(/score=(-?[\d.]+)/.exec(status)?.[1] ?? Number.NaN), rules }
  }

  it.each(SCORED_EMAILS)(
    'gives $name no spam point except for a pixel in a short email',
    async ({ name, mime, htmlBytes }) => {
      const verdict = await judge(mime)
      const allowed = name.includes('with a pixel') ? pixelCost(htmlBytes) : 0
      expect(verdict).toSatisfy(({ score }: Verdict) => score <= allowed + 0.1)
    },
  )
})

describe.skipIf(!hasRspamd)('rspamd', () => {
  const PORT = 21_333
  let folder: string
  let rspamd: ReturnType<typeof spawn>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mergewell-rspamd-'))
    const local = join(folder, 'conf/local.d')
    await Promise.all(
      [local, join(folder, 'db'), join(folder, 'run'), join(folder, 'log')].map((path) =>
        mkdir(path, { recursive: true }),
      ),
    )
    const files = {
      'worker-normal.inc': `bind_socket = "127.0.0.1:${PORT}";`,
      'worker-controller.inc': `bind_socket = "127.0.0.1:${PORT + 1}";`,
      'worker-proxy.inc': 'enabled = false;',
      'worker-fuzzy.inc': 'enabled = false;',
      // No name server: only rules about the email itself are judged.
      'options.inc': 'dns { nameserver = ["127.0.0.1:1"]; timeout = 0.1s; retransmits = 0; }',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(local, name), text)
    const places = { LOCAL_CONFDIR: 'conf', DBDIR: 'db', RUNDIR: 'run', LOGDIR: 'log' }
    const variables = Object.entries(places).map(([name, path]) => `--var=${name}=${join(folder, path)}`)
    rspamd = spawn('rspamd', ['--no-fork', '--insecure', '--config=/etc/rspamd/rspamd.conf', ...variables], {
      stdio: 'ignore',
    })
    await vi.waitFor(() => fetch(`http://127.0.0.1:${PORT}/ping`), { timeout: 120_000, interval: 200 })
  })
  afterAll(async () => {
    const ended = once(rspamd, 'exit')
    rspamd.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  })

  async function judge(mime: Buffer): Promise<Verdict> {
    const answer = await fetch(`http://127.0.0.1:${PORT}/checkv2`, { method: 'POST', body: new Uint8Array(mime) })
    const { symbols } = (await answer.json()) as { symbols: Record<string, { score: number; name: string }> }
    // Rules about the network, such as records of the domain, cannot be judged without one.
    const own = Object.values(symbols).filter(({ name, score }) => score > 0 && !NETWORK.test(name))
    return { score: own.reduce((sum, { score }) => sum + score, 0), rules: own.map(({ name }) => name) }
  }
  const NETWORK =
    /^(?:R_(?:SPF|DKIM)|DMARC|ARC|RBL|DBL|SURBL|URIBL|MX_|HFILTER|RDNS|ASN|AUTH_NA|VIOLATED_DIRECT_SPF|ONCE_RECEIVED)/

  it.each(SCORED_EMAILS)(
    'gives $name less than half of the 6 points from which it marks an email as spam',
    async ({ mime }) => {
      const verdict = await judge(mime)
      expect(verdict).toSatisfy(({ score }: Verdict) => score < 3)
    },
  )
})
