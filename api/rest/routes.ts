import type { Request } from 'express'
import { notFound, type IdKind } from '#schema/ids.ts'

type Data = Record<string, any>
type Variables = Record<string, unknown>

/** A row of the REST facade: a call of spec §7 as a GraphQL document over the same schema. */
export interface DocumentRow {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  document: string
  variables?: (request: Request) => Variables
  /** what the answer's body is made of */
  reply: (data: Data) => unknown
  /** 200 unless said otherwise */
  status?: number
  /** for lists: where the pages are; they are read one after the other and put together */
  pages?: (data: Data) => { pageInfo: { hasNextPage: boolean; endCursor: string | null }; edges: { node: unknown }[] }
}

const text = (value: unknown): unknown => value ?? ''

const USER = `id name email username role createdAt microsoftConnected googleConnected`
const CONTACT = `id firstName lastName email serialNumber createdAt fields { name value }`
const CAMPAIGN = `id name subject content useHtmlBuilder personalization selectedContacts attachments { id name size contentType }
  status statusReason statusText resumesAt sentCount failedCount pendingCount deliveredCount openedCount clickedCount totalContacts
  createdAt startedAt sentAt`
const LOG = `id contactId contactName contactEmail status sentAt deliveredAt failedAt error failure { message howToFix }`
const TEMPLATE = `id name subject content createdAt`
const SETTINGS = `emailsPerInterval intervalSeconds dailyLimit enableThrottling warmupMode warmupDaysRemaining`
const TENANT = `id slug name domain subscriptionTier maxUsers maxContacts maxCampaigns isActive createdAt
  features { htmlBuilder abTesting attachments tracking apiAccess warmup }`
const SUPER_ADMIN = `id name username`

const contact = ({ fields, ...rest }: Data) => ({
  ...rest,
  fields: Object.fromEntries(fields.map((field: Data) => [field['name'], field['value']])),
})
const campaignId = (request: Request) => ({ id: request.params['id'] })

/** Every call of spec §7 that is not a file or a redirect; see files.ts for those. */
export const documentRows: readonly DocumentRow[] = [
  {
    method: 'POST',
    path: '/api/register',
    status: 201,
    document: `mutation ($input: RegisterInput!) { register(input: $input) { ${USER} } }`,
    variables: ({ body }) => ({
      input: {
        companyName: text(body.companyName),
        companyDomain: body.companyDomain,
        fullName: text(body.fullName),
        email: text(body.email),
        username: text(body.username),
        password: text(body.password),
        confirmPassword: text(body.confirmPassword),
        selectedTier: body.selectedTier,
        registrationMethod: body.registrationMethod,
      },
    }),
    reply: (data) => ({ ...data['register'], message: 'Registration successful. You can sign in now.' }),
  },
  {
    method: 'POST',
    path: '/api/login',
    document: `mutation ($input: LoginInput!) { login(input: $input) { sessionToken user { ${USER} } } }`,
    variables: ({ body }) => ({ input: { username: text(body.username), password: text(body.password) } }),
    reply: (data) => ({ ...data['login'].user, sessionToken: data['login'].sessionToken }),
  },
  {
    method: 'POST',
    path: '/api/logout',
    document: `mutation { logout }`,
    reply: () => ({ message: 'Logged out' }),
  },
  {
    method: 'GET',
    path: '/api/user',
    document: `query { currentUser { ${USER} } }`,
    reply: (data) => data['currentUser'],
  },
  {
    method: 'GET',
    path: '/api/user/profile',
    document: `query { currentUser { ${USER} } tenant { name subscriptionTier } }`,
    reply: (data) => ({
      ...data['currentUser'],
      companyName: data['tenant'].name,
      subscriptionTier: data['tenant'].subscriptionTier,
    }),
  },
  {
    method: 'POST',
    path: '/api/user/change-password',
    document: `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }`,
    variables: ({ body }) => ({
      input: {
        currentPassword: text(body.currentPassword),
        newPassword: text(body.newPassword),
        confirmPassword: text(body.confirmPassword),
      },
    }),
    reply: () => ({ message: 'Password changed successfully' }),
  },
  {
    method: 'GET',
    path: '/api/users',
    document: `query { users { ${USER} } }`,
    reply: (data) => data['users'],
  },
  {
    method: 'POST',
    path: '/api/users',
    status: 201,
    document: `mutation ($input: CreateUserInput!) { createUser(input: $input) { ${USER} } }`,
    variables: ({ body }) => ({
      input: {
        name: text(body.name),
        email: text(body.email),
        username: body.username,
        password: text(body.password),
        role: body.role,
      },
    }),
    reply: (data) => data['createUser'],
  },
  {
    method: 'GET',
    path: '/api/contacts',
    document: `query ($after: String) {
      contacts(first: 500, after: $after) { pageInfo { hasNextPage endCursor } edges { node { ${CONTACT} } } } }`,
    pages: (data) => data['contacts'],
    reply: (data) => data['contacts'].edges.map((edge: Data) => contact(edge['node'])),
  },
  {
    method: 'POST',
    path: '/api/contacts',
    status: 201,
    document: `mutation ($input: CreateContactInput!) { createContact(input: $input) { ${CONTACT} } }`,
    variables: ({ body }) => ({
      input: {
        firstName: text(body.firstName),
        lastName: text(body.lastName),
        email: text(body.email),
        serialNumber: serialNumber(body.serialNumber),
      },
    }),
    reply: (data) => contact(data['createContact']),
  },
  {
    method: 'DELETE',
    path: '/api/contacts/:id',
    document: `mutation ($id: ID!) { deleteContact(id: $id) { id } }`,
    variables: campaignId,
    reply: (data) => ({ id: data['deleteContact'].id, message: 'Contact deleted' }),
  },
  {
    method: 'GET',
    path: '/api/campaigns',
    document: `query ($after: String) {
      campaigns(first: 500, after: $after) { pageInfo { hasNextPage endCursor } edges { node { ${CAMPAIGN} } } } }`,
    pages: (data) => data['campaigns'],
    reply: (data) => data['campaigns'].edges.map((edge: Data) => edge['node']),
  },
  {
    method: 'POST',
    path: '/api/campaigns',
    status: 201,
    document: `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { ${CAMPAIGN} } }`,
    variables: ({ body }) => ({
      input: {
        name: text(body.name),
        subject: body.subject,
        content: body.content,
        useHtmlBuilder: body.useHtmlBuilder,
        personalization: body.personalization,
        selectedContacts: body.selectedContacts,
        attachments: body.attachments?.map(({ id, name, contentBytes, contentType }: Data) => ({
          id,
          name,
          contentBytes,
          contentType,
        })),
        isAbTest: body.isAbTest,
        abVariantType: body.abVariantType,
        abVariantB: body.abVariantB,
        abSplitPercentage: body.abSplitPercentage,
      },
    }),
    reply: (data) => data['createCampaign'],
  },
  {
    method: 'POST',
    path: '/api/campaigns/:id/send',
    document: `mutation ($id: ID!) { sendCampaign(id: $id) { ${CAMPAIGN} } }`,
    variables: campaignId,
    reply: (data) => ({ ...data['sendCampaign'], message: 'Your email campaign is now being sent.' }),
  },
  {
    method: 'GET',
    path: '/api/campaigns/:id/analytics',
    document: `query ($id: ID!, $after: String) {
      campaign(id: $id) {
        id campaignName: name subject status statusReason statusText resumesAt createdAt sentAt
        totalContacts sentCount failedCount pendingCount deliveredCount openedCount clickedCount openRate clickRate
        attachments { name size }
        emailLogs(first: 500, after: $after) { pageInfo { hasNextPage endCursor } edges { node { ${LOG} } } }
      } }`,
    variables: campaignId,
    pages: (data) => found(data['campaign'], 'Campaign').emailLogs,
    reply: ({ campaign: { attachments, emailLogs, ...rest } }) => {
      const logs = emailLogs.edges.map((edge: Data) => edge['node'])
      return {
        ...rest,
        hasAttachments: attachments.length > 0,
        attachmentCount: attachments.length,
        attachments,
        emailLogs: logs,
        failedEmails: logs
          .filter((log: Data) => log['status'] === 'failed')
          .map((log: Data) => ({
            contactName: log['contactName'],
            contactEmail: log['contactEmail'],
            error: log['error'],
            timestamp: log['failedAt'],
            ...log['failure'],
          })),
      }
    },
  },
  {
    method: 'GET',
    path: '/api/stats',
    document: `query { stats { totalContacts totalCampaigns campaignsSent activeCampaigns openRate clickRate successRate hasSent } }`,
    reply: (data) => data['stats'],
  },
  {
    method: 'GET',
    path: '/api/templates',
    document: `query { templates { ${TEMPLATE} } }`,
    reply: (data) => data['templates'],
  },
  {
    method: 'POST',
    path: '/api/templates',
    status: 201,
    document: `mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { ${TEMPLATE} } }`,
    variables: ({ body }) => ({
      input: { name: text(body.name), subject: text(body.subject), content: text(body.content) },
    }),
    reply: (data) => data['createTemplate'],
  },
  {
    method: 'DELETE',
    path: '/api/templates/:id',
    document: `mutation ($id: ID!) { deleteTemplate(id: $id) { id } }`,
    variables: campaignId,
    reply: (data) => ({ id: data['deleteTemplate'].id, message: 'Template deleted' }),
  },
  {
    method: 'GET',
    path: '/api/settings/email',
    document: `query { emailSettings { ${SETTINGS} } }`,
    reply: (data) => data['emailSettings'],
  },
  {
    method: 'POST',
    path: '/api/settings/email',
    document: `mutation ($input: EmailSettingsInput!) { updateEmailSettings(input: $input) { ${SETTINGS} } }`,
    variables: ({ body }) => ({
      input: {
        emailsPerInterval: body.emailsPerInterval,
        intervalSeconds: body.intervalSeconds,
        dailyLimit: body.dailyLimit,
        enableThrottling: body.enableThrottling,
        warmupMode: body.warmupMode,
      },
    }),
    reply: (data) => data['updateEmailSettings'],
  },
  {
    method: 'GET',
    path: '/api/settings/connected-emails',
    document: `query { mailAccounts { id email name provider status statusReason dailySent lastUsed sandbox } }`,
    reply: (data) => data['mailAccounts'],
  },
  {
    method: 'POST',
    path: '/api/supadmin/login',
    document: `mutation ($input: SuperAdminLoginInput!) { superAdminLogin(input: $input) { ${SUPER_ADMIN} } }`,
    variables: ({ body }) => ({ input: { username: text(body.username), password: text(body.password) } }),
    reply: (data) => ({ superAdmin: data['superAdminLogin'] }),
  },
  {
    method: 'POST',
    path: '/api/supadmin/logout',
    document: `mutation { superAdminLogout }`,
    reply: () => ({ message: 'Logged out' }),
  },
  {
    method: 'GET',
    path: '/api/supadmin/me',
    document: `query { superAdmin { ${SUPER_ADMIN} } }`,
    reply: (data) => data['superAdmin'],
  },
  {
    method: 'GET',
    path: '/api/supadmin/tenants',
    document: `query { tenants { ${TENANT} } }`,
    reply: (data) => data['tenants'],
  },
]

/** A form sends the text of its field; empty means none. What is no number is left to the schema to refuse. */
function serialNumber(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? Math.trunc(number) : value
}

function found(value: Data | null, kind: IdKind): Data {
  if (value === null) throw notFound(kind)
  return value
}
