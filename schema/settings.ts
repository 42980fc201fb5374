import type { EmailSettingsView } from '#api/settings/settings.ts'
import { builder } from './builder.ts'

const EmailSettings = builder.objectRef<EmailSettingsView>('EmailSettings').implement({
  description: 'How fast mail leaves each mailbox of the workspace.',
  fields: (t) => ({
    emailsPerInterval: t.exposeInt('emailsPerInterval', { description: 'Mails that may leave in one interval.' }),
    intervalSeconds: t.exposeInt('intervalSeconds', { description: 'Length of the interval in seconds.' }),
    dailyLimit: t.exposeInt('dailyLimit', { description: 'Mails that may leave in any 24 hours.' }),
    enableThrottling: t.exposeBoolean('enableThrottling', {
      description: 'Whether the interval applies; the daily limit always does.',
    }),
    warmupMode: t.exposeBoolean('warmupMode', { description: 'Whether new mailboxes start slowly.' }),
    warmupDaysRemaining: t.exposeInt('warmupDaysRemaining', { description: 'Days of warm-up that remain.' }),
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
    description: 'Changes the send settings; what is left out stays. Admins only. Errors: BAD_INPUT.',
    args: {
      input: t.arg({
        required: true,
        description: 'What to change.',
        type: builder.inputType('EmailSettingsInput', {
          description: 'Send settings; what is left out stays as it is.',
          fields: (f) => ({
            emailsPerInterval: f.int({ description: 'Mails that may leave in one interval.' }),
            intervalSeconds: f.int({ description: 'Length of the interval in seconds.' }),
            dailyLimit: f.int({ description: 'Mails that may leave in any 24 hours.' }),
            enableThrottling: f.boolean({ description: 'Whether the interval applies.' }),
            warmupMode: f.boolean({ description: 'Whether new mailboxes start slowly.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.settings.updateEmailSettings(ctx, input),
  }),
}))
