import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { onStopSignals } from '#api/platform/process/stop-signals.ts'
import { analyticsBench } from './analytics-page.ts'
import { rowOf, TABLE_HEAD, type Bench, type Setting } from './bench.ts'
import { followUpsBench } from './follow-ups.ts'
import { graphqlBench } from './graphql.ts'
import { neighborBench } from './noisy-neighbor.ts'
import { recipientBench } from './reply-screens.ts'
import { progressBench } from './live-progress.ts'
import { startApp } from './running-app.ts'
import { contactsBench } from './contacts.ts'
import { draftBench } from './draft-saving.ts'
import { inboxBench } from './inbox-reading.ts'
import { importBench } from './import.ts'
import { labelExportBench } from './label-export.ts'
import { filesBench, sendBench } from './campaign-sending.ts'
import { smtpBench } from './smtp.ts'
import { startBench } from './product-start.ts'
import { fairnessBench, workersBench } from './worker-scaling.ts'
import { webBench } from './web-pages.ts'

const BENCHES: readonly Bench[] = [
  startBench,
  // Before the bench that fills the table of contacts: the bound copies into an empty table.
  importBench,
  contactsBench,
  analyticsBench,
  graphqlBench,
  recipientBench,
  sendBench,
  inboxBench,
  progressBench,
  webBench,
  draftBench,
  labelExportBench,
  workersBench,
  fairnessBench,
  filesBench,
  neighborBench,
  smtpBench,
  followUpsBench,
]

/**
 * `npm run bench`: one table of ratios, each measured beside its lower bound in the same run. `npm run bench -- NAME …`
 * runs only these; `files`, `neighbor`, `smtp` and `follow-ups` run only by name. Options: --small (takes seconds; the figures
 * mean nothing), --rounds N, --recipients N (of campaigns of `send` and `files`; messages of `inbox`) and --drafts (of `send` and `files`), --database URL (an empty
 * database, instead of a temporary server), --only TEXT,TEXT (loads of `neighbor` with one of these in the name).
 */
const { values: asked, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    drafts: { type: 'boolean', default: false },
    recipients: { type: 'string' },
    rounds: { type: 'string' },
    database: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})

const undo: Setting['undo'] = []
const say = (line: string) => void process.stdout.write(`${line}\n`)
const stop = async () => {
  for (const step of undo.splice(0).toReversed()) await step()
}
onStopSignals(stop)
try {
  await bench()
} finally {
  await stop()
}

async function bench(): Promise<void> {
  const unknown = names.filter((name) => !BENCHES.some((each) => each.name === name))
  if (unknown.length > 0) {
    say(`There is no bench ${unknown.join(', ')}. There are: ${BENCHES.map(({ name }) => name).join(', ')}.`)
    process.exitCode = 1
    return
  }
  const running = await startApp(asked.database, undo)
  const { small, drafts, only } = asked
  const rounds = Number(asked.rounds ?? (small ? 1 : 3))
  const recipients = asked.recipients === undefined ? null : Number(asked.recipients)
  const setting: Setting = { ...running, rounds, small, drafts, recipients, only, say, undo }
  const [{ fsync, version }] = await running.app.database.asSystem((em) =>
    em.execute<[{ fsync: string; version: string }]>(
      `select current_setting('fsync') as fsync, current_setting('server_version') as version`,
    ),
  )
  say(
    `Median of ${rounds}. PostgreSQL ${version} with fsync ${fsync}, Node ${process.versions.node}, ` +
      `${availableParallelism()} cores, load ${loadNow()}\n\n${TABLE_HEAD}`,
  )
  for (const each of BENCHES) {
    if (names.length > 0 ? !names.includes(each.name) : !each.inTable) continue
    for (const figure of await each.run(setting)) say(rowOf(figure))
  }
  say(`\nload ${loadNow()} at the end, after ${(performance.now() / 60_000).toFixed(1)} min`)
}

function loadNow(): string {
  return loadavg()[0]?.toFixed(1) ?? '?'
}
