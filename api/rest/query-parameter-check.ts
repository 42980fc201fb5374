import type { Request } from 'express'
import { badInput } from '#api/platform/input-validation.ts'

/** Throws BAD_INPUT naming every unknown query parameter, because an ignored filter would return everything. */
export function checkQuery({ query }: Pick<Request, 'query'>, known: object): void {
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length > 0) throw badInput(Object.fromEntries(unknown.map((name) => [name, `${name} is unknown`])))
}
