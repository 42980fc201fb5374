/**
 * Slowing down of a mailbox whose recipients complain or leave more than usual (product: sending.unwelcome). Pure.
 *
 * A mailbox is compared with itself: the emails of the last 7 days with those of the 90 days before. Both numbers of
 * signs are counts of rare events, so the test is the exact conditional one for two rates: if nothing changed, each
 * sign falls into the last days with the probability of their share of all emails (a binomial distribution). It needs
 * no estimate of the rate, and holds for small numbers and for none.
 */

/** Number of days that are judged, and of the days before them that show what is usual. */
export const CAUTION_DAYS = { recent: 7, usual: 90 } as const
/** Minimum number of emails in the judged days, as for a reputation. */
const SAMPLE_MIN = 50
/** Minimum number of complaints or people who left a topic: one person is not a trend. */
const LEAST_SIGNS = 2
/**
 * Probabilities of such a rise by chance. Below the first a mailbox slows down: judged every day, an unchanged mailbox
 * is slowed in fewer than one of ten years (complaint-slowdown.test.ts). Above the second it stops slowing down, so that it does
 * not flicker.
 */
const CHANCE = { begins: 0.001, ends: 0.05 } as const
/**
 * Minimum share of the usual emails per day that is still sent: without any, nothing would show that the rise is over.
 */
const LEAST_SHARE = 0.1

export const CAUTION_SIGNS = ['complained', 'left'] as const
type CautionSign = (typeof CAUTION_SIGNS)[number]

/** Counts of a mailbox's emails and of complaints and leaving in a period. */
export interface WelcomeCounts extends Record<CautionSign, number> {
  sent: number
  /** days on which it sent any */
  days: number
}

/** A mailbox that slows itself down, with what it was judged by. */
export interface Caution {
  /** ISO time of the first judgment */
  since: string
  sign: CautionSign
  /** emails in any 24 hours */
  perDay: number
  recent: { sent: number; signs: number }
  usual: { sent: number; signs: number }
}

/**
 * Judges a mailbox by its emails of the last days and those before them.
 *
 * @param before the last judgment
 * @returns null if it need not slow down
 */
export function cautionOf(
  recent: WelcomeCounts,
  usual: WelcomeCounts,
  before: Pick<Caution, 'since' | 'sign'> | null,
  now: Date,
): Caution | null {
  if (recent.sent < SAMPLE_MIN) return null
  const rises = CAUTION_SIGNS.flatMap((sign) => {
    const chance = chanceOfRise(recent, usual, sign)
    const most = before?.sign === sign ? CHANCE.ends : CHANCE.begins
    return recent[sign] >= LEAST_SIGNS && chance < most ? [{ sign, chance }] : []
  })
  const [worst] = rises.toSorted((a, b) => a.chance - b.chance)
  if (!worst) return null
  const { sign } = worst
  return {
    since: before?.since ?? now.toISOString(),
    sign,
    perDay: perDayOf(recent, usual, sign),
    recent: { sent: recent.sent, signs: recent[sign] },
    usual: { sent: usual.sent, signs: usual[sign] },
  }
}

/**
 * Returns the emails per day that would lead to as many signs as usual: those of a usual day, times the usual rate
 * divided by the present one. One sign more than were seen counts as usual, because none so far does not mean never.
 */
function perDayOf(recent: WelcomeCounts, usual: WelcomeCounts, sign: CautionSign): number {
  const share = ((usual[sign] + 1) / usual.sent) * (recent.sent / recent[sign])
  const perDay = usual.sent / Math.max(1, usual.days)
  return Math.max(1, Math.floor(perDay * Math.min(1, Math.max(LEAST_SHARE, share))))
}

/**
 * Returns the probability that this many of all signs, or more, fall into the recent emails if nothing changed. 1
 * without usual emails.
 */
function chanceOfRise(recent: WelcomeCounts, usual: WelcomeCounts, sign: CautionSign): number {
  const all = recent[sign] + usual[sign]
  return binomialTail(all, recent[sign], recent.sent / (recent.sent + usual.sent))
}

/** P(X ≥ least) for X ~ Binomial(tries, chance). */
function binomialTail(tries: number, least: number, chance: number): number {
  if (least <= 0 || chance >= 1) return 1
  let log = 0
  for (let k = 1; k <= least; k += 1) log += Math.log((tries - least + k) / k)
  let term = Math.exp(log + least * Math.log(chance) + (tries - least) * Math.log1p(-chance))
  let sum = 0
  for (let k = least; k <= tries; k += 1) {
    sum += term
    term *= ((tries - k) / (k + 1)) * (chance / (1 - chance))
  }
  return Math.min(1, sum)
}

const WORDS: Record<CautionSign, string> = {
  complained: 'led to a complaint',
  left: 'made their recipient leave the topic',
}

/** The reason for a caution, as a sentence. */
export function cautionReason({ sign, perDay, recent, usual }: Caution): string {
  const of = ({ signs, sent }: Caution['recent']) => `${signs.toLocaleString('en')} of ${sent.toLocaleString('en')}`
  return `${of(recent)} emails of the last ${CAUTION_DAYS.recent} days ${WORDS[sign]}, more than usual for this mailbox (${of(usual)} in the ${CAUTION_DAYS.usual} days before), so it sends at most ${perDay.toLocaleString('en')} a day until that is over.`
}
