import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const module = new URL('stop-signals.ts', import.meta.url).href

/** A process that is slow to stop: it waits until its input ends. */
async function startSlow({ sameMs }: { sameMs: number }) {
  const program = `
    import { onStopSignals } from '${module}'
    onStopSignals(async () => {
      console.log('stopping')
      for await (const _ of process.stdin);
    }, ${sameMs})
    setInterval(() => {}, 1_000)
    console.log('running')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return { child, exit, stopping: () => once(child.stdout, 'data') }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'the signal %s stops everything in order, and the exit code is 0',
  async (signal) => {
    const { child, exit, stopping } = await startSlow({ sameMs: 60_000 })
    child.kill(signal)
    await stopping()
    child.stdin.end()
    expect(await exit).toEqual([0, null])
  },
)

test('a process ignores a signal that npm forwards a second time', async () => {
  const { child, exit, stopping } = await startSlow({ sameMs: 60_000 })
  child.kill('SIGINT')
  await stopping()
  child.kill('SIGINT')
  child.stdin.end()
  expect(await exit).toEqual([0, null])
})

test('a process exits at once when it is asked to stop a second time', async () => {
  const { child, exit, stopping } = await startSlow({ sameMs: 0 })
  child.kill('SIGINT')
  await stopping()
  child.kill('SIGINT')
  expect(await exit).toEqual([1, null])
})
