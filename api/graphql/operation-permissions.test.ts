import { isNonNullType, Kind, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ADMIN_SCOPES, allows, API_SCOPES, type ApiScope } from '#domain/accounts/api-keys.ts'
import { enumName } from '#schema/enum-spelling.ts'
import { schema } from '#schema/index.ts'
import { filePaths } from '#api/rest/file-endpoints.ts'
import { documentRows } from '#api/rest/routes.ts'
import { callRootField, leastValue, rootFieldsOf, type RootField } from '#tests/support/root-fields.ts'
import { enrollingPerson } from '#tests/support/second-factor.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

/** The permissions table. Every operation of the schema has exactly one row; a missing row fails below. */
const ROLES_TABLE = {
  anybody: [
    'currentUser',
    'server',
    'superAdmin',
    'register',
    'login',
    ...['accountLink', 'requestPasswordReset', 'resetPassword', 'confirmEmail', 'acceptInvitation'],
    'finishLogin',
    'startPasskeyLogin',
    'loginWithPasskey',
    'logout',
    'superAdminLogin',
    'superAdminFinishLogin',
    'superAdminLogout',
  ],
  viewer: ['currentApiKey'],
  'contacts:read': [
    'contact',
    'contacts',
    'contactFields',
    'deletedContacts',
    'syncPoint',
    'contactTags',
    'segments',
    'task',
    'tasks',
    'taskProgress',
    'importPreview',
    'contactImports',
    ...['sheets', 'sheetRows'],
  ],
  'campaigns:read': [
    // `node` and `nodes` are asked for a campaign here.
    ...['node', 'nodes'],
    'campaign',
    'campaigns',
    ...['stats', 'welcomes'],
    'campaignProgress',
    'campaignsChanged',
    'emailLogsChanged',
    ...['previewMail', 'sentMail'],
    'campaignConditions',
    'previewRecipient',
    'campaignProblems',
    'recipientFilePlan',
    'launchForecast',
    'uncertainEmails',
    ...['replies', 'repliesChanged'],
  ],
  'templates:read': ['template', 'templates', 'savedBlocks', 'images'],
  'mailboxes:read': ['mailboxes', 'landing', 'replyMail'],
  'suppressions:read': ['suppressions'],
  'settings:read': ['emailSettings', 'tenant', 'linkDomain'],
  'webhooks:read': ['webhooks', 'webhookDeliveries'],
  'activity:read': ['auditEvents'],
  'contacts:write': [
    'createContact',
    'deleteContact',
    'upsertContacts',
    'deleteContacts',
    'cancelTask',
    'uploadContacts',
    'commitImport',
    'undoImport',
    'updateContact',
    'addTags',
    'excludeFromTracking',
    'removeTags',
    'createSegment',
    'updateSegment',
    'deleteSegment',
    ...['connectSheet', 'deleteSheet', 'readSheet', 'setSheetWriting'],
  ],
  'campaigns:write': [
    'createCampaign',
    'updateCampaign',
    'deleteCampaign',
    'duplicateCampaign',
    'createMerge',
    'setRowCells',
    'addRecipientFiles',
    'rehearseCampaign',
    'removeRecipientFiles',
    'updateReplies',
    ...['saveAnswer', 'discardAnswer', 'noteAnswering'],
  ],
  'templates:write': [
    'createTemplate',
    'deleteTemplate',
    'updateTemplate',
    'uploadImage',
    'deleteImage',
    'createSavedBlock',
    'updateSavedBlock',
    'deleteSavedBlock',
  ],
  'mailboxes:write': [
    'mailServers',
    'connectionProgress',
    'connectSmtpMailbox',
    'testMailbox',
    'disconnectMailbox',
    'updateMailbox',
  ],
  'campaigns:send': [
    'sendCampaign',
    ...['sendAnswer', 'cancelAnswer'],
    'requestApproval',
    'decideApproval',
    'repeatCampaign',
    'sendTestMail',
    'sendLandingCheck',
    'pauseCampaign',
    'resumeCampaign',
    'resumeStoppedCampaigns',
    'cancelCampaign',
    'sendToFailed',
    'stopFollowUps',
    'askMailbox',
    'confirmArrived',
    'stopAllSending',
    'chooseAbWinner',
  ],
  'suppressions:write': ['addSuppressions', 'removeSuppressions'],
  'settings:write': ['updateEmailSettings', 'setLinkDomain', 'checkLinkDomain', 'removeLinkDomain'],
  'webhooks:write': [
    'createWebhook',
    'updateWebhook',
    'deleteWebhook',
    'rotateWebhookSecret',
    'sendTestWebhook',
    'resendWebhookDelivery',
  ],
  person: [
    'sessions',
    'endSession',
    ...['changePassword', 'changeEmail', 'resendEmailConfirmation'],
    'colleagues',
    'shareMailbox',
    ...['sheetLinks', 'createSheetLink', 'revokeSheetLink'],
    'identities',
    'removeIdentity',
    ...['removeTotp', 'renewRecoveryCodes', 'renamePasskey', 'removePasskey'],
  ],
  enrolling: [
    ...['confirmationWays', 'startPasskeyConfirmation', 'confirmWithPasskey'],
    'confirmPassword',
    'secondFactor',
    'startTotp',
    'confirmTotp',
    'startPasskey',
    'addPasskey',
  ],
  admin: [
    ...[
      ...['erasePerson', 'requestUpgrade', 'scheduleWorkspaceDeletion', 'cancelWorkspaceDeletion'],
      'resumeAllSending',
      'provideMailboxes',
      'requireSecondFactor',
      'resetSecondFactor',
      'endUserSessions',
      'users',
      ...['createUser', 'inviteUser', 'resendInvitation'],
      ...[
        'singleSignOn',
        'updateSingleSignOn',
        'removeSingleSignOn',
        'addSsoDomain',
        'verifySsoDomain',
        'removeSsoDomain',
      ],
      'updateUser',
      'deleteUser',
      'apiKeys',
      ...['serviceAccounts', 'createServiceAccount', 'deleteServiceAccount'],
      'createApiKey',
      'revokeApiKey',
      ...[],
      ...[],
    ],
  ],
  superAdmin: [
    'tenants',
    'installationAuditEvents',
    'installation',
    'refusedRegistrations',
    'tenantUsers',
    'createTenant',
    'updateTenant',
    'confirmPlan',
    'declineUpgrade',
    ...['scheduleTenantDeletion', 'cancelTenantDeletion'],
    'createTenantUser',
    'resetTenantUserFactor',
    'superAdminRenewRecoveryCodes',
  ],
  enrollingSuperAdmin: ['superAdminConfirmPassword', 'superAdminStartTotp', 'superAdminConfirmTotp'],
}
type Group = keyof typeof ROLES_TABLE
/** Scopes that a user has who is not an admin. */
const MEMBER_SCOPES = API_SCOPES.filter((scope) => !ADMIN_SCOPES.has(scope))
/** A key for each scope that includes others (`npm test`: for two of them), and one that may read whatever can be read. */
const KEYS = API_SCOPES.filter((scope) =>
  inject('everything')
    ? !scope.endsWith(':read') || scope === 'activity:read'
    : ['campaigns:send', 'webhooks:write'].includes(scope),
)
const READS = API_SCOPES.filter((scope) => scope.endsWith(':read'))
const mayWith = (scope: ApiScope) => API_SCOPES.filter((asked) => allows([scope], asked))

/** The groups each caller may use; others answer UNAUTHENTICATED if signed out, FORBIDDEN if signed in. */
const CALLERS: Record<string, Group[]> = {
  'signed out': ['anybody'],
  user: ['anybody', 'viewer', ...MEMBER_SCOPES, 'person', 'enrolling'],
  admin: ['anybody', 'viewer', ...API_SCOPES, 'person', 'enrolling', 'admin'],
  'user without the required factor': ['anybody', 'enrolling'],
  'key that reads': ['anybody', 'viewer', ...READS],
  ...Object.fromEntries(
    KEYS.map((scope) => [`key with ${scope}`, ['anybody', 'viewer', ...mayWith(scope)] satisfies Group[]]),
  ),
  'super admin': ['anybody', 'superAdmin', 'enrollingSuperAdmin'],
}

/** Refusal of callers who are not known; all others get FORBIDDEN. */
const REFUSED: Record<string, (group: Group) => string> = {
  'signed out': () => 'UNAUTHENTICATED',
  'super admin': () => 'UNAUTHENTICATED',
  'user without the required factor': (group) =>
    /superadmin/i.test(group) ? 'UNAUTHENTICATED' : 'SECOND_FACTOR_MISSING',
}

const operations = rootFieldsOf(schema)

/** A call with this id as every required id. */
const call = (operation: RootField, id: string, headers: Record<string, string>) =>
  callRootField(
    world.url,
    operation,
    Object.fromEntries(
      operation.field.args.filter((arg) => isNonNullType(arg.type)).map((arg) => [arg.name, leastValue(arg.type, id)]),
    ),
    headers,
  )

let world: World
let admin: TestPerson
const tokens: Record<string, Record<string, string>> = {}
beforeAll(async () => {
  world = await createWorld({ send: false })
  admin = await world.signUp({ unlimited: true })
  const password = 'a good password'
  await admin.rest('POST', '/api/users', { name: 'U', email: 'member@example.com', password })
  const member = await world.anybody.rest('POST', '/api/login', { username: 'member@example.com', password })
  const key = async (scopes: readonly ApiScope[]) => {
    const query = `mutation { createApiKey(input: { name: "k", scopes: [${scopes.map(enumName).join(' ')}] }) { token errors { code field message } } }`
    return { authorization: (await admin.graphql(query)).data.createApiKey.token as string }
  }
  Object.assign(tokens, {
    'signed out': {},
    user: { authorization: member.body.sessionToken },
    'user without the required factor': { authorization: (await enrollingPerson(world)).token },
    'key that reads': await key(READS),
    'super admin': (await signInSuperAdmin(world)).headers,
  })
  for (const scope of KEYS) tokens[`key with ${scope}`] = await key([scope])
})
afterAll(() => world.close())

const NEVER = '00000000000070008000000000000000'

/** Scopes that operations need besides the one of their group: the rows of a merge are people who are no contacts yet. */
const SECOND_SCOPES: Record<string, Group> = { createMerge: 'contacts:write' }

describe('the permissions table of the GraphQL API', () => {
  it('names every operation of the schema once', () => {
    const named = Object.values(ROLES_TABLE).flat()
    expect(named.toSorted((a, b) => a.localeCompare(b))).toEqual(
      operations.map(({ field }) => field.name).toSorted((a, b) => a.localeCompare(b)),
    )
  })

  describe.each(Object.entries(CALLERS))('the caller "%s"', (caller, may) => {
    it.each(Object.entries(ROLES_TABLE) as [Group, string[]][])(
      'may call exactly the operations that the permissions table gives to "%s"',
      async (group, names) => {
        // An admin's own calls would change the world, so another workspace's admin makes them.
        const headers = caller === 'admin' ? { authorization: (await world.signUp()).token } : (tokens[caller] ?? {})
        for (const operation of operations.filter(({ field }) => names.includes(field.name))) {
          if (operation.field.name === 'logout' || operation.field.name === 'superAdminLogout') continue
          const answer = await call(operation, `cmp_${NEVER}`, headers)
          const refused = /"code":"(UNAUTHENTICATED|FORBIDDEN|SECOND_FACTOR_MISSING)"/.exec(answer)?.[1] ?? 'allowed'
          const isSignIn = [
            'login',
            'finishLogin',
            'loginWithPasskey',
            'superAdminLogin',
            'superAdminFinishLogin',
          ].includes(operation.field.name)
          const second = SECOND_SCOPES[operation.field.name] ?? group
          const mayAll = may.includes(group) && may.includes(second)
          const expected = mayAll ? 'allowed' : (REFUSED[caller]?.(group) ?? 'FORBIDDEN')
          if (!isSignIn) expect([operation.field.name, refused]).toEqual([operation.field.name, expected])
        }
      },
    )
  })
})

/** Permissions of REST rows that are not documents; the others follow their documents. */
const FILE_ROWS: Record<string, Group | Group[]> = {
  'POST /api/contacts/upload': 'contacts:write',
  'POST /api/contacts/imports': 'contacts:write',
  'GET /api/contacts/template': 'contacts:read',
  'GET /api/contacts/export': 'contacts:read',
  'POST /api/contacts/export': 'contacts:read',
  'POST /api/contacts/bulk': 'contacts:write',
  'GET /api/activity/export': 'activity:read',
  'GET /api/supadmin/activity/export': 'superAdmin',
  'POST /api/people/export': 'admin',
  'POST /api/workspace/export': 'admin',
  'GET /api/campaigns/:id/recipients/export': 'campaigns:read',
  'GET /api/campaigns/:id/sheet': ['campaigns:read', 'contacts:read'],
  'GET /api/contacts/imports/:id/rejected': 'contacts:read',
  'POST /api/upload/image': 'templates:write',
  'POST /api/campaigns/:id/recipient-files': 'campaigns:write',
}
/** Rows stricter than their document: these identify the caller, and answer 401 if signed out. */
const WHO_ASKS: Record<string, string[]> = {
  'GET /api/user': ['user', 'admin', 'key that reads', ...KEYS.map((scope) => `key with ${scope}`)],
  'GET /api/supadmin/me': ['super admin'],
}
const groupOf = (field: string) => {
  const [group] = Object.entries(ROLES_TABLE).find(([, names]) => names.includes(field)) ?? []
  return group as Group
}
interface Row {
  method: string
  path: string
  takes?: (typeof documentRows)[number]['takes']
  groups: (Group | undefined)[]
  /** True if the permissions of the REST row are those of its document. */
  isDocument?: boolean
}
const rows: Row[] = [
  ...documentRows.map(({ method, path, document, takes, scope }) => {
    if (scope) return { method, path, takes, groups: [scope] }
    const [definition] = parse(document).definitions
    const fields = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []
    const groups = fields.map((field) => groupOf(field.kind === Kind.FIELD ? field.name.value : ''))
    return { method, path, takes, groups, isDocument: true }
  }),
  ...filePaths.map(({ method, path, takes }) => ({
    method,
    path,
    takes,
    groups: [FILE_ROWS[`${method} ${path}`]].flat(),
  })),
].filter(({ path }) => !/log(in|out)$/.test(path))

/** Callers of rows that ask a document, in `npm test`: its permissions are tested above. All call those for super admins. */
const OF_DOCUMENTS = ['signed out', 'key with campaigns:send']

describe('the routes of the REST API', () => {
  it('all have an entry in the permissions table', () => {
    expect(rows.filter(({ groups }) => groups.length === 0 || groups.includes(undefined as never))).toEqual([])
  })

  it.each(Object.entries(CALLERS))(
    'answer 401, 403 or their result to the caller "%s", as the permissions table says',
    async (caller, may) => {
      const headers = caller === 'admin' ? { authorization: (await world.signUp()).token } : (tokens[caller] ?? {})
      for (const { method, path, takes, groups, isDocument } of rows) {
        if (isDocument && !inject('everything') && !OF_DOCUMENTS.includes(caller) && !path.includes('/supadmin'))
          continue
        const row = `${method} ${path}`
        const response = await fetch(world.url + path.replace(':id', `cmp_${NEVER}`), {
          method,
          headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
          ...(['POST', 'PUT'].includes(method) && {
            body: JSON.stringify({
              ...(takes?.properties?.['role'] && { role: 'user' }),
              ...(takes?.properties?.['decision'] && { decision: 'approve', request: 1 }),
              ...(takes?.required?.includes('ids') && { ids: [] }),
              ...(takes?.required?.includes('emailLogIds') && { emailLogIds: [] }),
              ...(takes?.required?.includes('emails') && { emails: [] }),
              ...(takes?.required?.includes('winner') && { winner: 'A' }),
              ...(takes?.required?.includes('isAnswering') && { isAnswering: true }),
              ...(takes?.required?.includes('kind') && { kind: 'monthly' }),
              ...(takes?.required?.includes('smtp') && { smtp: { host: '', port: 465, security: 'tls', user: '' } }),
            }),
          }),
        })
        const { status } = response
        const nobody = caller === 'signed out' || caller === 'super admin'
        const allowed = WHO_ASKS[row]?.includes(caller) ?? groups.every((group) => group && may.includes(group))
        const enrolls = caller === 'user without the required factor'
        const refusal = !enrolls && (nobody || WHO_ASKS[row] || caller in REFUSED) ? 401 : 403
        await response.body?.cancel()
        expect([row, [401, 403].includes(status) ? status : 'allowed']).toEqual([row, allowed ? 'allowed' : refusal])
      }
    },
  )
})
