import { z } from 'zod'
import { found, nodeOf } from '#api/rest/row.ts'
import {
  ADDS,
  CHANGES,
  design,
  id,
  page,
  pageFields,
  pageOf,
  paging,
  READS,
  SEARCH_BY_NAME,
  tool,
  withoutLongTexts,
  type Tool,
} from '../tool-definition.ts'

const LISTED = 'id name subject preview createdAt'
const text = {
  subject: z.string().describe('Subject; merge tags such as {firstName} work.'),
  content: z.string().optional().describe('Text or HTML; merge tags such as {firstName} work.'),
  htmlTemplate: design.optional(),
}

export const templateTools: readonly Tool[] = [
  tool({
    name: 'list_templates',
    title: 'List templates',
    description: 'The templates of the workspace, newest first, with the beginning of each.',
    scope: 'templates:read',
    annotations: READS,
    input: z.strictObject({ search: SEARCH_BY_NAME, ...paging }),
    document: `query ($first: Int!, $after: String, $filter: TemplateFilter) {
      templates(first: $first, after: $after, filter: $filter) ${pageFields(LISTED)} }`,
    variables: ({ limit, cursor, ...filter }) => ({ ...pageOf({ limit, cursor }), filter }),
    result: (data) => page('templates', data['templates']),
  }),
  tool({
    name: 'get_template',
    title: 'Get a template',
    description: 'One template with its content and, if asked for, the document of the email builder.',
    scope: 'templates:read',
    annotations: READS,
    input: z.strictObject({
      templateId: id('template'),
      design: z.boolean().default(false).describe('Whether to answer htmlTemplate, which can be long.'),
    }),
    document: `query ($id: ID!, $design: Boolean!) { template: node(id: $id) { ... on Template {
      ${LISTED} content htmlTemplate @include(if: $design) } } }`,
    variables: ({ templateId, design: wanted }) => ({ id: templateId, design: wanted }),
    result: (data) => ({
      template: withoutLongTexts(found(nodeOf(data['template']), 'Template'), ['content', 'htmlTemplate']),
    }),
  }),
  tool({
    name: 'create_template',
    title: 'Create a template',
    description: 'Saves a template. To use it, pass its subject and content to create_campaign.',
    scope: 'templates:write',
    annotations: ADDS,
    input: z.strictObject({ name: z.string().min(1), ...text }),
    document: `mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { ${LISTED} } } }`,
    variables: (input) => ({ input }),
    result: (data) => ({ template: data['createTemplate'] }),
  }),
  tool({
    name: 'update_template',
    title: 'Change a template',
    description: 'Changes a template. What is left out stays as it is.',
    scope: 'templates:write',
    annotations: CHANGES,
    input: z.strictObject({
      templateId: id('template'),
      name: z.string().min(1).optional(),
      ...text,
      subject: text.subject.optional(),
    }),
    document: `mutation ($input: UpdateTemplateInput!) { updateTemplate(input: $input) { template { ${LISTED} } } }`,
    variables: ({ templateId, ...changes }) => ({ input: { id: templateId, ...changes } }),
    result: (data) => ({ template: data['updateTemplate'] }),
  }),
]
