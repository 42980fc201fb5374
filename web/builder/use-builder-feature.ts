import { useQuery } from '@apollo/client/react'
import { BUILDER_FEATURE } from './operations.ts'

export interface BuilderFeature {
  /** Whether the workspace may build mails from blocks; undefined while that is not known. */
  isOn: boolean | undefined
  /** Why it is not known, unless it is only on its way. */
  error: Error | undefined
  /** It is asked for. */
  loading: boolean
  again: () => void
}

/** Whether the workspace may build mails from blocks, asked for again with `again` when that failed. */
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
