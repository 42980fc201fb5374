import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor, type Expression } from 'oxc-parser'

/** A text of a source file, which may be SQL. */
export interface SqlText {
  file: string
  line: number
  sql: string
}

interface Source {
  /** constants by name, null if several have it */
  constants: Map<string, Expression | null>
  /** local name → name and file of what is imported */
  imports: Map<string, { name: string; file: string }>
  texts: { start: number; node: Expression; isTagged: boolean }[]
  lineOf: (start: number) => number
}

/** Placeholder for a value that the source does not tell, because it is made elsewhere. */
const UNKNOWN = 'unknown'
/** Maximum depth to which functions are followed within functions. */
const DEPTH = 12

/**
 * The strings and templates of source files. What they insert is followed where it is a constant or an arrow function of one
 * expression, in the same file or imported by a relative path. In a template of Kysely (`sql`) any other name is a bound
 * value, `:name`. Returns those in which `wanted` is found.
 */
export function sqlTexts(root: string, files: readonly string[], wanted: RegExp): SqlText[] {
  const sources = new Map<string, Source>()
  const sourceOf = (file: string): Source => {
    const known = sources.get(file)
    if (known) return known
    const read = readSource(root, file)
    sources.set(file, read)
    return read
  }
  return files.flatMap((file) => {
    const { texts, lineOf } = sourceOf(file)
    return texts.flatMap(({ start, node, isTagged }) => {
      const sql = textOf(node, { file, given: new Map(), isTagged, depth: 0, sourceOf })
      return wanted.test(sql) ? [{ file, line: lineOf(start), sql }] : []
    })
  })
}

function readSource(root: string, file: string): Source {
  const code = readFileSync(join(root, file), 'utf8')
  const { program } = parseSync(file, code)
  const source: Source = {
    constants: new Map(),
    imports: new Map(),
    texts: [],
    lineOf: (start) => code.slice(0, start).split('\n').length,
  }
  const tagged = new Set<number>()
  new Visitor({
    ImportDeclaration({ source: { value }, specifiers }) {
      if (!value.startsWith('.')) return
      for (const { type, local, ...rest } of specifiers) {
        if (type !== 'ImportSpecifier' || !('imported' in rest) || rest.imported.type !== 'Identifier') continue
        source.imports.set(local.name, { name: rest.imported.name, file: join(dirname(file), value) })
      }
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier') source.constants.set(id.name, source.constants.has(id.name) ? null : init)
    },
    TaggedTemplateExpression({ quasi }) {
      tagged.add(quasi.start)
    },
    TemplateLiteral(node) {
      source.texts.push({ start: node.start, node, isTagged: tagged.has(node.start) })
    },
    Literal(node) {
      if (typeof node.value === 'string') source.texts.push({ start: node.start, node, isTagged: false })
    },
  }).visit(program)
  return source
}

interface Reading {
  file: string
  /** arguments of the function that is followed, as text */
  given: ReadonlyMap<string, string>
  isTagged: boolean
  depth: number
  sourceOf: (file: string) => Source
}

/** The text that an expression becomes within a template. */
function textOf(node: Expression, reading: Reading): string {
  if (reading.depth > DEPTH) return UNKNOWN
  const next = (part: Expression, more: Partial<Reading> = {}) =>
    textOf(part, { ...reading, depth: reading.depth + 1, ...more })
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'TemplateLiteral') {
    return node.quasis
      .map(({ value }, at) => {
        const inserted = node.expressions[at]
        return `${value.cooked ?? ''}${inserted ? next(inserted) : ''}`
      })
      .join('')
  }
  if (node.type === 'Identifier') {
    const given = reading.given.get(node.name)
    if (given !== undefined) return given
    const found = constantOf(node.name, reading)
    const text =
      found && found.node.type !== 'ArrowFunctionExpression'
        ? next(found.node, { file: found.file, given: new Map() })
        : UNKNOWN
    return text === UNKNOWN && reading.isTagged ? `:${node.name}` : text
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return UNKNOWN
  const called = constantOf(node.callee.name, reading)
  if (called?.node.type !== 'ArrowFunctionExpression' || called.node.body.type === 'BlockStatement') return UNKNOWN
  const given = new Map<string, string>()
  for (const [at, param] of called.node.params.entries()) {
    const target = param.type === 'AssignmentPattern' ? param.left : param
    const value = node.arguments[at] ?? (param.type === 'AssignmentPattern' ? param.right : null)
    if (target.type !== 'Identifier' || !value || value.type === 'SpreadElement') continue
    given.set(target.name, next(value))
  }
  return next(called.node.body, { file: called.file, given })
}

/** The value of a constant, its own or an imported one. */
function constantOf(name: string, { file, sourceOf }: Reading): { node: Expression; file: string } | null {
  const source = sourceOf(file)
  const own = source.constants.get(name)
  if (own !== undefined) return own && { node: own, file }
  const imported = source.imports.get(name)
  const node = imported && sourceOf(imported.file).constants.get(imported.name)
  return imported && node ? { node, file: imported.file } : null
}
