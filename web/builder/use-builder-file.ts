import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { BuilderDocument } from '#domain/builder/document.ts'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { createDraftSession, type DraftSession } from '#web/drafts/draft-session.ts'
import { deleteBuilderDraft, storeBuilderDraft, type BuilderDraft, type StoredBuilderDraft } from './draft-store.ts'

/** An open email: its name, template and saved version. */
export interface BuilderFile extends BuilderDraft {
  /** Id of the template; null before the first save. */
  readonly templateId: string | null
  /** The version on the server. */
  readonly saved: BuilderDraft
  /** The storage slot of the unsaved changes; null if none. */
  readonly slot: StoredBuilderDraft | null
}

type FileWork = Pick<BuilderFile, 'name' | 'document' | 'templateId'>

const isDirty = (work: FileWork, saved: BuilderDraft) => work.document !== saved.document || work.name !== saved.name

/**
 * The session of an email in the builder: stored in this browser until a person saves it. Each tab writes and deletes
 * only its own draft.
 */
export function createBuilderFile(userId: string, start: BuilderFile): DraftSession<FileWork, BuilderDraft> {
  let held = start.slot
  const forget = () => {
    if (held) deleteBuilderDraft(held)
    held = null
  }
  const { name, document, templateId, saved } = start
  return createDraftSession<FileWork, BuilderDraft>(
    {
      isDirty,
      forget,
      keep: (work, known) => {
        if (!isDirty(work, known)) {
          forget()
          return true
        }
        const kept = storeBuilderDraft(userId, work.templateId, work, Date.now(), held)
        held = kept ?? held
        return kept !== null
      },
      autosave: null,
    },
    { work: { name, document, templateId }, saved },
  )
}

/** The open email: its state now, and what can be done with it. `atRisk`: storing failed, so leaving needs confirmation. */
export function useBuilderFile(start: BuilderFile) {
  const userId = useUser().id
  const [session] = useState(() => createBuilderFile(userId, start))
  useEffect(() => session.open(), [session])
  const { work, saved, isKept } = useStore(session.store)
  const dirty = isDirty(work, saved)
  return {
    ...work,
    setName: (name: string) => session.edit((now) => ({ ...now, name })),
    setDocument: (document: BuilderDocument) => session.edit((now) => ({ ...now, document })),
    /** The server's version when last opened or saved here. */
    saved,
    isDirty: dirty,
    atRisk: !isKept && dirty,
    /** Stores unsaved changes immediately. Returns whether it succeeded. */
    keep: session.keep,
    /** Discards unsaved changes. */
    discard: session.drop,
    /** Records that the server saved this as this template. */
    settle: (templateId: string, draft: BuilderDraft) => {
      const now = session.store.getState().work
      const name = now.name.trim() === '' || now.name.trim() === draft.name ? draft.name : now.name
      session.settle({ ...now, name, templateId }, { name: draft.name, document: draft.document })
      session.keep()
    },
  }
}

/** The name to save an email under: its own, else its subject. */
export function nameToSave(name: string, document: BuilderDocument): string {
  return (name.trim() || document.subject.trim() || 'Untitled template').slice(0, TEXT_LIMITS.templateName)
}
