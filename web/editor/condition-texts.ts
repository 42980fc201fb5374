import { conditionOf, isUnary, type Condition, type ConditionTest } from '#domain/content/tag-conditions.ts'

/** Labels of the operators in a condition, those for fields (`is`, `contains`) and those for tags (`has`). */
export const OPERATOR_LABELS: Readonly<Record<string, string>> = {
  is: 'is',
  'is not': 'is not',
  contains: 'contains',
  'is empty': 'is empty',
  'is not empty': 'is not empty',
  above: 'is above',
  below: 'is below',
  has: 'has the tag',
  'has not': 'does not have the tag',
}

/**
 * Returns a condition in words: “Country is “Germany” and has the tag “VIP””, with “not:” before it if it is negated.
 */
export function conditionWords({ not, all, tests }: Condition): string {
  return `${not ? 'not: ' : ''}${tests.map(testWords).join(all ? ' and ' : ' or ')}`
}

/** Describes who sees a block with a condition: “If City is “Cork””, or “Everyone else (not: City is “Cork”)”. */
export function shownTo(text: string): string {
  const words = wordsOfCondition(text)
  return conditionOf(text)?.not ? `Everyone else (${words})` : `If ${words}`
}

function testWords(test: ConditionTest): string {
  const operator = OPERATOR_LABELS[test.operator] ?? test.operator
  if ('tag' in test) return `${operator} “${test.tag}”`
  return isUnary(test.operator) ? `${test.field} ${operator}` : `${test.field} ${operator} “${test.value}”`
}

/** Returns the words of a condition's text, as the server and the builder store it. */
export function wordsOfCondition(text: string): string {
  const condition = conditionOf(text)
  return condition ? conditionWords(condition) : text
}
