import type { TrackingLevel } from '#domain/tracking/tracking.ts'
import { enumType } from './schema-builder.ts'

/** Recording of opens and clicks. */
export const TrackingLevelEnum = enumType('TrackingLevel', {
  description: 'What is recorded of opens and clicks.',
  values: {
    off: { description: 'Nothing: no pixel, and links as written.' },
    counts: { description: 'How many, without recording whose. Repeats count.' },
    recipient: { description: 'Whether and when each recipient opened and clicked.' },
  } satisfies Record<TrackingLevel, object>,
})
