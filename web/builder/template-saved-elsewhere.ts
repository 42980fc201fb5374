import type { ApolloClient } from '@apollo/client'
import { readDocument } from '#domain/builder/builder-document.ts'
import { ownPartOf } from '#domain/builder/document-without-saved-blocks.ts'
import { sameJson } from '#web/client/json-equality.ts'
import { TEMPLATE } from '#web/templates/operations.ts'
import type { BuilderDraft } from './browser-drafts.ts'

/**
 * Returns whether the template was saved by someone else since this page loaded `known`. False when it is gone or
 * unreadable: the save itself reports that.
 */
export async function wasSavedElsewhere(client: ApolloClient, id: string, known: BuilderDraft): Promise<boolean> {
  const answer = await client.query({ query: TEMPLATE, variables: { id }, fetchPolicy: 'no-cache' }).catch(() => null)
  const template = answer?.data?.node
  if (!template || !('htmlTemplate' in template)) return false
  if (template.name.trim() !== known.name.trim()) return true
  const [now, before] = [readDocument(template.htmlTemplate), readDocument(known.document)].map((read) =>
    'document' in read ? ownPartOf(read.document) : read,
  )
  return !sameJson(now, before)
}
