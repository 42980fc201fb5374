import { expect } from 'vitest'
import { mutate } from './mutate.ts'
import { eventually, type TestPerson } from './world.ts'

const REHEARSAL = `status done total error taskId reportedAt changed
  report { recipients emails startsAt finishesAt followUps { step firstAt lastAt } localTimeZone waves { timeZone recipients at leavesAt } limits { reason message } largestBytes clippedCount largestContact { email }
    findings { code section message count tag
      examples { contact { email } other { email } meantDomain campaign { name } sentBy sentAt awayUntil awayDateGiven reason } } }`
const CAMPAIGN = `query ($id: ID!) { campaign(id: $id) { rehearsal { ${REHEARSAL} } } }`

/** The newest rehearsal of a campaign. */
export async function rehearsalOf(person: TestPerson, id: string) {
  const { data, errors } = await person.graphql(CAMPAIGN, { id })
  expect(errors).toBeUndefined()
  return data.campaign.rehearsal
}

/** Starts a rehearsal. */
export const start = (person: TestPerson, input: object) =>
  mutate(person, 'rehearseCampaign', input, '{ id rehearsal { taskId } }')

/** Rehearses a launch to the end, and returns the rehearsal with its report. */
export async function rehearsed(person: TestPerson, id: string, input: object = {}) {
  const started = await start(person, { id, ...input })
  expect(started.errors ?? null).toBeNull()
  const rehearsal = await eventually('the end of the rehearsal', async () => {
    const latest = await rehearsalOf(person, id)
    return latest.status !== 'running' && latest
  })
  expect(rehearsal).toMatchObject({ taskId: started.data.rehearseCampaign.rehearsal.taskId, error: null })
  return rehearsal
}

/** Adds a contact; returns its id. */
export async function contact(person: TestPerson, firstName: string, lastName: string, email: string, values = {}) {
  const fields = Object.entries(values).map(([name, value]) => ({ name, value }))
  const { data } = await person.graphql(
    'mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { id } errors { message } } }',
    { input: { firstName, lastName, email, fields } },
  )
  return data.createContact.id as string
}

/** The codes of the findings of a report, with their merge tags, and how many each concerns. */
export const codesOf = (report: { findings: { code: string; count: number; tag: string | null }[] }) =>
  Object.fromEntries(report.findings.map(({ code, count, tag }) => [tag ? `${code} ${tag}` : code, count]))
