import type { ApolloClient } from '@apollo/client'
import { withBrand } from '#domain/builder/email-brand.ts'
import { emptyDocument, readDocument, type BuilderDocument } from '#domain/builder/builder-document.ts'
import { TEMPLATE } from '#web/templates/operations.ts'
import { newId } from './block-actions.ts'
import { loadBrand } from './use-brand.ts'
import {
  loadBuilderDrafts,
  type BuilderDraft,
  type StoredBuilderDraft,
  type UnreadableDraft,
} from './browser-drafts.ts'
import { galleryTemplate } from './gallery-list.ts'
import type { BuilderFile } from './use-builder-file.ts'

/** The file the builder opens with. */
export interface OpenedFile extends BuilderFile {
  /** Identifies one opening of a template, so that the page restarts with the next. */
  readonly key: number
  /** True if the email was restored from an unsaved draft. */
  readonly isBack: boolean
  /** True if the template was deleted meanwhile: saving makes a new one of its unsaved changes. */
  readonly isGone: boolean
  /** Other drafts, latest first: from another tab, or from before a starter template was chosen. */
  readonly others: readonly StoredBuilderDraft[]
  /** Stored drafts that cannot be read. */
  readonly unread: readonly UnreadableDraft[]
  /** The unsaved document before a starter template: undo restores it. */
  readonly before: BuilderDocument | null
}

export interface OpeningChoice {
  /** the template to open; null for a new one */
  readonly template: string | null
  /** the gallery template to start with */
  readonly start: string | null
  /** the key of the draft; default: the latest */
  readonly draft?: string | undefined
}

let openings = 0
const NOTHING: BuilderDraft = { name: '', document: emptyDocument() }

/** Opens a saved template, a gallery template, or the latest draft. Rejects when loading fails. */
export async function openBuilderFile(
  client: ApolloClient,
  userId: string,
  { template, start, draft }: OpeningChoice,
): Promise<OpenedFile> {
  const key = (openings += 1)
  const file = { key, templateId: null, saved: NOTHING, slot: null, isBack: false, isGone: false, before: null }
  if (start !== null) {
    const chosen = galleryTemplate(start)
    if (!chosen) throw new Error('This template no longer exists.')
    const { drafts, unread } = loadBuilderDrafts(userId, null)
    const kit = await loadBrand(client)
    const { name } = chosen
    const document = kit ? withBrand(chosen.document, kit, newId) : chosen.document
    return { ...file, name, document, others: drafts, unread, before: drafts[0]?.document ?? null }
  }
  const found = template === null ? NOTHING : await read(client, template)
  const { drafts, unread } = loadBuilderDrafts(userId, template)
  const saved = found ?? NOTHING
  const unsaved = drafts.filter((each) => !isSame(each, saved))
  const kept = unsaved.find((each) => each.key === draft) ?? unsaved[0]
  if (!found && !kept) throw new Error('This template no longer exists. It may have been deleted.')
  const others = unsaved.filter((each) => kept && !isSame(each, kept))
  const rest = { saved, others, unread, templateId: found ? template : null, isGone: !found }
  if (!kept) return { ...file, ...rest, ...saved, slot: drafts[0] ?? null }
  return { ...file, ...rest, name: kept.name, document: kept.document, slot: kept, isBack: true }
}

/** Loads a template from the server; null when it was deleted. */
async function read(client: ApolloClient, id: string): Promise<BuilderDraft | null> {
  const { data } = await client.query({ query: TEMPLATE, variables: { id }, fetchPolicy: 'no-cache' })
  const template = data?.node
  if (!template || !('htmlTemplate' in template)) return null
  if (template.htmlTemplate === null) throw new Error('This is a text template. Edit it on the Templates page.')
  const document = readDocument(template.htmlTemplate)
  if ('problem' in document) throw new Error(`This template could not be read: ${document.problem}.`)
  return { name: template.name, document: document.document }
}

const isSame = (one: BuilderDraft, other: BuilderDraft) =>
  one.name === other.name && JSON.stringify(one.document) === JSON.stringify(other.document)
