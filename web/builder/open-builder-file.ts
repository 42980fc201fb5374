import type { ApolloClient } from '@apollo/client'
import { emptyDocument, readDocument, type BuilderDocument } from '#domain/builder/document.ts'
import { TEMPLATE } from '#web/templates/operations.ts'
import { loadBuilderDrafts, type BuilderDraft, type KeptDraft, type UnreadDraft } from './draft-store.ts'
import { galleryTemplate } from './gallery-list.ts'
import type { BuilderFile } from './use-builder-file.ts'

/** What the builder begins with. */
export interface OpenedFile extends BuilderFile {
  /** Tells one opening from the next. */
  readonly key: number
  /** It goes on with what was not saved. */
  readonly isBack: boolean
  /** The template was deleted: what was not saved of it is a new one. */
  readonly isGone: boolean
  /** What else was left unsaved, the latest first: of another tab, or before a starter template was chosen. */
  readonly others: readonly KeptDraft[]
  /** What was left unsaved and cannot be read. */
  readonly unread: readonly UnreadDraft[]
  /** What was being built and is not saved: undo brings it back. */
  readonly before: BuilderDocument | null
}

export interface OpeningChoice {
  /** the template to go on with; null for one that is none yet */
  readonly template: string | null
  /** the template of the gallery to begin with */
  readonly start: string | null
  /** which of the drafts, by its key; the latest when left out */
  readonly draft?: string | undefined
}

let openings = 0
const NOTHING: BuilderDraft = { name: '', document: emptyDocument() }

/** Opens a saved template, one of the gallery, or what was last built without being saved. Rejects with what went wrong. */
export async function openBuilderFile(
  client: ApolloClient,
  userId: string,
  { template, start, draft }: OpeningChoice,
): Promise<OpenedFile> {
  const key = (openings += 1)
  const file = { key, templateId: null, saved: NOTHING, held: null, isBack: false, isGone: false, before: null }
  if (start !== null) {
    const chosen = galleryTemplate(start)
    if (!chosen) throw new Error('There is no such template to start with.')
    const { drafts, unread } = loadBuilderDrafts(userId, null)
    const { name, document } = chosen
    return { ...file, name, document, others: drafts, unread, before: drafts[0]?.document ?? null }
  }
  const found = template === null ? NOTHING : await read(client, template)
  const { drafts, unread } = loadBuilderDrafts(userId, template)
  const saved = found ?? NOTHING
  const unsaved = drafts.filter((each) => !isSame(each, saved))
  const kept = unsaved.find((each) => each.key === draft) ?? unsaved[0]
  if (!found && !kept) throw new Error('This template is not there any more. It may have been deleted.')
  const others = unsaved.filter((each) => kept && !isSame(each, kept))
  const rest = { saved, others, unread, templateId: found ? template : null, isGone: !found }
  if (!kept) return { ...file, ...rest, ...saved, held: drafts[0] ?? null }
  return { ...file, ...rest, name: kept.name, document: kept.document, held: kept, isBack: true }
}

/** The template as the server has it; null when it was deleted. */
async function read(client: ApolloClient, id: string): Promise<BuilderDraft | null> {
  const { data } = await client.query({ query: TEMPLATE, variables: { id }, fetchPolicy: 'no-cache' })
  const template = data?.node
  if (!template || !('htmlTemplate' in template)) return null
  if (template.htmlTemplate === null) throw new Error('This template is made of words. Edit it on the Templates page.')
  const document = readDocument(template.htmlTemplate)
  if ('problem' in document) throw new Error(`This template cannot be read: ${document.problem}.`)
  return { name: template.name, document: document.document }
}

const isSame = (one: BuilderDraft, other: BuilderDraft) =>
  one.name === other.name && JSON.stringify(one.document) === JSON.stringify(other.document)
