import { isObjectType } from 'graphql'
import { schema } from '#schema/index.ts'
import type { TestPerson } from './person.ts'

/**
 * Returns the GraphQL document of a mutation with its input as a variable: it selects `selection` of the object in the
 * payload, and the errors.
 */
export function mutationDocument(name: string, selection = '{ id }'): string {
  const field = schema.getMutationType()?.getFields()[name]
  if (!field || !isObjectType(field.type)) throw new Error(`The schema has no mutation ${name}`)
  const [noun] = Object.keys(field.type.getFields()).filter((key) => key !== 'errors')
  const [input] = field.args
  const call = input ? `mutation ($input: ${String(input.type)}) { ${name}(input: $input)` : `mutation { ${name}`
  return `${call} { ${noun} ${selection} errors { code field message } } }`
}

/** Runs a mutation with this input and returns the object in its payload, in plain values. */
export function mutate(who: TestPerson, name: string, input: object, selection?: string) {
  return who.graphql(mutationDocument(name, selection), { input })
}
