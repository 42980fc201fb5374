import { useEffect, useSyncExternalStore } from 'react'
import type { CampaignSummary } from './operations.ts'

/** How far a campaign had come at a moment. */
export interface PaceSample {
  /** in ms */
  at: number
  done: number
}

export interface SendPace {
  /** mails a minute */
  perMinute: number
  /** when the last mail will have been dealt with if it goes on like this; null when that cannot be told */
  finishesAt: number | null
}

/** What is looked back on, in ms: long enough to see several sending intervals. */
const WINDOW = 5 * 60_000
/** Nothing is said about a pace seen for less than this, in ms. */
const AT_LEAST = 5_000
const SAMPLES_MAX = 300

/** Waits that say nothing about how fast it goes afterwards. */
const LONG_WAITS = new Set(['DAILY_LIMIT', 'PLAN_LIMIT', 'PROVIDER_LIMIT'])

/**
 * How fast a campaign goes, from what was seen of it, else from its start; null while that cannot be told. Only sending campaigns have
 * a pace.
 */
export function sendPace(campaign: CampaignSummary, samples: readonly PaceSample[], now: number): SendPace | null {
  if (campaign.status !== 'sending') return null
  const done = campaign.sentCount + campaign.failedCount
  const recent = samples.filter(({ at }) => at >= now - WINDOW)
  const seen = recent[0] && now - recent[0].at >= AT_LEAST ? recent[0] : null
  const began = campaign.startedAt ? { at: Date.parse(campaign.startedAt), done: 0 } : null
  const since = seen && seen.done < done ? seen : began
  if (!since || now - since.at < AT_LEAST || done <= since.done) return null
  const perMinute = ((done - since.done) / (now - since.at)) * 60_000
  const waiting = Math.max(0, campaign.totalContacts - done)
  const { statusReason: reason, resumesAt } = campaign
  if (LONG_WAITS.has(reason ?? '')) return { perMinute, finishesAt: null }
  // The pauses between intervals are in the pace already; any other wait comes on top.
  const from = resumesAt && reason !== 'BETWEEN_INTERVALS' ? Math.max(now, Date.parse(resumesAt)) : now
  return { perMinute, finishesAt: from + (waiting / perMinute) * 60_000 }
}

/** What was seen in this tab, and the pace told from it: both outlive the screens. */
const seen = new Map<string, PaceSample[]>()
const paces = new Map<string, SendPace>()
const listeners = new Set<() => void>()

function look(campaign: CampaignSummary, now: number): void {
  const { id, status, sentCount, failedCount } = campaign
  if (status !== 'sending') {
    seen.delete(id)
    paces.delete(id)
    return
  }
  const samples = seen.get(id) ?? []
  seen.set(id, samples)
  const done = sentCount + failedCount
  if (samples.at(-1)?.done !== done) samples.push({ at: now, done })
  while (samples.length > SAMPLES_MAX || (samples[0] && samples[0].at < now - WINDOW)) samples.shift()
  const pace = sendPace(campaign, samples, now)
  if (pace) paces.set(id, pace)
  else paces.delete(id)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How fast a campaign goes; told anew whenever it has come further. */
export function useSendPace(campaign: CampaignSummary): SendPace | null {
  useEffect(() => look(campaign, Date.now()), [campaign])
  return useSyncExternalStore(subscribe, () => paces.get(campaign.id) ?? null)
}
