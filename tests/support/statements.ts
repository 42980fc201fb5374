import { Client } from 'pg'

type Query = (...args: unknown[]) => unknown

/** Counts the statements that this process sends to PostgreSQL, those of transactions included. */
export function countStatements(): { of<T>(work: () => Promise<T>): Promise<{ count: number; result: T }>; stop(): void } {
  const prototype = Client.prototype as unknown as { query: Query }
  const original = prototype.query
  let count = 0
  prototype.query = function counted(this: unknown, ...args: unknown[]) {
    count += 1
    return Reflect.apply(original, this, args)
  }
  return {
    of: async (work) => {
      const before = count
      const result = await work()
      return { count: count - before, result }
    },
    stop: () => {
      prototype.query = original
    },
  }
}
