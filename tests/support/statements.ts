import { Client } from 'pg'

type Query = (...args: unknown[]) => unknown

/** Records the statements that this process sends to PostgreSQL, those of transactions included. */
export function recordStatements(): {
  of<T>(work: () => Promise<T>): Promise<{ statements: string[]; result: T }>
  stop(): void
} {
  const prototype = Client.prototype as unknown as { query: Query }
  const original = prototype.query
  let statements: string[] = []
  prototype.query = function recorded(this: unknown, ...args: unknown[]) {
    const [query] = args
    statements.push(typeof query === 'string' ? query : String((query as { text?: string }).text))
    return Reflect.apply(original, this, args)
  }
  return {
    of: async (work) => {
      statements = []
      const result = await work()
      return { statements, result }
    },
    stop: () => {
      prototype.query = original
    },
  }
}
