import { useCallback, useEffect, useRef, useState } from 'react'
import type { BuilderDocument } from '#domain/builder/document.ts'
import { TEXT_LIMITS } from '#domain/text-limits.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { dropBuilderDraft, keepBuilderDraft, type BuilderDraft, type KeptDraft } from './draft-store.ts'

/** Debounce delay of storing changes in this browser, in ms. */
const KEEP_AFTER = 300

/** An open email: its name, template and saved version. */
export interface BuilderFile extends BuilderDraft {
  /** Id of the template; null before the first save. */
  readonly templateId: string | null
  /** The version on the server. */
  readonly saved: BuilderDraft
  /** The storage slot of the unsaved changes; null if none. */
  readonly held: KeptDraft | null
}

/**
 * Stores the draft in this browser while editing, so that neither a reload, another page nor another tab loses it. Each
 * tab writes and deletes only its own draft. `atRisk` means storing failed: then leaving needs confirmation.
 */
export function useBuilderFile(start: BuilderFile) {
  const userId = useUser().id
  const [name, setName] = useState(start.name)
  const [templateId, setTemplateId] = useState(start.templateId)
  const [saved, setSaved] = useState(start.saved)
  const [document, setDocument] = useState(start.document)
  const [atRisk, setAtRisk] = useState(false)
  const isDirty = document !== saved.document || name !== saved.name

  const held = useRef(start.held)
  const isDiscarded = useRef(false)
  const latest = useRef({ name, document, templateId, isDirty })
  const drop = useCallback(() => {
    if (held.current) dropBuilderDraft(held.current)
    held.current = null
  }, [])
  const keep = useCallback(() => {
    const { isDirty: unsaved, templateId: id, ...draft } = latest.current
    if (!unsaved || isDiscarded.current) {
      drop()
      return true
    }
    const kept = keepBuilderDraft(userId, id, draft, Date.now(), held.current)
    held.current = kept ?? held.current
    return kept !== null
  }, [userId, drop])
  useEffect(() => {
    latest.current = { name, document, templateId, isDirty }
    const timer = setTimeout(() => setAtRisk(!keep()), KEEP_AFTER)
    return () => clearTimeout(timer)
  }, [name, document, templateId, isDirty, keep])
  useEffect(() => {
    const keepNow = () => void keep()
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [keep])

  return {
    name,
    setName,
    templateId,
    document,
    setDocument,
    /** The server's version when last opened or saved here. */
    saved,
    isDirty,
    atRisk: atRisk && isDirty,
    /** Stores unsaved changes immediately. Returns whether it succeeded. */
    keep,
    /** Discards unsaved changes. */
    discard: () => {
      isDiscarded.current = true
      drop()
    },
    /** Records that the server saved this as this template. */
    settle: (id: string, draft: BuilderDraft) => {
      drop()
      setTemplateId(id)
      setName((now) => (now.trim() === '' || now.trim() === draft.name ? draft.name : now))
      setSaved({ name: draft.name, document: draft.document })
    },
  }
}

/** The name to save an email under: its own, else its subject. */
export function nameToSave(name: string, document: BuilderDocument): string {
  return (name.trim() || document.subject.trim() || 'Untitled template').slice(0, TEXT_LIMITS.templateName)
}
