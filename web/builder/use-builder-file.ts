import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { BuilderDocument } from '#domain/builder/builder-document.ts'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { createDraftSession, type DraftSession } from '#web/drafts/draft-session.ts'
import { deleteBuilderDraft, storeBuilderDraft, type BuilderDraft, type StoredBuilderDraft } from './browser-drafts.ts'

/** An open email: its name, template and saved version. */
export interface BuilderFile extends BuilderDraft {
  /** Id of the template; null before the first save. */
  readonly templateId: string | null
  /** The version on the server. */
  readonly saved: BuilderDraft
  /** The storage slot of the unsaved changes; null if none. */
  readonly slot: StoredBuilderDraft | null
}

type EditedFile = Pick<BuilderFile, 'name' | 'document' | 'templateId'>

const hasUnsavedChanges = (file: EditedFile, saved: BuilderDraft) =>
  file.document !== saved.document || file.name !== saved.name

/**
 * The session of an email in the builder: stored in this browser until a person saves it. Each tab writes and deletes
 * only its own draft.
 */
export function createBuilderFile(userId: string, start: BuilderFile): DraftSession<EditedFile, BuilderDraft> {
  let held = start.slot
  const deleteFromBrowser = () => {
    if (held) deleteBuilderDraft(held)
    held = null
  }
  const { name, document, templateId, saved } = start
  return createDraftSession<EditedFile, BuilderDraft>(
    {
      hasUnsavedChanges,
      deleteFromBrowser,
      storeInBrowser: (file, known) => {
        if (!hasUnsavedChanges(file, known)) {
          deleteFromBrowser()
          return true
        }
        const stored = storeBuilderDraft(userId, file.templateId, file, Date.now(), held)
        held = stored ?? held
        return stored !== null
      },
      autosave: null,
    },
    { draft: { name, document, templateId }, saved },
  )
}

/** The open email: its state now, and what can be done with it. `atRisk`: storing failed, so leaving needs confirmation. */
export function useBuilderFile(start: BuilderFile) {
  const userId = useUser().id
  const [session] = useState(() => createBuilderFile(userId, start))
  useEffect(() => session.open(), [session])
  const { draft, saved, isStored } = useStore(session.store)
  const isDirty = hasUnsavedChanges(draft, saved)
  return {
    ...draft,
    setName: (name: string) => session.edit((now) => ({ ...now, name })),
    setDocument: (document: BuilderDocument) => session.edit((now) => ({ ...now, document })),
    /** The server's version when last opened or saved here. */
    saved,
    isDirty,
    atRisk: !isStored && isDirty,
    /** Stores unsaved changes immediately. Returns whether it succeeded. */
    storeInBrowser: session.storeInBrowser,
    /** Discards unsaved changes. */
    discard: session.discard,
    /** Records that the server saved this as this template. */
    markSaved: (templateId: string, version: BuilderDraft) => {
      const now = session.store.getState().draft
      const name = now.name.trim() === '' || now.name.trim() === version.name ? version.name : now.name
      session.replace({ ...now, name, templateId }, version)
      session.storeInBrowser()
    },
  }
}

/** The name to save an email under: its own, else its subject. */
export function nameToSave(name: string, document: BuilderDocument): string {
  return (name.trim() || document.subject.trim() || 'Untitled template').slice(0, TEXT_LIMITS.templateName)
}
