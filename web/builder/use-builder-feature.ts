import { useQuery } from '@apollo/client/react'
import { BUILDER_FEATURE } from './builder-operations.ts'

export interface BuilderFeature {
  /** True if the workspace has the email builder; undefined while unknown. */
  isOn: boolean | undefined
  /** Error of the query for the workspace's features; undefined if it succeeded or has not answered. */
  error: Error | undefined
  /** True while it is being asked whether the workspace may use the email builder. */
  loading: boolean
  again: () => void
}

/** Message when a user without the email builder opens a design made with it. */
export const BUILDER_IS_OFF = {
  title: 'The HTML builder is turned off for this workspace',
  description: 'You can start from a text email or from scratch.',
}

/** Returns whether the workspace has the email builder; `again` retries a failed load. */
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
