import type { Shape } from './shapes.ts'

/** Example values by the name of a property; others follow from their type. */
const NAMED: Record<string, unknown> = {
  abSplitPercentage: 50,
  abVariantB: 'A second subject',
  abVariantType: 'subject',
  companyDomain: 'example.com',
  companyName: 'Example Ltd',
  confirmPassword: 'three calm otters swim',
  content: '<p>Hello {firstName|there}</p>',
  contentBytes: 'SGVsbG8=',
  contentType: 'text/plain',
  currentPassword: 'two calm otters swim',
  dailyLimit: 500,
  domain: 'example.com',
  email: 'ada@example.com',
  emailsPerInterval: 4,
  features: { tracking: true },
  fields: { City: 'London' },
  firstName: 'Ada',
  fullName: 'Ada Lovelace',
  htmlTemplate: null,
  intervalSeconds: 60,
  lastName: 'Lovelace',
  name: 'Summer news',
  newPassword: 'three calm otters swim',
  note: 'by phone',
  password: 'three calm otters swim',
  personalization: 'both',
  role: 'user',
  search: 'ada',
  selectedTier: 'plus',
  serialNumber: 7,
  slug: 'example',
  subject: 'News for {firstName|you}',
  username: 'ada',
  warmupMode: true,
}
const ID = 'con_018f3a5e7c1d7b2a9f4e6d8c0b1a2f3e'
const BY_TYPE: Record<string, unknown> = { string: 'text', integer: 1, number: 1, boolean: true }

/** An example of a shape: valid, with the properties that are required and those whose names tell a value. */
export function exampleOf(shape: Shape, name = ''): unknown {
  if (name in NAMED) return NAMED[name]
  if (shape.enum) return shape.enum[0]
  if (shape.format === 'date-time') return '2030-01-31T09:30:00.000Z'
  const type = [shape.type ?? 'object'].flat()[0] ?? 'object'
  if (type === 'array') return shape.items ? [exampleOf(shape.items, name)] : []
  if (type !== 'object') return /(^i|I)ds?$/.test(name) ? ID : BY_TYPE[type]
  const wanted = Object.entries(shape.properties ?? {}).filter(
    ([property]) => shape.required?.includes(property) || property in NAMED,
  )
  return Object.fromEntries(wanted.map(([property, inner]) => [property, exampleOf(inner, property)]))
}
