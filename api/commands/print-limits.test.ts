import { describe, expect, it } from 'vitest'
import { figuresOf, limitLines } from './print-limits.ts'

describe('npm run limits', () => {
  it('prints the values of each kind of limit in words', () => {
    const purpose = { per: 'person', protects: 'People.' }
    expect([
      figuresOf({ kind: 'rate', perMinute: 60, burst: 30, ...purpose }),
      figuresOf({ kind: 'concurrency', max: { person: 50, workspace: 1_500 }, ...purpose }),
      figuresOf({ kind: 'queue', places: 2, perKey: 1, waitingPerKey: 50, waitingMax: 200, ...purpose }),
      figuresOf({ kind: 'shares', shares: { workspaces: 0.7 }, waitingPerKey: 1_000, ...purpose }),
      figuresOf({
        ...{ kind: 'attempts', free: { pair: 5, network: 100, name: Infinity }, ...purpose },
        ...{ windowMs: 900_000, firstPauseMs: 1_000, longestPauseMs: 60_000 },
      }),
      figuresOf({ kind: 'count', windows: [{ ms: 3_600_000, max: { network: 10, total: 120 } }], ...purpose }),
    ]).toEqual([
      '60 a minute, 30 at once',
      'at once: person 50, workspace 1,500',
      'at once: 2, 1 each; waiting: 50 each, 200 in all',
      'workspaces 70 %; waiting: 1,000 each',
      'failures in 15 minutes without a pause: pair 5, network 100, name any number; then pauses from 1 second to 1 minute',
      'in 1 hour: network 10, total 120',
    ])
  })

  it('prints for each limit what it protects', () => {
    const lines = limitLines()
    expect(lines).toContain('passwords (attempts, by network and name, network, name)')
    expect(lines.filter((line) => line.startsWith('  Protects: ')).length).toBe(lines.length / 3)
  })
})
