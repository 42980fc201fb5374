import { TABLES } from '#api/platform/database/table-register.ts'

/** Levels of sensitivity of stored data. The protection of each stands in docs/operate/secure.md. */
export const LEVELS = ['secret', 'personal', 'internal'] as const
export type Level = (typeof LEVELS)[number]

/** Returns the level of sensitivity of a database column that can hold text. */
export function levelOf(table: string, column: string): Level {
  if (TABLES[table]?.secrets?.split(' ').includes(column)) return 'secret'
  const treatments = Object.entries(TABLES[table]?.text ?? {})
  const [treatment] = treatments.find(([, columns]) => columns.split(' ').includes(column)) ?? []
  return treatment === 'nobody' || treatment === 'members' ? 'internal' : 'personal'
}
