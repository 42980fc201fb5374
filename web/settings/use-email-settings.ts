import { useMutation, useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import type { EmailSettingsInput } from '#domain/settings/setting-register.ts'
import { errorMessage } from '#web/client/errors.ts'
import { toast } from '#web/ui/toast-store.ts'
import { EMAIL_SETTINGS, UPDATE_EMAIL_SETTINGS } from './operations.ts'

/**
 * The send settings, saved on each change (product: settings.pace). Requests run one at a time, so that the last value
 * wins; changes during a request are batched.
 */
export function useEmailSettings() {
  const { data, error, loading, refetch } = useQuery(EMAIL_SETTINGS, { notifyOnNetworkStatusChange: true })
  const [update] = useMutation(UPDATE_EMAIL_SETTINGS, {
    update: (cache, { data: saved }) => {
      const emailSettings = saved?.updateEmailSettings?.emailSettings
      if (emailSettings) cache.writeQuery({ query: EMAIL_SETTINGS, data: { emailSettings } })
    },
  })
  /** Pending changes. */
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
    /** Whether the server's warm-up figures match the switch, which is not being saved. */
    isWarmupSaved: wanted.warmupMode === undefined || wanted.warmupMode === saved?.warmupMode,
    change,
    error,
    loading,
    refetch,
  }
}
