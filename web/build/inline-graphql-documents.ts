import type { Plugin } from 'vite'
import { graphql } from '../generated/gql.ts'

/** Finds calls of `graphql` with a document, as codegen.ts does. */
const CALL = /\bgraphql\(\s*(?:\/\* GraphQL \*\/\s*)?`([^`]*)`\s*,?\s*\)/g

/**
 * Vite plugin that replaces each call of `graphql` by its parsed document: otherwise every page would load the
 * documents of all pages.
 */
export function inlineDocuments(): Plugin {
  return {
    name: 'mergewell-documents',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: /\/web\/.*\.tsx?$/, code: 'graphql(' },
      handler(code, id) {
        if (id.includes('/generated/')) return
        return code.replace(CALL, (_call, source: string) => {
          const document = (graphql as (source: string) => object)(source)
          if (!('kind' in document)) this.error(`A document of ${id} was not generated. Run "npm run codegen".`)
          return JSON.stringify(document)
        })
      },
    },
  }
}
