import { describe, expect, it } from 'vitest'
import { nextBreaker, type Breaker } from './circuit-breaker.ts'
import { Health, OUTAGE_TRUSTED } from './provider-health.ts'
import { DeliveryError } from './provider.ts'
import type { Attempt } from './store.ts'

const NOW = 1_000_000_000
const email = (logId: string) => ({ logId }) as Attempt
const answered = new DeliveryError('unavailable', '503')
const unreachable = new DeliveryError('unavailable', 'ECONNREFUSED', { unreachable: true })

/**
 * Events of a slice, one word each: `a!` an email fails, `a+` one is sent by a request that starts now, `a~` by a
 * request that started at the beginning.
 */
async function told(events: string, failure = answered, breaker: Breaker | null = null) {
  const fates: string[] = []
  let state = breaker
  const health = new Health({
    breaker,
    keep: async (event) => {
      state = nextBreaker(state, event, NOW)
      return { breaker: state, allowed: true }
    },
    ownFailure: async ({ logId }) => void fates.push(`${logId} own`),
    outage: async ({ logId }) => void fates.push(`${logId} outage`),
    probe: null,
    clock: () => new Date(NOW),
    random: () => 1,
  })
  for (const [name = '', what] of events.split(' ')) {
    if (what === '!') await health.failed(failure, email(name))
    else await health.worked(what === '+' ? health.mark() : 0)
  }
  await health.decide()
  return { fates, held: health.closedUntil(new Date(NOW)) !== null }
}

it.each<[string, string, string[], boolean]>([
  ['an error after which another email is sent counts against its own email only', 'a! b+', ['a own'], false],
  ['an error after which no email left counts against the provider', 'a+ b!', ['b outage'], true],
  ['an email that was already being sent proves nothing', 'a! b~', ['a outage'], true],
  ['three errors in a row count against the provider', 'a! b! c!', ['a outage', 'b outage', 'c outage'], true],
  [
    'three errors with a success between them count against their own emails',
    'a! b! c+ d! e+',
    ['a own', 'b own', 'd own'],
    false,
  ],
])('the sending run classifies failures: %s', async (_, events, fates, held) => {
  expect(await told(events)).toEqual({ fates, held })
})

it('the sending run counts a failed connection against the provider at once', async () => {
  expect(await told('a!', unreachable)).toEqual({ fates: ['a outage'], held: true })
})

it('the sending run, in an outage of more than six hours, counts an error response against the email, a refused connection never', async () => {
  const old: Breaker = { state: 'open', failures: 9, since: NOW - OUTAGE_TRUSTED - 1, until: NOW, reason: '503' }
  expect((await told('a!', answered, old)).fates).toEqual(['a own'])
  expect((await told('a!', unreachable, old)).fates).toEqual(['a outage'])
})

it('the sending run tries emails one at a time after a refusal of the mailbox, until one is sent', async () => {
  const health = new Health({
    breaker: null,
    keep: async () => ({ breaker: null, allowed: true }),
    ownFailure: async () => {},
    outage: async () => {},
    probe: null,
    clock: () => new Date(NOW),
    random: () => 1,
  })
  const refused = new DeliveryError('mailbox-refused', 'ErrorMessageSubmissionBlocked')
  health.answered(refused)
  expect(health.testing).toBe(true)
  await health.worked(0)
  expect(health.testing, 'an email that was in flight proves nothing').toBe(true)
  await health.failed(refused, email('a'))
  expect(health.testing).toBe(true)
  await health.worked(health.mark())
  expect(health.testing).toBe(false)
})

describe('the trial request of a sending run, which sends no email,', () => {
  async function probed(probe: (() => Promise<void>) | null, cause?: 'mailbox') {
    let state: Breaker | null = { state: 'open', failures: 1, since: NOW, until: NOW, reason: '503', cause }
    const health = new Health({
      breaker: state,
      keep: async (event) => {
        state = nextBreaker(state, event, NOW)
        return { breaker: state, allowed: true }
      },
      ownFailure: async () => {},
      outage: async () => {},
      probe,
      clock: () => new Date(NOW),
      random: () => 1,
    })
    return { mayTry: await health.mayTry(), isOpen: health.closedUntil(new Date(NOW)) !== null }
  }
  const fails = (error: DeliveryError) => async (): Promise<void> => {
    throw error
  }

  it.each<[string, (() => Promise<void>) | null, boolean]>([
    ['lets an email be tried when it is answered', async () => {}, true],
    ['lets none be tried when it fails', fails(answered), false],
    ['lets none be tried when it cannot connect', fails(unreachable), false],
    [
      'lets one be tried when it is refused, which tells that the provider works',
      fails(new DeliveryError('forbidden', '403')),
      true,
    ],
    ['is not made where the mailbox tells later whether an email was sent', null, true],
  ])('%s', async (_, probe, mayTry) => {
    expect(await probed(probe)).toEqual({ mayTry, isOpen: !mayTry })
  })

  it('is not made for a mailbox that is refused, since only an email can show that it works again', async () => {
    expect(await probed(fails(answered), 'mailbox')).toEqual({ mayTry: true, isOpen: false })
  })
})

it('the sending run begins no email after a failure that leaves one uncertain, until that one is decided', async () => {
  const health = new Health({
    breaker: null,
    keep: async () => ({ breaker: null, allowed: true }),
    ownFailure: async () => {},
    outage: async () => {},
    probe: async () => {},
    clock: () => new Date(NOW),
    random: () => 1,
  })
  const lost = new DeliveryError('uncertain', 'UNCERTAIN: 503')
  expect(health.mayBegin(2)).toBe(true)
  health.answered(lost)
  expect(health.mayBegin(2)).toBe(false)
  await health.failed(lost, null)
  expect(health.mayBegin(0)).toBe(false)
  await health.decide({ exceptRefusals: true })
  expect(health.mayBegin(0)).toBe(true)
})
