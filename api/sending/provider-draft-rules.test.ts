import { describe, expect, it } from 'vitest'
import { nextAct, withEvent, type DraftEvent } from './provider-draft-rules.ts'

const S = 1_000
const GRAPH = { afterMs: [15 * S, 45 * S, 120 * S, 300 * S], goneMeansSent: false }
const GMAIL = { ...GRAPH, goneMeansSent: true }

/** "uncertain@0 draft@1 gone@15": what happened, and after how many seconds. */
function history(text: string): DraftEvent[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [what = '', at] = word.split('@')
      const time = Number(at) * S
      if (what === 'person') return { at: time, person: true }
      if (what === 'final') return { at: time, call: 'refused', error: '400 no', final: true }
      if (what === 'refused' || what === 'uncertain' || what === 'missing') {
        return { at: time, call: what, error: `UNCERTAIN: ${what}` }
      }
      return { at: time, look: what as 'draft' }
    })
}

/** The action in one word; a check with its time in seconds. */
function act(text: string, looks: typeof GRAPH): string {
  const now = 1_000_000
  const next = nextAct(history(text), looks, now)
  if (next.act === 'look') return `look@${next.at === now ? 'now' : next.at / S}`
  return next.act
}

describe('the next action for a provider draft in doubt', () => {
  it.each([
    // never sent
    ['', 'look@now'],
    ['draft@1', 'send'],
    ['sent@1', 'sent'],
    ['gone@1', 'give-up'],
    ['blind@1', 'give-up'],
    // refused: two checks beyond the replication lag, as after an uncertain send
    ['refused@0', 'look@15'],
    ['refused@0 draft@3', 'look@15'],
    ['refused@0 draft@15', 'look@45'],
    ['refused@0 draft@15 draft@45', 'send'],
    ['refused@0 draft@15 sent@45', 'sent'],
    ['refused@0 draft@15 draft@45 refused@50', 'look@65'],
    ['refused@0 draft@15 draft@45 refused@50 draft@65', 'look@95'],
    ['refused@0 draft@15 draft@45 refused@50 draft@65 draft@95', 'send'],
    ['refused@0 sent@15', 'sent'],
    ['refused@0 gone@15', 'look@45'],
    ['final@0', 'look@15'],
    ['final@0 draft@15', 'look@45'],
    ['final@0 draft@15 draft@45', 'fail'],
    ['final@0 sent@15', 'sent'],
    // refused for good after a request that may still take effect: failed only once every check shows an unsent draft
    ['uncertain@0 draft@15 draft@45 final@50 draft@65 draft@95', 'look@170'],
    ['uncertain@0 draft@15 draft@45 final@50 draft@65 draft@95 sent@170', 'sent'],
    ['uncertain@0 draft@15 draft@45 final@50 draft@65 draft@95 draft@170 draft@350', 'fail'],
    ['uncertain@0 draft@15 draft@45 person@48 draft@49 final@50 draft@65 draft@95', 'fail'],
    // uncertain: one immediate check, then two beyond the replication lag
    ['uncertain@0', 'look@0'],
    ['uncertain@0 sent@0', 'sent'],
    ['uncertain@0 draft@0', 'look@15'],
    ['uncertain@0 draft@0 draft@15', 'look@45'],
    ['uncertain@0 draft@0 draft@15 draft@45', 'send'],
    ['uncertain@0 draft@0 draft@15 sent@45', 'sent'],
    // a replica that lags for 12 s and knows nothing for 2 s
    ['uncertain@0 draft@0 gone@15', 'look@45'],
    ['uncertain@0 draft@0 gone@15 sent@45', 'sent'],
    // contradictory checks run to the end, then it gives up
    ['uncertain@0 draft@0 gone@15 draft@45', 'look@120'],
    ['uncertain@0 draft@0 gone@15 draft@45 draft@120', 'look@300'],
    ['uncertain@0 draft@0 gone@15 draft@45 draft@120 draft@300', 'give-up'],
    ['uncertain@0 draft@0 draft@15 gone@45 draft@120 sent@300', 'sent'],
    // accepted with an error response, shown as a draft by a lagging replica, and missing at the second send
    ['refused@0 draft@15 missing@20', 'look@20'],
    ['refused@0 draft@15 missing@20 draft@20 draft@35 draft@65', 'look@140'],
    ['refused@0 draft@15 missing@20 draft@20 draft@35 draft@65 sent@140', 'sent'],
    ['missing@0 draft@0 draft@15 draft@45 draft@120 draft@300', 'give-up'],
    // inconclusive checks
    ['uncertain@0 unclear@0', 'look@15'],
    ['uncertain@0 unclear@0 unclear@15', 'look@45'],
    ['uncertain@0 unclear@0 sent@15', 'sent'],
    ['uncertain@0 draft@15 unclear@45 draft@60', 'send'],
    ['uncertain@0 unclear@1 unclear@2 unclear@3 unclear@4 unclear@5 unclear@6 unclear@7 unclear@8', 'give-up'],
    // a late check
    ['uncertain@0 draft@0 draft@200', 'look@230'],
    ['uncertain@0 draft@0 draft@200 draft@230', 'send'],
    // a manual decision
    ['uncertain@0 gone@15 person@900', 'look@now'],
    ['uncertain@0 gone@15 person@900 sent@901', 'sent'],
    ['uncertain@0 gone@15 person@900 draft@901', 'send'],
    ['uncertain@0 gone@15 person@900 gone@901', 'renew'],
    ['uncertain@0 gone@15 person@900 blind@901', 'renew'],
    ['uncertain@0 gone@15 person@900 draft@901 uncertain@905', 'look@905'],
  ])('at Microsoft 365, after the events %j (event@second), is %s', (text, expected) => {
    expect(act(text, GRAPH)).toBe(expected)
  })

  it.each([
    ['uncertain@0 gone@0', 'look@15'],
    ['uncertain@0 gone@0 gone@15', 'look@45'],
    // a draft never seen by a check may be too new for the replica that answers
    ['uncertain@0 gone@0 gone@15 gone@45', 'look@120'],
    ['uncertain@0 gone@0 gone@15 gone@45 gone@120', 'look@300'],
    ['uncertain@0 gone@0 gone@15 gone@45 gone@120', 'look@300'],
    ['uncertain@0 gone@0 gone@15 gone@45 gone@120 gone@300', 'sent'],
    ['uncertain@0 gone@0 gone@15 gone@45 sent@120', 'sent'],
    ['uncertain@0 draft@0 gone@15', 'look@45'],
    ['uncertain@0 draft@0 gone@15 gone@45', 'sent'],
    ['uncertain@0 draft@0 draft@15 gone@45', 'look@120'],
    ['uncertain@0 draft@0 draft@15 gone@45 gone@120', 'sent'],
    ['uncertain@0 draft@0 gone@15 draft@45 gone@120 draft@300', 'give-up'],
    ['refused@0 gone@15', 'look@45'],
    ['refused@0 gone@15 gone@45 gone@120 gone@300', 'sent'],
    ['refused@0 draft@1 gone@15 gone@45', 'sent'],
    ['refused@0 draft@15 missing@20 gone@20 gone@35 gone@65', 'sent'],
    // it was missing before any send could have succeeded: someone else deleted or sent it
    ['missing@0 gone@0 gone@15 gone@45', 'look@120'],
    ['missing@0 gone@0 gone@15 gone@45 gone@120 gone@300', 'give-up'],
  ])('at Gmail, after the events %j (event@second), is %s', (text, expected) => {
    expect(act(text, GMAIL)).toBe(expected)
  })

  it('at Microsoft 365 is never to count it as sent because it is gone', () => {
    expect(act('uncertain@0 gone@0 gone@15 gone@45 gone@120 gone@300', GRAPH)).toBe('give-up')
  })

  it('is to give up if it is still present after the sixth send without a response', () => {
    const one = (at: number) => `uncertain@${at} draft@${at + 15} draft@${at + 45}`
    const calls = (count: number) => Array.from({ length: count }, (_, n) => one(n * 100)).join(' ')
    expect(act(calls(5), GRAPH)).toBe('send')
    expect(act(calls(6), GRAPH)).toBe('fail')
    expect(nextAct(history(calls(6)), GRAPH, 0)).toEqual({ act: 'fail', error: 'uncertain' })
  })

  it("names the provider's response and why the outcome is uncertain", () => {
    expect(nextAct(history('uncertain@0 gone@15 gone@45 gone@120 gone@300'), GRAPH, 0)).toEqual({
      act: 'give-up',
      error: 'UNCERTAIN: uncertain; the draft never appeared in the mailbox',
    })
    expect(nextAct(history('uncertain@0 draft@0 gone@15 gone@45 gone@120 gone@300'), GRAPH, 0)).toMatchObject({
      error: 'UNCERTAIN: uncertain; the draft is no longer in the mailbox',
    })
    expect(nextAct(history('missing@0 draft@15 draft@45 draft@120 draft@300'), GRAPH, 0)).toMatchObject({
      error: 'UNCERTAIN: missing; the mailbox gave contradictory answers about the draft',
    })
  })

  it('is never to send it again without a check since the last send', () => {
    const words = ['refused', 'uncertain', 'missing', 'draft', 'gone', 'unclear', 'person']
    let state = 1
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
    for (let round = 0; round < 5_000; round += 1) {
      let at = 0
      const text = Array.from({ length: 1 + Math.floor(random() * 8) }, () => {
        at += Math.floor(random() * 60)
        return `${words[Math.floor(random() * words.length)]}@${at}`
      }).join(' ')
      if (act(text, random() < 0.5 ? GRAPH : GMAIL) !== 'send') continue
      const events = history(text)
      const asked = events.findLastIndex((event) => !('look' in event))
      const looks = events.slice(asked + 1).filter((event) => 'look' in event && event.look !== 'unclear')
      const call = events[asked]
      expect([text, looks.at(-1)]).toEqual([text, expect.objectContaining({ look: 'draft' })])
      if (call && 'call' in call) expect([text, call.call]).not.toEqual([text, 'missing'])
    }
  })
})

it('the history of a provider draft keeps the newest events when it gets long', () => {
  let events: DraftEvent[] = []
  for (let at = 0; at < 100; at += 1) events = withEvent(events, { at, look: 'draft' })
  expect([events.length, events[0]?.at, events.at(-1)?.at]).toEqual([60, 40, 99])
})
