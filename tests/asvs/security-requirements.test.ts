import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { asvsPage, readRequirements, storedRequirements } from './security-requirements.ts'

const root = join(import.meta.dirname, '../..')
const requirements = storedRequirements()

/** Requirements of levels 1 and 2 in each chapter of ASVS 5.0.0. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

it('the ASVS report answers every requirement of levels 1 and 2 once', () => {
  const numbers = requirements.map(({ number }) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
  const counts = CHAPTERS.map((_, index) => numbers.filter((number) => number.startsWith(`${index + 1}.`)).length)
  expect(counts).toEqual(CHAPTERS)
})

it('the ASVS report names only tests and documents that exist', () => {
  const named = requirements.filter(({ kind }) => kind === 'tests' || kind === 'documented')
  const paths = new Set(named.flatMap(({ answer }) => answer.split(', ')))
  expect([...paths].filter((path) => !existsSync(join(root, path)))).toEqual([])
  const tests = requirements.filter(({ kind }) => kind === 'tests').flatMap(({ answer }) => answer.split(', '))
  expect(tests.filter((path) => !/\.test\.tsx?$/.test(path))).toEqual([])
})

it('the ASVS report leaves no requirement open', () => {
  expect(requirements.filter(({ kind }) => kind === 'open')).toEqual([])
})

it('the ASVS report gives every reason as a sentence', () => {
  const reasons = requirements.filter(({ kind }) => kind === 'notApplicable' || kind === 'open')
  expect(reasons.filter(({ answer }) => !answer.endsWith('.'))).toEqual([])
})

it.each(['1.1.1 | x | tests', '1.1 | x | tests | a', '1.1.1 | x | maybe | a', '1.1.1 | x | open | a | b'])(
  'the ASVS report refuses a line of another form: %s',
  (line) => {
    expect(() => readRequirements(line)).toThrow(line)
  },
)

it('the ASVS report counts the kinds of answers of each chapter and of all together', () => {
  const rows = asvsPage(
    readRequirements('# 1 One\n1.1.1 | a | tests | x.test.ts\n1.1.2 | b | notApplicable | No.'),
  ).match(/^\| .*\d \|$/gm)
  expect(rows).toEqual(['| 1 One | 2 | 1 | 0 | 1 | 0 |', '| **all** | 2 | 1 | 0 | 1 | 0 |'])
})
