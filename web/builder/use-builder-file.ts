import { useCallback, useEffect, useRef, useState } from 'react'
import type { BuilderDocument } from '#domain/builder/document.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { dropBuilderDraft, keepBuilderDraft, type BuilderDraft } from './draft-store.ts'

/** How soon what was changed is kept in this browser, in ms. */
const KEEP_AFTER = 300

/** A mail in the builder: what it is called, which template it is, what of it is saved. */
export interface BuilderFile extends BuilderDraft {
  /** Id of the template; null before it was saved for the first time. */
  readonly templateId: string | null
}

/**
 * Keeps what is built in this browser as one goes, so that neither a reload nor another page loses anything. `atRisk` says that it could not
 * be kept: then leaving has to be asked for.
 */
export function useBuilderFile(start: BuilderFile, savedAtStart: BuilderDraft) {
  const userId = useUser().id
  const [name, setName] = useState(start.name)
  const [templateId, setTemplateId] = useState(start.templateId)
  const [saved, setSaved] = useState(savedAtStart)
  const [document, setDocument] = useState(start.document)
  const [atRisk, setAtRisk] = useState(false)
  const isDirty = document !== saved.document || name !== saved.name

  const isDiscarded = useRef(false)
  const latest = useRef({ name, document, templateId, isDirty })
  const keep = useCallback(() => {
    const { isDirty: unsaved, templateId: id, ...draft } = latest.current
    if (!unsaved || isDiscarded.current) {
      dropBuilderDraft(userId, id)
      return true
    }
    return keepBuilderDraft(userId, id, { name: draft.name, document: draft.document }, Date.now())
  }, [userId])
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
    isDirty,
    atRisk: atRisk && isDirty,
    /** Forgets what is not saved. */
    discard: () => {
      isDiscarded.current = true
      dropBuilderDraft(userId, templateId)
    },
    /** The server has this now, as this template. */
    settle: (id: string, draft: BuilderDraft) => {
      if (id !== templateId) dropBuilderDraft(userId, templateId)
      setTemplateId(id)
      setName((now) => (now.trim() === '' || now.trim() === draft.name ? draft.name : now))
      setSaved({ name: draft.name, document: draft.document })
    },
  }
}

/** The name under which a mail is saved: its own, else its subject. */
export function nameToSave(name: string, document: BuilderDocument): string {
  return (name.trim() || document.subject.trim() || 'Untitled template').slice(0, 200)
}
