import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLType,
  type SelectionSetNode,
} from 'graphql'
import { schema } from '#schema/index.ts'

/** A JSON Schema (2020-12) for OpenAPI 3.1. One with a title becomes a component of the document. */
export interface Shape {
  title?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  format?: string
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: boolean | Shape
  anyOf?: Shape[]
}

export const MESSAGE: Shape = { type: 'string', description: 'What happened, in plain words.' }

const SCALARS: Record<string, Shape> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
}

/** The shape of a selection's result: one description serves GraphQL and REST. */
export function selected(typeName: string, selection: string): Shape {
  const [definition] = parse(`{ ${selection} }`, { noLocation: true }).definitions
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('A selection must consist of fields')
  return objectShape(schema.getType(typeName), definition.selectionSet)
}

/** The shape of an input type of the schema, without the fields that the path names. */
export function input(typeName: string, inPath: string[] = []): Shape {
  const type = schema.getType(typeName)
  if (!isInputObjectType(type)) throw new Error(`${typeName} is not an input type`)
  const { properties = {}, required = [], ...shape } = inputShape(type)
  return {
    ...shape,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name))),
    required: required.filter((name) => !inPath.includes(name)),
  }
}

/** An object with these properties, all required. */
export function object(properties: Record<string, Shape>): Shape {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

export function listOf(items: Shape): Shape {
  return { type: 'array', items }
}

/** A shape with additional or replaced properties. */
export function plus(shape: Shape, properties: Record<string, Shape>): Shape {
  return object({ ...shape.properties, ...properties })
}

/** Makes a shape a component of the OpenAPI document. */
export function named(title: string, shape: Shape): Shape {
  return { title, ...shape }
}

/**
 * A request body as an input type: sets missing required texts to empty, so that the product's own rules report them.
 * Unknown fields stay, and are refused by name.
 */
export function fill(typeName: string, body: unknown): Record<string, unknown> {
  return fillType(schema.getType(typeName) as GraphQLInputType, body) as Record<string, unknown>
}

function fillType(type: GraphQLInputType, value: unknown): unknown {
  const bare = getNullableType(type)
  if (isListType(bare)) return Array.isArray(value) ? value.map((item) => fillType(bare.ofType, item)) : value
  if (!isInputObjectType(bare) || value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const given = value as Record<string, unknown>
  const filled: Record<string, unknown> = { ...given }
  for (const field of Object.values(bare.getFields())) {
    const known = given[field.name]
    const text = isNonNullType(field.type) && getNamedType(field.type).name === 'String'
    if (known !== undefined && !(known === null && text)) filled[field.name] = fillType(field.type, known)
    else if (text) filled[field.name] = ''
  }
  return filled
}

function shapeOf(type: GraphQLType, selection: SelectionSetNode | undefined): Shape {
  const bare = getNullableType(type)
  const core = getNamedType(type)
  let shape: Shape
  if (isListType(bare)) shape = listOf(shapeOf(bare.ofType, selection))
  else if (isEnumType(core)) shape = { type: 'string', enum: core.getValues().map(({ value }) => value as unknown) }
  else if (isInputObjectType(core)) shape = inputShape(core)
  else if (selection) shape = objectShape(core, selection)
  else shape = { ...SCALARS[core.name] }
  return isNonNullType(type) ? shape : nullable(shape)
}

export function nullable(shape: Shape): Shape {
  if (shape.type === undefined) return shape
  return { ...shape, type: [shape.type, 'null'].flat(), ...(shape.enum && { enum: [...shape.enum, null] }) }
}

function objectShape(type: unknown, { selections }: SelectionSetNode): Shape {
  if (!isObjectType(type)) throw new Error('A selection needs an object type')
  const properties: Record<string, Shape> = {}
  for (const node of selections) {
    if (node.kind !== Kind.FIELD) throw new Error('A selection must consist of fields')
    const field = type.getFields()[node.name.value]
    if (!field) throw new Error(`${type.name} has no field ${node.name.value}`)
    properties[node.alias?.value ?? node.name.value] = described(shapeOf(field.type, node.selectionSet), field)
  }
  return object(properties)
}

function inputShape(type: GraphQLInputObjectType): Shape {
  const fields = Object.values(type.getFields())
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, described(shapeOf(field.type, undefined), field)]),
    ),
    required: fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name),
  }
}

function described(shape: Shape, { description }: { description?: string | null | undefined }): Shape {
  return description ? { description, ...shape } : shape
}
