import { parseRegExpLiteral, type AST } from '@eslint-community/regexpp'

/**
 * Finds what single-character analyses miss: an expression whose start can match again inside a following repetition,
 * such as /<a>[^]*<\/a>/. On "<a><a><a>…" it searches for the end from every start, in quadratic time.
 */
export function restartsIn(literal: RegExp): string | null {
  const { pattern } = parseRegExpLiteral(literal)
  if (literal.sticky) return null
  for (const { elements } of pattern.alternatives) {
    if (isAnchored(elements, literal)) continue
    const found = restartAt(flat(elements), literal)
    if (found) return found.raw
  }
  return null
}

const isAnchored = (elements: readonly AST.Element[], { multiline }: RegExp) =>
  elements[0]?.type === 'Assertion' && elements[0].kind === 'start' && !multiline

/** Flattens groups with a single alternative. */
function flat(elements: readonly AST.Element[]): AST.Element[] {
  return elements.flatMap((element) => {
    const isGroup = element.type === 'Group' || element.type === 'CapturingGroup'
    const [only, ...more] = isGroup ? element.alternatives : []
    return only && more.length === 0 ? flat(only.elements) : [element]
  })
}

function restartAt(elements: readonly AST.Element[], literal: RegExp): AST.Element | undefined {
  return elements.find((element, index) => {
    if (element.type !== 'Quantifier' || element.max !== Infinity || !isCharacter(element.element)) return false
    const before = elements.slice(0, index)
    const set = element.element
    return (
      before.some((one) => leastLength(one) > 0) &&
      before.every((one) => fitsIn(one, set, literal)) &&
      elements.slice(index + 1).some((one) => one.type === 'Assertion' || leastLength(one) > 0)
    )
  })
}

type Character = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass

const isCharacter = (element: AST.Element): element is Character =>
  ['Character', 'CharacterSet', 'CharacterClass', 'ExpressionCharacterClass'].includes(element.type)

/** Candidate characters: all of ASCII and some that classes distinguish. */
const ALPHABET = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  'ß',
  '漢',
  '\u00A0',
  '\u2028',
  '\uE000',
]

const charactersOf = (element: Character, { flags }: RegExp) => {
  const pattern = new RegExp(`^(?:${element.raw})$`, flags.replace(/[gym]/g, ''))
  return ALPHABET.filter((character) => pattern.test(character))
}

/** Returns whether some match of `element` consists only of characters in `set`. */
function fitsIn(element: AST.Element, set: Character, literal: RegExp): boolean {
  if (isCharacter(element)) {
    const within = new Set(charactersOf(set, literal))
    return charactersOf(element, literal).some((character) => within.has(character))
  }
  if (element.type === 'Quantifier') return element.min === 0 || fitsIn(element.element, set, literal)
  if (element.type === 'Group' || element.type === 'CapturingGroup') {
    return element.alternatives.some(({ elements }) => elements.every((one) => fitsIn(one, set, literal)))
  }
  return true
}

function leastLength(element: AST.Element): number {
  if (isCharacter(element)) return 1
  if (element.type === 'Quantifier') return element.min * leastLength(element.element)
  if (element.type === 'Group' || element.type === 'CapturingGroup') {
    return Math.min(
      ...element.alternatives.map(({ elements }) => elements.reduce((sum, one) => sum + leastLength(one), 0)),
    )
  }
  return 0
}
