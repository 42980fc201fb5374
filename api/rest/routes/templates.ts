import { templateChanges, templateInput } from '#domain/templates/templates.ts'
import { DESIGN_BODY } from '#api/platform/http/bodies/body-limits.ts'
import { byId, found, type DocumentRow } from '../row.ts'
import { fill, input, listOf, MESSAGE, named, object, selected } from '../payload-shapes.ts'

const TEMPLATE = `id name subject content htmlTemplate createdAt`
const template = named('Template', selected('Template', TEMPLATE))

/** REST calls for saved templates. */
export const templateRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/templates',
    summary: 'All templates, newest first',
    answers: listOf(template),
    pageSize: 500,
    document: `query ($first: Int!, $after: String, $count: Boolean!) {
      templates(first: $first, after: $after) { totalCount @include(if: $count) pageInfo { hasNextPage endCursor } edges { node { ${TEMPLATE} } } } }`,
    page: (data) => data['templates'],
  },
  {
    method: 'POST',
    path: '/api/templates',
    bodyMax: DESIGN_BODY,
    summary: 'Save a template',
    status: 201,
    takes: input('CreateTemplateInput'),
    location: ({ id }) => `/api/templates/${id}`,
    rules: templateInput,
    answers: template,
    document: `mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { ${TEMPLATE} } } }`,
    variables: ({ body }) => ({ input: fill('CreateTemplateInput', body) }),
    reply: (data) => data['createTemplate'],
  },
  {
    method: 'GET',
    path: '/api/templates/:id',
    summary: 'A template',
    answers: template,
    document: `query ($id: ID!) { template(id: $id) { ${TEMPLATE} } }`,
    variables: byId,
    reply: (data) => found(data['template'], 'Template'),
  },
  {
    method: 'PUT',
    path: '/api/templates/:id',
    bodyMax: DESIGN_BODY,
    summary: 'Change a template; omitted fields stay the same',
    takes: input('UpdateTemplateInput', ['id']),
    rules: templateChanges,
    answers: template,
    document: `mutation ($input: UpdateTemplateInput!) { updateTemplate(input: $input) { template { ${TEMPLATE} } } }`,
    variables: (request) => ({ input: { ...fill('UpdateTemplateInput', request.body), ...byId(request) } }),
    reply: (data) => data['updateTemplate'],
  },
  {
    method: 'DELETE',
    path: '/api/templates/:id',
    summary: 'Delete a template',
    answers: object({ id: { type: 'string' }, message: MESSAGE }),
    document: `mutation ($id: ID!) { deleteTemplate(input: { id: $id }) { template { id } } }`,
    variables: byId,
    reply: (data) => ({ id: data['deleteTemplate'].id, message: 'Template deleted' }),
  },
]
