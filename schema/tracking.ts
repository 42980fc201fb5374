import type { AbResults as AbResultsView } from '#api/tracking/ab-results.ts'
import type { LinkClicks as LinkClicksView, RecipientEvent, Timeline, TimelinePoint } from '#api/tracking/analytics.ts'
import { rate } from '#domain/campaigns.ts'
import { builder } from './builder.ts'
import { Campaign } from './campaigns.ts'
import { EmailLog } from './email-logs.ts'

const TimelinePointRef = builder.objectRef<TimelinePoint>('TimelinePoint').implement({
  description: 'What happened in one stretch of time; each recipient counts once, where they opened or clicked first.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When the stretch begins.' }),
    sent: t.exposeInt('sent', { description: 'Emails that left.' }),
    opened: t.exposeInt('opened', { description: 'Emails that a person opened for the first time.' }),
    machineOpened: t.exposeInt('machineOpened', { description: 'Emails that only programs have opened.' }),
    clicked: t.exposeInt('clicked', { description: 'Emails that a person clicked in for the first time.' }),
  }),
})

const TimelineRef = builder.objectRef<Timeline>('CampaignTimeline').implement({
  description: 'Sending, opens and clicks of a campaign over time.',
  fields: (t) => ({
    bucketSeconds: t.exposeInt('bucketSeconds', {
      description: 'Length of each stretch in seconds: from a minute to 28 days, as the span asks for.',
    }),
    points: t.field({
      type: [TimelinePointRef],
      description: 'The stretches without a gap; they begin at round moments UTC.',
      resolve: ({ points }) => points,
    }),
  }),
})

const LinkClicks = builder.objectRef<LinkClicksView>('LinkClicks').implement({
  description: 'A link of a campaign and who followed it.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Where it leads; merge tags as they were written.' }),
    people: t.exposeInt('people', { description: 'Recipients who followed it.' }),
    clicks: t.exposeInt('clicks', { description: 'Clicks by people, each one counted.' }),
    machineClicks: t.exposeInt('machineClicks', { description: 'Requests by scanners and other programs.' }),
  }),
})

const AbVariant = builder.objectRef<AbResultsView['variants'][number]>('AbVariant').implement({
  description: 'One of two subjects that are tested.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'A or B.' }),
    subject: t.exposeString('subject', { description: 'The subject.' }),
    sent: t.exposeInt('sent', { description: 'Emails sent with it.' }),
    opened: t.exposeInt('opened', { description: 'Of those, emails that people opened.' }),
    clicked: t.exposeInt('clicked', { description: 'Of those, emails that people clicked in.' }),
    openRate: t.float({
      description: 'Opens in percent of those sent.',
      resolve: ({ opened, sent }) => rate(opened, sent),
    }),
    clickRate: t.float({
      description: 'Clicks in percent of those sent.',
      resolve: ({ clicked, sent }) => rate(clicked, sent),
    }),
  }),
})

const AbResults = builder.objectRef<AbResultsView>('AbResults').implement({
  description: 'How two subjects did, side by side.',
  fields: (t) => ({
    variants: t.field({ type: [AbVariant], description: 'A, then B.', resolve: ({ variants }) => variants }),
    winner: t.exposeString('winner', {
      nullable: true,
      description:
        'A or B where one was opened more often beyond chance (95 %, however often one looks; at least 100 emails each); otherwise null.',
    }),
    text: t.exposeString('text', { description: 'The result in one sentence.' }),
  }),
})

const EventKind = builder.enumType('RecipientEventKind', {
  description: 'What can happen to a mail.',
  values: {
    queued: { description: 'Sending began; the email waits for its turn.' },
    sent: { description: 'The provider took it.' },
    delivered: { description: 'There is evidence, or it did not come back in time.' },
    opened: { description: 'Its pictures were loaded.' },
    clicked: { description: 'A link was followed.' },
    replied: { description: 'The recipient answered.' },
    unsubscribed: { description: 'The recipient wants no more mail.' },
    subscribedAgain: { description: 'The recipient took that back.' },
    bounced: { description: 'It came back.' },
    failed: { description: 'It did not leave, or it came back.' },
  },
})

const RecipientEventRef = builder.objectRef<RecipientEvent>('RecipientEvent').implement({
  description: 'Something in the life of one mail.',
  fields: (t) => ({
    kind: t.field({ type: EventKind, description: 'What happened.', resolve: ({ kind }) => kind }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    machine: t.exposeBoolean('machine', {
      description: 'Whether a program did it: a scanner, or a mail service that loads images ahead. It is not counted.',
    }),
    url: t.exposeString('url', { nullable: true, description: 'The link that was followed.' }),
    detail: t.exposeString('detail', {
      nullable: true,
      description: "Why it failed or came back, in the provider's words; how a program was told, by its code.",
    }),
  }),
})

builder.objectFields(Campaign, (t) => ({
  trackOpens: t.exposeBoolean('trackOpens', {
    description: 'Whether opens are tracked, if the workspace has the tracking feature.',
  }),
  trackClicks: t.exposeBoolean('trackClicks', {
    description: 'Whether clicks are tracked, if the workspace has the tracking feature.',
  }),
  opensTracked: t.boolean({
    description: 'Whether opens of its emails are known, at least of some: what held when they were sent, or will.',
    resolve: ({ opensTracked, trackOpens }) => opensTracked ?? trackOpens,
  }),
  clicksTracked: t.boolean({
    description: 'The same of clicks.',
    resolve: ({ clicksTracked, trackClicks }) => clicksTracked ?? trackClicks,
  }),
  unsubscribedCount: t.exposeInt('unsubscribedCount', {
    description: 'Recipients who unsubscribed by the link in this mail.',
  }),
  machineOpenedCount: t.int({
    description:
      'Emails that only programs have opened so far (images loaded ahead, scanners); they are not among openedCount.',
    resolve: (campaign, _, ctx) => ctx.loaders.machineOpens.load(campaign.id),
  }),
  timeline: t.field({
    type: TimelineRef,
    nullable: true,
    description: 'Sending, opens and clicks over time; null before the first mail.',
    args: {
      from: t.arg({
        type: 'DateTime',
        description: 'Where it begins; the first email when left out, and for what lies before.',
      }),
      to: t.arg({
        type: 'DateTime',
        description: 'Where it ends; the last event when left out, now for what is to come.',
      }),
    },
    resolve: (campaign, { from, to }, ctx) => ctx.api.tracking.timeline(ctx, campaign.id, from ?? null, to ?? null),
  }),
  links: t.field({
    type: [LinkClicks],
    description: 'Its tracked links in the order they stand in, and who followed them; empty before the first mail.',
    resolve: (campaign, _, ctx) => ctx.api.tracking.linkClicks(ctx, campaign.id),
  }),
  abResults: t.field({
    type: AbResults,
    nullable: true,
    description: 'How the two subjects did; null without a test and while it is a draft.',
    resolve: async (campaign, _, ctx) =>
      campaign.isAbTest && campaign.status !== 'draft'
        ? ctx.api.tracking.abResults(campaign, await ctx.loaders.variantResults.load(campaign.id))
        : null,
  }),
  abTestStatus: t.string({
    nullable: true,
    description: 'How the test stands: pending, and completed once there is a winner; null without a test.',
    resolve: async (campaign, _, ctx) => {
      if (!campaign.isAbTest) return null
      if (campaign.status === 'draft') return 'pending'
      const results = await ctx.loaders.variantResults.load(campaign.id)
      return ctx.api.tracking.abResults(campaign, results).winner ? 'completed' : 'pending'
    },
  }),
}))

builder.objectFields(EmailLog, (t) => ({
  openedAt: t.expose('openedAt', { type: 'DateTime', nullable: true, description: 'When a person first opened it.' }),
  machineOpenedAt: t.expose('machineOpenedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When a program first opened it.',
  }),
  clickedAt: t.expose('clickedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When a person first clicked in it.',
  }),
  unsubscribedAt: t.expose('unsubscribedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the recipient unsubscribed by its link.',
  }),
  variant: t.exposeString('variant', {
    nullable: true,
    description: 'Which subject of an A/B test it was sent with, A or B; null without a test.',
  }),
  events: t.field({
    type: [RecipientEventRef],
    description: 'What happened to it, by time; of opens and clicks the first 200.',
    resolve: (log, _, ctx) => ctx.loaders.recipientEvents.load(log.id),
  }),
}))
