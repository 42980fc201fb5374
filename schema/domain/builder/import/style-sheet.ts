import { stylesOf } from '../../content/text-styles.ts'

/** Style sheets of emails, as far as mail clients read them: selectors of tags, classes, ids and their descendants. */

/** Conditions of a selector on one element. */
interface Compound {
  readonly tag: string | null
  readonly id: string | null
  readonly classes: readonly string[]
}

export interface Rule {
  /** from the outermost ancestor to the element itself */
  readonly path: readonly Compound[]
  readonly weight: number
  readonly styles: ReadonlyMap<string, string>
}

export interface StyleSheet {
  readonly rules: readonly Rule[]
  /** rules that are not read: @media, @font-face, :hover … */
  readonly skipped: readonly string[]
}

/** An element as selectors see it. */
export interface Styleable {
  readonly tag: string
  readonly id: string
  readonly classes: ReadonlySet<string>
}

/** Maximum number of CSS rules that are read; an email has far fewer. */
const RULES_MAX = 2_000
const COMPOUND = /^(\*|[a-z][\w-]{0,40})?((?:[.#][\w-]{1,80}){0,6})$/i

/** Parses a style sheet. Never throws; linear. */
export function parseStyleSheet(css: string): StyleSheet {
  const rules: Rule[] = []
  const skipped = new Set<string>()
  const text = withoutComments(css)
  let at = 0
  while (at < text.length && rules.length < RULES_MAX) {
    const open = text.indexOf('{', at)
    if (open === -1) break
    const head = text.slice(at, open).split(';').at(-1)?.trim() ?? ''
    if (head.startsWith('@')) {
      skipped.add(/^@[\w-]+/.exec(head)?.[0] ?? '@')
      at = endOfBlock(text, open)
      continue
    }
    const close = text.indexOf('}', open)
    const end = close === -1 ? text.length : close
    const styles = stylesOf(text.slice(open + 1, end))
    for (const selector of head.split(',')) {
      const path = pathOf(selector.trim())
      if (path) rules.push({ path, weight: weightOf(path), styles })
      else if (selector.trim() !== '') skipped.add(selector.trim().slice(0, 60))
    }
    at = end + 1
  }
  return { rules, skipped: [...skipped] }
}

/** The rules for an element with these ancestors (outermost first, itself last), weakest first. */
export function rulesFor(rules: readonly Rule[], line: readonly Styleable[]): readonly Rule[] {
  return rules.filter(({ path }) => matches(path, line)).toSorted((one, other) => one.weight - other.weight)
}

function matches(path: readonly Compound[], line: readonly Styleable[]): boolean {
  let at = line.length - 1
  for (const [back, compound] of path.toReversed().entries()) {
    if (back === 0) {
      const itself = line[at]
      if (!itself || !fits(compound, itself)) return false
      at -= 1
      continue
    }
    while (at >= 0 && !fits(compound, line[at] as Styleable)) at -= 1
    if (at < 0) return false
    at -= 1
  }
  return true
}

const fits = ({ tag, id, classes }: Compound, element: Styleable) =>
  (tag === null || tag === element.tag) &&
  (id === null || id === element.id) &&
  classes.every((each) => element.classes.has(each))

function pathOf(selector: string): Compound[] | null {
  const parts = selector.split(/[\s>]+/).filter(Boolean)
  const path = parts.map((part) => {
    const match = COMPOUND.exec(part)
    if (!match) return null
    const [, tag, marks = ''] = match
    const names = marks.match(/[.#][\w-]+/g) ?? []
    const named = (mark: string) => names.filter((name) => name.startsWith(mark)).map((name) => name.slice(1))
    return { tag: !tag || tag === '*' ? null : tag.toLowerCase(), id: named('#')[0] ?? null, classes: named('.') }
  })
  return path.length === 0 || path.length > 8 || path.includes(null) ? null : (path as Compound[])
}

const weightOf = (path: readonly Compound[]) =>
  path.reduce((sum, { tag, id, classes }) => sum + (tag ? 1 : 0) + classes.length * 100 + (id ? 10_000 : 0), 0)

function withoutComments(css: string): string {
  let result = ''
  let at = 0
  for (;;) {
    const start = css.indexOf('/*', at)
    if (start === -1) break
    result += css.slice(at, start)
    const end = css.indexOf('*/', start + 2)
    if (end === -1) return result
    at = end + 2
  }
  return (result + css.slice(at)).replaceAll('<!--', '').replaceAll('-->', '')
}

/** Returns the position after the brace that closes the one at `open`. */
function endOfBlock(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    else if (text[at] === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
