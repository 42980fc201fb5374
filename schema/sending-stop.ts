import type { SendingStop as SendingStopRow } from '#api/campaigns/launch/stop-all-sending.ts'
import { builder } from './schema-builder.ts'
import { Campaign } from './campaigns.ts'
import { mutation } from './mutation-fields.ts'
import { Tenant } from './tenants.ts'

const SendingStop = builder.objectRef<SendingStopRow>('SendingStop').implement({
  description: 'All sending of a workspace was stopped, in every process.',
  fields: (t) => ({
    stoppedAt: t.field({ type: 'DateTime', description: 'When it was stopped.', resolve: ({ at }) => at }),
    stoppedBy: t.exposeString('by', {
      nullable: true,
      description: 'Name of the member who stopped it; null if they no longer exist.',
    }),
    inFlight: t.exposeInt('inFlight', {
      description: 'Emails that are with their provider at this moment and cannot be held back.',
    }),
    leftAfter: t.exposeInt('leftAfter', {
      description: 'Emails that were sent after the stop because their provider already had them.',
    }),
    overdue: t.exposeInt('overdue', {
      description: 'Scheduled campaigns whose start passed while sending was stopped.',
    }),
  }),
})

builder.objectField(Tenant, 'sendingStop', (t) =>
  t.field({
    type: SendingStop,
    nullable: true,
    complexity: 20,
    description: 'The stop of all its sending; null if it may send. Always null for a super admin.',
    resolve: (tenant, _args, ctx) =>
      ctx.viewer?.tenantId === tenant.id ? ctx.api.campaigns.sendingStopOf(ctx, tenant) : null,
  }),
)

mutation('stopAllSending', {
  scope: 'campaigns:send',
  description:
    'Stops all sending of the workspace at once, in every process. After the answer no further email is taken up; those already with their provider cannot be held back (see inFlight and leftAfter). Campaigns keep their status and wait. Launches, resumes and test emails are refused with CONFLICT until an admin resumes sending. Stopping again changes nothing.',
  payload: {
    sendingStop: { type: SendingStop, description: 'The stop.' },
  },
  resolve: async (_, ctx) => {
    const tenant = await ctx.api.campaigns.stopAllSending(ctx)
    return { sendingStop: await ctx.api.campaigns.sendingStopOf(ctx, tenant) }
  },
})

mutation('resumeAllSending', {
  description:
    'Resumes sending of the workspace after stopAllSending. Campaigns go on as they were; paused ones stay paused. Scheduled campaigns that missed their start are paused, so that each can be decided on. Admins only, no API keys. Errors: FORBIDDEN.',
  authScopes: { admin: true },
  input: {
    description: 'The input of resumeAllSending.',
    fields: (t) => ({
      startOverdue: t.boolean({
        description: 'Start scheduled campaigns that missed their start now. Defaults to false: they are paused.',
      }),
    }),
  },
  payload: {
    tenant: { type: Tenant, description: 'The workspace.' },
    paused: { type: [Campaign], description: 'Scheduled campaigns that missed their start and are paused now.' },
  },
  resolve: async ({ startOverdue }, ctx) => {
    const { tenant, pausedIds } = await ctx.api.campaigns.resumeAllSending(ctx, { startOverdue: startOverdue ?? false })
    const paused = await Promise.all(pausedIds.map((id) => ctx.loaders.campaigns.load(id)))
    return { tenant, paused: paused.filter((campaign) => campaign !== null) }
  },
})
