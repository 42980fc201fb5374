import { useEffect, useSyncExternalStore } from 'react'
import type { CampaignSummary } from './operations.ts'

/** How far a campaign had come at a moment. */
export interface PaceSample {
  /** in ms */
  at: number
  done: number
}

/** What is looked back on, in ms: long enough to see several sending intervals. */
const WINDOW = 5 * 60_000
/** Nothing is said about a pace seen for less than this, in ms. */
const AT_LEAST = 5_000
const SAMPLES_MAX = 300

/**
 * Mails a minute of a campaign, from what was seen of it, else from its start; null while that cannot be told. Only sending campaigns
 * have a rate.
 */
export function sendRate(campaign: CampaignSummary, samples: readonly PaceSample[], now: number): number | null {
  if (campaign.status !== 'sending') return null
  const done = campaign.sentCount + campaign.failedCount
  const recent = samples.filter(({ at }) => at >= now - WINDOW)
  const seen = recent[0] && now - recent[0].at >= AT_LEAST ? recent[0] : null
  const began = campaign.startedAt ? { at: Date.parse(campaign.startedAt), done: 0 } : null
  const since = seen && seen.done < done ? seen : began
  if (!since || now - since.at < AT_LEAST || done <= since.done) return null
  return ((done - since.done) / (now - since.at)) * 60_000
}

/** What was seen in this tab, and the rate told from it: both outlive the screens. */
const seen = new Map<string, PaceSample[]>()
const rates = new Map<string, number>()
const listeners = new Set<() => void>()

function look(campaign: CampaignSummary, now: number): void {
  const { id, status, sentCount, failedCount } = campaign
  if (status !== 'sending') {
    seen.delete(id)
    rates.delete(id)
    return
  }
  const samples = seen.get(id) ?? []
  seen.set(id, samples)
  const done = sentCount + failedCount
  if (samples.at(-1)?.done !== done) samples.push({ at: now, done })
  while (samples.length > SAMPLES_MAX || (samples[0] && samples[0].at < now - WINDOW)) samples.shift()
  const rate = sendRate(campaign, samples, now)
  if (rate === null) rates.delete(id)
  else rates.set(id, rate)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Mails a minute of a campaign; told anew whenever it has come further. */
export function useSendRate(campaign: CampaignSummary): number | null {
  useEffect(() => look(campaign, Date.now()), [campaign])
  return useSyncExternalStore(subscribe, () => rates.get(campaign.id) ?? null)
}
