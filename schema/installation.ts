import type { RefusedRegistration as RefusedRow } from '#api/installation/refused-registrations.ts'
import type { InstallationState as StateRow, ProviderState as ProviderRow } from '#api/installation/provider-states.ts'
import type { GoogleQuota } from '#domain/mailboxes/google-quota.ts'
import type { Finding } from '#domain/mailboxes/provider-setup.ts'
import type { ZoneDataState } from '#domain/zones/zone-data-age.ts'
import { builder, enumType } from './schema-builder.ts'
import { ProviderEnum } from './providers.ts'

const ProviderFinding = builder.objectRef<Finding>('ProviderFinding').implement({
  description: 'Facts about an app registration that the connected mailboxes show.',
  fields: (t) => ({
    tone: t.field({
      type: enumType('FindingTone', {
        description: 'good, neutral (cannot be told), warning or bad.',
        values: ['good', 'neutral', 'warning', 'bad'] as const,
      }),
      description: 'Severity of the finding.',
      resolve: ({ tone }) => tone,
    }),
    text: t.exposeString('text', { description: 'The finding in plain words.' }),
  }),
})

const GmailQuota = builder.objectRef<GoogleQuota>('GmailQuota').implement({
  description: 'The Gmail API’s quota that holds now, in units.',
  fields: (t) => ({
    perUserMinute: t.exposeInt('perUserMinute', { description: 'Units a minute and user.' }),
    perMinute: t.exposeFloat('perMinute', { description: 'Units a minute, of the whole project.' }),
    perDay: t.exposeFloat('perDay', { description: 'Units a day, of the whole project.' }),
    isScaled: t.boolean({
      description: 'True if the project is configured to be in the Scaled tier.',
      resolve: ({ tier }) => tier === 'scaled',
    }),
  }),
})

const seconds = 'In seconds; null if there is none.'

const ProviderState = builder.objectRef<ProviderRow>('ProviderState').implement({
  description: 'A provider in this installation, over all workspaces.',
  fields: (t) => ({
    provider: t.field({ type: ProviderEnum, description: 'Which one.', resolve: ({ provider }) => provider }),
    client: t.field({
      type: enumType('ProviderClient', {
        description: 'absent: no client id is set. standIn: the sandbox or another origin. real: the provider itself.',
        values: ['absent', 'standIn', 'real'] as const,
      }),
      description: 'Whether the client id is set, and for what.',
      resolve: ({ client }) => client,
    }),
    redirectUrl: t.exposeString('redirectUrl', { description: 'The redirect address to register at the provider.' }),
    redirectProblem: t.exposeString('redirectProblem', {
      nullable: true,
      description: 'Reason why the provider will not accept the redirect address; null if nothing speaks against it.',
    }),
    lastReturnAt: t.expose('lastReturnAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a sign-in last came back through it.',
    }),
    mailboxes: t.exposeInt('mailboxes', { description: 'Connected accounts, each counted once.' }),
    working: t.exposeInt('working', { description: 'Those with a working sign-in.' }),
    longestWorked: t.exposeFloat('longestWorked', {
      nullable: true,
      description: `Longest time between a sign-in and its last successful use. ${seconds}`,
    }),
    medianWorked: t.exposeFloat('medianWorked', {
      nullable: true,
      description: `Median of that time, of mailboxes that work. ${seconds}`,
    }),
    lost: t.exposeInt('lost', { description: 'Mailboxes that lost their sign-in in the last 30 days.' }),
    medianLost: t.exposeFloat('medianLost', {
      nullable: true,
      description: `Median time for which these sign-ins had worked. ${seconds}`,
    }),
    verification: t.field({
      type: [ProviderFinding],
      description: 'What can be told about the verification of the app.',
      resolve: ({ verification }) => verification,
    }),
    quota: t.field({
      type: GmailQuota,
      nullable: true,
      description: 'The Gmail API’s quota; null at Microsoft.',
      resolve: ({ quota }) => quota,
    }),
    breaks: t.exposeStringList('breaks', { description: 'What will stop working, and when: a sentence each.' }),
  }),
})

const TimeZoneData = builder.objectRef<ZoneDataState>('TimeZoneData').implement({
  description: 'The time-zone data that every local time uses.',
  fields: (t) => ({
    release: t.exposeString('release', { description: 'Release of the IANA time zone database, such as 2026f.' }),
    releasedOn: t.exposeString('releasedOn', { description: 'Day of its publication, YYYY-MM-DD.' }),
    isOutdated: t.exposeBoolean('isOutdated', { description: 'True if the time-zone data is older than 120 days.' }),
  }),
})

const Installation = builder.objectRef<StateRow>('Installation').implement({
  description: 'The state of this installation, for super admins.',
  fields: (t) => ({
    providers: t.field({
      type: [ProviderState],
      description: 'Microsoft and Google.',
      resolve: ({ providers }) => providers,
    }),
    timeZoneData: t.field({
      type: TimeZoneData,
      description: 'Version of the time-zone data on this installation.',
      resolve: ({ timeZoneData }) => timeZoneData,
    }),
  }),
})

builder.queryField('installation', (t) =>
  t.field({
    type: Installation,
    skipTypeScopes: true,
    authScopes: { superAdmin: true },
    complexity: 500,
    description:
      'The app registrations at the providers and the time-zone data of this installation. Super admin only.',
    resolve: (_, _args, ctx) => ctx.api.installation.installationState(ctx),
  }),
)

const RefusedRegistration = builder.objectRef<RefusedRow>('RefusedRegistration').implement({
  description: 'A provider that refuses the registration of this installation: nothing is sent or read through it.',
  fields: (t) => ({
    provider: t.field({ type: ProviderEnum, description: 'Which one.', resolve: ({ provider }) => provider }),
    since: t.expose('since', { type: 'DateTime', description: 'When it first refused.' }),
    detail: t.exposeString('detail', { description: 'The provider’s message.' }),
  }),
})

builder.queryField('refusedRegistrations', (t) =>
  t.field({
    type: [RefusedRegistration],
    skipTypeScopes: true,
    authScopes: { superAdmin: true },
    description:
      'Providers that refuse this installation, because its secret has expired or its application is gone, until they accept a sign-in again. Super admin only.',
    resolve: (_, _args, ctx) => ctx.api.installation.refusedRegistrationsOf(ctx),
  }),
)
