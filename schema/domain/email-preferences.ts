import { z } from 'zod'

/**
 * Limits of topics and other choices that recipients have on the page of an unsubscribe link, beside leaving (product:
 * preferences).
 */

export const TOPIC_LIMITS = {
  /** topics of a workspace */
  count: 20,
  /** maximum characters of a topic's name */
  name: 60,
  description: 200,
} as const

/** A subject that a workspace writes about, and that its recipients can leave. */
export interface Topic {
  /** a UUID, chosen by whoever adds the topic */
  id: string
  name: string
  /** description of the topic; empty: none */
  description: string
}

const text = (label: string, max: number) =>
  z
    .string(`The ${label} of a topic must be a string`)
    .trim()
    .max(max, `The ${label} of a topic can have at most ${max} characters`)
    .refine((value) => !/\p{Cc}/u.test(value), `The ${label} of a topic must be one line`)

/** Input with all topics of a workspace, in the order in which the preference page lists them. */
export const topicsInput = z
  .array(
    z.object({
      id: z.uuid('The id of a topic must be a UUID').toLowerCase(),
      name: text('name', TOPIC_LIMITS.name).refine((name) => name !== '', 'A topic needs a name'),
      description: text('description', TOPIC_LIMITS.description)
        .nullish()
        .transform((description) => description ?? ''),
    }),
    'Topics must be a list',
  )
  .max(TOPIC_LIMITS.count, `A workspace can have at most ${TOPIC_LIMITS.count} topics`)
  .refine((topics) => new Set(topics.map(({ id }) => id)).size === topics.length, 'Each topic needs an id of its own')
  .refine(
    (topics) => new Set(topics.map(({ name }) => name.toLowerCase())).size === topics.length,
    'Each topic needs a name of its own',
  )

/** Days after an email in which a recipient who chose one email a month gets no other. */
export const MONTH_DAYS = 30

/** Choices of a person. */
export interface Choices {
  /** ids of topics that the recipient does not want emails about */
  leftTopics: string[]
  isMonthly: boolean
  /** end of the pause of all emails; null: not paused */
  pausedUntil: Date | null
}

/** The end of a pause that begins now: the same day three months later, or the last day of a shorter month. */
export function pauseEnd(now: Date): Date {
  const end = new Date(now)
  end.setUTCMonth(end.getUTCMonth() + 3)
  if (end.getUTCDate() !== now.getUTCDate()) end.setUTCDate(0)
  return end
}

/** The part of {@link Choices} that a form sends: checked topics are wanted. */
export function choicesIn(
  form: URLSearchParams,
  topics: readonly Topic[],
  before: Pick<Choices, 'pausedUntil'>,
  now: Date,
): Choices {
  const wanted = new Set(form.getAll('topic'))
  const isPaused = before.pausedUntil !== null && before.pausedUntil > now
  return {
    leftTopics: topics.map(({ id }) => id).filter((id) => !wanted.has(id)),
    isMonthly: form.has('monthly'),
    pausedUntil: form.has('pause') ? (isPaused ? before.pausedUntil : pauseEnd(now)) : null,
  }
}
