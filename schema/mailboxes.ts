import type { LandingReport as LandingReportShape } from '#api/mailboxes/deliverability/deliverability-report.ts'
import type { MailboxView } from '#api/mailboxes/mailboxes.ts'
import type { MailboxShareView } from '#api/mailboxes/mailbox-shares.ts'
import type { Wait } from '#api/campaigns/delivery/sending-states.ts'
import { STATUS_REASONS, type StatusReason } from '#domain/campaigns/campaigns.ts'
import { cautionReason, type Caution } from '#domain/pacing/complaint-slowdown.ts'
import { mailboxRefusalText } from '#domain/emails/delivery-errors.ts'
import { CHECK_STATES, type StoredCheck } from '#domain/mailboxes/deliverability/test-email-arrival.ts'
import {
  FINDING_CODES,
  VERDICTS,
  type DnsRecord as DnsRecordShape,
  type Finding,
} from '#domain/mailboxes/deliverability/deliverability-findings.ts'
import { MAILBOX_LEVELS, mayManage, maySendShared, REPUTATIONS } from '#domain/mailboxes/mailboxes.ts'
import { SEND_AS_KINDS, sendAsProblem, type SendAsAddress } from '#domain/mailboxes/send-as.ts'
import { User } from './accounts.ts'
import { builder, enumType, forScope } from './schema-builder.ts'
import { ProviderEnum } from './providers.ts'
import { mutation } from './mutation-fields.ts'
import { uuidOf } from './object-ids.ts'

/** Reason why a campaign or a mailbox sends nothing. */
export const StatusReasonEnum = enumType('StatusReason', {
  description: 'Why nothing is sent right now.',
  values: Object.fromEntries(
    Object.entries(STATUS_REASONS).map(([reason, description]) => [reason, { description }]),
  ) as Record<StatusReason, { description: string }>,
})

const MailboxShare = builder.objectRef<MailboxShareView>('MailboxShare').implement({
  description: 'A user who can send from a colleague’s mailbox.',
  fields: (t) => ({
    user: t.field({ type: User, description: 'User who may send from the mailbox.', resolve: ({ user }) => user }),
    sharedBy: t.exposeString('sharedBy', { description: 'Name of the person who shared it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
  }),
})

const MailboxTrouble = builder.objectRef<NonNullable<MailboxView['trouble']>>('MailboxTrouble').implement({
  description: 'Why a connected mailbox is not sending right now. It resolves itself.',
  fields: (t) => ({
    reason: t.field({
      type: StatusReasonEnum,
      description: 'PROVIDER_DOWN, MAILBOX_REFUSED, SIGN_IN_DOUBT, REGISTRATION, or INTERNAL_ERROR (sending failed).',
      resolve: ({ reason }) => reason,
    }),
    text: t.string({
      description: 'Human-readable message.',
      resolve: ({ reason, detail }) =>
        (reason === 'MAILBOX_REFUSED' && mailboxRefusalText(detail)) || STATUS_REASONS[reason],
    }),
    detail: t.exposeString('detail', {
      description: 'The provider’s message, or the log reference of an internal error.',
    }),
    since: t.expose('since', { type: 'DateTime', description: 'When it began.' }),
    nextTryAt: t.expose('nextTryAt', { type: 'DateTime', description: 'When sending is tried again.' }),
  }),
})

const SendingWait = builder.objectRef<Wait>('SendingWait').implement({
  description: 'Why nothing is sent right now, computed at this moment.',
  fields: (t) => ({
    reason: t.field({ type: StatusReasonEnum, description: 'The reason.', resolve: ({ reason }) => reason }),
    text: t.exposeString('text', { description: 'The reason in plain words.' }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'When sending continues; null if that takes somebody to act.',
    }),
  }),
})

const MailboxCaution = builder.objectRef<Caution>('MailboxCaution').implement({
  description:
    'A mailbox that slows itself down, because more of its recipients than usual complained or left the topic in the last 7 days. It ends by itself.',
  fields: (t) => ({
    since: t.field({ type: 'DateTime', description: 'Since when.', resolve: ({ since }) => new Date(since) }),
    reason: t.string({ description: 'The reason, as a sentence with the numbers.', resolve: cautionReason }),
    perDay: t.exposeInt('perDay', { description: 'Emails that it sends in 24 hours at most.' }),
  }),
})

const DnsRecord = builder.objectRef<DnsRecordShape>('DnsRecord').implement({
  description: 'A DNS record to add or to replace.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'TXT or CNAME.' }),
    name: t.exposeString('name', { description: 'Full name of the record.' }),
    value: t.exposeString('value', { description: 'Value of the DNS record.' }),
  }),
})

const LandingFinding = builder.objectRef<Finding>('LandingFinding').implement({
  description: 'One requirement of receiving mail servers, and whether a domain meets it.',
  fields: (t) => ({
    code: t.field({
      description: 'The requirement.',
      type: enumType('LandingCode', {
        description:
          'SPF, DKIM and DMARC records, ALIGNMENT (DMARC can pass as this domain), ONE_CLICK (unsubscribe header), POSTAL_ADDRESS (in every campaign email), PROVIDER_DOMAIN (the provider manages the domain); RECEIVED_… what a receiver noted about an email.',
        values: FINDING_CODES,
      }),
      resolve: ({ code }) => code,
    }),
    verdict: t.field({
      description: 'Result of checking the requirement.',
      type: enumType('LandingVerdict', {
        description: 'ok, warning, error, or unknown (it could not be checked).',
        values: VERDICTS,
      }),
      resolve: ({ verdict }) => verdict,
    }),
    text: t.exposeString('text', { description: 'What was found, and what to do about it.' }),
    record: t.field({
      type: DnsRecord,
      nullable: true,
      description: 'The DNS record that would fix it, if one can be named.',
      resolve: ({ record }) => record,
    }),
  }),
})

const LandingCheck = builder.objectRef<StoredCheck>('LandingCheck').implement({
  description: 'An email that a mailbox sent to itself, to see how it arrives.',
  fields: (t) => ({
    state: t.field({
      description: 'Outcome of the check.',
      type: enumType('LandingCheckState', {
        description:
          'waiting (it has not arrived yet), arrived, missing (it did not arrive within five minutes) or failed (it could not be sent).',
        values: CHECK_STATES,
      }),
      resolve: ({ state }) => state,
    }),
    sentAt: t.field({ type: 'DateTime', description: 'When it was sent.', resolve: ({ sentAt }) => new Date(sentAt) }),
    error: t.exposeString('error', { nullable: true, description: 'The provider’s text, if it could not be sent.' }),
    findings: t.field({
      type: [LandingFinding],
      description: 'What the receiver noted, once it arrived; what is wrong comes first.',
      resolve: ({ findings }) => findings,
    }),
  }),
})

const LandingReport = builder.objectRef<LandingReportShape>('LandingReport').implement({
  description: 'Check of whether receiving mail servers trust emails from a domain.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'The domain of the mailbox.' }),
    checkedAt: t.expose('checkedAt', { type: 'DateTime', description: 'When DNS was asked.' }),
    findings: t.field({
      type: [LandingFinding],
      description: 'One per requirement; what is wrong comes first.',
      resolve: ({ findings }) => findings,
    }),
    check: t.field({
      type: LandingCheck,
      nullable: true,
      description:
        'The last email that the mailbox sent to itself to see how it arrives; null if there was none. While that is waiting, each read looks for it in the inbox, at most every two seconds.',
      resolve: ({ mailboxId }, _args, ctx) => ctx.api.mailboxes.landingCheckOf(ctx, mailboxId),
    }),
  }),
})

const SendAsAddressType = builder.objectRef<SendAsAddress & { problem: string | null }>('SendAsAddress').implement({
  description: 'An address beside a mailbox’s own that it can send from.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'The address.' }),
    name: t.exposeString('name', { description: 'The name that recipients see; empty: the mailbox’s.' }),
    kind: t.field({
      description: 'Kind of the address.',
      type: enumType('SendAsKind', {
        description:
          'alias (the provider lists it for this mailbox; replies arrive in the mailbox) or shared (another mailbox of the organization; Mergewell does not see replies and bounces that arrive there).',
        values: SEND_AS_KINDS,
      }),
      resolve: ({ kind }) => kind,
    }),
    isDefault: t.exposeBoolean('isDefault', { description: 'True if the address is Gmail’s default for new emails.' }),
    canSend: t.boolean({
      description: 'True if campaigns can be sent from the mailbox now.',
      resolve: ({ problem }) => problem === null,
    }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why they cannot, as a sentence.' }),
  }),
})

export const Mailbox = builder.objectRef<MailboxView>('Mailbox')
builder.node(Mailbox, {
  description: 'A connected mailbox that campaigns can be sent from.',
  id: { resolve: (account) => account.id },
  loadOne: (id, ctx) => ctx.loaders.visibleMailboxes.load(String(id)),
  fields: (t) => ({
    email: t.exposeString('email', { description: 'Address of the mailbox.' }),
    name: t.exposeString('name', { description: 'Name that recipients see.' }),
    signature: t.string({
      nullable: true,
      description:
        'Signature of the mailbox in Simple Text, in place of {signature} in emails that leave from it; null if there is none, or if you cannot send from it.',
      resolve: (account, _args, ctx) =>
        account.canSend || (ctx.viewer !== null && mayManage(ctx.viewer, account)) ? (account.signature ?? null) : null,
    }),
    sendAs: t.field({
      type: [SendAsAddressType],
      description:
        'The other addresses that it can send from: aliases as its provider listed them last, and shared mailboxes that a person added. Whoever can send from the mailbox can use them; empty for everyone else.',
      resolve: (account, _args, ctx) =>
        account.canSend || (ctx.viewer !== null && mayManage(ctx.viewer, account))
          ? account.sendAs.map((each) => ({ ...each, problem: sendAsProblem(each, account.scopes) }))
          : [],
    }),
    maySendShared: t.boolean({
      description:
        'True if the mailbox has permission to send from shared mailboxes (Microsoft only). Its owner grants it at /auth/microsoft?mailbox={id}&shared=1.',
      resolve: ({ scopes }) => maySendShared(scopes),
    }),
    provider: t.field({ type: ProviderEnum, description: 'Its provider.', resolve: (account) => account.provider }),
    status: t.field({
      description: 'True if the mailbox can send.',
      type: enumType('MailboxStatus', {
        description: 'connected, warming_up (sends slowly at first) or error (must be reconnected).',
        values: ['connected', 'warming_up', 'error'] as const,
      }),
      resolve: (account) => account.status,
    }),
    statusReason: t.exposeString('statusReason', { nullable: true, description: 'Why it cannot send, if so.' }),
    dailySent: t.exposeInt('dailySent', { description: 'Emails sent in the last 24 hours.' }),
    recipientsInDay: t.exposeInt('recipientsInDay', {
      description: 'Recipients (To, CC and BCC) in the last 24 hours that count towards `recipientLimit`.',
    }),
    recipientLimit: t.exposeInt('recipientLimit', {
      nullable: true,
      description:
        'The provider’s limit of recipients a day that is closest to being reached; null while it is unknown for this mailbox.',
    }),
    lastUsed: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'When it last sent.' }),
    reputation: t.field({
      description:
        'Reputation of the mailbox, from bounces, refusals, unsubscribes and complaints in the last 30 days.',
      type: enumType('Reputation', {
        description: 'A mailbox’s reputation; good until enough emails have been sent to tell.',
        values: REPUTATIONS,
      }),
      resolve: async ({ id }, _args, ctx) => (await ctx.loaders.reputations.load(id)).reputation,
    }),
    reputationReason: t.string({
      description: 'The reason for the reputation, in a sentence.',
      resolve: async ({ id }, _args, ctx) => (await ctx.loaders.reputations.load(id)).reason,
    }),
    caution: t.field({
      type: MailboxCaution,
      nullable: true,
      description: 'Why it slows itself down at the moment; null if it does not.',
      resolve: ({ caution }) => caution,
    }),
    trouble: t.field({
      type: MailboxTrouble,
      nullable: true,
      description: 'Why it is not sending right now; null if nothing is wrong.',
      resolve: (account) => account.trouble,
    }),
    wait: t.field({
      type: SendingWait,
      nullable: true,
      description:
        'Why nothing would be sent from it right now; null if it may send. Its limits and sending hours count only while it has a campaign to send.',
      resolve: async ({ id }, _args, ctx) => ctx.loaders.mailboxWaits.load(id),
    }),
    stoppedCampaigns: t.int({
      description:
        'Number of paused campaigns that stopped because of it, although it works again; 0 if you cannot send from it.',
      resolve: async ({ id }, _args, ctx) => ctx.loaders.stoppedCounts.load(id),
    }),
    readsReplies: t.exposeBoolean('readsReplies', {
      description:
        'Whether bounces and replies can be seen. A mailbox without the permission never sees them: its emails count as delivered when the bounce window closes. While an inbox cannot be read although that is permitted, its emails wait.',
    }),
    level: t.field({
      description: 'What it can do with the permissions granted.',
      type: enumType('MailboxLevel', {
        description: 'send (sending only) or full (safe sending, bounces and replies).',
        values: MAILBOX_LEVELS,
      }),
      resolve: (account) => account.level,
    }),
    safeSending: t.exposeBoolean('safeSending', {
      description:
        'Whether it can be checked for an email whose sending was interrupted. If not, such an email is uncertain and is not sent again.',
    }),
    awaitsConsent: t.exposeBoolean('awaitsConsent', {
      description:
        'Whether its organization refused the full level. It is upgraded automatically once an administrator consents; this is tried once a day.',
    }),
    inboxError: t.exposeString('inboxError', {
      nullable: true,
      description: 'Why its inbox cannot be read although permission was granted, in the provider’s words.',
    }),
    inboxUnreadSince: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Since when its inbox could not be read, although the provider was asked again; null if it can be read. Emails count as delivered, and follow-ups are sent, only once it was.',
      resolve: ({ inboxUnreadSince }) => inboxUnreadSince,
    }),
    unreadMessages: t.exposeInt('unreadMessages', {
      description:
        'Messages of its inbox in the last seven days that the provider did not let be read, 200 at most. A bounce or an automatic answer among them is unknown.',
    }),
    bulkSenderWarnings: t.exposeStringList('bulkSenderWarnings', {
      description:
        'Sentences that warn if all mailboxes of its domain together sent about 5,000 emails in 24 hours to private addresses at Gmail or Outlook.com, which makes the domain a bulk sender. Usually empty.',
    }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'Its owner, who connected it.',
      resolve: ({ userId }, _args, ctx) => ctx.loaders.users.load(userId),
    }),
    canSend: t.exposeBoolean('canSend', {
      description: 'True if you can send from the mailbox: it is yours, or shared with you.',
    }),
    isDefault: t.exposeBoolean('isDefault', {
      description:
        'True if your campaigns leave from the mailbox if you choose no mailbox: of your own, the newest that works.',
    }),
    sharedWithEverybody: t.exposeBoolean('sharedWithAll', {
      description: 'True if everyone in the workspace can send from the mailbox.',
    }),
    sharedWith: t.field({
      type: [MailboxShare],
      nullable: true,
      description: 'The people it is shared with by name. Only for its owner and admins; null for everyone else.',
      resolve: (account, _args, ctx) =>
        ctx.viewer !== null && mayManage(ctx.viewer, account) ? ctx.loaders.mailboxShares.load(account.id) : null,
    }),
    canShare: t.boolean({
      description: 'True if you can share the mailbox. Its owner and admins can.',
      resolve: (account, _args, ctx) => ctx.viewer?.scopes === null && mayManage(ctx.viewer, account),
    }),
    canEdit: t.boolean({
      description: 'True if you can change the mailbox’s signature and addresses. Its owner and admins can.',
      resolve: (account, _args, ctx) => ctx.viewer !== null && mayManage(ctx.viewer, account),
    }),
    canDisconnect: t.boolean({
      description: 'True if you can disconnect the mailbox. Its owner and admins can.',
      resolve: (account, _args, ctx) => ctx.viewer !== null && mayManage(ctx.viewer, account),
    }),
    isMine: t.boolean({
      description: 'True if you connected the mailbox.',
      resolve: ({ userId }, _args, ctx) => ctx.viewer?.userId === userId,
    }),
    sandbox: t.boolean({
      description: 'True if it is a sandbox mailbox: nothing leaves this installation.',
      resolve: (account, _args, ctx) => ctx.app.sandboxed.includes(account.provider),
    }),
  }),
})

builder.queryFields((t) => ({
  mailboxes: t.field({
    ...forScope('mailboxes:read'),
    type: [Mailbox],
    description:
      'The mailboxes you connected and those shared with you, a few each, oldest first. Admins also see mailboxes they cannot send from (canSend).',
    resolve: (_, _args, ctx) => ctx.api.mailboxes.listMailboxes(ctx),
  }),
  landing: t.field({
    ...forScope('mailboxes:read'),
    type: LandingReport,
    description:
      'Whether emails from a mailbox would be trusted, by the DNS records of its domain. Answers are kept for ten minutes. Takes seconds if DNS is slow. Errors: NOT_FOUND.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the mailbox.' }),
      fresh: t.arg.boolean({ description: 'True to ask DNS again, which happens at most every ten seconds.' }),
    },
    resolve: (_, { id, fresh }, ctx) =>
      ctx.api.mailboxes.mailboxLanding(ctx, uuidOf('Mailbox', id), { fresh: fresh ?? false }),
  }),
  colleagues: t.field({
    type: [User],
    authScopes: { person: true },
    description: 'Active users to share a mailbox with, by name; the first 50.',
    args: { search: t.arg.string({ description: 'Part of the name or email; case-insensitive.' }) },
    resolve: (_, { search }, ctx) => ctx.api.mailboxes.listColleagues(ctx, search ?? ''),
  }),
}))

mutation('sendLandingCheck', {
  scope: 'campaigns:send',
  description:
    'Sends an email from a mailbox to itself, to see how it arrives; landing.check has the answer a little later. It counts like a test email. Errors: NOT_FOUND, FORBIDDEN, BAD_INPUT (the mailbox cannot be read), LIMIT_REACHED, TOO_MANY_REQUESTS, TENANT_INACTIVE.',
  input: {
    description: 'The input of sendLandingCheck.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the mailbox.' }) }),
  },
  payload: { landingCheck: { type: LandingCheck, description: 'The check that was started.' } },
  resolve: async ({ id }, ctx) => ({
    landingCheck: await ctx.api.mailboxes.sendLandingCheck(ctx, uuidOf('Mailbox', id)),
  }),
})
mutation('shareMailbox', {
  authScopes: { person: true },
  description:
    'Sets who else can send from a mailbox. For its owner and admins. Running and scheduled campaigns of people who lose access are paused. Errors: REAUTHENTICATE, NOT_FOUND, FORBIDDEN.',
  input: {
    description: 'The input of shareMailbox.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the mailbox.' }),
      userIds: t.idList({
        required: true,
        description: 'The people to share it with. Everyone else loses access.',
      }),
      everybody: t.boolean({ required: true, description: 'Share it with everyone in the workspace.' }),
    }),
  },
  payload: { mailbox: { type: Mailbox, description: 'The mailbox.' } },
  resolve: async ({ id, userIds, everybody }, ctx) => ({
    mailbox: await ctx.api.mailboxes.shareMailbox(ctx, uuidOf('Mailbox', id), {
      everybody,
      userIds: userIds.map((one) => uuidOf('User', one)),
    }),
  }),
})
mutation('updateMailbox', {
  scope: 'mailboxes:write',
  description:
    'Changes the signature of a mailbox, and the addresses that it can send from. For its owner and admins. Campaigns that are launched already keep the signature of their launch. Errors: NOT_FOUND, FORBIDDEN, BAD_INPUT, UNAVAILABLE (the provider does not answer).',
  input: {
    description: 'The input of updateMailbox. Omitted fields stay the same.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the mailbox.' }),
      signature: t.string({
        description: 'Signature of the mailbox in Simple Text, at most 20,000 characters. null removes it.',
      }),
      sharedAddresses: t.stringList({
        description:
          'Addresses of shared mailboxes that it can send from, at most 20; replaces the previous ones. Microsoft only. Exchange decides whether it really may.',
      }),
      refreshAddresses: t.boolean({
        description: 'True to ask the provider for its aliases again, which needs the full level at Google.',
      }),
      copyToSelf: t.boolean({
        description:
          'Whether each email also goes to the mailbox itself, so that a doubt whether it was sent can be settled. Only for mailboxes connected by address and password. The copy counts towards limits.',
      }),
    }),
  },
  payload: { mailbox: { type: Mailbox, description: 'The mailbox.' } },
  resolve: async ({ id, ...change }, ctx) => ({
    mailbox: await ctx.api.mailboxes.updateMailbox(ctx, uuidOf('Mailbox', id), change),
  }),
})
mutation('disconnectMailbox', {
  scope: 'mailboxes:write',
  description:
    'Disconnects a mailbox and deletes its tokens. Campaigns that send from it are paused. Errors: NOT_FOUND, FORBIDDEN.',
  input: {
    description: 'The input of disconnectMailbox.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the mailbox.' }) }),
  },
  payload: { mailbox: { type: Mailbox, description: 'The mailbox.' } },
  resolve: async ({ id }, ctx) => ({
    mailbox: await ctx.api.mailboxes.disconnectMailbox(ctx, uuidOf('Mailbox', id)),
  }),
})
