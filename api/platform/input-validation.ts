import type { z } from 'zod'
import { AppError, joinMessages, WHOLE_INPUT, type FieldErrors } from '#domain/errors.ts'

/**
 * Input type of a rule: its names and shapes, with null for absent fields. The rule itself checks values, keys and
 * missing fields.
 */
export type InputOf<Rule extends z.ZodType> = Given<z.input<Rule>>

type Given<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Given<Item>[]
    : T extends Date
      ? T
      : T extends object
        ? string extends keyof T
          ? unknown
          : { [K in keyof T]: undefined extends T[K] ? GivenOrNull<T[K]> : Given<T[K]> }
        : T

type GivenOrNull<T> = [T] extends [null | undefined] ? unknown : Given<T> | null | undefined

/** Validates an input; throws BAD_INPUT that names every invalid field at once. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: typeMessage })
  if (result.success) return result.data
  const fields: FieldErrors = {}
  for (const issue of result.error.issues) fields[issue.path.join('.') || WHOLE_INPUT] ??= issue.message
  throw badInput(fields)
}

const TYPE_NAMES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  date: 'a date and time',
}

/** Returns the message for an input value of the wrong type, for rules without a message of their own. */
export function typeMessage({ code, expected, path = [] }: TypeIssue): string | undefined {
  const type = code === 'invalid_type' ? TYPE_NAMES[String(expected)] : undefined
  return type && `${path.join('.') || 'The value'} must be ${type}`
}
interface TypeIssue {
  code?: string | undefined
  expected?: unknown
  path?: PropertyKey[] | undefined
}

/** Makes the error BAD_INPUT, which names every invalid field at once in whole sentences. */
export function badInput(fields: FieldErrors): AppError {
  return new AppError('BAD_INPUT', joinMessages(Object.values(fields)), { fields })
}

/** Drops keys with null or undefined: GraphQL sends null for fields that our rules treat as absent. */
export function present<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as {
    [K in keyof T]: Exclude<T[K], null>
  }
}
