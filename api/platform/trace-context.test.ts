import { expect, it } from 'vitest'
import { traceOf, traceparentOf } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

it.each([
  ['a sampled trace', `00-${TRACE}-${PARENT}-01`, true],
  ['a trace that is not recorded', `00-${TRACE}-${PARENT}-00`, false],
  ['flags of a later level', `00-${TRACE}-${PARENT}-03`, true],
  ['a later version with more parts', `cc-${TRACE}-${PARENT}-01-what.the-future`, true],
  ['a later version without', `01-${TRACE}-${PARENT}-01`, true],
])('traceOf, for the traceparent header, continues %s', (_, header, sampled) => {
  const trace = traceOf(header)
  expect(trace).toEqual({ traceId: TRACE, spanId: expect.stringMatching(/^[\da-f]{16}$/), parentId: PARENT, sampled })
  expect(trace.spanId).not.toBe(PARENT)
  expect(traceparentOf(trace)).toBe(`00-${TRACE}-${trace.spanId}-${sampled ? '01' : '00'}`)
})

it.each([
  ['nothing', undefined],
  ['several headers', [`00-${TRACE}-${PARENT}-01`]],
  ['an empty text', ''],
  ['capital letters', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['a parent of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['an invalid version', `ff-${TRACE}-${PARENT}-01`],
  ['more parts than version 00 has', `00-${TRACE}-${PARENT}-01-more`],
  ['a line break', `00-${TRACE}-${PARENT}-01\n{"level":60}`],
  ['a line break in a later version', `01-${TRACE}-${PARENT}-01-\n{"level":60}`],
  ['a short trace', `00-${TRACE.slice(1)}-${PARENT}-01`],
  ['missing flags', `00-${TRACE}-${PARENT}`],
  ['a long text', `01-${TRACE}-${PARENT}-01-${'a'.repeat(1_000)}`],
])('traceOf, for the traceparent header, begins a new trace instead of %s', (_, header) => {
  const { traceId, parentId, sampled } = traceOf(header)
  expect(traceId).toMatch(/^[\da-f]{32}$/)
  expect([traceId === TRACE, parentId, sampled]).toEqual([false, null, false])
})
