import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * `npm run check:docs`: follows everything that a document names, so that no sentence outlives the code it is about.
 *
 * - A relative link leads to a file of the repository, and its anchor to a heading there.
 * - A path in code style exists; a bare file name is the name of some file.
 * - `npm run NAME` is a script of package.json.
 * - An identifier in code style (`claimEmails`, `email_logs.file_ids`, `DRAIN_SECONDS`) occurs in some source file.
 * - A rule that code or documents point to, such as (product: contacts.add), stands in docs/product.md, which has each once.
 * - What people wrote in docs/ stays below a size that a person can read.
 * - A doc comment opens with a verb or a noun, so that a stranger understands it alone.
 */

const ROOT = resolve(import.meta.dirname, '../..')
const SKIPPED_FOLDERS = new Set(['node_modules', '.git', '.data', 'dist', 'generated', 'test-results', 'findings'])
/** Files whose words prove nothing: any identifier may stand in them by chance, or they are history. */
const SKIPPED_FILES = /^(package-lock\.json|CHANGELOG\.md|.*\.(png|webp|woff2|xlsx|xls|ods|zip|eml|dump|txt))$/
/** Maximum bytes of Markdown in docs/ that people wrote; it should only shrink. */
const DOCS_MAX = 161_500
/** Begins the mark of a page that codegen.ts writes. */
const GENERATED = '<!-- Written by `npm run codegen`'

/** Existing names, against which documents are checked. */
export interface Facts {
  /** every file and folder, relative to the repository */
  paths: ReadonlySet<string>
  /** the anchors of a document's headings: path → slugs */
  anchors: ReadonlyMap<string, ReadonlySet<string>>
  scripts: ReadonlySet<string>
  /** every identifier in a source file */
  words: ReadonlySet<string>
  /** the rules and nouns of docs/product.md */
  rules: ReadonlySet<string>
}

/** Returns one sentence for each thing that `text`, the document at `path`, names and that does not exist. */
export function complaintsAbout(path: string, text: string, facts: Facts): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
  const inCode = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [
    ...linksIn(prose).flatMap((link) => linkComplaint(path, link, facts)),
    ...inCode.flatMap((code) => pathComplaint(code, facts)),
    ...inCode.flatMap((code) => symbolComplaint(code, facts)),
    ...[...text.matchAll(/\bnpm run (?:--silent )?([a-z][a-z:-]*)/g)]
      .filter(([, script = '']) => !facts.scripts.has(script))
      .map(([call]) => `${call} is no script of package.json`),
    ...ruleComplaints(text, facts),
  ].map((complaint) => `${path}: ${complaint}`)
}

/** Returns one sentence for each rule that a source file or document points to and docs/product.md does not have. */
export function ruleComplaints(text: string, { rules }: Pick<Facts, 'rules'>): string[] {
  return [...text.matchAll(/\(product: `?([a-z-]+(?:\.[a-z-]+)?)`?\)/g)]
    .filter(([, rule = '']) => !rules.has(rule))
    .map(([, rule]) => `docs/product.md has no rule ${rule}`)
}

/** Openings of doc comments that leave out what the comment is about. */
const RIDDLE =
  /^(what|whether|why|whoever|whom?|whose|where|which|how|the same|those|these|this|that|they|their|its?|none|one|as|also|of|until|to whom)\b/i

/** Returns one sentence for each doc comment that opens without saying what it is about. */
export function commentComplaints(text: string): string[] {
  const openings = [...text.matchAll(/\/\*\*[\s*]*(.*)/g)].map(([, opening = '']) => opening)
  const misplaced = [...text.matchAll(RETURNS_OF_NOTHING)].map(([, opening = '']) => opening)
  return [
    ...openings.filter((opening) => RIDDLE.test(opening)).map((opening) => `opens with a riddle: ${opening}`),
    ...misplaced.map((opening) => `says what a type, a component or a value returns: ${opening}`),
  ].map((complaint) => `a doc comment ${complaint.slice(0, 100)}`)
}

/** A comment that says "Returns" above a declaration that returns nothing a reader would see: a type, a component, a value. */
const RETURNS_OF_NOTHING =
  /\/\*\*[\s*]*((?:Returns|True if)\b(?:(?!\*\/)[^\n])*)(?:(?!\*\/)[^])*\*\/\s*(?:export )?(?:interface|type|class|function [A-Z]|const [A-Z])/g

const linksIn = (prose: string) => [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)

function linkComplaint(path: string, link: string, facts: Facts): string[] {
  if (/^[a-z]+:/.test(link)) return []
  const [target = '', anchor] = link.split('#')
  const file = target === '' ? path : join(dirname(path), target).replace(/\/$/, '')
  if (!facts.paths.has(file)) return [`the link ${link} leads nowhere`]
  return anchor === undefined || facts.anchors.get(file)?.has(anchor) ? [] : [`${file} has no heading #${anchor}`]
}

/** Names that belong to PostgreSQL, Citus and Node, or that an operator makes. */
const FOREIGN = /^(PG[A-Z]+|pg_\w+|citus[_.]\w+|synchronous_standby_names|__dirname|deploy\/\.env)$/
/** Folders of the repository whose name begins a path in a document. */
const TOP = /^(api|schema|web|sandbox|tests|docs|deploy|migrations)\/[\w./*@-]+$/
const FILE_NAME = /^[\w.-]+\.(ts|tsx|sh|yml|graphql|css)$/

function pathComplaint(code: string, { paths }: Facts): string[] {
  if (/…|NAME|\bname\/|00NN|<|\{/.test(code) || FOREIGN.test(code)) return []
  const path = code.replace(/\/$/, '')
  if (TOP.test(code)) {
    const pattern = new RegExp(
      `^${path
        .replaceAll('.', '\\.')
        .replaceAll('**', '.+')
        .replaceAll(/(?<!\.)\*/g, '[^/]*')}$`,
    )
    return paths.has(path) || (path.includes('*') && [...paths].some((one) => pattern.test(one)))
      ? []
      : [`there is no ${code}`]
  }
  return FILE_NAME.test(code) && ![...paths].some((one) => basename(one) === code) ? [`no file is named ${code}`] : []
}

/** An identifier, or several joined by dots, that has an inner capital, an underscore or parentheses. */
const SYMBOL = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\(\))?$/

function symbolComplaint(code: string, { words }: Facts): string[] {
  if (!SYMBOL.test(code) || FOREIGN.test(code) || FILE_NAME.test(code) || !/[a-z][A-Z]|_|\(\)|^[A-Z]{2,}$/.test(code))
    return []
  const missing = code
    .replace('()', '')
    .split('.')
    .filter((word) => !words.has(word) && !words.has(word.toUpperCase()))
  return missing.length > 0 ? [`no source file has ${code}`] : []
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (SKIPPED_FOLDERS.has(entry.name)) return []
    return entry.isDirectory() ? [path, ...filesUnder(path)] : [path]
  })
}

/** Returns the documents that people read, and what the repository holds. */
export function readRepository(): {
  documents: ReadonlyMap<string, string>
  sources: ReadonlyMap<string, string>
  facts: Facts
} {
  const paths = filesUnder('')
  const texts = new Map<string, string>()
  for (const path of paths) {
    if (SKIPPED_FILES.test(basename(path)) || !statSync(join(ROOT, path)).isFile()) continue
    texts.set(path, readFileSync(join(ROOT, path), 'utf8'))
  }
  const documents = new Map([...texts].filter(([path]) => path.endsWith('.md')))
  const sources = new Map([...texts].filter(([path]) => !path.endsWith('.md')))
  const words = new Set([...sources.values()].flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []))
  const scripts = ['package.json', 'schema/client/package.json'].flatMap((path) =>
    Object.keys((JSON.parse(sources.get(path) ?? '{}') as { scripts?: object }).scripts ?? {}),
  )
  const rules = rulesOf(documents.get('docs/product.md') ?? '')
  const facts: Facts = {
    paths: new Set([...paths, 'CHANGELOG.md', '']),
    anchors: new Map([...documents].map(([path, text]) => [path, new Set(headingsOf(text).map(slugOf))])),
    scripts: new Set(scripts),
    words,
    rules: new Set([...rules, ...rules.map((rule) => rule.split('.')[0] ?? '')]),
  }
  return { documents, sources, facts }
}

/** Returns the names of the rules in docs/product.md, in their order. */
export const rulesOf = (product: string): string[] =>
  [...product.matchAll(/^\| `([a-z-]+\.[a-z-]+)` \|/gm)].map(([, rule = '']) => rule)

/** Returns the anchor that a heading gets on the web. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const headingsOf = (text: string): string[] =>
  [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

if (import.meta.main) {
  const { documents, sources, facts } = readRepository()
  const product = rulesOf(documents.get('docs/product.md') ?? '')
  const repeated = product.filter((rule, index) => product.indexOf(rule) !== index)
  const size = [...documents]
    .filter(([path, text]) => path.startsWith('docs/') && !text.includes(GENERATED))
    .reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)
  const complaints = [
    ...[...documents].flatMap(([path, text]) => complaintsAbout(path, text, facts)),
    ...[...sources]
      .filter(([path]) => !path.startsWith('tests/docs/'))
      .flatMap(([path, text]) => ruleComplaints(text, facts).map((complaint) => `${path}: ${complaint}`)),
    ...[...sources]
      .filter(([path]) => /\.tsx?$/.test(path) && path !== 'schema/client/rest.ts' && !path.startsWith('tests/docs/'))
      .flatMap(([path, text]) => commentComplaints(text).map((complaint) => `${path}: ${complaint}`)),
    ...repeated.map((rule) => `docs/product.md: ${rule} stands there twice`),
    ...(size > DOCS_MAX ? [`docs/: ${size} bytes of text, more than ${DOCS_MAX}`] : []),
  ]
  process.stdout.write(complaints.map((complaint) => `${complaint}\n`).join(''))
  if (complaints.length > 0) process.exitCode = 1
}
