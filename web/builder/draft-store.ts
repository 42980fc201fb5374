import { config, z } from 'zod'
import { readDocument, type BuilderDocument } from '#domain/builder/document.ts'

// The pages are served under a policy that forbids compiling code, which zod would otherwise try.
config({ jitless: true })

/** A mail that is being built and is not saved yet. */
export interface BuilderDraft {
  readonly name: string
  readonly document: BuilderDocument
}

/** A place in this browser's storage, and what was found or put there: whoever has the place, has it as long as that stands there. */
export interface DraftSlot {
  readonly key: string
  readonly text: string
  readonly keptAt: Date
}

/** What was left unsaved. */
export type KeptDraft = BuilderDraft & DraftSlot

/** What was left unsaved and cannot be read, and why. */
export type UnreadDraft = DraftSlot & { readonly problem: string }

const stored = z.object({ name: z.string(), document: z.unknown(), keptAt: z.number() })

/** Drafts that nobody has worked on for a month go, in ms. */
const KEPT_FOR = 30 * 24 * 3_600_000
const PREFIX = 'builder-draft:'

/** Everyone's drafts are their own: of each template, and of what is none yet, those that tabs keep side by side. */
const familyOf = (userId: string, templateId: string | null) => `${PREFIX}${userId}:${templateId ?? ''}`
const isOf = (family: string, key: string) => key === family || key.startsWith(`${family}:`)

/** What was left unsaved in this browser, the latest first. */
export function loadBuilderDrafts(
  userId: string,
  templateId: string | null,
): { drafts: KeptDraft[]; unread: UnreadDraft[] } {
  const family = familyOf(userId, templateId)
  const drafts: KeptDraft[] = []
  const unread: UnreadDraft[] = []
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
 * Keeps a draft in this browser: where it was `held`, unless another tab put something else there, else at a place of its own. So no tab
 * overwrites what another one keeps. Answers where it is now; null when storage is refused or full.
 */
export function keepBuilderDraft(
  userId: string,
  templateId: string | null,
  { name, document }: BuilderDraft,
  now: number,
  held: KeptDraft | null,
): KeptDraft | null {
  const family = familyOf(userId, templateId)
  const own = held && isOf(family, held.key) ? held : null
  const there = own && storedText(own.key)
  // It stands there already, or another tab opened just this and went on from it: then it is in what that one keeps.
  if (own && there !== null && own.name === name && own.document === document) return own
  const key = own && there === own.text ? own.key : freeKey(family)
  const text = JSON.stringify({ name, document, keptAt: now })
  try {
    localStorage.setItem(key, text)
  } catch {
    return null
  }
  if (held && !own) dropBuilderDraft(held)
  return { key, text, keptAt: new Date(now), name, document }
}

function freeKey(family: string): string {
  return storedText(family) === null ? family : `${family}:${Math.random().toString(36).slice(2, 11)}`
}

/** Forgets a draft, unless another tab put something else in its place. */
export function dropBuilderDraft({ key, text }: DraftSlot): void {
  try {
    if (storedText(key) === text) localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** Forgets drafts of long ago, and whatever reads as none. */
export function sweepBuilderDrafts(now: number): void {
  for (const key of storedKeys()) {
    if (!key.startsWith(PREFIX)) continue
    const text = storedText(key) ?? ''
    const keptAt = /"keptAt":(\d+)\}$/.exec(text)?.[1]
    if (keptAt === undefined || Number(keptAt) < now - KEPT_FOR) dropBuilderDraft({ key, text, keptAt: new Date(now) })
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
