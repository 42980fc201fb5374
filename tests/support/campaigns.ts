import { expect } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { v7 as newId } from 'uuid'
import { eventually, type TestPerson, type World } from './world.ts'

/** Outcome of a recipient's email, as returned by GraphQL. */
export interface TestLog {
  id: string
  status: 'pending' | 'sent' | 'delivered' | 'failed'
  error: string | null
  contactEmail: string
}

/** A campaign as returned by GraphQL, with its first 500 recipients. */
export interface TestCampaign {
  id: string
  status: string
  statusReason: string | null
  resumesAt: string | null
  finishesAt: string | null
  scheduledAt: string | null
  totalContacts: number
  sentCount: number
  failedCount: number
  pendingCount: number
  logs: TestLog[]
}

export const CAMPAIGN_FIELDS =
  'id status statusReason resumesAt finishesAt scheduledAt totalContacts sentCount failedCount pendingCount'

/** Inserts `count` contacts with unique addresses that begin with `prefix`, bypassing the API; returns their opaque ids. */
export async function addContacts(
  world: World,
  person: TestPerson,
  count: number,
  domain = 'example.com',
  prefix = 'c',
) {
  const mark = Math.random().toString(36).slice(2)
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    email: `${prefix}${index}-${mark}@${domain}`,
    index,
  }))
  await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute(
      `insert into contacts (tenant_id, id, first_name, last_name, email, fields, created_at)
       select ?, id, 'First' || index, 'Last' || index, email, '{}', now()
       from jsonb_to_recordset(?::jsonb) as row (id uuid, email text, index int) returning 1`,
      [person.tenantId, JSON.stringify(rows)],
    ),
  )
  return rows.map(({ id }) => encodeId('Contact', id))
}

/** Creates a draft to `count` new contacts; returns its id. */
export async function draftCampaign(
  world: World,
  person: TestPerson,
  count: number,
  input: object = {},
): Promise<string> {
  const selectedContacts = await addContacts(world, person, count)
  const { data, errors } = await person.graphql(
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { code field message } } }',
    { input: { name: 'News', subject: 'Hello', content: 'Text', selectedContacts, ...input } },
  )
  expect(errors).toBeUndefined()
  return data.createCampaign.id
}

export async function configureSending(person: TestPerson, input: object): Promise<void> {
  const { errors } = await person.graphql(
    'mutation ($input: UpdateEmailSettingsInput!) { updateEmailSettings(input: $input) { emailSettings { dailyLimit } errors { code field message } } }',
    { input },
  )
  expect(errors).toBeUndefined()
}

/** Fetches a campaign. */
export async function fetchCampaign(person: TestPerson, id: string): Promise<TestCampaign> {
  const { data, errors } = await person.graphql(
    `query ($id: ID!) { campaign(id: $id) { ${CAMPAIGN_FIELDS}
       emailLogs(first: 500) { edges { node { id status error contactEmail } } } } }`,
    { id },
  )
  expect(errors).toBeUndefined()
  const { emailLogs, ...campaign } = data.campaign
  return { ...campaign, logs: emailLogs.edges.map(({ node }: { node: TestLog }) => node) }
}

/** Returns whether the first email was sent and the worker has recorded that the next one waits for its interval. */
export const isWaiting = ({ sentCount, statusReason, finishesAt }: TestCampaign): boolean =>
  sentCount === 1 && statusReason === 'BETWEEN_INTERVALS' && finishesAt !== null

/** Waits until `holds` accepts the campaign; a failure shows its last state. */
export async function untilCampaign(
  person: TestPerson,
  id: string,
  what: string,
  holds: (campaign: TestCampaign) => boolean,
  timeout?: number,
): Promise<TestCampaign> {
  let campaign: TestCampaign | null = null
  const look = async () => {
    campaign = await fetchCampaign(person, id)
    return holds(campaign) && campaign
  }
  try {
    return await eventually(what, look, timeout)
  } catch (error) {
    const { logs = [], ...rest } = (campaign ?? {}) as Partial<TestCampaign>
    const groups = Object.entries(Object.groupBy(logs, (log) => `${log.status} ${log.error ?? ''}`.trim()))
    const counts = Object.fromEntries(groups.map(([name, list]) => [name, list?.length]))
    throw new Error(`${String(error)} ${JSON.stringify({ ...rest, logs: counts })}`, { cause: error })
  }
}
