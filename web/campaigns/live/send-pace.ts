import { useEffect, useSyncExternalStore } from 'react'
import type { CampaignSummary } from '../operations.ts'

/** How far a campaign had come at a moment. */
export interface PaceSample {
  /** in ms */
  at: number
  done: number
  /** All that may leave until then has left: the end of a sending interval. */
  rests?: boolean
}

/** What is looked back on, in ms: long enough to see several sending intervals. */
const WINDOW = 5 * 60_000
/** Nothing is said about a pace seen for less than this, in ms: within an interval mails leave faster than over several. */
const AT_LEAST = 30_000
/** For an interval that is seen to its end this is enough, in ms. */
const AN_INTERVAL = 1_000
const SAMPLES_MAX = 300

/**
 * Where a campaign stands. While it waits for its next sending interval that is where it will stand at the end of the wait: nothing leaves
 * before.
 */
function paceSample({ statusReason, resumesAt, sentCount, failedCount }: CampaignSummary, now: number): PaceSample {
  const done = sentCount + failedCount
  const until = statusReason === 'BETWEEN_INTERVALS' && resumesAt ? Date.parse(resumesAt) : now
  return until > now ? { at: until, done, rests: true } : { at: now, done }
}

/**
 * Mails a minute of a campaign, from what was seen of it, else from its start; null while that cannot be told. Only sending campaigns
 * have a rate. Of one that sends in intervals it is told at the end of each, and `before` holds in between.
 */
export function sendRate(
  campaign: CampaignSummary,
  samples: readonly PaceSample[],
  now: number,
  before: number | null = null,
): number | null {
  if (campaign.status !== 'sending') return null
  const { at, done, rests = false } = paceSample(campaign, now)
  if (!rests && samples.some((sample) => sample.rests && sample.at > now - AT_LEAST)) return before
  const enough = rests ? AN_INTERVAL : AT_LEAST
  const recent = samples.filter((sample) => sample.at >= now - WINDOW)
  const seen = (rests && recent.find((sample) => sample.rests)) || recent[0]
  const began = campaign.startedAt ? { at: Date.parse(campaign.startedAt), done: 0 } : null
  const since = seen && seen.done < done && at - seen.at >= enough ? seen : began
  if (!since || at - since.at < enough || done <= since.done) return null
  return ((done - since.done) / (at - since.at)) * 60_000
}

/** What was seen in this tab, and the rate told from it: both outlive the screens. */
const seen = new Map<string, PaceSample[]>()
const rates = new Map<string, number>()
const listeners = new Set<() => void>()

function look(campaign: CampaignSummary, now: number): void {
  const { id, status } = campaign
  if (status !== 'sending') {
    seen.delete(id)
    rates.delete(id)
    return
  }
  const samples = seen.get(id) ?? []
  seen.set(id, samples)
  const sample = paceSample(campaign, now)
  const last = samples.at(-1)
  if (last?.done !== sample.done) samples.push(sample)
  else if (sample.rests) Object.assign(last, sample)
  while (samples.length > SAMPLES_MAX || (samples[0] && samples[0].at < now - WINDOW)) samples.shift()
  const rate = sendRate(campaign, samples, now, rates.get(id) ?? null)
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
