import { z } from 'zod'
import { RECIPIENT_OUTCOMES } from './tracking/tracking.ts'
import { cleanLine, cleanText, CONTACT_LIMITS, isValidEmail } from './contacts/contacts.ts'
import { TEXT_LIMITS } from './content/text-limits.ts'

/** Limits and rules for recipients and exclusions: filters of contacts, tags, segments, the suppression list. */

export const AUDIENCE_LIMITS = {
  /** maximum characters of a search */
  search: 500,
  /** maximum characters of a tag */
  tag: 60,
  /** maximum tags named in one call or filter */
  tags: 50,
  /** maximum conditions on custom fields in one filter */
  fieldConditions: 20,
  /** maximum email addresses or external ids named in one filter */
  keys: 1_000,
  /** maximum custom fields of a contact */
  fields: 200,
  segments: 200,
  /** maximum addresses suppressed in one call */
  suppressions: 10_000,
  /** maximum contacts chosen by id in one call */
  ids: 10_000,
  /** maximum contacts excluded from an audience by id */
  except: 10_000,
  /** maximum recipients of one campaign */
  recipients: 200_000,
} as const

export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained', 'manual'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** Prefix of a suppressed recipient's error text; the reason follows. */
export const SUPPRESSED = 'SUPPRESSED'

const storable = (label: string, max: number) =>
  z
    .string()
    .max(max, `${label} must be at most ${max} characters long`)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), `${label} must not contain invalid characters`)

const tag = z
  .string()
  .overwrite(cleanLine)
  .min(1, 'A tag must not be empty')
  .max(AUDIENCE_LIMITS.tag, `A tag must be at most ${AUDIENCE_LIMITS.tag} characters long`)

const someTags = z.array(tag).max(AUDIENCE_LIMITS.tags, `Use at most ${AUDIENCE_LIMITS.tags} tags at once`)

/** Tags to add or remove. */
export const tagsInput = someTags.min(1, 'Choose at least one tag')
/** All tags of a contact; may be empty. */
export const contactTagsInput = someTags

const fieldCondition = z
  .object({
    name: storable('A field name', CONTACT_LIMITS.fieldName).min(1, 'A field condition needs the name of a field'),
    equals: storable('A field value', CONTACT_LIMITS.fieldText).nullish(),
    contains: storable('A field value', CONTACT_LIMITS.fieldText).nullish(),
    isEmpty: z.boolean().nullish(),
  })
  .refine(
    ({ equals, contains, isEmpty }) => [equals, contains, isEmpty].filter((value) => value != null).length === 1,
    'A field condition needs exactly one of equals, contains and isEmpty',
  )

const conditions = {
  search: storable('A search', AUDIENCE_LIMITS.search).nullish(),
  tags: someTags.nullish(),
  withoutTags: someTags.nullish(),
  fields: z
    .array(fieldCondition)
    .max(AUDIENCE_LIMITS.fieldConditions, `Use at most ${AUDIENCE_LIMITS.fieldConditions} field conditions`)
    .nullish(),
  suppressed: z.boolean().nullish(),
  campaignOutcome: z.object({ campaignId: z.string(), outcome: z.enum(RECIPIENT_OUTCOMES) }).nullish(),
}

/** Contacts to exclude by id; shared by filters and audiences. */
const except = z
  .array(z.string())
  .max(AUDIENCE_LIMITS.except, `Exclude at most ${AUDIENCE_LIMITS.except.toLocaleString('en')} contacts by id`)
  .nullish()

/** Filter conditions that name single contacts, a moment or an import; not allowed in segments, which are stored. */
const syncConditions = {
  emails: z
    .array(storable('An email', CONTACT_LIMITS.email))
    .max(AUDIENCE_LIMITS.keys, `Name at most ${AUDIENCE_LIMITS.keys} emails at once`)
    .nullish(),
  externalIds: z
    .array(storable('An external id', 200))
    .max(AUDIENCE_LIMITS.keys, `Name at most ${AUDIENCE_LIMITS.keys} external ids at once`)
    .nullish(),
  updatedSince: z.date().nullish(),
  importId: z.string().nullish(),
}

/** A filter of contacts; every condition must hold. */
export const contactFilter = z.object({ ...conditions, ...syncConditions, segmentId: z.string().nullish(), except })
export type ContactFilter = z.output<typeof contactFilter>

/** Returns whether a filter has no condition, so that it would match everybody. `except` alone is no condition. */
export function isEmptyFilter(filter: ContactFilter): boolean {
  return Object.entries(filter).every(
    ([name, value]) =>
      name === 'except' || value == null || value === '' || (Array.isArray(value) && value.length === 0),
  )
}

const EMPTY_FILTER = 'The filter has no condition. For every contact in the workspace, use all: true'

/** Contacts that a change is for: exactly one of ids, a filter and all. */
export const contactChoice = z
  .object({
    ids: z
      .array(z.string())
      .max(AUDIENCE_LIMITS.ids, `Choose at most ${AUDIENCE_LIMITS.ids.toLocaleString('en-US')} contacts by id`)
      .nullish(),
    filter: contactFilter.refine((filter) => !isEmptyFilter(filter), EMPTY_FILTER).nullish(),
    all: z.boolean().nullish(),
    except,
  })
  .refine(
    ({ ids, filter, all }) => [all || null, filter, ids].filter((value) => value != null).length === 1,
    'Choose the contacts with exactly one of ids, filter and all',
  )

const segmentName = z
  .string()
  .overwrite(cleanLine)
  .min(1, 'Segment name is required')
  .max(TEXT_LIMITS.segmentName, `Segment name must be at most ${TEXT_LIMITS.segmentName} characters long`)

/** A segment's own filter: without other segments or contacts. */
const segmentFilter = z
  .object({
    ...conditions,
    segmentId: z.null('A segment cannot refer to another segment').optional(),
    except: z.null('A segment cannot exclude contacts by id').optional(),
    emails: z.null('A segment cannot name emails').optional(),
    externalIds: z.null('A segment cannot name external ids').optional(),
    updatedSince: z.null('A segment cannot have updatedSince').optional(),
    importId: z.null('A segment cannot name an import').optional(),
  })
  .transform((filter) =>
    Object.fromEntries(Object.entries(filter).filter(([name, value]) => name !== 'segmentId' && value != null)),
  )
  .refine((filter) => !isEmptyFilter(filter), 'A segment needs at least one condition')

export const segmentInput = z.object({ name: segmentName, filter: segmentFilter })
export const segmentChanges = segmentInput.partial()

/** A campaign's recipients by condition: everyone, a filter, or a segment; except some named by id. */
export const audienceInput = z
  .object({
    all: z.boolean().nullish(),
    filter: contactFilter.refine((filter) => !isEmptyFilter(filter), EMPTY_FILTER).nullish(),
    segmentId: z.string().nullish(),
    except,
  })
  .refine(
    ({ all, filter, segmentId }) => [all || null, filter, segmentId].filter((value) => value != null).length === 1,
    'The audience must be exactly one of all, filter and segmentId',
  )
export type AudienceInput = z.output<typeof audienceInput>

/** Addresses that no longer receive email. */
export const suppressionsInput = z.object({
  emails: z
    .array(
      z
        .string()
        .overwrite((email) => email.normalize('NFC').trim())
        .refine(isValidEmail, { error: ({ input }) => `“${String(input).slice(0, 100)}” is not a valid email` }),
    )
    .min(1, 'Enter at least one address')
    .max(AUDIENCE_LIMITS.suppressions, `Enter at most ${AUDIENCE_LIMITS.suppressions} addresses at once`),
  reason: z.enum(SUPPRESSION_REASONS).default('manual'),
  note: z
    .string()
    .overwrite(cleanText)
    .max(TEXT_LIMITS.suppressionNote, `The note must be at most ${TEXT_LIMITS.suppressionNote} characters long`)
    .default(''),
})

/** Custom fields of a contact: an empty value removes the field. */
export const contactFieldsInput = z
  .array(
    z.object({
      name: z
        .string()
        .overwrite(cleanLine)
        .min(1, 'A field needs a name')
        .max(CONTACT_LIMITS.fieldName, `A field name must be at most ${CONTACT_LIMITS.fieldName} characters long`),
      value: z
        .string()
        .overwrite(cleanText)
        .max(CONTACT_LIMITS.fieldText, `A field must be at most ${CONTACT_LIMITS.fieldText} characters long`),
    }),
  )
  .max(AUDIENCE_LIMITS.fields, `A contact can have at most ${AUDIENCE_LIMITS.fields} fields`)
