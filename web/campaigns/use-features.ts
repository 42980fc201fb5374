import { useQuery } from '@apollo/client/react'
import type { WorkspaceFeaturesQuery } from '#web/generated/graphql.ts'
import { WORKSPACE_FEATURES } from './operations.ts'

/** What the workspace may use; undefined while that is not known. */
export function useFeatures(): WorkspaceFeaturesQuery['tenant']['features'] | undefined {
  return useQuery(WORKSPACE_FEATURES).data?.tenant.features
}
