import { emailSettingsInput, SETTINGS_SELECTION } from '#domain/settings/setting-register.ts'
import { byId, type DocumentRow } from '../row.ts'
import { fill, input, listOf, MESSAGE, named, nullable, object, plus, selected } from '../payload-shapes.ts'

const SETTINGS = `${SETTINGS_SELECTION} warmupDaysRemaining approvalOff { at askedBy canConfirm } planCeilings { count seconds }`
const settings = named('EmailSettings', selected('EmailSettings', SETTINGS))
const ACCOUNT = `id email name signature sendAs { address name kind isDefault canSend problem } provider status statusReason dailySent recipientsInDay recipientLimit lastUsed reputation reputationReason caution { since reason perDay } readsReplies
  inboxError inboxUnreadSince unreadMessages bulkSenderWarnings sandbox canSend owner { id name }`
const SERVER = 'host port security user'
const SEARCH = `smtp { ${SERVER} } imap { ${SERVER} } source hostName appPassword help before refusal`
const STEP = 'step state problem text fix link answer'
const CONNECTION = `mailbox { ${ACCOUNT} } steps { ${STEP} }`
const PROVISION = 'results { email state } proof'
const LINK_DOMAIN = 'host cname { name value } txt { name value } works problem advice checkedAt'
const linkDomain = selected('LinkDomain', LINK_DOMAIN)
const WELCOME = 'topicId topic { id name } mailbox { id email } sent positive left choseLess paused complained'
const STATS = `totalContacts totalCampaigns campaignsSent activeCampaigns openRate clickRate successRate hasSent`

/** REST calls for send settings, connected mailboxes and the figures of the dashboard. */
export const settingsRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/stats',
    summary: 'The dashboard figures',
    answers: named('Stats', selected('Stats', STATS)),
    document: `query { stats { ${STATS} } }`,
    reply: (data) => data['stats'],
  },
  {
    method: 'GET',
    path: '/api/welcomes',
    summary: 'Signs that the emails of the last days were welcome or not, per topic and mailbox',
    answers: listOf(named('Welcome', selected('Welcome', WELCOME))),
    query: { days: 'Days to look back, 1 to 365. Default: 90.' },
    document: `query ($days: Int) { welcomes(days: $days) { ${WELCOME} } }`,
    variables: ({ query }) => (query['days'] === undefined ? {} : { days: Number(query['days']) }),
    reply: (data) => data['welcomes'],
  },
  {
    method: 'GET',
    path: '/api/settings/email',
    summary: 'The send settings',
    answers: settings,
    document: `query { emailSettings { ${SETTINGS} } }`,
    reply: (data) => data['emailSettings'],
  },
  {
    method: 'POST',
    path: '/api/settings/email',
    summary: 'Change send settings; omitted fields stay the same; admins only',
    takes: input('UpdateEmailSettingsInput'),
    rules: emailSettingsInput,
    answers: plus(settings, { message: MESSAGE }),
    document: `mutation ($input: UpdateEmailSettingsInput!) { updateEmailSettings(input: $input) { emailSettings { ${SETTINGS} } } }`,
    variables: ({ body }) => ({ input: fill('UpdateEmailSettingsInput', body) }),
    reply: (data) => ({ ...data['updateEmailSettings'], message: 'Email settings updated successfully' }),
  },
  {
    method: 'GET',
    path: '/api/settings/link-domain',
    summary: 'Your own host name in the addresses of emails; null if none is set',
    answers: nullable(linkDomain),
    mayBeNull: true,
    document: `query { linkDomain { ${LINK_DOMAIN} } }`,
    reply: (data) => data['linkDomain'],
  },
  {
    method: 'PUT',
    path: '/api/settings/link-domain',
    summary: 'Name the host for the addresses of new emails; admins only',
    takes: input('SetLinkDomainInput'),
    answers: linkDomain,
    document: `mutation ($input: SetLinkDomainInput!) { setLinkDomain(input: $input) { linkDomain { ${LINK_DOMAIN} } } }`,
    variables: ({ body }) => ({ input: fill('SetLinkDomainInput', body) }),
    reply: (data) => data['setLinkDomain'],
  },
  {
    method: 'POST',
    path: '/api/settings/link-domain/check',
    summary: 'Check the DNS records of the link domain and whether it answers; admins only',
    answers: linkDomain,
    document: `mutation { checkLinkDomain { linkDomain { ${LINK_DOMAIN} } } }`,
    reply: (data) => data['checkLinkDomain'],
  },
  {
    method: 'DELETE',
    path: '/api/settings/link-domain',
    summary: 'Remove the link domain; admins only',
    answers: object({ message: MESSAGE }),
    document: 'mutation { removeLinkDomain { removed } }',
    reply: () => ({ message: 'Link domain removed' }),
  },
  {
    method: 'GET',
    path: '/api/settings/connected-emails',
    summary: 'The mailboxes you connected or may send from; admins see all',
    answers: listOf(named('ConnectedEmail', selected('Mailbox', ACCOUNT))),
    document: `query { mailboxes { ${ACCOUNT} } }`,
    reply: (data) => data['mailboxes'],
  },
  {
    method: 'PUT',
    path: '/api/settings/connected-emails/:id',
    summary: 'Change the signature or the other addresses of a mailbox; its owner and admins only',
    takes: input('UpdateMailboxInput', ['id']),
    answers: named('ConnectedEmail', selected('Mailbox', ACCOUNT)),
    document: `mutation ($input: UpdateMailboxInput!) { updateMailbox(input: $input) { mailbox { ${ACCOUNT} } } }`,
    variables: (request) => ({ input: { ...fill('UpdateMailboxInput', request.body), ...byId(request) } }),
    reply: (data) => data['updateMailbox'],
  },
  {
    method: 'GET',
    path: '/api/settings/mail-servers',
    summary: 'Find the mail servers of an address, to connect its mailbox by password',
    query: { email: 'The address of the mailbox.' },
    answers: named('MailServers', selected('MailServerSearch', SEARCH)),
    document: `query ($email: String!) { mailServers(email: $email) { ${SEARCH} } }`,
    variables: ({ query: { email } }) => ({ email: [email].flat()[0] ?? '' }),
    reply: (data) => data['mailServers'],
  },
  {
    method: 'POST',
    path: '/api/settings/connected-emails',
    summary: 'Test a mailbox at any host by address and password, and connect it if the test passes',
    takes: input('ConnectSmtpMailboxInput'),
    answers: named('SmtpConnection', selected('ConnectSmtpMailboxPayload', CONNECTION)),
    document: `mutation ($input: ConnectSmtpMailboxInput!) { connectSmtpMailbox(input: $input) { ${CONNECTION} } }`,
    variables: ({ body }) => ({ input: fill('ConnectSmtpMailboxInput', body) }),
    reply: (data) => data['connectSmtpMailbox'],
  },
  {
    method: 'POST',
    path: '/api/settings/connected-emails/provide',
    summary: 'Connect mailboxes with an application of your organization; admins who signed in lately only',
    takes: input('ProvideMailboxesInput'),
    answers: named('ProvidedMailboxes', selected('ProvideMailboxesPayload', PROVISION)),
    document: `mutation ($input: ProvideMailboxesInput!) { provideMailboxes(input: $input) { ${PROVISION} } }`,
    variables: ({ body }) => ({ input: fill('ProvideMailboxesInput', body) }),
    reply: (data) => data['provideMailboxes'],
  },
  {
    method: 'POST',
    path: '/api/settings/connected-emails/:id/test',
    summary: 'Test a mailbox that is connected by address and password; its owner and admins only',
    answers: listOf(named('ConnectionStep', selected('ConnectionStep', STEP))),
    document: `mutation ($input: TestMailboxInput!) { testMailbox(input: $input) { steps { ${STEP} } } }`,
    variables: (request) => ({ input: byId(request) }),
    reply: (data) => data['testMailbox'],
  },
]
