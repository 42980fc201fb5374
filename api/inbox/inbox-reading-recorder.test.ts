import { describe, expect, it } from 'vitest'
import { InboxRecord } from './inbox-reading-recorder.ts'
import type { Return } from './match-inbox-events.ts'

const reply = (id: string): Return => ({
  ...{ what: 'reply', from: 'a@x.test', references: [], id, threadId: null, receivedAt: new Date(0) },
})
const place = (inboxCursor: string) => ({ inboxCursor, unreadMails: [] })

/** A record on a clock that the test moves; `steps` is what it did, in order. */
function recording(answers: readonly (boolean | Error)[] = []) {
  const steps: string[] = []
  const left = [...answers]
  const time = { now: 0 }
  const record = new InboxRecord({
    take: async (returns) => {
      steps.push(`take ${returns.map(({ id }) => id).join(' ')}`)
      const answer = left.shift() ?? true
      if (answer instanceof Error) throw answer
      return answer
    },
    keep: async ({ inboxCursor }) => void steps.push(`keep ${inboxCursor}`),
    clock: () => new Date(time.now),
  })
  return { record, steps, time }
}

describe('InboxRecord, which stores what was read in an inbox,', () => {
  it('stores the pages of one second together, and then the position after them', async () => {
    const { record, steps, time } = recording()
    await record.add([reply('1')], place('a'))
    await record.add([], place('b'))
    expect(steps).toEqual([])
    time.now += 1_000
    await record.add([reply('2')], place('c'))
    await record.add([reply('3')], place('d'))
    await record.settle()
    expect(steps).toEqual(['take 1 2', 'keep c', 'take 3', 'keep d'])
  })

  it('stores a page at once if it contains many messages', async () => {
    const { record, steps } = recording()
    await record.add(
      Array.from({ length: 200 }, (_, n) => reply(String(n))),
      place('a'),
    )
    await record.settle()
    expect(steps.map((step) => step.slice(0, 6))).toEqual(['take 0', 'keep a'])
  })

  it.each([
    ['cannot be recorded yet', false],
    ['fails', new Error('The database is away')],
  ])('stores no position once a message before it %s', async (_what, answer) => {
    const { record, steps, time } = recording([true, answer])
    await record.add([reply('1')], place('a'))
    await record.settle()
    time.now += 1_000
    await record.add([reply('2')], place('b'))
    time.now += 1_000
    const later = async () => (await record.add([reply('3')], place('c'))) && record.settle()
    if (answer === false) expect(await later()).toBe(false)
    else await expect(later()).rejects.toThrow('The database is away')
    expect(steps).toEqual(['take 1', 'keep a', 'take 2'])
  })
})
