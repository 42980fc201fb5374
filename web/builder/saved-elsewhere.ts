import type { ApolloClient } from '@apollo/client'
import { readDocument } from '#domain/builder/document.ts'
import { sameJson } from '#web/same-json.ts'
import { TEMPLATE } from '#web/templates/operations.ts'
import type { BuilderDraft } from './draft-store.ts'

/**
 * Whether somebody saved a template since this page has it as `known`. No where it is gone or cannot be read, as saving has the last word.
 */
export async function isSavedElsewhere(client: ApolloClient, id: string, known: BuilderDraft): Promise<boolean> {
  const answer = await client.query({ query: TEMPLATE, variables: { id }, fetchPolicy: 'no-cache' }).catch(() => null)
  const template = answer?.data?.node
  if (!template || !('htmlTemplate' in template)) return false
  if (template.name.trim() !== known.name.trim()) return true
  return !sameJson(readDocument(template.htmlTemplate), readDocument(known.document))
}
