import { expect, it } from 'vitest'
import { takingTurns } from './download-turns.ts'

/** A file with this many pieces; records each piece produced, and that it was closed. */
async function* file(name: string, pieces: number, made: string[]): AsyncGenerator<string, void, undefined> {
  try {
    for (let piece = 1; piece <= pieces; piece += 1) {
      made.push(name)
      yield `${name}${piece}`
    }
  } finally {
    made.push(`${name} closed`)
  }
}

async function read(pieces: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

it('the scheduling of downloads serves one workspace’s file while another downloads twenty, and delivers every piece in order', async () => {
  const made: string[] = []
  const crowd = Array.from({ length: 20 }, () => read(takingTurns('busy', file('b', 50, made))))
  const one = await read(takingTurns('calm', file('c', 10, made)))
  const before = made.slice(0, made.lastIndexOf('c')).filter((name) => name === 'b').length
  expect(one).toEqual(Array.from({ length: 10 }, (_, index) => `c${index + 1}`))
  expect(before).toBeLessThan(100)
  for (const pieces of await Promise.all(crowd)) expect(pieces).toHaveLength(50)
})

it('the scheduling of downloads passes from a file that its client does not read to the workspace’s other files', async () => {
  const made: string[] = []
  const unread = takingTurns('one', file('u', 10, made))
  await unread.next()
  expect(await read(takingTurns('one', file('r', 10, made)))).toHaveLength(10)
})

it('the scheduling of downloads closes a file whose client disconnects', async () => {
  const made: string[] = []
  const pieces = takingTurns('one', file('f', 10, made))
  await pieces.next()
  await pieces.return()
  expect(made).toEqual(['f', 'f closed'])
})
