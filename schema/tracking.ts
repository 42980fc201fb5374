import type { Welcome } from '#api/campaigns/recipient-response.ts'
import type { AbResults as AbResultsView } from '#api/campaigns/launch/ab-results.ts'
import type { Campaign as CampaignRow } from '#api/campaigns/campaign.ts'
import type { CampaignCounts, TrackingCounts } from '#api/tracking/tracking-counts.ts'
import type { LinkClicks as LinkClicksView, RecipientEvent } from '#api/tracking/campaign-analytics.ts'
import type { Timeline, TimelinePoint } from '#api/tracking/campaign-timelines.ts'
import type { AbDecision, TestCounts } from '#domain/campaigns/ab-decision.ts'
import { AB_TEST_STATUSES, VARIANT_NAMES, type VariantName } from '#domain/campaigns/ab-test.ts'
import { VariantEnum } from './ab-variant.ts'
import { rate } from '#domain/rate-percent.ts'
import type { TrackingLevel } from '#domain/tracking/tracking.ts'
import { builder, enumType } from './schema-builder.ts'
import { AbWinnerMetricEnum, Campaign } from './campaigns.ts'
import type { Context } from './call-context.ts'
import { EmailLog } from './email-logs.ts'
import { TrackingLevelEnum } from './tracking-levels.ts'

const TrackingCountsRef = builder.objectRef<TrackingCounts>('TrackingCounts').implement({
  description: 'Opens and clicks counted without recording whose they are. Repeats count.',
  fields: (t) => ({
    opens: t.exposeInt('opens', { description: 'Opens by people, as far as requests tell.' }),
    clicks: t.exposeInt('clicks', { description: 'Clicks by people, as far as requests tell.' }),
    machineOpens: t.exposeInt('machineOpens', { description: 'Opens by bots.' }),
    machineClicks: t.exposeInt('machineClicks', { description: 'Clicks by bots.' }),
  }),
})

const CampaignWelcome = builder.objectRef<Welcome>('CampaignWelcome').implement({
  description:
    'Numbers of recipients who showed that the emails of a campaign and its follow-ups were welcome, or were not.',
  fields: (t) => ({
    positive: t.exposeInt('positive', { description: 'Number of recipients whose reply a person marked as positive.' }),
    choseLess: t.exposeInt('choseLess', {
      description:
        'Number of recipients who left the campaign’s topic, or chose one email a month, after they got the email.',
    }),
    paused: t.exposeInt('paused', {
      description: 'Number of recipients who paused all emails after they got the email.',
    }),
    complained: t.exposeInt('complained', { description: 'Number of recipients who reported the email as spam.' }),
  }),
})

const TimelinePointRef = builder.objectRef<TimelinePoint>('TimelinePoint').implement({
  description:
    'What happened in one time bucket. Each recipient counts once, at their first open or click; at level counts, opens and clicks are 0.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Start of the bucket.' }),
    sent: t.exposeInt('sent', { description: 'Emails sent.' }),
    opened: t.exposeInt('opened', { description: 'Emails first opened by a person.' }),
    machineOpened: t.exposeInt('machineOpened', { description: 'Emails opened only by bots or scanners.' }),
    clicked: t.exposeInt('clicked', { description: 'Emails first clicked by a person.' }),
  }),
})

const TimelineRef = builder.objectRef<Timeline>('CampaignTimeline').implement({
  description: 'Sending, opens and clicks of a campaign over time.',
  fields: (t) => ({
    bucketSeconds: t.exposeInt('bucketSeconds', {
      description: 'Bucket length in seconds, from one minute to 28 days, depending on the time range.',
    }),
    points: t.field({
      type: [TimelinePointRef],
      description: 'The buckets, without gaps, aligned to UTC.',
      resolve: ({ points }) => points,
    }),
  }),
})

const LinkClicks = builder.objectRef<LinkClicksView>('LinkClicks').implement({
  description: 'A link in a campaign and its clicks.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The target URL, with merge tags unfilled.' }),
    people: t.exposeInt('people', { description: 'Recipients who clicked it; 0 at level counts.' }),
    clicks: t.exposeInt('clicks', { description: 'Total clicks by people, including repeat clicks.' }),
    machineClicks: t.exposeInt('machineClicks', { description: 'Clicks by scanners and other bots.' }),
  }),
})

const AbVariant = builder
  .objectRef<AbResultsView['variants'][number] & { counts: TrackingCounts | null }>('AbVariant')
  .implement({
    description: 'One of the two subjects in an A/B test.',
    fields: (t) => ({
      name: t.field({
        type: VariantEnum,
        description: 'Subject of the A/B test: A or B.',
        resolve: ({ name }) => name,
      }),
      subject: t.exposeString('subject', { description: 'The subject.' }),
      sent: t.exposeInt('sent', { description: 'Emails sent with it, without those to people who are not tracked.' }),
      counts: t.field({
        type: TrackingCountsRef,
        nullable: true,
        description: 'Its opens and clicks at level counts; otherwise null.',
        resolve: ({ counts }) => counts,
      }),
      opened: t.exposeInt('opened', { description: 'Sent emails that were opened by people.' }),
      clicked: t.exposeInt('clicked', { description: 'Sent emails that were clicked by people.' }),
      replied: t.exposeInt('replied', { description: 'Sent emails that were replied to.' }),
      openRate: t.float({
        description: 'Opens as a percentage of emails sent.',
        resolve: ({ opened, sent }) => rate(opened, sent),
      }),
      clickRate: t.float({
        description: 'Clicks as a percentage of emails sent.',
        resolve: ({ clicked, sent }) => rate(clicked, sent),
      }),
    }),
  })

const AbTestCounts = builder.objectRef<TestCounts & { name: VariantName }>('AbTestCounts').implement({
  description: 'The figures of a subject when its A/B test was decided.',
  fields: (t) => ({
    name: t.field({ type: VariantEnum, description: 'Subject of the A/B test: A or B.', resolve: ({ name }) => name }),
    sent: t.exposeInt('sent', { description: 'Emails sent with it, without those to people who are not tracked.' }),
    opened: t.exposeInt('opened', { description: 'Of these, opened by people.' }),
    clicked: t.exposeInt('clicked', { description: 'Of these, clicked by people.' }),
    replied: t.exposeInt('replied', { description: 'Of these, replied to.' }),
  }),
})

const AbDecisionRef = builder.objectRef<AbDecision>('AbDecision').implement({
  description: 'Subject that the remaining recipients of an A/B test get, and the reason.',
  fields: (t) => ({
    winner: t.field({
      type: VariantEnum,
      description: 'The subject that the rest gets.',
      resolve: ({ winner }) => winner,
    }),
    reason: t.field({
      type: enumType('AbDecisionReason', {
        description: 'Reason why a subject was chosen.',
        values: {
          MORE: { description: 'Its rate was higher.' },
          TIE: { description: 'Both rates were equal, so the rest gets subject A.' },
          TOO_FEW: {
            description:
              'Fewer than 20 emails were sent with one of the subjects, or there were fewer than 5 reactions, so the rest gets subject A.',
          },
          CHOSEN: { description: 'A person chose it before its time.' },
        },
      }),
      description: 'Reason for the decision.',
      resolve: ({ reason }) => reason,
    }),
    metric: t.field({
      type: AbWinnerMetricEnum,
      description: 'Rate that was compared.',
      resolve: ({ metric }) => metric,
    }),
    at: t.field({ type: 'DateTime', description: 'When.', resolve: ({ at }) => new Date(at) }),
    isCertain: t.exposeBoolean('isCertain', {
      description: 'True if the difference is larger than chance explains, with 95% confidence.',
    }),
    variants: t.field({
      type: [AbTestCounts],
      description: 'The figures it was decided on: A, then B.',
      resolve: ({ variants }) => VARIANT_NAMES.map((name) => ({ ...variants[name], name })),
    }),
  }),
})

const AbResults = builder.objectRef<AbResultsView & { counts: CampaignCounts | null }>('AbResults').implement({
  description: 'Results of an A/B subject test.',
  fields: (t) => ({
    variants: t.field({
      type: [AbVariant],
      description: 'A, then B.',
      resolve: ({ variants, counts }) =>
        variants.map((variant) => ({
          ...variant,
          counts:
            counts && (counts.variants[variant.name] ?? { opens: 0, clicks: 0, machineOpens: 0, machineClicks: 0 }),
        })),
    }),
    winner: t.field({
      type: VariantEnum,
      nullable: true,
      resolve: ({ winner }) => winner,
      description:
        'The winner, if its open rate is significantly higher; otherwise null. Uses 95% confidence, stays valid with repeated checks, and needs at least 100 emails each. Where the rest gets the winner: the subject of the decision.',
    }),
    text: t.exposeString('text', { description: 'The result in one sentence.' }),
    waitingCount: t.exposeInt('waiting', { description: 'Recipients who wait for the winner.' }),
    decidesAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the winner is decided; null while emails of the test are still to be sent, or if nobody waits for it.',
      resolve: ({ decidesAt }) => decidesAt,
    }),
    decision: t.field({
      type: AbDecisionRef,
      nullable: true,
      description: 'Which subject the rest gets; null without a rest, or while it is not decided.',
      resolve: ({ decision }) => decision,
    }),
  }),
})

const EventKind = enumType('RecipientEventKind', {
  description: 'Types of email events.',
  values: {
    queued: { description: 'The email is queued.' },
    sent: { description: 'The provider accepted it.' },
    delivered: { description: 'Delivery was confirmed, or no bounce arrived in time.' },
    opened: { description: 'Its images were loaded.' },
    clicked: { description: 'A link was clicked.' },
    replied: { description: 'The recipient replied.' },
    away: { description: 'An out-of-office reply came. detail: the day they are back, or undated.' },
    automaticAnswer: { description: 'Another automatic answer came, such as a help desk’s.' },
    bounceUnproven: {
      description:
        'A message says that it bounced, but neither names this email nor comes from a server that the email provider vouches for. It changes nothing and is not counted. detail: what it says.',
    },
    returnedUnsent: {
      description:
        'The email provider returned it unsent because of its sender, and it waits to be sent again. detail: the provider’s reason.',
    },
    unsubscribed: { description: 'The recipient unsubscribed.' },
    subscribedAgain: { description: 'The recipient subscribed again.' },
    complained: { description: 'The recipient marked it as spam.' },
    bounced: { description: 'It bounced.' },
    failed: { description: 'It could not be sent, or it bounced.' },
  },
})

const RecipientEventRef = builder.objectRef<RecipientEvent>('RecipientEvent').implement({
  description: 'An event for one email.',
  fields: (t) => ({
    kind: t.field({ type: EventKind, description: 'What happened.', resolve: ({ kind }) => kind }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    machine: t.exposeBoolean('machine', {
      description:
        'True if a bot opened or clicked, such as a scanner or an email service that preloads images. Bot events are not counted.',
    }),
    url: t.exposeString('url', { nullable: true, description: 'The link that was clicked.' }),
    detail: t.exposeString('detail', {
      nullable: true,
      description:
        'The provider’s reason for a failure or bounce. For bot events, the code of the rule that detected the bot.',
    }),
  }),
})

const namesRecipients = (level: TrackingLevel | null | undefined) => (level ?? 'recipient') === 'recipient'

async function countsOf({ id, tracking, status }: CampaignRow, ctx: Context): Promise<CampaignCounts | null> {
  return tracking === 'counts' && status !== 'draft' ? ctx.loaders.trackingCounts.load(id) : null
}

builder.objectFields(Campaign, (t) => ({
  tracking: t.field({
    type: TrackingLevelEnum,
    nullable: true,
    description: 'What is recorded of opens and clicks, fixed at the launch. null: a draft that follows the workspace.',
    resolve: ({ tracking }) => tracking ?? null,
  }),
  counts: t.field({
    type: TrackingCountsRef,
    nullable: true,
    description: 'Its opens and clicks at level counts; otherwise null.',
    resolve: async (campaign, _, ctx) => (await countsOf(campaign, ctx))?.all ?? null,
  }),
  trackOpens: t.exposeBoolean('trackOpens', {
    description: 'True if opens are tracked, provided the workspace has the tracking feature.',
  }),
  trackClicks: t.exposeBoolean('trackClicks', {
    description: 'True if clicks are tracked, provided the workspace has the tracking feature.',
  }),
  opensTracked: t.boolean({
    description:
      'Whether opens are tracked for each recipient of at least some of its emails. Reflects the setting at send time, or the current one for a draft.',
    resolve: ({ opensTracked, trackOpens, tracking }) => opensTracked ?? (trackOpens && namesRecipients(tracking)),
  }),
  clicksTracked: t.boolean({
    description: 'The same for clicks.',
    resolve: ({ clicksTracked, trackClicks, tracking }) => clicksTracked ?? (trackClicks && namesRecipients(tracking)),
  }),
  welcome: t.field({
    type: CampaignWelcome,
    nullable: true,
    complexity: 20,
    description:
      'Signs that the emails of a campaign and its follow-ups were welcome or not; null if the campaign does not exist.',
    resolve: (campaign, _, ctx) => ctx.loaders.welcomes.load(campaign.id),
  }),
  unsubscribedCount: t.exposeInt('unsubscribedCount', {
    description: 'Recipients who unsubscribed with the link in this email.',
  }),
  machineOpenedCount: t.int({
    description: 'Emails opened only by bots so far (image preloading, scanners). Not included in openedCount.',
    resolve: (campaign, _, ctx) => ctx.loaders.machineOpens.load(campaign.id),
  }),
  timeline: t.field({
    type: TimelineRef,
    nullable: true,
    description: 'Sending, opens and clicks over time; null before the first email.',
    args: {
      from: t.arg({
        type: 'DateTime',
        description: 'Start time. Defaults to the first email; earlier times are moved to it.',
      }),
      to: t.arg({
        type: 'DateTime',
        description: 'End time. Defaults to the last event; future times are moved to now.',
      }),
    },
    resolve: (campaign, { from, to }, ctx) =>
      ctx.loaders.timelines.load({ id: campaign.id, options: { from: from ?? null, to: to ?? null } }),
  }),
  links: t.field({
    type: [LinkClicks],
    description: 'Tracked links of the campaign in order of appearance, with clicks; empty before the first email.',
    resolve: (campaign, _, ctx) => ctx.loaders.linkClicks.load(campaign.id),
  }),
  abResults: t.field({
    type: AbResults,
    nullable: true,
    description: 'A/B test results; null without a test or while the campaign is a draft.',
    resolve: async (campaign, _, ctx) =>
      campaign.isAbTest && campaign.status !== 'draft'
        ? {
            ...ctx.api.tracking.abResults(campaign, await ctx.loaders.variantResults.load(campaign.id)),
            counts: await countsOf(campaign, ctx),
          }
        : null,
  }),
  abTestStatus: t.field({
    type: enumType('AbTestStatus', { description: 'COMPLETED once there is a winner.', values: AB_TEST_STATUSES }),
    nullable: true,
    description: 'Status of the A/B test; null without a test.',
    resolve: async (campaign, _, ctx) => {
      if (!campaign.isAbTest) return null
      if (campaign.status === 'draft') return 'pending'
      const results = await ctx.loaders.variantResults.load(campaign.id)
      return ctx.api.tracking.abResults(campaign, results).winner ? 'completed' : 'pending'
    },
  }),
}))

builder.objectFields(EmailLog, (t) => ({
  untracked: t.exposeBoolean('untracked', {
    description: 'True if the recipient is excluded from tracking: no pixel, plain links, nothing recorded.',
  }),
  openedAt: t.expose('openedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was first opened by a person.',
  }),
  machineOpenedAt: t.expose('machineOpenedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was first opened by a bot.',
  }),
  clickedAt: t.expose('clickedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When a person first clicked a link in it.',
  }),
  unsubscribedAt: t.expose('unsubscribedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the recipient unsubscribed with its link.',
  }),
  variant: t.field({
    type: VariantEnum,
    nullable: true,
    description: 'The A/B test subject it was sent with; null without a test, or while it waits for the winner.',
    resolve: ({ variant }) => variant as VariantName | null,
  }),
  events: t.field({
    type: [RecipientEventRef],
    description: 'Events of the email in chronological order, with the first 200 opens and clicks.',
    resolve: (log, _, ctx) => ctx.loaders.recipientEvents.load(log.id),
  }),
}))
