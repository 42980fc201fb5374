import { expect, it } from 'vitest'
import { createPasswordQueue } from './password-check-queue.ts'

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
const limits = { places: 1, perKey: 1, waitingPerKey: 3, waitingMax: 4 }
const from = (address: string) => ({ address })

it('the queue of password checks lets networks and workspaces take turns, however many requests one of them makes', async () => {
  const { piece, started, endOne } = pieces()
  const run = createPasswordQueue({ ...limits, waitingMax: 10 })
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => run(from('192.0.2.1'), piece(name)))
  all.push(run(from('192.0.2.2'), piece('b')), run({ tenantId: 'one' }, piece('c')))
  for (let turn = 0; turn < 6; turn += 1) {
    await settled()
    endOne()
  }
  await Promise.all(all)
  expect(started).toEqual(['a1', 'a2', 'b', 'c', 'a3', 'a4'])
})

it('the queue of password checks rejects a network that uses all its slots, treats the IPv6 /64 networks of one /48 as one, and admits others', async () => {
  const { piece, endOne } = pieces()
  const run = createPasswordQueue({ ...limits, waitingMax: 10 })
  const crowd = [1, 2, 3, 4].map((net) => run(from(`2001:db8:1:${net}::1`), piece(`crowd ${net}`)))
  expect(await codeOf(run(from('2001:db8:1:5::1'), piece('refused')))).toBe('TOO_MANY_REQUESTS')
  const other = run(from('2001:db8:2::1'), piece('other'))
  for (let turn = 0; turn < 5; turn += 1) {
    await settled()
    endOne()
  }
  expect(await Promise.all([...crowd, other])).toHaveLength(5)
})

it('the queue of password checks drops the newest entry of the largest group, not the newcomer, when it is full', async () => {
  const { piece, endOne } = pieces()
  const run = createPasswordQueue(limits)
  const crowd = [1, 2, 3, 4].map((index) => codeOf(run(from('192.0.2.1'), piece(`crowd ${index}`))))
  const others = ['192.0.2.2', '192.0.2.3'].map((address) => run(from(address), piece(address)))
  expect(await crowd[3]).toBe('UNAVAILABLE')
  for (let turn = 0; turn < 5; turn += 1) {
    await settled()
    endOne()
  }
  expect(await Promise.all(crowd)).toEqual(['ok', 'ok', 'ok', 'UNAVAILABLE'])
  expect(await Promise.all(others)).toEqual(['192.0.2.2', '192.0.2.3'])
})

it('the queue of password checks continues after a password check fails', async () => {
  const run = createPasswordQueue(limits)
  const failing = run(from('a'), () => Promise.reject(Object.assign(new Error('no'), { code: 'FAILED' })))
  expect(await codeOf(failing)).toBe('FAILED')
  expect(await run(from('a'), async () => 'done')).toBe('done')
})
