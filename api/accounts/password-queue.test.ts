import { expect, it } from 'vitest'
import { createQueue } from './password-queue.ts'

/** Work that ends when the test says so. */
function pieces() {
  const ends: (() => void)[] = []
  const started: string[] = []
  const piece = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve) => ends.push(() => resolve(name)))
  }
  return { piece, started, endOne: () => ends.shift()?.() }
}
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  )

it('runs a few at once, the others in order', async () => {
  const { piece, started, endOne } = pieces()
  const run = createQueue({ running: 2, waiting: 10, perNetwork: 10 })
  const all = ['a', 'b', 'c', 'd'].map((name) => run('net', piece(name)))
  await settled()
  expect(started).toEqual(['a', 'b'])
  endOne()
  await settled()
  expect(started).toEqual(['a', 'b', 'c'])
  for (let turn = 0; turn < 3; turn += 1) {
    endOne()
    await settled()
  }
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

it('refuses a network that has its places taken, and lets others in', async () => {
  const { piece, endOne } = pieces()
  const run = createQueue({ running: 1, waiting: 10, perNetwork: 2 })
  const first = [1, 2, 3].map((index) => run('flood', piece(`flood ${index}`)))
  expect(await codeOf(run('flood', piece('refused')))).toBe('TOO_MANY_REQUESTS')
  const other = run('other', piece('other'))
  for (let turn = 0; turn < 4; turn += 1) {
    endOne()
    await settled()
  }
  expect(await Promise.all([...first, other])).toEqual(['flood 1', 'flood 2', 'flood 3', 'other'])
})

it('refuses everybody when all places are taken, and goes on after a failure', async () => {
  const run = createQueue({ running: 1, waiting: 2, perNetwork: 2 })
  const { piece, endOne } = pieces()
  const failing = codeOf(run('a', () => Promise.reject(Object.assign(new Error('no'), { code: 'FAILED' }))))
  const others = ['b', 'c'].map((name) => run(name, piece(name)))
  expect(await codeOf(run('d', piece('d')))).toBe('UNAVAILABLE')
  expect(await failing).toBe('FAILED')
  for (let turn = 0; turn < 2; turn += 1) {
    await settled()
    endOne()
  }
  expect(await Promise.all(others)).toEqual(['b', 'c'])
})
