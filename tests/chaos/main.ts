import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * `npm run chaos`: random faults, kills and pressed buttons against a real PostgreSQL, worker processes and the sandbox,
 * then a comparison of what the provider accepted with the database. Options: --minutes N (default 1), --seed S (to
 * repeat a run), --processes P (workers, default 2), --recipients R (of a campaign, at most; default 60). Prints the
 * figures; exits 1 if an email was sent twice, lost, or outside the sending hours that a workspace has from two minutes on.
 * TEST_DATABASE_URL names another server than the embedded one.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    processes: { type: 'string', default: '2' },
    recipients: { type: 'string', default: '60' },
  },
})
const number = (name: keyof typeof values, least: number): number => {
  const given = Number(values[name])
  if (Number.isFinite(given) && given >= least) return given
  process.stderr.write(`--${name} must be a number from ${least}.\n`)
  process.exit(2)
}
const plan = {
  seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : number('seed', 0),
  processes: number('processes', 1),
  during: number('minutes', 0) * 60_000,
  recipients: number('recipients', 5),
}
process.stdout.write(`Seed ${plan.seed}\n`)
const vitest = fileURLToPath(new URL('../../node_modules/.bin/vitest', import.meta.url))
const { status } = spawnSync(vitest, ['run', '--mode', 'all', '--project', 'node', 'tests/chaos/chaos.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, CHAOS: JSON.stringify(plan) },
})
process.exit(status ?? 1)
