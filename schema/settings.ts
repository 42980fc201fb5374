import type { EmailSettingsView } from '#api/settings/settings.ts'
import type { SendCeiling as SendCeilingRow } from '#domain/plans.ts'
import type { PaceFigures as PaceFiguresRow, SendWindow as SendWindowRow } from '#domain/settings.ts'
import { builder } from './builder.ts'

const SendCeiling = builder.objectRef<SendCeilingRow>('SendCeiling').implement({
  description: 'A bound on what leaves a mailbox: at most so many emails in any so many seconds.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Most emails.' }),
    seconds: t.exposeInt('seconds', { description: 'Length of the window in seconds.' }),
  }),
})

const SendWindow = builder.objectRef<SendWindowRow>('SendWindow').implement({
  description: 'Days and hours in which email may leave.',
  fields: (t) => ({
    days: t.exposeIntList('days', { description: '1 = Monday to 7 = Sunday.' }),
    from: t.exposeString('from', { description: 'From this time of day on, HH:MM.' }),
    to: t.exposeString('to', { description: 'Until this time of day, HH:MM; 24:00 = the end of the day.' }),
    timeZone: t.exposeString('timeZone', { description: 'IANA name of the time zone, such as Europe/Berlin.' }),
  }),
})

const PaceFigures = builder.objectRef<PaceFiguresRow>('PaceFigures').implement({
  description: 'How much may leave a mailbox.',
  fields: (t) => ({
    emailsPerInterval: t.exposeInt('emailsPerInterval', { description: 'Emails that may leave in one interval.' }),
    intervalSeconds: t.exposeInt('intervalSeconds', { description: 'Length of the interval in seconds.' }),
    dailyLimit: t.exposeInt('dailyLimit', { description: 'Emails that may leave in any 24 hours.' }),
  }),
})

const SendWindowInput = builder.inputType('SendWindowInput', {
  description: 'Days and hours in which email may leave.',
  fields: (t) => ({
    days: t.intList({ required: true, description: '1 = Monday to 7 = Sunday; at least one.' }),
    from: t.string({ required: true, description: 'From this time of day on, HH:MM.' }),
    to: t.string({ required: true, description: 'Until this time of day, HH:MM, later than from; 24:00 = the end.' }),
    timeZone: t.string({ required: true, description: 'IANA name of the time zone, such as Europe/Berlin.' }),
  }),
})

const EmailSettings = builder.objectRef<EmailSettingsView>('EmailSettings').implement({
  description: 'How fast email leaves each mailbox of the workspace.',
  fields: (t) => ({
    emailsPerInterval: t.exposeInt('emailsPerInterval', { description: 'Emails that may leave in one interval.' }),
    intervalSeconds: t.exposeInt('intervalSeconds', { description: 'Length of the interval in seconds.' }),
    dailyLimit: t.exposeInt('dailyLimit', { description: 'Emails that may leave in any 24 hours.' }),
    enableThrottling: t.exposeBoolean('enableThrottling', {
      description: 'Whether the interval applies; the daily limit always does.',
    }),
    warmupMode: t.exposeBoolean('warmupMode', { description: 'Whether new mailboxes start slowly.' }),
    warmupDaysRemaining: t.exposeInt('warmupDaysRemaining', { description: 'Days of warm-up that remain.' }),
    sendWindow: t.field({
      type: SendWindow,
      nullable: true,
      description: 'When email may leave; null = at any time.',
      resolve: (settings) => settings.sendWindow ?? null,
    }),
    canaryPercent: t.exposeInt('canaryPercent', {
      description:
        'Share of refused and bounced emails in percent that pauses a campaign of 50 or more recipients; 0 = never.',
    }),
    sendAgainInDoubt: t.exposeBoolean('sendAgainInDoubt', {
      description:
        'Whether an email is sent again, twice at most, when the provider did not say whether it took it and the mailbox may only send. Some people may get it twice. false: a person decides.',
    }),
    figuresNow: t.field({
      type: PaceFigures,
      description: 'Today’s limits: during warm-up less than the settings say, more each day.',
      resolve: (settings) => settings.figuresNow,
    }),
    planCeilings: t.field({
      type: [SendCeiling],
      description:
        'What the plan lets out of the whole workspace at most, all its mailboxes together and whatever the settings say; empty when it sets no bound.',
      resolve: (settings) => [...settings.planCeilings],
    }),
  }),
})

builder.queryFields((t) => ({
  emailSettings: t.field({
    type: EmailSettings,
    description: 'The send settings of the workspace.',
    resolve: (_, _args, ctx) => ctx.api.settings.emailSettings(ctx),
  }),
}))

builder.mutationFields((t) => ({
  updateEmailSettings: t.field({
    type: EmailSettings,
    authScopes: { admin: true },
    description:
      'Changes the send settings; what is left out stays. A value above a ceiling of the plan is kept, and the ceiling holds. Admins only. Errors: BAD_INPUT, FEATURE_OFF.',
    args: {
      input: t.arg({
        required: true,
        description: 'What to change.',
        type: builder.inputType('EmailSettingsInput', {
          description: 'Send settings; what is left out stays as it is.',
          fields: (f) => ({
            emailsPerInterval: f.int({ description: 'Emails that may leave in one interval.' }),
            intervalSeconds: f.int({ description: 'Length of the interval in seconds.' }),
            dailyLimit: f.int({ description: 'Emails that may leave in any 24 hours.' }),
            enableThrottling: f.boolean({ description: 'Whether the interval applies.' }),
            warmupMode: f.boolean({ description: 'Whether new mailboxes start slowly.' }),
            sendWindow: f.field({
              type: SendWindowInput,
              description: 'When email may leave; null lifts the window.',
            }),
            canaryPercent: f.int({
              description: 'Share of refused and bounced emails in percent that pauses a large campaign; 0 = never.',
            }),
            sendAgainInDoubt: f.boolean({
              description:
                'Whether an email is sent again when we cannot find out whether it was sent. Some people may get it twice.',
            }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.settings.updateEmailSettings(ctx, input),
  }),
}))
