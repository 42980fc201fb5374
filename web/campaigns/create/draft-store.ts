import { config, z } from 'zod'
import type { Selection } from '#web/contacts/selection.ts'
import { STEPS, type Draft, type DraftFile } from './draft.ts'

// The pages are served under a policy that forbids compiling code, which zod would otherwise try.
config({ jitless: true })

/** A draft as it lies in the tab's storage, with the names of its files: those lie elsewhere. */
const stored = z.object({
  id: z.string(),
  step: z.number().int().min(1).max(STEPS.length),
  name: z.string(),
  subject: z.string(),
  content: z.string(),
  audience: z.union([
    z.object({ all: z.literal(true), except: z.array(z.string()) }),
    z.object({ all: z.literal(false), ids: z.array(z.string()) }),
  ]),
  files: z.array(z.string()),
})

/** Everyone's draft is their own, also in a tab that somebody else signs in to. */
const keyOf = (userId: string) => `campaign-draft:${userId}`

export interface StoredDraft {
  draft: Draft
  /** Names of the files that went along. */
  fileNames: string[]
}

/** The draft this person left in this tab, if any. */
export function loadDraft(userId: string): StoredDraft | null {
  try {
    const { files, audience, ...rest } = stored.parse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? ''))
    const selection: Selection = audience.all
      ? { all: true, except: new Set(audience.except) }
      : { all: false, ids: new Set(audience.ids) }
    return { draft: { ...rest, audience: selection }, fileNames: files }
  } catch {
    return null
  }
}

/** Keeps the draft in this tab. Where storage is refused or full, the draft lasts as long as the page. */
export function keepDraft(userId: string, draft: Draft, files: readonly DraftFile[]): void {
  const { audience, ...rest } = draft
  const value: z.input<typeof stored> = {
    ...rest,
    audience: audience.all ? { all: true, except: [...audience.except] } : { all: false, ids: [...audience.ids] },
    files: files.map(({ name }) => name),
  }
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(value))
  } catch {
    // The page still holds it.
  }
}

/** Forgets the draft. */
export function dropDraft(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId))
  } catch {
    // Nothing was kept.
  }
}
