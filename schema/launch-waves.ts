import type { PlaceDoubt as PlaceDoubtRow } from '#domain/pacing/local-time-waves.ts'
import { offsetText } from '#domain/pacing/zone-time.ts'
import type { LaunchForecast } from '#api/campaigns/checks/launch-forecast.ts'
import { builder } from './schema-builder.ts'
import { forContactReaders } from './type-scopes.ts'

const PlaceDoubt = builder.objectRef<PlaceDoubtRow>('PlaceDoubt').implement({
  description:
    'A place, time zone or country code of recipients that fits several zones, so that none of them is certain.',
  fields: (t) => ({
    text: t.exposeString('text', {
      description:
        'The value in the contact’s field, such as “Springfield”; of a phone number its country code, of an email address its ending.',
    }),
    timeZones: t.stringList({
      description: 'IANA names of the zones that it fits, the most likely first.',
      resolve: ({ timeZones }) => timeZones,
    }),
    recipients: t.exposeInt('recipients', { description: 'Number of recipients with this value.' }),
  }),
})

export const LaunchWave = builder.objectRef<LaunchForecast['waves'][number]>('LaunchWave').implement({
  description: 'Recipients of one time zone.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', {
      nullable: true,
      description:
        'Time zone of these recipients: an IANA name or an offset such as +02:00; null for those whose zone is unknown.',
    }),
    utcOffset: t.string({
      nullable: true,
      description:
        'UTC offset of `timeZone` at `leavesAt`, such as -05:00, by this installation’s time-zone data; null for an unknown zone.',
      resolve: ({ timeZone, leavesAt }) => timeZone && offsetText(timeZone, leavesAt.getTime()),
    }),
    recipients: t.exposeInt('recipients', { description: 'Number of recipients.' }),
    doubts: t.field({
      type: [PlaceDoubt],
      description:
        'Places that fit several time zones, the most frequent first, at most five. Empty unless `timeZone` is null. An API key needs contacts:read to see them.',
      resolve: ({ doubts }, _, ctx) => forContactReaders(ctx, doubts),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it is the chosen time there.' }),
    leavesAt: t.expose('leavesAt', {
      type: 'DateTime',
      description:
        'About when their first email leaves: later than that outside the workspace’s sending hours, or while limits hold it back.',
    }),
  }),
})
