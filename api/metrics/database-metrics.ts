import type { Database, Em } from '#api/platform/database/database.ts'
import type { Metrics } from './metrics.ts'

/** Wraps a database so that its transactions are counted: those that wait to begin, and those that run. */
export function observeDatabase(database: Database, metrics: Metrics): Database {
  const observed = <T>(begin: (work: (em: Em) => Promise<T>) => Promise<T>, work: (em: Em) => Promise<T>) => {
    const asked = performance.now()
    let state: 'waiting' | 'running' = 'waiting'
    metrics.change('transactions', { state }, 1)
    return begin((em) => {
      metrics.observe('transactionWait', {}, (performance.now() - asked) / 1_000)
      metrics.change('transactions', { state }, -1)
      state = 'running'
      metrics.change('transactions', { state }, 1)
      return work(em)
    }).finally(() => metrics.change('transactions', { state }, -1))
  }
  return {
    ...database,
    inTenant: (tenantId, work, how) => observed((begun) => database.inTenant(tenantId, begun, how), work),
    asSystem: (work, how) => observed((begun) => database.asSystem(begun, how), work),
  }
}
