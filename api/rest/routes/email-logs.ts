import { byId, found, nodeOf, type DocumentRow } from '../row.ts'
import { named, selected } from '../payload-shapes.ts'
import { LOG } from './campaigns.ts'

const EMAIL = `${LOG} campaign { id name } events { kind at machine url detail }`

/** REST calls for single emails of campaigns. */
export const emailLogRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/email-logs/:id',
    summary: 'An email to a recipient, with its events',
    scope: 'campaigns:read',
    answers: named('EmailLogWithEvents', selected('EmailLog', EMAIL)),
    document: `query ($id: ID!) { emailLog: node(id: $id) { ... on EmailLog { ${EMAIL} } } }`,
    variables: byId,
    reply: (data) => found(nodeOf(data['emailLog']), 'EmailLog'),
  },
]
