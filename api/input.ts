import type { z } from 'zod'
import { AppError, type FieldErrors } from '#domain/errors.ts'

/** bytes a request's body may have: 30 MB of attachments, which base64 makes a third larger, and the rest */
export const BODY_MAX = 45 * 1_048_576

/** Checks an input against its rule; throws BAD_INPUT that names every bad field at once. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields: FieldErrors = {}
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'input'] ??= issue.message
  throw new AppError('BAD_INPUT', [...new Set(Object.values(fields))].join(' '), { fields })
}

/** Drops the keys that hold null or undefined: GraphQL says null where our rules say absent. */
export function present<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as {
    [K in keyof T]: Exclude<T[K], null>
  }
}
