import { pino } from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { outcomeCommits } from './outcome-commits.ts'
import type { Attempt, Outcome } from './store.ts'

const KEY = { tenantId: 'T', mailboxId: 'M' }
const outcome = (logId: string): Outcome => ({ attempt: { logId } as Attempt, at: new Date(), error: 'refused' })

/** Answers of the database, in turn; null and after the last: it saves. `refused`: the email that it never saves. */
let answers: (Error | null)[]
let refused: { logId: string; error: Error } | null
let saved: string[]
let pauses: number[]
let lines: { level: number; msg: string; err: { message: string; code?: string }; emailLogId?: string }[]

const databaseError = (code: string) => Object.assign(new Error(`the database said ${code}`), { code })

function commits() {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const record = async (_: unknown, outcomes: readonly Outcome[]) => {
    const answer = answers.shift()
    if (answer) throw answer
    const ids = outcomes.map(({ attempt }) => attempt.logId)
    if (refused && ids.includes(refused.logId)) throw refused.error
    saved.push(...ids)
  }
  return outcomeCommits({ log, store: { record } }, KEY, async (ms) => void pauses.push(ms))
}

beforeEach(() => {
  answers = []
  refused = null
  saved = []
  pauses = []
  lines = []
})

it.each([
  ['a lost connection', Object.assign(new Error('gone'), { code: 'ECONNRESET' })],
  ['a server that restarts', databaseError('57P01')],
  ['a deadlock', databaseError('40P01')],
  ['two rows with one key', databaseError('23505')],
])('outcomeCommits saves an outcome after %s', async (_, error) => {
  answers = [error, error]
  await commits().add(outcome('1'))
  expect(saved).toEqual(['1'])
  expect(pauses).toEqual([100, 200])
  const line = ['The outcomes of emails could not be saved yet', error.message]
  expect(lines.map(({ msg, err }) => [msg, err.message])).toEqual([line, line])
})

it('outcomeCommits gives up after 19 seconds, and throws the database’s error', async () => {
  answers = Array<Error>(100).fill(databaseError('57P01'))
  await expect(commits().add(outcome('1'))).rejects.toThrow('the database said 57P01')
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(19_100)
})

it.each(['22021', '22P05', '23503', '23514', '42703', '42P01'])(
  'outcomeCommits does not repeat what fails for good: %s',
  async (code) => {
    refused = { logId: '1', error: databaseError(code) }
    await expect(commits().add(outcome('1'))).rejects.toBe(refused.error)
    expect(pauses).toEqual([])
    expect(lines).toMatchObject([
      { level: 50, msg: 'The outcome of an email could not be saved', emailLogId: '1', err: { code } },
    ])
  },
)

it('outcomeCommits saves the other outcomes of a group when one fails', async () => {
  refused = { logId: '2', error: databaseError('22021') }
  const { add } = commits()
  const results = await Promise.allSettled(['1', '2', '3'].map((id) => add(outcome(id))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(saved).toEqual(['1', '3'])
})

it('outcomeCommits waits only once for a database that cannot be reached meanwhile', async () => {
  refused = { logId: '1', error: databaseError('22021') }
  answers = [null, null, ...Array.from({ length: 100 }, () => databaseError('57P01'))]
  const { add } = commits()
  const results = await Promise.allSettled(['1', '2', '3', '4'].map((id) => add(outcome(id))))
  expect(results.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(saved).toEqual([])
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(19_100)
})
