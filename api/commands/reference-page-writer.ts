import { z } from 'zod'
import { ADMIN_SCOPES, API_SCOPES, SCOPE_MEANINGS } from '#domain/accounts/api-keys.ts'
import { ERROR_MEANINGS, ERROR_STATUS, type ErrorCode } from '#domain/errors.ts'
import { environment } from '#api/environment.ts'
import { tools } from '#api/mcp/tool-list.ts'
import { METRICS } from '#api/metrics/metrics.ts'
import { limitsFor } from '#api/platform/limits/limit-register.ts'
import { restCalls } from '#api/rest/openapi.ts'
import { figuresOf } from './print-limits.ts'

/** Processors of the machine whose limits the page shows; some limits grow with them. */
const EXAMPLE_PROCESSORS = 4

/** Returns the pages of `docs/` that are written by `npm run codegen`: path → text. */
export const referencePages = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/operate/configuration.md', configurationPage()],
    ['docs/operate/metrics.md', metricsPage()],
    ['docs/integrate/reference.md', integratorsPage()],
    ['docs/build/limits.md', limitsPage()],
  ])

const MARK = '<!-- Written by `npm run codegen`. Change the code that each section names, not this page. -->'

const page = (title: string, ...parts: string[]) => `# ${title}\n\n${MARK}\n\n${parts.join('\n\n')}\n`

const code = (text: string | number) => `\`${text}\``

/** A Markdown table; bars within cells are escaped. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n').replaceAll('|  |', '| |')
}

/** Returns the beginning of an operation's summary, up to its first condition. */
const firstClause = (summary: string) => summary.split(/; |: | \(|\. |(?<=.{11}), /)[0] ?? ''

function configurationPage(): string {
  const rows = Object.entries<z.ZodType>(environment.shape).map(([name, setting]) => {
    if (!setting.description) throw new Error(`The environment variable ${name} has no description`)
    return [code(name), defaultOf(setting), setting.description]
  })
  return page(
    'Configuration',
    `Mergewell is configured by environment variables. It checks them when it starts, and reports every mistake at once. An empty
variable counts as unset. The register is \`api/environment.ts\`, with each provider's own in \`api/providers\`.`,
    table(['variable', 'default', 'meaning'], rows),
    `The sandbox runs in local mode only, and only while no client id and not all base URLs are set.`,
  )
}

/** Returns the default of an environment variable as a table shows it. */
function defaultOf(setting: z.ZodType): string {
  if (!(setting instanceof z.ZodDefault)) return ''
  const value: unknown = setting.def.defaultValue
  return Array.isArray(value) ? '' : code(String(value))
}

function metricsPage(): string {
  const rows = Object.values(METRICS).map(({ name, type, scope, labels, help }) => [
    code(name),
    type,
    scope,
    labels.map(code).join(', '),
    help,
  ])
  return page(
    'Metrics',
    `What \`/metrics\` answers, besides the \`nodejs_\` and \`process_\` metrics of prom-client. The register is
\`api/metrics/metrics.ts\`. [Watch](watch.md) says how to scrape them, and what *process* and *installation* mean.`,
    table(['metric', 'type', 'of', 'labels', 'meaning'], rows),
  )
}

function integratorsPage(): string {
  const scopes = API_SCOPES.map((scope) => [code(scope), ADMIN_SCOPES.has(scope) ? 'yes' : '', SCOPE_MEANINGS[scope]])
  const errors = (Object.keys(ERROR_STATUS) as ErrorCode[]).map((name) => [
    code(name),
    String(ERROR_STATUS[name]),
    ERROR_MEANINGS[name],
  ])
  const calls = restCalls().map(({ method, path, summary, scope }) => [
    code(`${method} ${path.replace('/api/', '')}`),
    scope === null ? '' : code(scope),
    firstClause(summary),
  ])
  const agents = Object.entries(Object.groupBy(tools, ({ scope }) => scope)).map(([scope, found]) => [
    code(scope),
    found.map(({ name }) => code(name)).join(', '),
  ])
  return page(
    'Reference for integrators',
    'Lists to look things up in. [Using the API](api.md) explains how the parts work together.',
    `## Scopes

What an API key may do. \`write\` and \`send\` include \`read\` of the same noun. The register is
\`schema/domain/accounts/api-keys.ts\`.`,
    table(['scope', 'admins only', 'allows to'], scopes),
    `"Admins only": the scope works while the owner of the key is an admin, or for a service account.`,
    `## Error codes

Every refusal has one of these codes: in \`code\` of a REST answer, in \`errors\` of a mutation's payload, or in \`extensions.code\` of
a GraphQL error. The register is \`schema/domain/errors.ts\`.`,
    table(['code', 'REST status', 'meaning'], errors),
    `## REST calls

Paths begin with \`/api/\`. \`/api/openapi.json\` describes the query, the body and the answer of each call. A call without a scope cannot be
made with an API key. The rows are in \`api/rest/routes\`, those with files in \`api/rest/file-endpoints.ts\`.`,
    table(['call', 'scope', 'what it does'], calls),
    `## MCP tools

An agent sees the tools that the scopes of its key allow. The register is \`api/mcp/tool-list.ts\`.`,
    table(['scope', 'tools'], agents),
  )
}

function limitsPage(): string {
  const rows = Object.entries(limitsFor(EXAMPLE_PROCESSORS)).map(([name, entry]) => [
    code(name),
    entry.per,
    figuresOf(entry),
  ])
  return page(
    'Limits',
    `How often, how many at once, and who waits. The register is \`api/platform/limits/limit-register.ts\`, from which each mechanism is made.
\`npm run limits\` prints it for the machine that it runs on, with what each limit protects; here it is for ${EXAMPLE_PROCESSORS} processors. Limits on the size of one thing stand with
the rules of that thing in \`schema/domain\`, the pace of a mailbox in \`schema/domain/pacing\`.`,
    table(['limit', 'counted by', 'figures'], rows),
  )
}
