import { AppError } from '#domain/errors.ts'
import { byId, found, type DocumentRow } from '../row.ts'
import { fill, input, listOf, named, plus, selected } from '../shapes.ts'

const REPEAT = `isOn kind label field offsetDays isYearly dateOrder dayOfMonth timeOfDay timeZone onWorkingDays includesExisting
  mailAccounts { id email } nextRunAt lastRunAt offBecause offAt skippedCount skippedAt runCount sentCount`
const repeat = named('CampaignRepeat', selected('CampaignRepeat', REPEAT))

const RUN = `id name status statusReason statusText totalContacts sentCount failedCount pendingCount deliveredCount openedCount
  clickedCount createdAt startedAt sentAt`
const run = named('CampaignRun', selected('Campaign', RUN))

/** Campaigns that are sent again and again. */
export const repeatRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/campaigns/:id/repeat',
    summary: 'The rule by which a campaign is sent again and again',
    answers: repeat,
    document: `query ($id: ID!) { campaign(id: $id) { repeat { ${REPEAT} } } }`,
    variables: byId,
    reply: (data) => {
      const { repeat: rule } = found(data['campaign'], 'Campaign')
      if (rule === null) throw new AppError('NOT_FOUND', 'This campaign was never set to repeat.')
      return rule
    },
  },
  {
    method: 'PUT',
    path: '/api/campaigns/:id/repeat',
    summary: 'Send a draft again and again by a rule',
    takes: plus(input('RepeatRuleInput'), input('RepeatCampaignInput', ['id', 'rule']).properties ?? {}),
    answers: repeat,
    document: `mutation ($input: RepeatCampaignInput!) { repeatCampaign(input: $input) { campaign { repeat { ${REPEAT} } } } }`,
    variables: (request) => {
      const { mailAccountIds, ...rule } = fill('RepeatRuleInput', request.body)
      return { input: { ...byId(request), rule, ...(mailAccountIds !== undefined && { mailAccountIds }) } }
    },
    reply: (data) => data['repeatCampaign'].repeat,
  },
  {
    method: 'DELETE',
    path: '/api/campaigns/:id/repeat',
    summary: 'Stop sending a campaign again and again; runs that were launched go on',
    answers: repeat,
    document: `mutation ($id: ID!) { repeatCampaign(input: { id: $id }) { campaign { repeat { ${REPEAT} } } } }`,
    variables: byId,
    reply: (data) => {
      const { repeat: rule } = data['repeatCampaign']
      if (rule === null) throw new AppError('NOT_FOUND', 'This campaign was never set to repeat.')
      return rule
    },
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id/runs',
    summary: 'The runs of a repeating campaign, newest first: each is a campaign of its own',
    answers: listOf(run),
    pageSize: 100,
    document: `query ($id: ID!, $first: Int!, $after: String, $count: Boolean!) {
      campaigns(filter: { repeatOf: $id }, first: $first, after: $after) { totalCount @include(if: $count) pageInfo { hasNextPage endCursor } edges { node { ${RUN} } } } }`,
    variables: byId,
    page: (data) => data['campaigns'],
  },
]
