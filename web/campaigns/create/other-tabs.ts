import { localId } from './draft.ts'

const CHANNEL = 'mergewell-campaign-drafts'
/** A channel also delivers to other ends in the same tab. */
const TAB = localId()

interface Saved {
  tab: string
  campaignId: string
}

/** Tells the other tabs of this browser that this one saved a draft. Older browsers tell nothing. */
export function announceSave(campaignId: string, tab = TAB): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage({ tab, campaignId } satisfies Saved)
  channel.close()
}

/** Calls back with the campaign's id whenever another tab of this browser saves a draft; returns a function that stops it. */
export function onSaveElsewhere(listener: (campaignId: string) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<Saved>) => {
    if (data.tab !== TAB) listener(data.campaignId)
  })
  return () => channel.close()
}
