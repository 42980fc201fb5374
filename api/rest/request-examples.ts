import { encodeId, ID_KINDS } from '#schema/object-ids.ts'
import type { Shape } from './payload-shapes.ts'

/** Makes an example id of the kind that the text names, such as contactId or attachments. */
function idFor(text: string): string {
  const kind = ID_KINDS.find((known) => text.toLowerCase().includes(known.toLowerCase())) ?? 'Contact'
  return encodeId(kind, '018f3a5e-7c1d-7b2a-9f4e-6d8c0b1a2f3e')
}

/** Example values by the name of a property; other examples follow from the type. */
const NAMED: Record<string, unknown> = {
  abSplitPercentage: 50,
  abTestShare: 20,
  abVariantB: 'A second subject',
  abVariantType: 'subject',
  abWaitHours: 4,
  clickRate: 12.5,
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
  errors: [],
  emailsPerInterval: 4,
  externalId: 'crm-7',
  features: { tracking: true },
  fields: { City: 'London' },
  fileName: 'contacts.xlsx',
  firstName: 'Ada',
  fullName: 'Ada Lovelace',
  htmlTemplate: null,
  intervalSeconds: 60,
  lastName: 'Lovelace',
  message: 'Done.',
  name: 'Summer news',
  newPassword: 'three calm otters swim',
  note: 'by phone',
  openRate: 40,
  password: 'three calm otters swim',
  personalization: 'both',
  role: 'user',
  search: 'ada',
  selectedContacts: [idFor('contact')],
  selectedTier: 'plus',
  serialNumber: 7,
  sessionToken: 'hT5x…',
  slug: 'example',
  subject: 'News for {firstName|you}',
  tags: ['customers'],
  url: 'https://mail.example.com/images/7f3a.png',
  username: 'ada',
  warmupMode: true,
}
const BY_TYPE: Record<string, unknown> = { string: 'text', integer: 1, number: 1, boolean: true }

/** Returns whether an example value is one of a shape's enum, or has its required properties. */
const fits = ({ enum: values, required = [] }: Shape, value: unknown): boolean =>
  (!values || values.includes(value)) && required.every((property) => property in Object(value))

/**
 * Makes an example of a JSON shape: valid, with the required properties and those that have an example by name.
 * `owner`: what kind of object the shape's `id` belongs to.
 */
export function exampleOf(shape: Shape, owner = '', name = ''): unknown {
  if (name in NAMED && fits(shape, NAMED[name])) return NAMED[name]
  if (shape.anyOf?.[0]) return exampleOf(shape.anyOf[0], owner, name)
  if (shape.enum) return shape.enum[0]
  if (shape.format === 'date-time') return '2030-01-31T09:30:00.000Z'
  const type = [shape.type ?? 'object'].flat()[0] ?? 'object'
  if (type === 'array') return shape.items ? [exampleOf(shape.items, owner, name)] : []
  if (type !== 'object') return /(^i|I)ds?$/.test(name) ? idFor(/^ids?$/.test(name) ? owner : name) : BY_TYPE[type]
  const self = shape.title ?? (name || owner)
  const isPerson = 'username' in (shape.properties ?? {})
  const wanted = Object.entries(shape.properties ?? {}).filter(
    ([property]) => shape.required?.includes(property) || property in NAMED,
  )
  return Object.fromEntries(
    wanted.map(([property, inner]) => [
      property,
      exampleOf(inner, self, isPerson && property === 'name' ? 'fullName' : property),
    ]),
  )
}
