import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { ZONE_RELEASE, ZONE_RELEASED_ON } from '#domain/zones/zone-data.ts'
import { createHealthServer, healthChecks } from './health-endpoint.ts'

const clock = () => new Date(`${ZONE_RELEASED_ON}T00:00:00Z`)
const timeZoneData = { release: ZONE_RELEASE, releasedOn: ZONE_RELEASED_ON, isOutdated: false }

it('the health endpoint answers health checks on a separate port, and no other request', async () => {
  const database = { ping: async () => {}, problem: async (): Promise<string | null> => null }
  const server = createHealthServer({ database, clock, clockProblem: () => null } as never)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method })
    return [response.status, await response.json()]
  }
  expect(await ask('/healthz')).toEqual([200, { status: 'alive', timeZoneData }])
  expect(await ask('/readyz?from=probe')).toEqual([200, { status: 'ready' }])
  expect((await ask('/readyz', 'POST'))[0]).toBe(404)
  expect((await ask('/constructor'))[0]).toBe(404)
  database.problem = async () => 'The disk is full.'
  expect(await ask('/readyz')).toEqual([503, { status: 'The disk is full.' }])
  database.ping = () => Promise.reject(new Error('gone'))
  expect(await ask('/readyz')).toEqual([503, { status: 'the database cannot be reached' }])
})

it('the health endpoint says “not ready” but “alive” once the process is told to stop', async () => {
  const database = { ping: async () => {}, problem: async (): Promise<string | null> => null }
  let stopping = false
  const checks = healthChecks({ database, clock, clockProblem: () => null } as never, { stopping: () => stopping })
  expect(await checks['/readyz']?.()).toEqual({ status: 200, body: { status: 'ready' } })
  stopping = true
  expect(await checks['/readyz']?.()).toEqual({ status: 503, body: { status: 'stopping' } })
  expect(await checks['/healthz']?.()).toEqual({ status: 200, body: { status: 'alive', timeZoneData } })
})
