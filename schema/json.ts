import { builder } from './builder.ts'

builder.scalarType('JSON', {
  description: 'Any JSON value; it is kept and given back as it is.',
  serialize: (value) => value,
  parseValue: (value) => value,
})
