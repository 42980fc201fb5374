import { AppError } from '#domain/errors.ts'
import { byId, found, type DocumentRow } from '../row.ts'
import { listOf, MESSAGE, named, object, plus, selected } from '../payload-shapes.ts'

const LINK = 'createdAt lastReadAt expiresAt'
const link = named('SheetLink', selected('SheetLink', LINK))
const ALL = `campaign { id name } user { id name } ${LINK}`
const listed = named('SheetLinkListed', selected('SheetLink', ALL))
const url = { type: 'string', description: 'The address of the file. It is told only here.' }

/** REST calls for live links to the spreadsheets of campaigns. */
export const sheetLinkRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/sheet-links',
    summary:
      'The live links to spreadsheets that work: to admins those of the workspace, to others their own; without their addresses; no API keys',
    answers: listOf(listed),
    document: `query { sheetLinks { ${ALL} } }`,
    reply: (data) => data['sheetLinks'],
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id/sheet-link',
    summary: 'Your live link to the spreadsheet of a campaign, without its address; no API keys',
    answers: link,
    document: `query ($id: ID!) { campaign(id: $id) { sheetLink { ${LINK} } } }`,
    variables: byId,
    reply: (data) => {
      const { sheetLink } = found(data['campaign'], 'Campaign')
      if (sheetLink === null)
        throw new AppError('NOT_FOUND', 'You have no live link to the spreadsheet of this campaign.')
      return sheetLink
    },
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/sheet-link',
    summary:
      'Create your live link to the spreadsheet of a campaign, in place of an earlier one; everybody with the address can read the file; requires a recent sign-in; no API keys',
    status: 201,
    answers: plus(link, { url }),
    document: `mutation ($id: ID!) { createSheetLink(input: { id: $id }) { campaign { sheetLink { ${LINK} } } url } }`,
    variables: byId,
    reply: ({ createSheetLink }) => ({ ...createSheetLink.campaign.sheetLink, url: createSheetLink.url }),
  },
  {
    method: 'DELETE',
    path: '/api/campaigns/:id/sheet-link',
    summary: 'Revoke a live link to the spreadsheet of a campaign, yours by default; no API keys',
    query: { userId: 'Id of the user whose link it is; only admins can name others. Default: you.' },
    answers: object({ id: { type: 'string' }, message: MESSAGE }),
    document: `mutation ($id: ID!, $userId: ID) { revokeSheetLink(input: { id: $id, userId: $userId }) { campaign { id } } }`,
    variables: ({ params, query }) => ({ id: params['id'], userId: query['userId'] }),
    reply: (data) => ({ id: data['revokeSheetLink'].id, message: 'Live link revoked' }),
  },
]
