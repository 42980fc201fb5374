import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCurrentUser } from '#web/accounts/current-user.tsx'
import { dashboardNotice } from '#web/landing/auth-notice.ts'
import { takePlace } from '#web/mailboxes/connect-return.ts'
import { toast } from '#web/ui/toast-store.ts'

/**
 * Shows the result of connecting a mailbox from the query parameter `auth`, reloads user and mailboxes on success, and
 * removes the parameter (product: screens.auth-notice). Goes back to the page where connecting began, if there is one.
 */
export function useAuthNotice(): void {
  const client = useApolloClient()
  const { refetch } = useCurrentUser()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const told = useRef<string>(null)
  useEffect(() => {
    const query = params.toString()
    const notice = dashboardNotice(params)
    if (!notice || told.current === query) return
    told.current = query
    const { title, description, failed } = notice
    toast({ title, description, variant: failed ? 'destructive' : 'default' })
    if (!failed) {
      refetch().catch(() => undefined)
      client
        .refetchQueries({ updateCache: (cache) => cache.evict({ id: 'ROOT_QUERY', fieldName: 'mailboxes' }) })
        .catch(() => undefined)
    }
    const place = takePlace(Date.now())
    if (place === null) setParams({}, { replace: true })
    else void navigate(place, { replace: true })
  }, [client, params, refetch, setParams, navigate])
}
