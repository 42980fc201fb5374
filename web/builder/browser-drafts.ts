import { config, z } from 'zod'
import { readDocument, type BuilderDocument } from '#domain/builder/builder-document.ts'

// The CSP forbids code generation, which zod would otherwise try.
config({ jitless: true })

/** An unsaved email. */
export interface BuilderDraft {
  readonly name: string
  readonly document: BuilderDocument
}

/** A storage key and the text last read or written there: a tab owns the slot while that text is unchanged. */
export interface DraftSlot {
  readonly key: string
  readonly text: string
  readonly keptAt: Date
}

/** A stored draft. */
export type StoredBuilderDraft = BuilderDraft & DraftSlot

/** An unreadable stored draft, and why. */
export type UnreadableDraft = DraftSlot & { readonly problem: string }

const stored = z.object({ name: z.string(), document: z.unknown(), keptAt: z.number() })

/** Drafts unused for a month expire, in ms. */
const KEPT_FOR = 30 * 24 * 3_600_000
const PREFIX = 'builder-draft:'

/**
 * Returns the prefix of the storage keys of a user's drafts of a template. Drafts are stored per user and template;
 * drafts of new emails, one per tab.
 */
const familyOf = (userId: string, templateId: string | null) => `${PREFIX}${userId}:${templateId ?? ''}`
const isOf = (family: string, key: string) => key === family || key.startsWith(`${family}:`)

/** The drafts stored in this browser, latest first. */
export function loadBuilderDrafts(
  userId: string,
  templateId: string | null,
): { drafts: StoredBuilderDraft[]; unread: UnreadableDraft[] } {
  const family = familyOf(userId, templateId)
  const drafts: StoredBuilderDraft[] = []
  const unread: UnreadableDraft[] = []
  for (const key of storedKeys()) {
    const text = isOf(family, key) ? storedText(key) : null
    const found = text === null ? null : read(text)
    if (text === null || !found) continue
    const slot = { key, text, keptAt: new Date(found.keptAt) }
    const result = readDocument(found.document)
    if ('document' in result) drafts.push({ ...slot, name: found.name, document: result.document })
    else unread.push({ ...slot, problem: result.problem })
  }
  return { drafts: drafts.toSorted(byAge), unread: unread.toSorted(byAge) }
}

const byAge = (one: DraftSlot, other: DraftSlot) => other.keptAt.getTime() - one.keptAt.getTime()

/**
 * Stores a draft in this browser: in its `held` slot, or in a new one if another tab wrote to it. So no tab overwrites
 * another's draft. Returns its slot; null when storage is blocked or full.
 */
export function storeBuilderDraft(
  userId: string,
  templateId: string | null,
  { name, document }: BuilderDraft,
  now: number,
  held: StoredBuilderDraft | null,
): StoredBuilderDraft | null {
  const family = familyOf(userId, templateId)
  const own = held && isOf(family, held.key) ? held : null
  const there = own && storedText(own.key)
  // The text is already stored, or another tab opened this draft and continued it; that tab then keeps it.
  if (own && there !== null && own.name === name && own.document === document) return own
  const key = own && there === own.text ? own.key : freeKey(family)
  const text = JSON.stringify({ name, document, keptAt: now })
  try {
    localStorage.setItem(key, text)
  } catch {
    return null
  }
  if (held && !own) deleteBuilderDraft(held)
  return { key, text, keptAt: new Date(now), name, document }
}

function freeKey(family: string): string {
  return storedText(family) === null ? family : `${family}:${Math.random().toString(36).slice(2, 11)}`
}

/** Deletes a draft, unless another tab overwrote it. */
export function deleteBuilderDraft({ key, text }: DraftSlot): void {
  try {
    if (storedText(key) === text) localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

/** Deletes expired and unreadable drafts. */
export function deleteExpiredBuilderDrafts(now: number): void {
  for (const key of storedKeys()) {
    if (!key.startsWith(PREFIX)) continue
    const text = storedText(key) ?? ''
    const keptAt = /"keptAt":(\d+)\}$/.exec(text)?.[1]
    if (keptAt === undefined || Number(keptAt) < now - KEPT_FOR)
      deleteBuilderDraft({ key, text, keptAt: new Date(now) })
  }
}

function read(text: string): z.infer<typeof stored> | null {
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    // Without storage there are none.
    return []
  }
}

function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
