import { CONTACT_FIELD_NAMES, entryOf, isInteger } from '#domain/contacts/contact-fields.ts'
import { z } from 'zod'
import { RECIPIENT_OUTCOMES } from '#domain/tracking/tracking.ts'
import { found, type Data } from '#api/rest/row.ts'
import { asList, asMap, CONTACT } from '#api/rest/routes/contacts.ts'
import {
  ADDS,
  AT_MOST,
  CHANGES,
  id,
  matching,
  moment,
  page,
  pageFields,
  pageOf,
  paging,
  READS,
  ROWS_MAX,
  SEARCH_BY_NAME,
  tool,
  type Tool,
} from '../tool-definition.ts'

/** Values of a contact in an upsert. */
const values = Object.fromEntries(
  CONTACT_FIELD_NAMES.map((name) => {
    const { given } = entryOf(name)
    if (isInteger(name)) return [name, z.int().optional().describe(given)]
    const isKey = name === 'email'
    return [
      name,
      z
        .string()
        .optional()
        .describe(isKey ? `${given} Needed to add a contact.` : given),
    ]
  }),
)

const tags = z.array(z.string().min(1).max(200)).min(1).max(50)

/** The conditions that lists, segments and audiences share. */
export const conditions = {
  search: z.string().max(200).optional().describe('Part of the first name, last name or email; case-insensitive.'),
  tags: tags.optional().describe('Only contacts with all of these tags.'),
  withoutTags: tags.optional().describe('Only contacts with none of these tags.'),
  fields: z
    .array(
      z.strictObject({
        name: z.string().describe('Name of the custom field.'),
        equals: z.string().optional(),
        contains: z.string().optional(),
        isEmpty: z.boolean().optional().describe('Whether the field is missing or empty.'),
      }),
    )
    .max(20)
    .optional()
    .describe('Conditions on custom fields, each with one of equals, contains and isEmpty. All must match.'),
  suppressed: z.boolean().optional().describe('Whether the address is on the suppression list.'),
  campaignOutcome: z
    .strictObject({ campaignId: id('campaign'), outcome: z.enum(RECIPIENT_OUTCOMES) })
    .optional()
    .describe('Only recipients of a campaign with this outcome.'),
}

/** Argument of a tool: conditions and a segment that choose contacts. */
export const contactFilter = z.strictObject({
  ...conditions,
  segmentId: id('segment').optional().describe('Id of a segment; its conditions must match as well.'),
})

/** Arguments of a tool: contacts to tag, by exactly one of the two. */
const chosen = {
  contactIds: z.array(id('contact')).min(1).max(1_000).optional().describe('Ids of the contacts.'),
  filter: contactFilter.optional().describe('Instead of contactIds: all contacts that match.'),
  tags: tags.describe('The tags; case-insensitive.'),
}
const choice = ({ contactIds, filter, tags: names }: { contactIds?: unknown; filter?: unknown; tags: string[] }) => ({
  input: { tags: names, ...(contactIds !== undefined && { ids: contactIds }), ...(filter !== undefined && { filter }) },
})

export const contactTools: readonly Tool[] = [
  tool({
    name: 'list_contacts',
    title: 'List or search contacts',
    description: 'Contacts of the workspace that match all of these conditions, newest first.',
    scope: 'contacts:read',
    annotations: READS,
    input: z.strictObject({
      ...contactFilter.shape,
      emails: z.array(z.string()).max(ROWS_MAX).optional().describe('Only contacts with one of these emails.'),
      externalIds: z
        .array(z.string())
        .max(ROWS_MAX)
        .optional()
        .describe('Only contacts with one of these external ids.'),
      updatedSince: moment('Only contacts that were added or changed since then.').optional(),
      ...paging,
    }),
    document: `query ($first: Int!, $after: String, $filter: ContactFilter) {
      contacts(first: $first, after: $after, filter: $filter) ${pageFields(CONTACT)} }`,
    variables: ({ limit, cursor, ...filter }) => ({ ...pageOf({ limit, cursor }), filter }),
    result: (data) => page('contacts', data['contacts'], asMap),
  }),
  tool({
    name: 'get_contact',
    title: 'Get a contact',
    description: 'One contact with its custom fields and tags.',
    scope: 'contacts:read',
    annotations: READS,
    input: z.strictObject({ contactId: id('contact') }),
    document: `query ($id: ID!) { contact(id: $id) { ${CONTACT} } }`,
    variables: ({ contactId }) => ({ id: contactId }),
    result: (data) => ({ contact: asMap(found(data['contact'], 'Contact')) }),
  }),
  tool({
    name: 'list_contact_fields',
    title: 'List custom fields',
    description: `The custom fields of contacts in use, in the order of the spreadsheets they came from. Each is a merge tag, such as {Company}. ${AT_MOST}`,
    scope: 'contacts:read',
    annotations: READS,
    input: z.strictObject({ search: SEARCH_BY_NAME }),
    document: '{ contactFields { name contactCount } }',
    variables: () => ({}),
    result: (data, { search }) => matching('fields', data['contactFields'], search),
  }),
  tool({
    name: 'list_tags',
    title: 'List tags',
    description: `The tags (labels of contacts) in use, most frequent first. ${AT_MOST}`,
    scope: 'contacts:read',
    annotations: READS,
    input: z.strictObject({ search: SEARCH_BY_NAME }),
    document: '{ contactTags { name contactCount } }',
    variables: () => ({}),
    result: (data, { search }) => matching('tags', data['contactTags'], search),
  }),
  tool({
    name: 'upsert_contacts',
    title: 'Add or change contacts',
    description:
      'Adds or changes contacts, each found by its external id, otherwise by its email. What a row leaves out stays as it is. The answer says for each row what became of it; a refused row does not affect the others.',
    scope: 'contacts:write',
    annotations: CHANGES,
    input: z.strictObject({
      contacts: z
        .array(
          z.strictObject({
            ...values,
            externalId: z.string().optional().describe('Its id in another system.'),
            tags: z.array(z.string()).optional().describe('All its tags; replaces the previous ones.'),
            fields: z
              .record(z.string(), z.string())
              .optional()
              .describe('Custom fields: name → text. Empty removes one.'),
          }),
        )
        .min(1)
        .max(ROWS_MAX),
    }),
    document: `mutation ($input: UpsertContactsInput!) { upsertContacts(input: $input) {
      results { index outcome contact { id } errors { code field message } } } }`,
    variables: ({ contacts }) => ({
      input: { contacts: contacts.map((row) => (row.fields ? { ...row, fields: asList(row.fields) } : row)) },
    }),
    result: (data) => ({
      results: data['upsertContacts'].map(({ contact, ...rest }: Data) => ({
        ...rest,
        contactId: contact?.id ?? null,
      })),
    }),
  }),
  tool({
    name: 'add_tags',
    title: 'Tag contacts',
    description:
      'Adds tags to contacts, given by ids or by a filter (exactly one of the two). Other tags stay. More than 1,000 contacts are tagged in the background.',
    scope: 'contacts:write',
    annotations: { ...ADDS, idempotentHint: true },
    input: z.strictObject(chosen),
    document: 'mutation ($input: AddTagsInput!) { addTags(input: $input) { contactCount } }',
    variables: choice,
    result: (data) => ({ contactCount: data['addTags'] }),
  }),
  tool({
    name: 'remove_tags',
    title: 'Remove tags from contacts',
    description:
      'Removes tags from contacts, given by ids or by a filter (exactly one of the two). Other tags stay. From more than 1,000 contacts they are removed in the background.',
    scope: 'contacts:write',
    annotations: CHANGES,
    input: z.strictObject(chosen),
    document: 'mutation ($input: RemoveTagsInput!) { removeTags(input: $input) { contactCount } }',
    variables: choice,
    result: (data) => ({ contactCount: data['removeTags'] }),
  }),
]
