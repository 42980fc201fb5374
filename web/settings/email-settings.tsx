import { useRef, useState, type ReactNode } from 'react'
import type { EmailSettingsInput } from '#domain/settings/setting-register.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import type { EmailSettingsFieldsFragment } from '#web/generated/graphql.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useMutation, useQuery } from '@apollo/client/react'
import { toast } from '#web/ui/toast-store.ts'
import { EMAIL_SETTINGS, UPDATE_EMAIL_SETTINGS } from './operations.ts'

interface Cards {
  settings: EmailSettingsFieldsFragment
  isWarmupSaved: boolean
  /** True if only admins may change the settings. */
  locked: boolean
  change: (part: EmailSettingsInput) => void
}

/** Loads the email settings for the cards of a section. Everyone may view them, admins may change them. */
export function EmailSettings({ children }: { children: (cards: Cards) => ReactNode }) {
  const { role } = useUser()
  const { settings, isWarmupSaved, change, error, loading, refetch } = useEmailSettings()
  if (!settings) {
    if (!error) {
      return (
        <Loading label="Loading settings" className="grid gap-6">
          <Skeleton className="h-80 rounded-md" />
          <Skeleton className="h-56 rounded-md" />
        </Loading>
      )
    }
    return (
      <Card>
        <ErrorState
          title="The settings could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
        />
      </Card>
    )
  }
  const locked = role !== 'admin'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {locked && <Callout>Only an admin of your workspace can change these settings.</Callout>}
      {children({ settings, isWarmupSaved, locked, change })}
    </div>
  )
}

/**
 * Loads the settings for sending and saves each change (product: settings.pace). Requests run one at a time, so that
 * the last value wins; changes during a request are batched.
 */
export function useEmailSettings() {
  const { data, error, loading, refetch } = useQuery(EMAIL_SETTINGS, { notifyOnNetworkStatusChange: true })
  const [update] = useMutation(UPDATE_EMAIL_SETTINGS, {
    update: (cache, { data: saved }) => {
      const emailSettings = saved?.updateEmailSettings?.emailSettings
      if (emailSettings) cache.writeQuery({ query: EMAIL_SETTINGS, data: { emailSettings } })
    },
  })
  /** Changed settings that are not saved yet. */
  const [wanted, setWanted] = useState<EmailSettingsInput>({})
  const waiting = useRef<EmailSettingsInput>({})
  const underWay = useRef(false)

  async function send(): Promise<void> {
    underWay.current = true
    try {
      while (Object.keys(waiting.current).length > 0) {
        const input = waiting.current
        waiting.current = {}
        await update({ variables: { input } })
      }
      toast({ title: 'Email settings updated successfully' })
    } catch (failure) {
      waiting.current = {}
      toast({ title: 'Failed to update settings', description: errorMessage(failure), variant: 'destructive' })
    } finally {
      underWay.current = false
      setWanted({})
    }
  }

  function change(part: EmailSettingsInput): void {
    waiting.current = { ...waiting.current, ...part }
    setWanted((now) => ({ ...now, ...part }))
    if (!underWay.current) void send()
  }

  const saved = data?.emailSettings
  return {
    settings: saved && { ...saved, ...wanted },
    /** True if the server's warm-up figures match the switch, which is not being saved. */
    isWarmupSaved: wanted.warmupMode === undefined || wanted.warmupMode === saved?.warmupMode,
    change,
    error,
    loading,
    refetch,
  }
}
