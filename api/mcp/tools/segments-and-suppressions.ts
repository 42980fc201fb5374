import { z } from 'zod'
import { SUPPRESSION_REASONS } from '#domain/audiences.ts'
import {
  ADDS,
  AT_MOST,
  CHANGES,
  id,
  matching,
  page,
  pageFields,
  pageOf,
  paging,
  READS,
  SEARCH_BY_NAME,
  tool,
  type Tool,
} from '../tool-definition.ts'
import { conditions } from './contacts.ts'

const SEGMENT = `id name contactCount createdAt
  filter { search tags withoutTags fields { name equals contains isEmpty } suppressed campaignOutcome { campaignId outcome } }`
const name = z.string().min(1).max(200)
const filter = z.strictObject(conditions)

/** Segments and the suppression list. */
export const audienceTools: readonly Tool[] = [
  tool({
    name: 'list_segments',
    title: 'List segments',
    description: `The saved contact filters with their conditions and how many contacts match now, by name. ${AT_MOST}`,
    scope: 'contacts:read',
    annotations: READS,
    input: z.strictObject({ search: SEARCH_BY_NAME }),
    document: `{ segments { ${SEGMENT} } }`,
    variables: () => ({}),
    result: (data, { search }) => matching('segments', data['segments'], search),
  }),
  tool({
    name: 'create_segment',
    title: 'Create a segment',
    description: 'Saves a contact filter under a name. All conditions must match; contacts are looked up at each use.',
    scope: 'contacts:write',
    annotations: ADDS,
    input: z.strictObject({ name: name.describe('Name; unique in the workspace.'), filter }),
    document: `mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { segment { ${SEGMENT} } } }`,
    variables: (input) => ({ input }),
    result: (data) => ({ segment: data['createSegment'] }),
  }),
  tool({
    name: 'update_segment',
    title: 'Change a segment',
    description: 'Renames a segment or replaces all its conditions. What is left out stays as it is.',
    scope: 'contacts:write',
    annotations: CHANGES,
    input: z.strictObject({ segmentId: id('segment'), name: name.optional(), filter: filter.optional() }),
    document: `mutation ($input: UpdateSegmentInput!) { updateSegment(input: $input) { segment { ${SEGMENT} } } }`,
    variables: ({ segmentId, ...changes }) => ({ input: { id: segmentId, ...changes } }),
    result: (data) => ({ segment: data['updateSegment'] }),
  }),
  tool({
    name: 'delete_segment',
    title: 'Delete a segment',
    description: 'Deletes a segment. Its contacts and campaigns stay.',
    scope: 'contacts:write',
    annotations: CHANGES,
    input: z.strictObject({ segmentId: id('segment') }),
    document: 'mutation ($input: DeleteSegmentInput!) { deleteSegment(input: $input) { segment { id name } } }',
    variables: ({ segmentId }) => ({ input: { id: segmentId } }),
    result: (data) => ({ deleted: data['deleteSegment'] }),
  }),
  tool({
    name: 'list_suppressions',
    title: 'List the suppression list',
    description: 'Addresses that get no email, newest first, with the reason. No tool removes them.',
    scope: 'suppressions:read',
    annotations: READS,
    input: z.strictObject({
      search: z.string().max(200).optional().describe('Part of the address.'),
      reason: z.enum(SUPPRESSION_REASONS).optional(),
      ...paging,
    }),
    document: `query ($first: Int!, $after: String, $filter: SuppressionFilter) {
      suppressions(first: $first, after: $after, filter: $filter) ${pageFields('id email reason note createdAt')} }`,
    variables: ({ limit, cursor, ...rest }) => ({ ...pageOf({ limit, cursor }), filter: rest }),
    result: (data) => page('suppressions', data['suppressions']),
  }),
]
