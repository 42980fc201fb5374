import { conditionOf, isUnary, type Condition, type ConditionTest } from '#domain/conditions.ts'

/** What a person chooses between for a field, and for tags. */
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

/** A condition in words: “Country is “Germany” and has the tag “VIP””. */
export function conditionWords({ all, tests }: Condition): string {
  return tests.map(testWords).join(all ? ' and ' : ' or ')
}

function testWords(test: ConditionTest): string {
  const operator = OPERATOR_LABELS[test.operator] ?? test.operator
  if ('tag' in test) return `${operator} “${test.tag}”`
  return isUnary(test.operator) ? `${test.field} ${operator}` : `${test.field} ${operator} “${test.value}”`
}

/** The same for the text of a condition, as the server and the builder store it. */
export function wordsOfCondition(text: string): string {
  const condition = conditionOf(text)
  return condition ? conditionWords(condition) : text
}
