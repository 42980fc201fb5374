import type { DraftLook, DraftLooks } from './provider.ts'

/**
 * The history of a draft, oldest first, stored with its email. `at` is in ms.
 *
 * - `call`: a send request that was not confirmed. `refused`: the response means "not accepted"; `final` holds an error
 * that retrying would not change. `uncertain`: any other response, or none. `missing`: the mailbox has no such draft.
 * - `look`: a later check. `unclear`: the mailbox could not be asked. `blind`: we lack permission to ask.
 * - `person`: someone decided to send this email again, knowing it may already have been sent.
 */
export type DraftEvent =
  | { at: number; call: 'refused' | 'uncertain' | 'missing'; error: string; final?: boolean }
  | { at: number; look: DraftLook | 'unclear' | 'blind' }
  | { at: number; person: true }

/** Next step for an email with a provider draft. `renew`: create a new draft in place of this one. */
export type DraftAct =
  | { act: 'sent' | 'send' | 'renew' }
  | { act: 'look'; at: number }
  | { act: 'fail' | 'give-up'; error: string }

/** Consecutive inconclusive checks before giving up. */
const UNCLEAR_MAX = 8
/**
 * Number of uncertain attempts to send a provider draft after which the email fails, although the draft is still there.
 */
const CALLS_MAX = 6
/** Maximum number of events kept per draft. */
const EVENTS_PER_DRAFT_MAX = 60

/**
 * Decides the next step for a provider draft that has an id. A check (look) counts as evidence only if it comes later
 * after the last send request (call) than the provider's data lags; an earlier check counts only if it says `sent`. The
 * first row that fits applies.
 *
 * | the last call or decision | looks since then | act |
 * |-----------------------------------|-------------------------------------------|--------------------------------------|
 * | any | one says sent | sent | | any | the mailbox may not be asked | give up; person: renew | | any | eight in a row
 * told nothing | give up | | never called | draft | send | | never called | gone | give up: somebody deleted or sent it
 * | | person | draft | send | | person | gone | renew | | refused, final | the first two of evidence say draft | fail |
 * | refused, final, uncertain before | all were made and say draft | fail | | refused | the first two of evidence say
 * draft | send | | uncertain | the first two of evidence say draft | send; the sixth time: fail | | uncertain, refused
 * | two of evidence in a row say gone and a look has shown the draft before, or all looks say gone; and at this
 * provider only sending takes drafts away | sent | | missing, after such a call | the same | sent | | any call | all
 * were made, and none of the above | give up | | any | otherwise | look again |
 *
 * So a draft is never sent again before the mailbox was asked after the last call, and has not contradicted itself. A
 * draft that no look ever showed may be too new for the server that answers: that it is gone counts only once the last
 * look says so, minutes later.
 */
export function nextAct(history: readonly DraftEvent[], looks: DraftLooks, now: number): DraftAct {
  const asked = history.findLastIndex((event) => !('look' in event))
  const question = asked < 0 ? null : (history[asked] ?? null)
  const since = history.slice(asked + 1).filter((event) => 'look' in event)
  if (since.some(({ look }) => look === 'sent')) return { act: 'sent' }
  const byPerson = question !== null && 'person' in question
  const last = since.at(-1)
  if (last?.look === 'blind') {
    return byPerson
      ? { act: 'renew' }
      : giveUp(question, 'we have no permission to check in the mailbox whether it was sent')
  }
  const unclear = since.length - 1 - since.findLastIndex(({ look }) => look !== 'unclear')
  if (unclear >= UNCLEAR_MAX) return giveUp(question, 'the mailbox could not tell whether it was sent')
  if (last?.look === 'unclear') return { act: 'look', at: last.at + pauseAfter(unclear, looks) }
  if (question === null || byPerson) {
    if (!last) return { act: 'look', at: now }
    if (last.look === 'draft') return { act: 'send' }
    return byPerson ? { act: 'renew' } : giveUp(null, 'the draft was deleted or sent by somebody else')
  }
  return afterCall(history, question as Call, since, looks)
}

type Call = Extract<DraftEvent, { call: string }>
type Look = Extract<DraftEvent, { look: string }>

function afterCall(history: readonly DraftEvent[], call: Call, since: readonly Look[], looks: DraftLooks): DraftAct {
  const { afterMs } = looks
  const lag = afterMs[0] ?? 0
  const evidence = since.filter(({ at, look }) => look !== 'unclear' && at >= call.at + lag)
  const needed = Math.min(2, afterMs.length)
  const mayStillLeave = call.final === true && sinceDecision(history).some((event) => isCall(event, 'uncertain'))
  const lies =
    evidence.length >= (mayStillLeave ? afterMs.length : needed) && evidence.every(({ look }) => look === 'draft')
  if (lies && call.call !== 'missing') {
    if (call.final) return { act: 'fail', error: call.error }
    return callsOf(history) >= CALLS_MAX ? { act: 'fail', error: plain(call.error) } : { act: 'send' }
  }
  const gone = evidence.slice(wasSeen(history) ? -needed : 0)
  const enough = gone.length >= (wasSeen(history) ? needed : afterMs.length)
  if (looks.goneMeansSent && mayHaveBeenTaken(history) && enough && gone.every(({ look }) => look === 'gone')) {
    return { act: 'sent' }
  }
  if (evidence.length >= afterMs.length) {
    if (evidence.some(({ look }) => look === 'draft')) {
      return giveUp(call, 'the mailbox gave contradictory answers about the draft')
    }
    return giveUp(
      call,
      wasSeen(history) ? 'the draft is no longer in the mailbox' : 'the draft never appeared in the mailbox',
    )
  }
  // An immediate check often settles it: only a lagging replica still says "draft" at this point.
  if (since.length === 0 && call.call !== 'refused') return { act: 'look', at: call.at }
  const step = evidence.length
  const gap = (afterMs[step] ?? 0) - (step === 0 ? 0 : (afterMs[step - 1] ?? 0))
  const lastEvidence = evidence.at(-1)
  return { act: 'look', at: Math.max(call.at + (afterMs[step] ?? 0), (lastEvidence?.at ?? 0) + gap) }
}

/** The history with one more event. Long histories drop their oldest events, which no longer matter. */
export function withEvent(history: readonly DraftEvent[], event: DraftEvent): DraftEvent[] {
  return [...history, event].slice(-EVENTS_PER_DRAFT_MAX)
}

const isCall = (event: DraftEvent, call: Call['call']) => 'call' in event && event.call === call

const callsOf = (history: readonly DraftEvent[]) => history.filter((event) => isCall(event, 'uncertain')).length

/** Returns the events since a person last decided to send the email again. */
const sinceDecision = (history: readonly DraftEvent[]) =>
  history.slice(history.findLastIndex((event) => 'person' in event) + 1)

/**
 * Returns whether a send request since a person's last decision may have succeeded; false if the draft was missing
 * every time.
 */
const mayHaveBeenTaken = (history: readonly DraftEvent[]) =>
  sinceDecision(history).some((event) => 'call' in event && event.call !== 'missing')

/** Returns whether any check has ever found the draft. */
const wasSeen = (history: readonly DraftEvent[]) => history.some((event) => 'look' in event && event.look === 'draft')

/** Returns the ms to wait before the next check, after this many inconclusive checks. */
function pauseAfter(unclear: number, { afterMs }: DraftLooks): number {
  const first = Math.max(afterMs[0] ?? 0, 1)
  return Math.min(first * 2 ** (unclear - 1), Math.max(first, afterMs.at(-1) ?? 0))
}

function giveUp(question: DraftEvent | null, why: string): DraftAct {
  const said = question && 'error' in question ? plain(question.error) : ''
  return { act: 'give-up', error: `UNCERTAIN: ${[said, why].filter(Boolean).join('; ')}` }
}

const plain = (error: string) => error.replace(/^UNCERTAIN: /, '')

/** The provider's text if the last call was refused: why a draft still waits. */
export function refusalOf(history: readonly DraftEvent[]): string | null {
  const last = history.findLast((event) => 'call' in event)
  return last?.call === 'refused' ? last.error : null
}
