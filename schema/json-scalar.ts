import { builder } from './schema-builder.ts'

builder.scalarType('JSON', {
  description: 'Any JSON value; stored and returned unchanged.',
  serialize: (value) => value,
  parseValue: (value) => value,
})
