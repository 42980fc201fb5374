import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { compileTemplate } from '#domain/merge-tags.ts'
import { IMPORTED_FIELDS } from '../operations.ts'

/** The imported columns of the workspace that can be merge tags, as far as the newest contacts show them, in order. */
export function useImportedTags(): readonly string[] {
  const { data } = useQuery(IMPORTED_FIELDS, { fetchPolicy: 'no-cache' })
  return useMemo(() => {
    const names = data?.contacts.edges.flatMap(({ node }) => node.fields.map(({ name }) => name)) ?? []
    return [...new Set(names)].filter(isTagName)
  }, [data])
}

/** Whether {name} is found as one merge tag. */
function isTagName(name: string): boolean {
  const { parts } = compileTemplate(`{${name}}`)
  return parts.length === 1 && typeof parts[0] !== 'string'
}
