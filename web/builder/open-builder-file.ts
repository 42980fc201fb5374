import type { ApolloClient } from '@apollo/client'
import { emptyDocument, readDocument, type BuilderDocument } from '#domain/builder/document.ts'
import { TEMPLATE } from '#web/templates/operations.ts'
import { loadBuilderDraft, type BuilderDraft } from './draft-store.ts'
import { galleryTemplate } from './gallery-list.ts'
import type { BuilderFile } from './use-builder-file.ts'

/** What the builder begins with. */
export interface OpenedFile extends BuilderFile {
  /** Tells one opening from the next. */
  readonly key: number
  /** What the server has of it. */
  readonly saved: BuilderDraft
  /** When what was not saved was kept; null when everything is as it was saved. */
  readonly keptAt: Date | null
  /** What was being built and is not saved: undo brings it back. */
  readonly before: BuilderDocument | null
}

let openings = 0
const NOTHING: BuilderDraft = { name: '', document: emptyDocument() }

/** Opens a saved template, one of the gallery, or what was last built without being saved. Rejects with what went wrong. */
export async function openBuilderFile(
  client: ApolloClient,
  userId: string,
  templateId: string | null,
  start: string | null,
): Promise<OpenedFile> {
  const key = (openings += 1)
  if (start !== null) {
    const chosen = galleryTemplate(start)
    if (!chosen) throw new Error('There is no such template to start with.')
    const before = loadBuilderDraft(userId, null)?.document ?? null
    return { key, templateId: null, name: chosen.name, document: chosen.document, saved: NOTHING, keptAt: null, before }
  }
  const saved = templateId === null ? NOTHING : await read(client, templateId)
  const kept = loadBuilderDraft(userId, templateId)
  const isSame = !kept || (kept.name === saved.name && sameDocument(kept.document, saved.document))
  if (isSame) return { key, templateId, ...saved, saved, keptAt: null, before: null }
  return { key, templateId, name: kept.name, document: kept.document, saved, keptAt: kept.keptAt, before: null }
}

async function read(client: ApolloClient, id: string): Promise<BuilderDraft> {
  const { data } = await client.query({ query: TEMPLATE, variables: { id }, fetchPolicy: 'no-cache' })
  const template = data?.node
  if (!template || !('htmlTemplate' in template)) {
    throw new Error('This template is not there any more. It may have been deleted.')
  }
  if (template.htmlTemplate === null) throw new Error('This template is made of words. Edit it on the Templates page.')
  const document = readDocument(template.htmlTemplate)
  if ('problem' in document) throw new Error(`This template cannot be read: ${document.problem}.`)
  return { name: template.name, document: document.document }
}

const sameDocument = (one: BuilderDocument, other: BuilderDocument) => JSON.stringify(one) === JSON.stringify(other)
