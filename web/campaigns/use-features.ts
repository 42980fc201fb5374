import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import type { WorkspaceFeaturesQuery } from '#web/generated/graphql.ts'
import { toast } from '#web/ui/toast-store.ts'
import { WORKSPACE_FEATURES } from './operations.ts'

/**
 * The workspace's features; undefined while loading. When loading fails, a notice says what is missing and offers a
 * retry.
 */
export function useFeatures(): WorkspaceFeaturesQuery['tenant']['features'] | undefined {
  const { data, error, refetch } = useQuery(WORKSPACE_FEATURES)
  const features = data?.tenant.features
  const reason = features || !error ? null : errorMessage(error)
  useEffect(() => {
    if (reason === null) return
    return toast({
      title: 'Your workspace features could not be loaded',
      description: `Attachments, A/B tests, tracking and warmup are not available yet. ${reason}`,
      variant: 'destructive',
      duration: Infinity,
      action: { label: 'Try again', onClick: () => void refetch().catch(() => undefined) },
    })
  }, [reason, refetch])
  return features
}
