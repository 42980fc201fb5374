import { useQuery } from '@apollo/client/react'
import { BUILDER_FEATURE } from './operations.ts'

export interface BuilderFeature {
  /** Whether the workspace has the email builder; undefined while unknown. */
  isOn: boolean | undefined
  /** The load error, if any. */
  error: Error | undefined
  /** It is loading. */
  loading: boolean
  again: () => void
}

/** Whether the workspace has the email builder; `again` retries a failed load. */
export function useBuilderFeature(): BuilderFeature {
  const { data, error, loading, refetch } = useQuery(BUILDER_FEATURE, { notifyOnNetworkStatusChange: true })
  const isOn = data?.tenant.features.htmlBuilder
  return {
    isOn,
    error: isOn === undefined ? error : undefined,
    loading,
    again: () => void refetch().catch(() => undefined),
  }
}
