import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyHit, bucketsBetween, bucketSeconds, TRACKING, type MailState } from './tracking.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const NOON = Date.parse('2026-03-02T12:00:00Z')
const untouched = (links: number): MailState => ({
  openedAt: null,
  machineOpenedAt: null,
  clickedAt: null,
  links,
  recent: [],
})

type Step = [seconds: number, what: 'open' | 'machine open' | 'HEAD' | number]
/** Lets things happen to a mail: an open, an open by a program, a HEAD of link 0, or a click on a link by its number. */
function after(links: number, steps: readonly Step[]) {
  const undone: string[] = []
  let mail = untouched(links)
  for (const [index, [seconds, what]] of steps.entries()) {
    const result = applyHit(mail, {
      id: `e${index}`,
      kind: what === 'open' || what === 'machine open' ? 'open' : 'click',
      linkId: typeof what === 'number' ? `l${what}` : what === 'HEAD' ? 'l0' : null,
      at: new Date(NOON + seconds * 1_000),
      reason: what === 'machine open' ? 'PREFETCH' : what === 'HEAD' ? 'HEAD' : null,
    })
    mail = result.mail
    undone.push(...result.reclassified)
  }
  const at = (moment: Date | null) => moment && (moment.getTime() - NOON) / 1_000
  return { opened: at(mail.openedAt), clicked: at(mail.clickedAt), machine: at(mail.machineOpenedAt), undone }
}

describe('the opens and clicks of an email', () => {
  it.each<[string, number, Step[], object]>([
    ['an open', 3, [[0, 'open']], { opened: 0, clicked: null, machine: null, undone: [] }],
    [
      'two opens: the first counts',
      3,
      [
        [0, 'open'],
        [90, 'open'],
      ],
      { opened: 0, clicked: null, machine: null, undone: [] },
    ],
    [
      'a program’s open stands apart',
      3,
      [
        [0, 'machine open'],
        [70, 'open'],
      ],
      { opened: 70, clicked: null, machine: 0, undone: [] },
    ],
    ['a click is an open too', 3, [[0, 1]], { opened: 0, clicked: 0, machine: null, undone: [] }],
    [
      'a click after an open',
      3,
      [
        [0, 'open'],
        [30, 1],
      ],
      { opened: 0, clicked: 30, machine: null, undone: [] },
    ],
    ['a HEAD is no click', 3, [[0, 'HEAD']], { opened: null, clicked: null, machine: null, undone: [] }],
    [
      'every link at once: what was counted is taken back',
      3,
      [
        [0, 0],
        [0.2, 1],
        [0.4, 2],
      ],
      { opened: null, clicked: null, machine: null, undone: ['e0', 'e1'] },
    ],
    [
      'five links at once of many',
      40,
      [
        [0, 3],
        [1, 9],
        [2, 7],
        [3, 1],
        [4, 0],
      ],
      { opened: null, clicked: null, machine: null, undone: ['e0', 'e1', 'e2', 'e3'] },
    ],
    [
      'the sixth of a scanner that goes on',
      40,
      [
        [0, 3],
        [1, 9],
        [2, 7],
        [3, 1],
        [4, 0],
        [5, 2],
      ],
      { opened: null, clicked: null, machine: null, undone: ['e0', 'e1', 'e2', 'e3'] },
    ],
    [
      'HEADs and GETs of one scanner',
      2,
      [
        [0, 'HEAD'],
        [1, 0],
        [1.5, 1],
      ],
      { opened: null, clicked: null, machine: null, undone: ['e1'] },
    ],
    [
      'an open before the scanner stays an open',
      2,
      [
        [-20, 'open'],
        [0, 0],
        [1, 1],
      ],
      { opened: -20, clicked: null, machine: null, undone: ['e1'] },
    ],
    [
      'an open amid the scanner’s clicks is one',
      2,
      [
        [0, 0],
        [0.5, 'open'],
        [1, 1],
      ],
      { opened: 0.5, clicked: null, machine: null, undone: ['e0'] },
    ],
    [
      'a click long before the scanner stays a click',
      2,
      [
        [-3_000, 0],
        [0, 0],
        [1, 1],
      ],
      { opened: -3_000, clicked: -3_000, machine: null, undone: ['e1'] },
    ],
    [
      'a person after the scanner',
      2,
      [
        [0, 0],
        [1, 1],
        [40, 1],
      ],
      { opened: 40, clicked: 40, machine: null, undone: ['e0'] },
    ],
    [
      'both links, read one after the other',
      2,
      [
        [0, 0],
        [25, 1],
      ],
      { opened: 0, clicked: 0, machine: null, undone: [] },
    ],
    [
      'four links of many',
      40,
      [
        [0, 3],
        [1, 9],
        [2, 7],
        [3, 1],
      ],
      { opened: 0, clicked: 0, machine: null, undone: [] },
    ],
    [
      'the same link again and again',
      5,
      [
        [0, 1],
        [0.3, 1],
        [0.6, 1],
        [0.9, 1],
        [1.2, 1],
        [1.5, 1],
      ],
      { opened: 0, clicked: 0, machine: null, undone: [] },
    ],
    [
      'the only link',
      1,
      [
        [0, 0],
        [0.1, 0],
      ],
      { opened: 0, clicked: 0, machine: null, undone: [] },
    ],
  ])('are counted correctly: %s', (_what, links, steps, expected) => {
    expect(after(links, steps)).toEqual(expected)
  })

  it("include no click of a program, only a person's first click, and never a click without an open", () => {
    const step = fc.tuple(fc.double({ min: 0, max: 8, noNaN: true }), fc.constantFrom('open', 'HEAD', 0, 1, 2, 3))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 12 }), (links, gaps) => {
        let clock = 0
        let mail = untouched(links)
        const machine = new Map<string, boolean>()
        for (const [index, [gap, what]] of gaps.entries()) {
          clock += gap
          const {
            mail: next,
            event,
            reclassified,
          } = applyHit(mail, {
            id: `e${index}`,
            kind: what === 'open' ? 'open' : 'click',
            linkId: typeof what === 'number' ? `l${what % links}` : null,
            at: new Date(NOON + Math.round(clock * 1_000)),
            reason: what === 'HEAD' ? 'HEAD' : null,
          })
          mail = next
          machine.set(event.id, event.machine)
          for (const id of reclassified) {
            expect(machine.get(id)).toBe(false)
            machine.set(id, true)
          }
          const people = mail.recent.filter(({ id }) => machine.get(id) === false)
          expect(mail.recent.every(({ id, machine: marked }) => marked === machine.get(id))).toBe(true)
          const firstClick = people.find(({ kind }) => kind === 'click')?.at ?? null
          if (clock < TRACKING.burstWindow) {
            expect(mail.clickedAt).toEqual(firstClick)
            expect(mail.openedAt).toEqual(people[0]?.at ?? null)
          }
          if (mail.clickedAt) expect(mail.openedAt && mail.openedAt <= mail.clickedAt).toBe(true)
        }
      }),
      { numRuns: runsOf(500) },
    )
  })
})

describe('the points of a timeline', () => {
  it.each([
    [0, 60],
    [3_600, 60],
    [5 * 3_600, 300],
    [86_400, 1_800],
    [7 * 86_400, 10_800],
    [30 * 86_400, 43_200],
    [60 * 86_400, 86_400],
    [400 * 86_400, 7 * 86_400],
  ])('over %i s are %i s apart', (span, seconds) => {
    expect(bucketSeconds(span)).toBe(seconds)
  })

  it('cover its span one after another, and are few enough to draw', () => {
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 2 ** 31 - 1 }), (from, span) => {
        const to = new Date(from.getTime() + span * 1_000)
        const seconds = bucketSeconds(span)
        const starts = bucketsBetween(from, to, seconds)
        expect(starts.length).toBeLessThanOrEqual(73)
        expect(starts[0]?.getTime()).toBeLessThanOrEqual(from.getTime())
        const last = starts.at(-1)?.getTime() ?? 0
        expect(last <= to.getTime() && last + seconds * 1_000 > to.getTime()).toBe(true)
        starts
          .slice(1)
          .forEach((start, at) => expect(start.getTime() - (starts[at]?.getTime() ?? 0)).toBe(seconds * 1_000))
      }),
    )
  })
})
