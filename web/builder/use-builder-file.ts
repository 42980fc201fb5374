import { useCallback, useEffect, useRef, useState } from 'react'
import type { BuilderDocument } from '#domain/builder/document.ts'
import { TEXT_LIMITS } from '#domain/text-limits.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { dropBuilderDraft, keepBuilderDraft, type BuilderDraft, type KeptDraft } from './draft-store.ts'

/** How soon what was changed is kept in this browser, in ms. */
const KEEP_AFTER = 300

/** A mail in the builder: what it is called, which template it is, what of it is saved. */
export interface BuilderFile extends BuilderDraft {
  /** Id of the template; null before it was saved for the first time. */
  readonly templateId: string | null
  /** What the server has of it. */
  readonly saved: BuilderDraft
  /** Where what of it is not saved was found in this browser; null when nothing was. */
  readonly held: KeptDraft | null
}

/**
 * Keeps what is built in this browser as one goes, so that neither a reload nor another page loses anything, nor another tab: each keeps
 * and drops only what is its own. `atRisk` says that it could not be kept: then leaving has to be asked for.
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
    /** What the server had of it when it was opened or saved here. */
    saved,
    isDirty,
    atRisk: atRisk && isDirty,
    /** Keeps what is not saved right now. Answers whether that went well. */
    keep,
    /** Forgets what is not saved. */
    discard: () => {
      isDiscarded.current = true
      drop()
    },
    /** The server has this now, as this template. */
    settle: (id: string, draft: BuilderDraft) => {
      drop()
      setTemplateId(id)
      setName((now) => (now.trim() === '' || now.trim() === draft.name ? draft.name : now))
      setSaved({ name: draft.name, document: draft.document })
    },
  }
}

/** The name under which a mail is saved: its own, else its subject. */
export function nameToSave(name: string, document: BuilderDocument): string {
  return (name.trim() || document.subject.trim() || 'Untitled template').slice(0, TEXT_LIMITS.templateName)
}
