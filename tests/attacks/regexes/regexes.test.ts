import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { restartsIn } from './quadratic-restarts.ts'

/**
 * Every regular expression must run in linear time: one request with a long text would block the process for everyone.
 * Two analyses check each literal: one pumps single characters, the other repeats the start of the expression.
 */

const ROOT = join(import.meta.dirname, '../../..')

/** Known slow expressions, each with the text it reads, whose length users cannot control. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '/\\bVersion\\/.*\\bSafari\\//': 'a User-Agent, which Node bounds with the other headers',
  '/[^\\s<>"\']+@[^\\s<>"\']+/g': "a vendor's sentence, cut to 2,000 characters",
  '/(?:(\\w+):)?(?:"([^"]*)"|(\\S+))/g': 'the query of an address, which Node bounds; the sandbox only',
  '/[^a-zA-Z]+(\\w)/g': 'our own routes',
  '/<script>([\\s\\S]*?)<\\/script>/g': 'the page of the query editor, which comes from a package',
  '/\\bDETAIL:\\s*(.*?)\\.?$/': "a line of our own PostgreSQL's log",
  '/could not (bind|create any TCP)|pre-existing shared memory block|lock file ".*" already exists/':
    "a line of our own PostgreSQL's log",
}

interface Found {
  literal: string
  file: string
}

/** The build reads only what is ours. */
const sources = globSync('{api,sandbox,schema,web,migrations}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$|\/testing\/|\/node_modules\/|^web\/(?:generated|dist|fixed-texts|build)\//.test(file),
)

function literalsOf(file: string): Found[] {
  const found: Found[] = []
  const { program, errors } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'))
  expect(errors, file).toEqual([])
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ literal: `/${node.regex.pattern}/${node.regex.flags}`, file })
    },
  }).visit(program)
  return found
}

/** Returns why a regular expression is slow; null when it is not. */
function slowness(literal: string): string | null {
  const end = literal.lastIndexOf('/')
  const pattern = new RegExp(literal.slice(1, end), literal.slice(end + 1))
  const { reports } = analyse(pattern, { reportTypes: { Move: true, Trade: true, Self: true } })
  const [report] = reports
  if (report) return `${report.type} at ${report.character.literal.source}`
  const restart = restartsIn(pattern)
  return restart && `its beginning is found again within ${restart}`
}

describe('regular expressions in the source code', () => {
  const found = sources.flatMap(literalsOf)

  it('all run in linear time', () => {
    const slow = found.flatMap(({ literal, file }) => {
      const why = literal in EXCEPTIONS ? null : slowness(literal)
      return why ? [`${file}: ${literal} (${why})`] : []
    })
    expect(slow).toEqual([])
  })

  it('are excepted from that only while they are slow and still in use', () => {
    const literals = new Set(found.map(({ literal }) => literal))
    const stale = Object.keys(EXCEPTIONS).filter((literal) => !literals.has(literal) || slowness(literal) === null)
    expect(stale).toEqual([])
  })

  it.each(['/(a+)+$/', '/\\s+$/', '/<!--[^]*?-->/g', '/^([^,]+),\\s*([^,]+)$/', '/<(b|i)>[^]*?<\\/\\1>/'])(
    'such as %s are rejected',
    (literal) => expect(slowness(literal)).not.toBeNull(),
  )

  it.each(['/^a+$/', '/"[^"]*"/g', '/[\\t\\n]/g', '/<[^<>]*>/g', '/\\s*=/y'])('such as %s are accepted', (literal) =>
    expect(slowness(literal)).toBeNull(),
  )
})
