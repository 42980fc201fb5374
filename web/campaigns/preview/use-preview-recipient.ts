import { skipToken, useApolloClient, useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import type { PreviewRecipientQuery, PreviewRecipientQueryVariables } from '#web/generated/graphql.ts'
import { PREVIEW_RECIPIENT } from './operations.ts'

export type PreviewRecipient = NonNullable<PreviewRecipientQuery['previewRecipient']>

/** Move from the recipient shown to another one. */
export type Step =
  | { to: 'contact'; contactId: string }
  | { to: 'next' }
  | { to: 'previous' }
  | { to: 'gap' }
  | { to: 'search'; search: string }

/**
 * Loads the recipient that a preview shows, and moves to others with one request each. `isReady`: the server has the
 * draft's recipients.
 */
export function usePreviewRecipient(campaignId: string | null, isReady: boolean) {
  const client = useApolloClient()
  const first = useQuery(
    PREVIEW_RECIPIENT,
    isReady && campaignId !== null ? { variables: { campaignId }, fetchPolicy: 'no-cache' } : skipToken,
  )
  const [chosen, setChosen] = useState<PreviewRecipient | null>(null)
  /** undefined: not loaded yet; null: there is none */
  const recipient = chosen ?? (first.error ? null : first.data?.previewRecipient)
  /** reason why a step found no recipient */
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  /** the newest request: answers to older ones are dropped */
  const newest = useRef(0)

  async function ask(where: Omit<PreviewRecipientQueryVariables, 'campaignId'>) {
    if (campaignId === null) return null
    const variables = { campaignId, ...where }
    const { data } = await client.query({ query: PREVIEW_RECIPIENT, variables, fetchPolicy: 'no-cache' })
    return data?.previewRecipient ?? null
  }

  async function run(find: () => Promise<{ found?: PreviewRecipient | null; note?: string }>) {
    newest.current += 1
    const own = newest.current
    setBusy(true)
    const outcome = await find().catch((error: unknown) => ({ note: errorMessage(error), found: undefined }))
    if (own !== newest.current) return
    setBusy(false)
    setNote(outcome.note ?? '')
    if (outcome.found) setChosen(outcome.found)
  }

  const go = (step: Step) =>
    void run(async () => {
      const id = recipient?.contact.id
      // A recipient who was deleted meanwhile is no place to go on from.
      const fromStart = () => ask({})
      if (step.to === 'contact') {
        const found = await ask({ contactId: step.contactId })
        return found ? { found } : { note: 'This contact is no recipient any more.' }
      }
      if (step.to === 'previous') return { found: (await ask({ before: id }).catch(fromStart)) ?? undefined }
      if (step.to === 'next') return { found: (await ask({ after: id }).catch(fromStart)) ?? undefined }
      const wanted = step.to === 'gap' ? { hasGap: true } : { search: step.search }
      // From the end it goes on at the beginning.
      const found = (await ask({ ...wanted, after: id }).catch(() => null)) ?? (await ask(wanted))
      const isSame = found !== null && found.contact.id === id
      if (found && !isSame) return { found }
      if (step.to === 'gap') return { note: isSame ? 'No other email is incomplete.' : 'No email is incomplete.' }
      return { note: isSame ? 'No other recipient matches your search.' : 'No recipient matches your search.' }
    })

  return { recipient, note, busy, go }
}
