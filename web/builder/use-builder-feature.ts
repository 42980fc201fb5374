import { useQuery } from '@apollo/client/react'
import { BUILDER_FEATURE } from './operations.ts'

/** Whether the workspace may build mails from blocks; undefined while that is not known. */
export function useBuilderFeature(): boolean | undefined {
  return useQuery(BUILDER_FEATURE).data?.tenant.features.htmlBuilder
}
