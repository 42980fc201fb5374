import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { compileTemplate } from '#domain/content/merge-tags.ts'
import { graphql } from '#web/generated/gql.ts'

/** The custom fields in use, most frequent first. */
const CUSTOM_FIELDS = graphql(`
  query CustomFields {
    contactFields {
      name
    }
  }
`)

/** The workspace's custom fields that can be merge tags, in the order of their spreadsheets. */
export function useImportedTags(): readonly string[] {
  const { data } = useQuery(CUSTOM_FIELDS, { fetchPolicy: 'cache-and-network' })
  return useMemo(() => data?.contactFields.map(({ name }) => name).filter(isTagName) ?? [], [data])
}

/** Returns whether {name} is valid as one merge tag. */
function isTagName(name: string): boolean {
  const { parts } = compileTemplate(`{${name}}`)
  return parts.length === 1 && typeof parts[0] !== 'string'
}
