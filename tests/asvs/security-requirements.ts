import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The answers to OWASP ASVS 5.0.0, levels 1 and 2, which `answers.txt` holds, one line a requirement:
 * number | what it asks, in our words | tests, documented, notApplicable or open | files, or the reason.
 * `npm run asvs` prints them; `asvsPage` sums them up for docs/operate/asvs.md.
 */

export const KINDS = ['tests', 'documented', 'notApplicable', 'open'] as const
export type AnswerKind = (typeof KINDS)[number]

export interface Requirement {
  chapter: string
  number: string
  title: string
  kind: AnswerKind
  /** paths, for tests and documents; otherwise a sentence */
  answer: string
}

/** Reads the answers. Throws for a line of another form. */
export function readRequirements(text: string): Requirement[] {
  let chapter = ''
  return text.split('\n').flatMap((line) => {
    if (line === '') return []
    if (line.startsWith('# ')) {
      chapter = line.slice(2)
      return []
    }
    const [number = '', title = '', kind = '', answer = '', ...rest] = line.split(' | ')
    const found = KINDS.find((one) => one === kind)
    if (!/^\d+\.\d+\.\d+$/.test(number) || !title || !found || !answer || rest.length > 0) {
      throw new Error(`tests/asvs/answers.txt: ${line}`)
    }
    return [{ chapter, number, title, kind: found, answer }]
  })
}

const WORDS: Record<AnswerKind, string> = {
  tests: 'shown by tests',
  documented: 'documented',
  notApplicable: 'not applicable',
  open: 'open',
}

/** Returns the answers that the repository holds. */
export const storedRequirements = (): Requirement[] =>
  readRequirements(readFileSync(join(import.meta.dirname, 'answers.txt'), 'utf8'))

/** Returns docs/operate/asvs.md: how many requirements of each chapter are answered in which way. */
export function asvsPage(requirements: readonly Requirement[]): string {
  const count = (list: readonly Requirement[], kind: AnswerKind) => list.filter((one) => one.kind === kind).length
  const row = (title: string, list: readonly Requirement[]) =>
    `| ${[title, list.length, ...KINDS.map((kind) => count(list, kind))].join(' | ')} |`
  const chapters = Map.groupBy(requirements, ({ chapter }) => chapter)
  return `# OWASP ASVS 5.0.0, level 2

<!-- Written by \`npm run codegen\` from tests/asvs/answers.txt. -->

The [Application Security Verification Standard](https://owasp.org/www-project-application-security-verification-standard/) asks these
requirements at levels 1 and 2. \`npm run asvs\` prints each one in our words, with the tests or the document that answer it, or the reason
why it does not apply.

| chapter | requirements | ${KINDS.map((kind) => WORDS[kind]).join(' | ')} |
|---|---|---|---|---|---|
${[...chapters].map(([chapter, list]) => row(chapter, list)).join('\n')}
${row('**all**', requirements)}
`
}

if (import.meta.main) {
  const lines = storedRequirements().map(
    ({ number, title, kind, answer }) => `${number}  ${title}\n        ${WORDS[kind]}: ${answer}\n`,
  )
  process.stdout.write(lines.join(''))
}
