import { describe, expect, it, onTestFinished } from 'vitest'
import { openEvents, type AppEvent, type Carrier, type Arrivals, type Events } from '#api/platform/events/events.ts'
import { openDatabase } from '#api/platform/database/database.ts'
import { eventually } from './eventually.ts'
import { createTestDatabase } from './postgres.ts'

/** A carrier of events between processes (such as PostgreSQL or Redis), as the tests need it. */
export interface CarrierUnderTest {
  open(databaseUrl: string): (arrivals: Arrivals) => Promise<Carrier>
  /** Breaks the connections of all processes, so that they have to be opened again. */
  breakConnections(databaseUrl: string): Promise<void>
}

const campaign = (tenantId: string, id: string): AppEvent => ({ kind: 'campaign', tenantId, id })

/** Registers the tests that every carrier of events must pass, between two processes on one database. */
export function eventsConformance(name: string, carrier: CarrierUnderTest): void {
  async function twoProcesses() {
    const { url, drop } = await createTestDatabase()
    const database = await openDatabase(url, { poolMax: 4 })
    const [one, other] = [await openEvents(carrier.open(url)), await openEvents(carrier.open(url))]
    onTestFinished(async () => {
      await Promise.all([one.close(), other.close()])
      await database.close()
      await drop()
    })
    return { url, database, one, other }
  }
  const heardBy = (events: Events, tenantId: string) => {
    const heard: (AppEvent | 'anything')[] = []
    events.listen(tenantId, (event) => heard.push(event))
    return heard
  }

  describe(`events over ${name}`, () => {
    it('reach the listeners of their workspace in every process, once the transaction is committed', async () => {
      const { database, one, other } = await twoProcesses()
      const [here, there, elsewhere] = [heardBy(one, 'a'), heardBy(other, 'a'), heardBy(other, 'b')]
      await database.asSystem(async (em) => {
        await one.publish(em, campaign('a', '1'))
        await one.publish(em, campaign('a', '2'))
        await one.publish(em, campaign('a', '1'))
        await em.execute('select pg_sleep(0.05)')
        expect([...here, ...there]).toEqual([])
      })
      await eventually('both processes hear it', async () => here.length > 1 && there.length > 1)
      expect(here).toEqual([campaign('a', '1'), campaign('a', '2')])
      expect(there).toEqual(here)
      expect(elsewhere).toEqual([])
    })

    it('are never heard if the transaction is rolled back', async () => {
      const { database, one, other } = await twoProcesses()
      const heard = heardBy(other, 'a')
      const failed = database.asSystem(async (em) => {
        await one.publish(em, campaign('a', 'never'))
        throw new Error('rolled back')
      })
      await expect(failed).rejects.toThrow('rolled back')
      await database.asSystem((em) => one.publish(em, campaign('a', 'later')))
      await eventually('the later event', async () => heard.length > 0)
      expect(heard).toEqual([campaign('a', 'later')])
    })

    it('travel together, however many a transaction publishes', async () => {
      const { database, one, other } = await twoProcesses()
      const heard = heardBy(other, 'a')
      const ids = Array.from({ length: 500 }, (_, at) => `${at}`.padStart(36, '0'))
      await database.asSystem(async (em) => {
        for (const id of ids) await one.publish(em, campaign('a', id))
      })
      await eventually('all of them', async () => heard.length === ids.length)
      expect(heard).toEqual(ids.map((id) => campaign('a', id)))
    })

    it('may have been missed after a loss of the connection, which listeners are told', async () => {
      const { url, database, one, other } = await twoProcesses()
      const heard = heardBy(other, 'a')
      await carrier.breakConnections(url)
      await eventually('the listener is told', async () => heard.includes('anything'))
      await eventually('events arrive again', async () => {
        await database.asSystem((em) => one.publish(em, campaign('a', 'again')))
        return heard.includes('anything') && heard.length > 1
      })
    })
  })
}
