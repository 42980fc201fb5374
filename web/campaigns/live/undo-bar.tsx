import { useMutation, useQuery } from '@apollo/client/react'
import { Undo2 } from '#web/ui/generated/icons.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { contactsReached } from '#web/contacts/contact-texts.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { STARTED } from '../use-campaign-actions.ts'
import { UNDO_LAUNCH } from '../campaign-mutations.ts'
import { LAUNCHED_BY, type CampaignSummary } from '../operations.ts'
import { countdown, launchOf, useUndoSeconds } from './undo-launch.ts'

/**
 * Counts down to the start of launches that the server holds back, on every page and in every tab, and undoes them:
 * the campaign is a draft again and opens in the wizard's last step. Colleagues see it too, so it says who launched.
 */
export function UndoBar({ campaigns = [] }: { campaigns: readonly CampaignSummary[] | undefined }) {
  const held = campaigns.filter(isHeld)
  const tellOfStart = useStarts(campaigns)
  return (
    <div
      role="status"
      className="pointer-events-none fixed bottom-0 left-0 z-30 grid w-full grid-cols-[minmax(0,1fr)] gap-2 p-4 empty:hidden sm:max-w-lg md:left-16 lg:left-60 [body:has([data-action-bar])_&]:bottom-16"
    >
      {held.map((campaign) => (
        <Launch key={launchOf(campaign)} campaign={campaign} onStart={tellOfStart} />
      ))}
    </div>
  )
}

const isHeld = ({ status, undoSecondsLeft }: CampaignSummary) => status === 'sending' && undoSecondsLeft != null

/**
 * Announces once for each held launch that it started: when its countdown ends, which calls the returned function, or
 * when the server reports the start first.
 */
function useStarts(campaigns: readonly CampaignSummary[]): (campaign: CampaignSummary) => void {
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const campaign of campaigns) {
      if (isHeld(campaign)) waiting.current.add(launchOf(campaign))
      else if (waiting.current.delete(launchOf(campaign)) && campaign.status !== 'draft') toast(STARTED)
    }
  }, [campaigns])
  return useCallback((campaign) => {
    if (waiting.current.delete(launchOf(campaign))) toast(STARTED)
  }, [])
}

function Launch({ campaign, onStart }: { campaign: CampaignSummary; onStart: (campaign: CampaignSummary) => void }) {
  const { id, name, totalContacts, leftOutCount } = campaign
  const navigate = useNavigate()
  const [undo, { loading }] = useMutation(UNDO_LAUNCH, { variables: { id } })
  const launcher = useLauncher(id)
  const left = useUndoSeconds(campaign) ?? 0
  const [atFirst] = useState(left)
  const isOver = left === 0
  const what = `“${name}” to ${contactsReached(totalContacts, leftOutCount)}`
  const launched = launcher ? `${launcher} launched ${what}` : what
  useEffect(() => {
    if (!isOver || atFirst === 0) return
    onStart(campaign)
    // Focus that was on the button would be lost with it.
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
  }, [isOver, atFirst, onStart, campaign])
  if (isOver) return null

  async function takeBack() {
    try {
      await undo()
      toast({ title: 'Launch Undone', description: `Nothing was sent. “${name}” is a draft again.` })
      await navigate(`/campaigns/create?draft=${id}&step=4`)
    } catch (error) {
      toast({ title: 'The launch was not undone', description: errorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <div
      data-undo-bar
      className="pointer-events-auto flex items-center justify-between gap-4 rounded-md border border-edge bg-surface py-2 pr-2 pl-4"
    >
      <p className="min-w-0">
        {/* Read out once, not every second. */}
        {launcher && (
          <span className="sr-only">{`${launched}. Sending starts in ${inFull(atFirst)}. You can undo it.`}</span>
        )}
        <span aria-hidden="true">
          <span className="figures block font-strong">{`Sending starts in ${countdown(left)}`}</span>
          <span className="line-clamp-2 text-xs wrap-anywhere text-ink-soft">{launched}</span>
        </span>
      </p>
      <Button
        icon={Undo2}
        busy={loading}
        aria-label={`Undo: keep “${name}” as a draft`}
        onClick={() => void takeBack()}
      >
        Undo
      </Button>
    </div>
  )
}

/** Returns a countdown with whole words, for screen readers. */
const inFull = (seconds: number) => countdown(seconds).replace(/s$/, 'seconds').replace(/min$/, 'minutes')

/**
 * Loads the name of the person who launched a campaign: You, a colleague's name, or Someone if unknown. Null while
 * loading.
 */
function useLauncher(id: string): string | null {
  const me = useUser()
  const { data, loading } = useQuery(LAUNCHED_BY, { variables: { id } })
  const launchedBy = data?.campaign?.launchedBy
  if (!launchedBy) return loading ? null : 'Someone'
  return launchedBy.id === me.id ? 'You' : launchedBy.name
}
