import { EMAIL_LANGUAGES } from '#domain/content/email-languages.ts'
import { TRACKING_LEVELS } from '#domain/tracking/tracking.ts'
import { config, z } from 'zod'
import { AB_METRICS } from '#domain/campaigns/ab-winner-rule.ts'
import { contactFilter } from '#domain/audiences.ts'
import { STEPS } from '../steps/wizard-steps.ts'
import { deleteTabFiles } from './files-of-tab.ts'
import { SEND_LATER } from '../../launch/launch-choice.ts'
import type { Audience } from '../audience/audience.ts'
import { DEFAULT_SENDER, newDraft, NO_TEST, type Draft } from './campaign-draft.ts'

// The CSP forbids code generation, which zod would otherwise try.
config({ jitless: true })

const CONDITIONS = ['no_reply', 'not_opened', 'not_clicked', 'clicked'] as const

/** Every contact filter, including future ones, except those that audiences do not support. */
const view = contactFilter.omit({ campaignOutcome: true, except: true }).strict()

const audience = z.union([
  z.object({ kind: z.literal('picked'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('matching'), view, label: z.string(), except: z.array(z.string()) }),
  z.object({ kind: z.literal('kept'), count: z.number() }),
])
type StoredAudience = z.output<typeof audience>

/** A draft in session storage, with its file names: the files are stored separately. */
const stored = z.object({
  id: z.string(),
  campaignId: z.string().nullable(),
  isNew: z.boolean().catch(true),
  step: z.number().int().min(1).max(STEPS.length),
  name: z.string(),
  subject: z.string(),
  content: z.string(),
  sender: z
    .object({
      ...{ fromName: z.string(), fromAddress: z.string().default('') },
      ...{ replyTo: z.string(), cc: z.string(), bcc: z.string() },
    })
    .catch(DEFAULT_SENDER),
  useHtmlBuilder: z.boolean(),
  htmlTemplate: z.unknown(),
  templateId: z.string().nullable(),
  abTest: z.object({
    ...{ isEnabled: z.boolean(), variantB: z.string(), splitPercentage: z.number() },
    share: z.number().catch(NO_TEST.share),
    metric: z.enum(AB_METRICS).catch(NO_TEST.metric),
    waitHours: z.number().catch(NO_TEST.waitHours),
  }),
  followUps: z
    .array(
      z.object({
        ...{ id: z.string(), waitDays: z.number(), timeOfDay: z.string(), timeZone: z.string() },
        ...{ condition: z.enum(CONDITIONS), link: z.string().nullable() },
        ...{ subject: z.string(), content: z.string(), attachesFiles: z.boolean().catch(false) },
        ...{ useHtmlBuilder: z.boolean(), htmlTemplate: z.unknown() },
      }),
    )
    .readonly()
    .catch([]),
  language: z.enum(EMAIL_LANGUAGES).nullable().catch(null),
  topicId: z.string().nullable().catch(null),
  tracking: z.enum(TRACKING_LEVELS).nullable().catch(null),
  trackOpens: z.boolean().nullable(),
  trackClicks: z.boolean().nullable(),
  // An unreadable audience becomes empty, so that no unselected contact gets an email.
  audience: audience.catch({ kind: 'picked', ids: [] }),
  launch: z
    .object({
      when: z.enum(['later', 'now', 'scheduled']),
      at: z.string(),
      isLocal: z.boolean().catch(false),
      mailboxIds: z.array(z.string()).readonly().nullable(),
      undoSeconds: z.number().optional(),
      note: z.string().optional(),
    })
    .catch(SEND_LATER),
  files: z.array(z.object({ name: z.string(), storedId: z.string().optional() })),
  saved: z.object({ recipients: z.number() }).nullable(),
  isBegun: z.boolean().catch(false),
  keptAt: z.number(),
})

/** Age in ms after which unused drafts are deleted. */
const MAX_AGE_MS = 7 * 24 * 3_600_000

/**
 * Returns the prefix of the storage keys of a user's drafts: each user has their own, even when another one signs in to
 * the same tab.
 */
const prefixOf = (userId: string) => `campaign-draft:${userId}:`

/** A draft as stored in this tab. */
export interface TabDraft {
  /** The draft without its files. */
  draft: Draft
  /** Names of the attached files. */
  fileNames: string[]
  /** Number of recipients, set when the server has all of the draft; else null. */
  saved: { recipients: number } | null
  /**
   * True if the draft was just created from a template and not opened yet, so the wizard does not announce a return to
   * it.
   */
  isBegun: boolean
  /** Time when the draft was last stored in this tab, in ms since the epoch. */
  keptAt: number
}

/**
 * Loads this user's drafts in this tab, latest first: one just created from a template, then local-only ones, then
 * those on the server.
 */
export function loadTabDrafts(userId: string): TabDraft[] {
  return keysOf(userId)
    .flatMap((key) => read(key) ?? [])
    .toSorted((one, other) => rank(one) - rank(other) || other.keptAt - one.keptAt)
}

const rank = ({ isBegun, saved }: TabDraft) => (isBegun ? 0 : saved === null ? 1 : 2)

/** Stores a draft in this tab. When storage is blocked or full, the draft lasts until the page closes. */
export function storeTabDraft(userId: string, draft: Draft, saved: TabDraft['saved'] = null, isBegun = false): void {
  const value: z.input<typeof stored> = {
    ...draft,
    audience: toStorage(draft.audience),
    files: draft.files.map(({ name, storedId }) => ({ name, storedId })),
    saved,
    isBegun,
    keptAt: Date.now(),
  }
  try {
    sessionStorage.setItem(prefixOf(userId) + draft.id, JSON.stringify(value))
  } catch {
    // The page still has it in memory.
  }
}

/**
 * Stores a new draft, which Create Campaign opens next. Other drafts stay; a new one that was never opened is deleted.
 */
export function beginDraft(userId: string, draft: Draft): void {
  for (const { draft: other, isBegun } of loadTabDrafts(userId)) if (isBegun) deleteTabDraft(userId, other.id)
  storeTabDraft(userId, draft, null, true)
}

/** Deletes this tab's copy of a draft and its files; the server's version stays. */
export function deleteTabDraft(userId: string, draftId: string): void {
  remove(prefixOf(userId) + draftId)
  deleteTabFiles(draftId)
}

/** Deletes all drafts except the open one and recent local-only ones. */
export function deleteExpiredTabDrafts(userId: string, draftId: string, now: number): void {
  for (const key of keysOf(userId)) {
    const kept = read(key)
    if (kept?.draft.id !== draftId && (!kept || kept.saved || kept.keptAt < now - MAX_AGE_MS)) remove(key)
  }
}

function keysOf(userId: string): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefixOf(userId)))
  } catch {
    return []
  }
}

function read(key: string): TabDraft | null {
  try {
    const { files, saved, isBegun, keptAt, ...rest } = stored.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
    const draft: Draft = {
      ...newDraft(rest.id),
      ...rest,
      htmlTemplate: rest.htmlTemplate ?? null,
      audience: fromStorage(rest.audience),
    }
    return { draft, fileNames: files.map(({ name }) => name), saved, isBegun, keptAt }
  } catch {
    return null
  }
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

function toStorage(chosen: Audience): StoredAudience {
  if (chosen.kind === 'picked') return { kind: 'picked', ids: [...chosen.ids] }
  return chosen.kind === 'kept' ? chosen : { ...chosen, except: [...chosen.except] }
}

function fromStorage(kept: StoredAudience): Audience {
  if (kept.kind === 'picked') return { kind: 'picked', ids: new Set(kept.ids) }
  return kept.kind === 'kept' ? kept : { ...kept, except: new Set(kept.except) }
}
