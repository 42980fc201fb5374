import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CampaignSummary } from '../operations.ts'

/** A campaign's progress at one time. */
export interface PaceSample {
  /** time of the sample, in ms since the epoch */
  at: number
  done: number
  /** true if everything allowed so far is sent: the end of a sending interval */
  rests?: boolean
}

/** Period in ms over which the sending rate is measured: long enough for several sending intervals. */
const WINDOW = 5 * 60_000
/** Minimum measured time in ms: the rate within one interval exceeds the average. */
const AT_LEAST = 30_000
/** Minimum length in ms of a complete sending interval. */
const AN_INTERVAL = 1_000
const SAMPLES_MAX = 300

/**
 * Returns a campaign's progress as a sample. While the campaign waits for the next interval, the sample is dated to the
 * end of the wait, because nothing is sent before.
 */
function paceSample({ statusReason, resumesAt, sentCount, failedCount }: CampaignSummary, now: number): PaceSample {
  const done = sentCount + failedCount
  const until = statusReason === 'BETWEEN_INTERVALS' && resumesAt ? Date.parse(resumesAt) : now
  return until > now ? { at: until, done, rests: true } : { at: now, done }
}

/**
 * A sending campaign's emails per minute, from samples, else from its start; null while unknown. With intervals it is
 * measured at the end of each, and `before` is kept in between.
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

/** Samples taken in this tab by campaign, and the rates computed from them: both outlive the components. */
const seen = new Map<string, PaceSample[]>()
const rates = createStore<Record<string, number | null>>(() => ({}))

function look(campaign: CampaignSummary, now: number): void {
  const { id, status } = campaign
  if (status !== 'sending') {
    seen.delete(id)
    rates.setState({ [id]: null })
    return
  }
  const samples = seen.get(id) ?? []
  seen.set(id, samples)
  const sample = paceSample(campaign, now)
  const last = samples.at(-1)
  if (last?.done !== sample.done) samples.push(sample)
  else if (sample.rests) Object.assign(last, sample)
  while (samples.length > SAMPLES_MAX || (samples[0] && samples[0].at < now - WINDOW)) samples.shift()
  rates.setState((known) => ({ [id]: sendRate(campaign, samples, now, known[id]) }))
}

/** A campaign's emails per minute, updated with its progress. */
export function useSendRate(campaign: CampaignSummary): number | null {
  useEffect(() => look(campaign, Date.now()), [campaign])
  return useStore(rates, (known) => known[campaign.id] ?? null)
}
