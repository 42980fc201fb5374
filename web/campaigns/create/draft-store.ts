import { config, z } from 'zod'
import { contactFilter } from '#domain/audiences.ts'
import { SEND_LATER } from '../launch/launch-choice.ts'
import type { Audience } from './audience.ts'
import { newDraft, STEPS, type Draft, type DraftFile } from './draft.ts'

// The pages are served under a policy that forbids compiling code, which zod would otherwise try.
config({ jitless: true })

/** Every condition of the contacts, whatever is added to them; but for what an audience is not chosen by here. */
const view = contactFilter.omit({ campaignOutcome: true, except: true }).strict()

const audience = z.union([
  z.object({ kind: z.literal('picked'), ids: z.array(z.string()) }),
  z.object({ kind: z.literal('matching'), view, label: z.string(), except: z.array(z.string()) }),
  z.object({ kind: z.literal('kept'), count: z.number() }),
])
type Frozen = z.output<typeof audience>

/** A draft as it lies in the tab's storage, with the names of its files: those lie elsewhere. */
const stored = z.object({
  id: z.string(),
  campaignId: z.string().nullable(),
  isNew: z.boolean().catch(true),
  step: z.number().int().min(1).max(STEPS.length),
  name: z.string(),
  subject: z.string(),
  content: z.string(),
  useHtmlBuilder: z.boolean(),
  htmlTemplate: z.unknown(),
  templateId: z.string().nullable(),
  abTest: z.object({ isEnabled: z.boolean(), variantB: z.string(), splitPercentage: z.number() }),
  trackOpens: z.boolean().nullable(),
  trackClicks: z.boolean().nullable(),
  // One that cannot be read is nobody: who was not chosen must get no mail.
  audience: audience.catch({ kind: 'picked', ids: [] }),
  launch: z
    .object({
      when: z.enum(['later', 'now', 'scheduled']),
      at: z.string(),
      mailAccountIds: z.array(z.string()).readonly().nullable(),
    })
    .catch(SEND_LATER),
  files: z.array(z.object({ name: z.string(), storedId: z.string().optional() })),
  saved: z.object({ recipients: z.number() }).nullable(),
  keptAt: z.number(),
})

/** Drafts that nobody has come back to go after a week, in ms, as their files do. */
const KEPT_FOR = 7 * 24 * 3_600_000

/** Everyone's drafts are their own, also in a tab that somebody else signs in to. */
const prefixOf = (userId: string) => `campaign-draft:${userId}:`

export interface StoredDraft {
  draft: Draft
  /** Names of the files that went along. */
  fileNames: string[]
  /** That the server has all of it, and how many recipients it had; null: it has not. */
  saved: { recipients: number } | null
  /** In ms. */
  keptAt: number
}

/** The drafts this person left in this tab, the latest first; what the server has as well comes after what it has not. */
export function loadDrafts(userId: string): StoredDraft[] {
  return keysOf(userId)
    .flatMap((key) => read(key) ?? [])
    .toSorted((one, other) => Number(one.saved !== null) - Number(other.saved !== null) || other.keptAt - one.keptAt)
}

/** Keeps a draft in this tab. Where storage is refused or full, it lasts as long as the page. */
export function keepDraft(
  userId: string,
  draft: Draft,
  files: readonly DraftFile[],
  saved: StoredDraft['saved'] = null,
): void {
  const value: z.input<typeof stored> = {
    ...draft,
    audience: frozen(draft.audience),
    files: files.map(({ name, storedId }) => ({ name, storedId })),
    saved,
    keptAt: Date.now(),
  }
  try {
    sessionStorage.setItem(prefixOf(userId) + draft.id, JSON.stringify(value))
  } catch {
    // The page still holds it.
  }
}

/** Forgets a draft. */
export function dropDraft(userId: string, draftId: string): void {
  drop(prefixOf(userId) + draftId)
}

/** Forgets all drafts but the one that is gone on with and those of which only this tab has all, unless those are of long ago. */
export function sweepDrafts(userId: string, draftId: string, now: number): void {
  for (const key of keysOf(userId)) {
    const kept = read(key)
    if (kept?.draft.id !== draftId && (!kept || kept.saved || kept.keptAt < now - KEPT_FOR)) drop(key)
  }
}

function keysOf(userId: string): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefixOf(userId)))
  } catch {
    return []
  }
}

function read(key: string): StoredDraft | null {
  try {
    const { files, saved, keptAt, ...rest } = stored.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
    const draft: Draft = {
      ...newDraft(rest.id),
      ...rest,
      htmlTemplate: rest.htmlTemplate ?? null,
      audience: thawed(rest.audience),
    }
    return { draft, fileNames: files.map(({ name }) => name), saved, keptAt }
  } catch {
    return null
  }
}

function drop(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

function frozen(chosen: Audience): Frozen {
  if (chosen.kind === 'picked') return { kind: 'picked', ids: [...chosen.ids] }
  return chosen.kind === 'kept' ? chosen : { ...chosen, except: [...chosen.except] }
}

function thawed(kept: Frozen): Audience {
  if (kept.kind === 'picked') return { kind: 'picked', ids: new Set(kept.ids) }
  return kept.kind === 'kept' ? kept : { ...kept, except: new Set(kept.except) }
}
