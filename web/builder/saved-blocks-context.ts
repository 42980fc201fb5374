import { useQuery } from '@apollo/client/react'
import { createContext, useContext, useMemo } from 'react'
import { builderElements, type BuilderElement } from '#domain/builder/builder-document.ts'
import { SAVED_BLOCKS } from './builder-operations.ts'

/** A block saved in the workspace for reuse. */
export interface SavedBlock {
  id: string
  name: string
  elements: readonly BuilderElement[]
  /** when it was last changed */
  updatedAt: string
}

/** Returns the workspace's saved blocks, and whether they are up to date with the server; invalid ones are omitted. */
export function useSavedBlocks(): { blocks: readonly SavedBlock[]; isCurrent: boolean } {
  const { data, loading, error } = useQuery(SAVED_BLOCKS, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const blocks = useMemo(
    () =>
      data?.savedBlocks.flatMap(({ id, name, elements, updatedAt }) => {
        const read = builderElements.safeParse(elements)
        return read.success ? [{ id, name, elements: read.data, updatedAt: String(updatedAt) }] : []
      }) ?? [],
    [data],
  )
  return { blocks, isCurrent: data !== undefined && !loading && !error }
}

/** Indexes the elements of saved blocks by block id, for rendering emails that refer to saved blocks. */
export const elementsById = (blocks: readonly SavedBlock[]) => new Map(blocks.map(({ id, elements }) => [id, elements]))

const SavedBlocksContext = createContext<readonly SavedBlock[]>([])

/** Provides the saved blocks to the canvas and the inspector. */
export const SavedBlocksProvider = SavedBlocksContext.Provider

/** The saved block that an element shows; undefined if it is not known here. */
export function useSavedBlock({ saved }: BuilderElement): SavedBlock | undefined {
  return useContext(SavedBlocksContext).find(({ id }) => id === saved?.id)
}
