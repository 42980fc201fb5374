import { config, z } from 'zod'
import { readDocument, type BuilderDocument } from '#domain/builder/document.ts'

// The pages are served under a policy that forbids compiling code, which zod would otherwise try.
config({ jitless: true })

/** A mail that is being built and is not saved yet. */
export interface BuilderDraft {
  readonly name: string
  readonly document: BuilderDocument
}

const stored = z.object({ name: z.string(), document: z.unknown(), keptAt: z.number() })

/** Drafts that nobody has come back to go after a month, in ms. */
const KEPT_FOR = 30 * 24 * 3_600_000
const PREFIX = 'builder-draft:'

/** Everyone's drafts are their own, one for each template and one for what is none yet. */
const keyOf = (userId: string, templateId: string | null) => `${PREFIX}${userId}:${templateId ?? ''}`

/** What was left unsaved in this browser, and when; null when nothing was. */
export function loadBuilderDraft(userId: string, templateId: string | null): (BuilderDraft & { keptAt: Date }) | null {
  try {
    const { name, document, keptAt } = stored.parse(JSON.parse(localStorage.getItem(keyOf(userId, templateId)) ?? ''))
    const read = readDocument(document)
    return 'document' in read ? { name, document: read.document, keptAt: new Date(keptAt) } : null
  } catch {
    return null
  }
}

/** Keeps a draft in this browser. Answers whether that went well: storage may be refused or full. */
export function keepBuilderDraft(userId: string, templateId: string | null, draft: BuilderDraft, now: number): boolean {
  try {
    localStorage.setItem(keyOf(userId, templateId), JSON.stringify({ ...draft, keptAt: now }))
    return true
  } catch {
    return false
  }
}

/** Forgets a draft. */
export function dropBuilderDraft(userId: string, templateId: string | null): void {
  try {
    localStorage.removeItem(keyOf(userId, templateId))
  } catch {
    // Nothing was kept.
  }
}

/** Forgets drafts of long ago, and whatever reads as none. */
export function sweepBuilderDrafts(now: number): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(PREFIX)) continue
      const keptAt = /"keptAt":(\d+)\}$/.exec(localStorage.getItem(key) ?? '')?.[1]
      if (keptAt === undefined || Number(keptAt) < now - KEPT_FOR) localStorage.removeItem(key)
    }
  } catch {
    // Without storage there are none.
  }
}
