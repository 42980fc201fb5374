import {
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLInputType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { IdKind } from '#schema/object-ids.ts'
import { schema } from '#schema/index.ts'
import { filePaths } from '#api/rest/file-endpoints.ts'
import { documentRows } from '#api/rest/routes.ts'
import { oneOfEach } from '#tests/support/workspace-with-one-of-each.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { callRootField, leastValue, rootFieldsOf, type RootField } from '#tests/support/root-fields.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

/** A call's id argument, with everything else the call needs. */
interface Place {
  name: string
  call: (id: string, own: Record<string, string>) => (headers: Record<string, string>) => Promise<string>
}

/** Own ids a call needs besides the tested one: `operation.argument` → kind. */
const OWN: Record<string, IdKind> = {
  'sheetRows.id': 'Sheet',
  'setRowCells.id': 'Campaign',
  'updateCampaign.id': 'Campaign',
  'sendCampaign.id': 'Campaign',
  'repeatCampaign.id': 'Campaign',
  'rehearseCampaign.id': 'Campaign',
  'requestApproval.id': 'Campaign',
  'campaignConditions.id': 'Campaign',
  'campaignProblems.id': 'Campaign',
  'recipientFilePlan.id': 'Campaign',
  'launchForecast.id': 'Campaign',
  'previewRecipient.campaignId': 'Campaign',
  'resumeCampaign.id': 'Campaign',
  'chooseAbWinner.id': 'Campaign',
  'revokeSheetLink.id': 'Campaign',
  'DELETE /api/campaigns/:id/sheet-link?userId.id': 'Campaign',
  'sendToFailed.id': 'Campaign',
  'stopFollowUps.emailLogIds': 'EmailLog',
  'updateReplies.ids': 'Reply',
  'saveAnswer.replyId': 'Reply',
  'landing.id': 'Mailbox',
  'sendLandingCheck.id': 'Mailbox',
  'shareMailbox.id': 'Mailbox',
  'shareMailbox.userIds': 'User',
  'updateSegment.id': 'Segment',
  'resetTenantUserFactor.tenantId': 'Tenant',
  'resetTenantUserFactor.id': 'User',
}

/** Selections that show whether an id was accepted, if the answer alone does not. */
const TELLING: Record<string, string> = {
  installationAuditEvents: '{ totalCount }',
  tenants: '{ totalCount }',
}

/** Additional input without which an exclusion has no effect. */
const EXCLUDED_FROM: Record<string, object> = { ContactFilter: { search: '@' }, AddTagsInput: { all: true } }
for (const name of ['RemoveTagsInput', 'ExcludeFromTrackingInput']) EXCLUDED_FROM[name] = { all: true }

/** An input type's values with `id` in one place, and the path to it; optional fields are omitted. */
function withId(type: GraphQLInputType, id: string): { path: string; value: unknown }[] {
  if (isNonNullType(type)) return withId(type.ofType, id)
  if (isListType(type)) return withId(type.ofType, id).map(({ path, value }) => ({ path, value: [value] }))
  if (!isInputObjectType(type)) return getNamedType(type).name === 'ID' ? [{ path: '', value: id }] : []
  return Object.values(type.getFields()).flatMap((field) =>
    withId(field.type, id).map(({ path, value }) => ({
      path: `.${field.name}${path}`,
      value: {
        ...(leastValue(type, id) as object),
        ...(field.name === 'except' && EXCLUDED_FROM[type.name]),
        [field.name]: value,
      },
    })),
  )
}

/** Every id argument of an operation. */
function placesOf(operation: RootField): Place[] {
  const { field } = operation
  return field.args.flatMap((arg) =>
    withId(arg.type, '').map(({ path }, index) => ({
      name: `${field.name}(${arg.name}${path})`,
      call: (id: string, own: Record<string, string>) => (headers: Record<string, string>) => {
        const value = withId(arg.type, id)[index]?.value
        const variables = {
          ...Object.fromEntries(
            field.args
              .filter((other) => other !== arg && isNonNullType(other.type))
              .map((other) => [other.name, ownValue(field.name, other, own)]),
          ),
          [arg.name]: path.includes('.') ? { ...(value as object), ...ownIds(field.name, arg.type, path, own) } : value,
        }
        return callRootField(world.url, operation, variables, headers, TELLING[field.name])
      },
    })),
  )
}

/** The required ids of an input, except the one that is tested: own ones. */
function ownIds(operation: string, type: GraphQLInputType, path: string, own: Record<string, string>): object {
  const input = getNamedType(type)
  if (!isInputObjectType(input)) return {}
  const others = Object.values(input.getFields()).filter(
    (other) => isNonNullType(other.type) && getNamedType(other.type).name === 'ID' && `.${other.name}` !== path,
  )
  return Object.fromEntries(others.map((other) => [other.name, ownValue(operation, other, own)]))
}

function ownValue(
  operation: string,
  arg: { name: string; type: GraphQLInputType },
  own: Record<string, string>,
): unknown {
  if (!withId(arg.type, '').some(({ path }) => path === '')) return leastValue(arg.type, '')
  const kind = OWN[`${operation}.${arg.name}`]
  if (!kind) throw new Error(`Say in OWN which id ${operation} needs as ${arg.name}`)
  return leastValue(arg.type, own[kind] ?? '')
}

/** Values for the fields that rows with an id take; a row gets those it knows. */
const ANY_BODY = {
  ...{ username: 'least', password: 'a good password', email: 'least@example.com', name: 'x', role: 'user' },
  ...{ decision: 'approve', request: 1, emailLogIds: [], isAnswering: true },
  ...{ winner: 'A', kind: 'monthly', timeOfDay: '09:30', timeZone: 'UTC' },
}

/**
 * The REST rows that take an id, in the path or query string. Rows of documents run an operation whose places are tried
 * anyway, so `npm test` tries the rows with a handler of their own.
 */
const rowPlaces: Place[] = [...(inject('everything') ? documentRows : []), ...filePaths].flatMap((row) => {
  const ask = (path: (id: string) => string) => (id: string) => async (headers: Record<string, string>) => {
    const known = Object.entries(ANY_BODY).filter(([field]) => row.takes?.properties?.[field])
    const body =
      row.method === 'GET' || row.method === 'DELETE' ? {} : { body: JSON.stringify(Object.fromEntries(known)) }
    const type = { 'content-type': 'application/json' }
    const response = await fetch(world.url + path(id), {
      method: row.method,
      headers: { ...type, ...headers },
      ...body,
    })
    return `${response.status} ${await response.text()}`
  }
  const queries = Object.keys('query' in row ? (row.query ?? {}) : {}).filter((name) => name.endsWith('Id'))
  return [
    ...(row.path.includes(':id')
      ? [{ name: `${row.method} ${row.path}`, call: ask((id) => row.path.replace(':id', id)) }]
      : []),
    ...queries.map((name) => ({
      name: `${row.method} ${row.path}?${name}`,
      call: (id: string, own: Record<string, string>) =>
        ask(() => `${row.path.replace(':id', own['Campaign'] ?? '')}?${name}=${id}`)(id),
    })),
  ]
})

/**
 * Deletes everything in a workspace except given ids, so it works only once; the filter is the same as everywhere else.
 */
const ONCE_ONLY = ['deleteContacts(input.filter.except)', 'deleteContacts(input.except)']
/** Places whose own object takes seconds to make: a reply or an import. `npm test` tries the other places of these kinds. */
const SLOW = ['GET /api/replies/:id/mail', 'updateReplies(input.assigneeId)', 'GET /api/contacts/imports/:id/rejected']
const LEFT_OUT = inject('everything') ? ONCE_ONLY : [...ONCE_ONLY, ...SLOW]
/** Places within a filter of contacts, which every operation reads alike: `npm test` tries those of `contacts`. */
const isRepeated = (name: string): boolean =>
  !inject('everything') &&
  /\bfilter\.(campaignOutcome|except|segmentId|importId)\b/.test(name) &&
  !name.startsWith('contacts(')
const places = [...rootFieldsOf(schema).flatMap(placesOf), ...rowPlaces].filter(
  ({ name }) => !LEFT_OUT.includes(name) && !isRepeated(name),
)
/**
 * Places where an id has no effect by itself: segments do not contain segments or contacts, and exclusions only matter
 * next to an included contact (api/audiences/audiences.test.ts). Recipients and resume mailboxes only matter in started
 * campaigns (api/campaigns/launch/pause-resume-cancel.test.ts, tests/attacks/colleague-mailbox-access.test.ts) or if uncertain
 * (api/inbox/uncertain-emails.test.ts).
 */
const NEVER_TAKEN: Record<string, IdKind> = {
  // An id of the caller's own system.
  'GET /api/contacts?externalId': 'Contact',
  'createSegment(input.filter.segmentId)': 'Segment',
  'updateSegment(input.filter.segmentId)': 'Segment',
  'createSegment(input.filter.importId)': 'ContactImport',
  'updateSegment(input.filter.importId)': 'ContactImport',
  'createSegment(input.filter.except)': 'Contact',
  'updateSegment(input.filter.except)': 'Contact',
  'createCampaign(input.audience.except)': 'Contact',
  'updateCampaign(input.audience.except)': 'Contact',
  'createCampaign(input.audience.filter.except)': 'Contact',
  'updateCampaign(input.audience.filter.except)': 'Contact',
  'contacts(filter.except)': 'Contact',
  // Mailboxes matter with a launch only.
  'createMerge(input.mailboxIds)': 'Mailbox',
  // Files matter with an address among the rows only; createCampaign takes the same ids.
  'createMerge(input.attachments.id)': 'Attachment',
  // Both matter with a row of the campaign’s own sheet only (api/campaigns/drafts/row-cell-overrides.test.ts).
  'setRowCells(input.id)': 'Campaign',
  'setRowCells(input.rows.contactId)': 'Contact',
  'sendToFailed(input.emailLogIds)': 'EmailLog',
  'askMailbox(input.emailLogIds)': 'EmailLog',
  'stopFollowUps(input.emailLogIds)': 'EmailLog',
  'confirmArrived(input.emailLogIds)': 'EmailLog',
  'sendToFailed(input.mailboxIds)': 'Mailbox',
  'resumeCampaign(input.mailboxIds)': 'Mailbox',
  // Mailboxes matter with a rule only, and a campaign without runs has none to list.
  'repeatCampaign(input.mailboxIds)': 'Mailbox',
  // A segment matters with the kind of rule that names one (api/campaigns/repeats/repeats-to-segments.test.ts).
  'repeatCampaign(input.rule.segmentId)': 'Segment',
  'campaigns(filter.repeatOf)': 'Campaign',
  // Ids of other people's sign-in methods keep nothing.
  'changePassword(input.keepIdentities)': 'Identity',
}

let world: World
let each: ReturnType<typeof oneOfEach>
let owner: TestPerson
let attacker: TestPerson
/** calls every place with ids of their own workspace */
let holder: TestPerson
let superAdmin: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  owner = await world.signUp({ unlimited: true })
  attacker = await world.signUp({ unlimited: true })
  holder = await world.signUp({ unlimited: true })
  await world.connect(attacker)
  const boss = await signInSuperAdmin(world)
  superAdmin = boss.headers
  each = oneOfEach(world, boss.id)
})
afterAll(() => world.close())

const never = (id: string) => `${id.slice(0, 4)}00000000000070008000000000000000`
/** A response without the part that must differ: the id itself. */
const plain = (answer: string, id: string) => answer.replaceAll(id, 'ID')

/** Places that accept ids of every kind. */
const TAKES_ALL = /^nodes?\(/

describe('every id argument of the GraphQL API', () => {
  let foreign: Record<IdKind, string>
  let own: Record<IdKind, string>
  let before: string
  const everything = async () => {
    const paths = ['contacts', 'campaigns', 'templates', 'users', 'settings/connected-emails', 'contacts/export']
    const { data } =
      await owner.graphql(`{ segments { id name } savedBlocks { id } apiKeys { id } sessions { id } contactTags { name }
      images { edges { node { id } } } suppressions { edges { node { email } } } }`)
    return JSON.stringify([data, await Promise.all(paths.map((path) => owner.rest('GET', `/api/${path}`)))])
  }
  beforeAll(async () => {
    foreign = await each.belongings(owner)
    own = await each.belongings(attacker)
    before = await everything()
  })

  it.each(places.map((place) => [place.name, place] as const))(
    "finds own objects, and treats another workspace's like missing ones: %s",
    async (name, { call }) => {
      const taken = NEVER_TAKEN[name] ?? (await kindTakenBy(name, call))
      const kinds = !TAKES_ALL.test(name) && !inject('everything') ? [taken] : each.kinds
      const headers = { authorization: attacker.token }
      await Promise.all(
        kinds.map(async (kind) => {
          const id = foreign[kind]
          const [theirs, nobodys] = await Promise.all([call(id, own)(headers), call(never(id), own)(headers)])
          expect(plain(theirs, id)).toBe(plain(nobodys, never(id)))
        }),
      )
    },
  )

  it('changed nothing in the other workspace', async () => {
    expect(await everything()).toBe(before)
  })

  it('and every operation without one return no values of the other workspace', async () => {
    const headers = { authorization: attacker.token }
    const lists = rootFieldsOf(schema).filter(({ kind, field }) => kind !== 'mutation' && field.args.every(isOptional))
    for (const operation of lists) {
      const answer = await callRootField(world.url, operation, {}, headers, idsWithin(operation))
      for (const id of Object.values(foreign)) expect([operation.field.name, answer]).not.toContain(id)
      expect(Object.values(foreign).filter((id) => answer.includes(id))).toEqual([])
    }
  })
})

/**
 * Queries change nothing, so that one own object of each kind does for all of them. They come before the mutations;
 * REST rows come after those, which may have deleted it.
 */
const READERS = new Set(
  rootFieldsOf(schema)
    .filter(({ kind }) => kind !== 'mutation')
    .map(({ field }) => field.name),
)
const operationOf = (place: string) => place.split('(')[0] ?? ''
const onlyReads = (name: string) => READERS.has(operationOf(name))
const ofHolder = new Map<IdKind, Promise<string>>()
/** An own object for a place: a new one where it could be changed. A workspace has few service accounts. */
function ownFor(name: string, kind: IdKind): Promise<string> {
  const isScarce = kind === 'ServiceAccount' && !/service/i.test(name)
  if (!onlyReads(name) && !isScarce) return each.make[kind](holder)
  const made = ofHolder.get(kind) ?? each.make[kind](holder)
  ofHolder.set(kind, made)
  return made
}

/**
 * Kinds of id that places or whole operations take although their names do not say so: tried first, as each try makes
 * an object.
 */
const HINTS: Record<string, IdKind> = {
  ...Object.fromEntries(
    [
      ...['addRecipientFiles', 'removeRecipientFiles', 'recipientFilePlan', 'launchForecast', 'chooseAbWinner'],
      ...['createSheetLink', 'revokeSheetLink(input.id)', 'requestApproval', 'decideApproval', 'sendToFailed'],
      ...['previewRecipient(campaignId)', 'GET /api/campaigns/:id/recipients/export'],
      'POST /api/campaigns/:id/recipient-files',
    ].map((name) => [name, 'Campaign']),
  ),
  ...Object.fromEntries(
    [
      ...['addTags', 'removeTags', 'excludeFromTracking', 'previewRecipient'],
      ...['createCampaign(input.selectedContacts)', 'updateCampaign(input.selectedContacts)'],
    ].map((name) => [name, 'Contact']),
  ),
  ...Object.fromEntries(
    ['createCampaign', 'updateCampaign'].flatMap((name) =>
      ['segmentId', 'filter.segmentId'].map((field) => [`${name}(input.audience.${field})`, 'Segment']),
    ),
  ),
  'landing(id)': 'Mailbox',
  'PUT /api/settings/connected-emails/:id': 'Mailbox',
  'updateReplies(input.ids)': 'Reply',
  'saveAnswer(input.replyId)': 'Reply',
  'noteAnswering(input.replyId)': 'Reply',
  'sendAnswer(input.id)': 'Answer',
  'cancelAnswer(input.id)': 'Answer',
  'discardAnswer(input.id)': 'Answer',
  'sentMail(id)': 'EmailLog',
  'endUserSessions(input.id)': 'User',
  'shareMailbox(input.userIds)': 'User',
  'resetTenantUserFactor(input.id)': 'User',
  'DELETE /api/campaigns/:id/sheet-link?userId': 'User',
  'installationAuditEvents(filter.tenantId)': 'Tenant',
  'sendLandingCheck(input.id)': 'Mailbox',
  'confirmPlan(input.id)': 'Tenant',
  'declineUpgrade(input.id)': 'Tenant',
  'commitImport(input.id)': 'ImportFile',
  'importPreview(id)': 'ImportFile',
  'resetSecondFactor(input.id)': 'User',
  'resendInvitation(input.id)': 'User',
  'contacts(filter.segmentId)': 'Segment',
  'deleteContacts(input.filter.segmentId)': 'Segment',
  'GET /api/contacts/export?segmentId': 'Segment',
  'GET /api/contacts/imports/:id/rejected': 'ContactImport',
}

/** The first kind of own id that a place distinguishes from a missing one; the likeliest first. */
async function kindTakenBy(name: string, call: Place['call']): Promise<IdKind> {
  const headers = { ...superAdmin, authorization: holder.token }
  const own: Record<string, string> = {}
  const tested = `${operationOf(name)}.${/\((?:input\.)?(\w+)\)$/.exec(name)?.[1]}`
  for (const [argument, kind] of Object.entries(OWN)) {
    if (argument === tested || !argument.startsWith(`${operationOf(name)}.`)) continue
    own[kind] = await ownFor(name, kind)
  }
  for (const kind of each.kinds.toSorted((a, b) => likeness(b, name) - likeness(a, name))) {
    const id = await ownFor(name, kind)
    const before = plain(await call(never(id), own)(headers), never(id))
    if (plain(await call(id, own)(headers), id) !== before) return kind
  }
  return expect.fail(
    'No id makes a difference here, so the attack proves nothing: let oneOfEach make what this place takes',
  )
}

/** Returns how many letters of a place's name match words of a kind: higher is likelier. */
function likeness(kind: IdKind, name: string): number {
  if ((HINTS[name] ?? HINTS[operationOf(name)]) === kind) return Number.POSITIVE_INFINITY
  const words = kind.split(/(?=[A-Z])/).filter((word) => name.toLowerCase().includes(word.toLowerCase()))
  return words.join('').length
}

const isOptional = (arg: GraphQLArgument) => !isNonNullType(arg.type)

/** A selection of all ids in an operation's result. */
function idsWithin({ field }: RootField): string {
  return selectIds(getNamedType(field.type), 4)
}

function selectIds(type: unknown, depth: number): string {
  if (!(type && typeof type === 'object' && 'getFields' in type) || depth === 0) return ''
  const parts = Object.values((type as { getFields(): Record<string, RootField['field']> }).getFields()).map(
    (inner) => {
      const named = getNamedType(inner.type)
      if (inner.name === 'id' || named.name === 'ID') return inner.name
      const within = selectIds(named, depth - 1)
      return within && `${inner.name} ${within}`
    },
  )
  return parts.some(Boolean) ? `{ ${parts.filter(Boolean).join(' ')} }` : ''
}
