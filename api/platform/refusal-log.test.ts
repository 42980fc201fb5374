import { pino } from 'pino'
import { expect, it } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { alreadyLogged, logRefusal, MORE_REFUSED, REFUSED } from './refusal-log.ts'

function heard() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) }
}
const refusal = () => new AppError('FORBIDDEN', 'Not you.')

it('the log contains a refused request once, also if its error is thrown again as another error', () => {
  const { lines, log } = heard()
  const error = refusal()
  logRefusal(log, error)
  logRefusal(log, error)
  logRefusal(log, alreadyLogged(refusal()))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ msg: REFUSED, code: 'FORBIDDEN', level: 40 })
  expect(JSON.stringify(lines)).not.toContain('Not you')
})

it('the log contains at most sixty refusals of one code in a minute, and then the number of the others', () => {
  const { lines, log } = heard()
  for (let count = 0; count < 100; count += 1) logRefusal(log, refusal(), null, 1_000)
  logRefusal(log, new AppError('TOO_LARGE', 'Too large.'), null, 1_000)
  expect(lines).toHaveLength(61)
  logRefusal(log, refusal(), null, 61_000)
  expect(lines.slice(61)).toMatchObject([{ msg: MORE_REFUSED, more: 40 }, { msg: REFUSED }])
})
