import { AppError } from '#domain/errors.ts'
import { byId, found, type DocumentRow } from '../row.ts'
import { fill, input, listOf, named, selected } from '../payload-shapes.ts'

const REPEAT = `isOn kind label segmentId field offsetDays isYearly dateOrder dayOfMonth timeOfDay timeZone onWorkingDays includesExisting
  mailboxes { id email } nextRunAt lastRunAt offBecause offAt skippedCount skippedAt runCount sentCount startedBy { id name }`
const repeat = named('CampaignRepeat', selected('CampaignRepeat', REPEAT))

const RUN = `id name status statusReason statusText totalContacts sentCount failedCount leftOutCount pendingCount deliveredCount openedCount
  clickedCount createdAt startedAt sentAt`
const run = named('CampaignRun', selected('Campaign', RUN))

const PREVIEW = 'runsAt recipients suppressed overCeiling unreadable'
const preview = named('RepeatPreview', selected('RepeatPreview', PREVIEW))

/** Input fields of a repeat rule, and of its mailboxes. */
const rule = input('RepeatRuleInput')
const RULE = {
  ...rule,
  properties: { ...rule.properties, ...input('RepeatCampaignInput', ['id', 'rule']).properties },
}

/** REST calls for campaigns that repeat. */
export const repeatRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/campaigns/:id/repeat',
    summary: 'The rule by which a campaign repeats',
    answers: repeat,
    document: `query ($id: ID!) { campaign(id: $id) { repeat { ${REPEAT} } } }`,
    variables: byId,
    reply: (data) => {
      const { repeat: stored } = found(data['campaign'], 'Campaign')
      if (stored === null) throw new AppError('NOT_FOUND', 'This campaign was never set to repeat.')
      return stored
    },
  },
  {
    method: 'PUT',
    path: '/api/campaigns/:id/repeat',
    summary: 'Make a draft repeat by a rule',
    takes: RULE,
    answers: repeat,
    document: `mutation ($input: RepeatCampaignInput!) { repeatCampaign(input: $input) { campaign { repeat { ${REPEAT} } } } }`,
    variables: (request) => {
      const { mailboxIds, ...given } = fill('RepeatRuleInput', request.body)
      return { input: { ...byId(request), rule: given, ...(mailboxIds !== undefined && { mailboxIds }) } }
    },
    reply: (data) => data['repeatCampaign'].repeat,
  },
  {
    method: 'DELETE',
    path: '/api/campaigns/:id/repeat',
    summary: 'Stop a repeating campaign; runs already launched continue',
    answers: repeat,
    document: `mutation ($id: ID!) { repeatCampaign(input: { id: $id }) { campaign { repeat { ${REPEAT} } } } }`,
    variables: byId,
    reply: (data) => {
      const { repeat: stored } = data['repeatCampaign']
      if (stored === null) throw new AppError('NOT_FOUND', 'This campaign was never set to repeat.')
      return stored
    },
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/repeat/preview',
    summary:
      'When the next run of a rule would be, and how many contacts would get the campaign; without a body, of the rule that it has. Changes nothing',
    takes: rule,
    bodyOptional: true,
    answers: preview,
    document: `query ($id: ID!, $rule: RepeatRuleInput) { campaign(id: $id) {
      repeatPreview(rule: $rule) { ${PREVIEW} } } }`,
    variables: (request) => ({
      ...byId(request),
      rule: Object.keys(request.body ?? {}).length > 0 ? fill('RepeatRuleInput', request.body) : null,
    }),
    reply: (data) => {
      const { repeatPreview } = found(data['campaign'], 'Campaign')
      if (repeatPreview === null) throw new AppError('NOT_FOUND', 'This campaign was never set to repeat.')
      return repeatPreview
    },
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id/runs',
    summary: 'The runs of a repeating campaign, newest first: each is a campaign of its own',
    answers: listOf(run),
    pageSize: 100,
    document: `query ($id: ID!, $first: Int!, $after: String, $count: Boolean!) { campaign(id: $id) { id }
      campaigns(filter: { repeatOf: $id }, first: $first, after: $after) { totalCount @include(if: $count) pageInfo { hasNextPage endCursor } edges { node { ${RUN} } } } }`,
    variables: byId,
    page: (data) => {
      found(data['campaign'], 'Campaign')
      return data['campaigns']
    },
  },
]
