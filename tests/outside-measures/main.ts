import { stat } from 'node:fs/promises'
import { measureBounces } from './bounce-recognition.ts'
import { measurePollock } from './pollock-csv-benchmark.ts'
import { measureReplies } from './reply-text-recognition.ts'
import { measureUserAgents } from './user-agents.ts'

/**
 * `npm run outside`: measures the product against public collections that nobody here wrote, and prints the figures of
 * docs/build/outside-measurements.md. It fetches nothing: each section reads the folder that its variable names, and is left out without it.
 */

/** A section of the report. */
export interface Measure {
  title: string
  /** environment variable that names the folder of the collection */
  variable: string
  /** URL of the collection, and what else is needed */
  source: string
  /** Reads the collection and returns the lines to print. */
  measure: (folder: string) => Promise<readonly string[]>
}

const GITHUB = 'https://github.com'

const MEASURES: readonly Measure[] = [
  {
    title: 'Bounces: Sisimai’s set-of-emails',
    variable: 'SISIMAI_DIR',
    source: `${GITHUB}/sisimai/set-of-emails, beside ${GITHUB}/sisimai/p5-sisimai (or SISIMAI_LIB names its lib), with libclass-accessor-lite-perl and libjson-perl`,
    measure: measureBounces,
  },
  {
    title: 'Sheets: the Pollock benchmark of polluted CSV files',
    variable: 'POLLOCK_DIR',
    source: `${GITHUB}/HPI-Information-Systems/Pollock with its files (git lfs checkout)`,
    measure: measurePollock,
  },
  {
    title: 'Replies: the fixtures of talon and email-reply-parser',
    variable: 'TALON_DIR',
    source: `${GITHUB}/mailgun/talon, beside ${GITHUB}/crisp-oss/email-reply-parser in crisp-oss+email-reply-parser (or EMAIL_REPLY_PARSER_DIR names it)`,
    measure: measureReplies,
  },
  {
    title: 'User agents: crawler-user-agents',
    variable: 'USER_AGENTS_DIR',
    source: 'the npm package crawler-user-agents',
    measure: measureUserAgents,
  },
]

let failed = false
for (const { title, variable, source, measure } of MEASURES) {
  process.stdout.write(`\n${title}\n`)
  const folder = process.env[variable]
  if (!folder) {
    process.stdout.write(`  Left out: ${variable} names no folder of ${source}.\n`)
    continue
  }
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) {
    process.stdout.write(`  ${variable} names ${folder}, which is not a folder.\n`)
    failed = true
    continue
  }
  for (const line of await measure(folder)) process.stdout.write(`  ${line}\n`)
}
process.exit(failed ? 1 : 0)
