import { describe, expect, it } from 'vitest'
import { conditionsOf, withCondition, withElse, withoutCondition } from './conditional-subject.ts'

const NESTED = 'Hi {#if A is "1"}one{#if B is "2"} two{/if}{#else}other{/if}, {#if C is empty}three{/if}!'

describe('the conditions in the subject of an email', () => {
  it('are listed in order, with the words for the people for whom they hold and for the others', () => {
    expect(conditionsOf(NESTED)).toEqual({
      problem: null,
      conditions: [
        { condition: 'A is "1"', shown: 'one two', otherwise: 'other' },
        { condition: 'B is "2"', shown: ' two', otherwise: null },
        { condition: 'C is empty', shown: 'three', otherwise: null },
      ],
    })
  })

  it('are an empty list for a subject without any', () => {
    expect(conditionsOf('Hi {firstName}')).toEqual({ conditions: [], problem: null })
  })

  it.each(['Hi {#if A is "1"}one', 'Hi {/if}', 'Hi {#if A}one{/if}', '{#if A is "1"}a{#else}b{#else}c{/if}'])(
    'are not listed while an {#if} or {/if} is wrong: %s',
    (subject) => expect(conditionsOf(subject)).toEqual({ conditions: [], problem: expect.stringMatching(/\.$/) }),
  )

  it('are changed one at a time', () => {
    expect(withCondition(NESTED, 1, 'D is "4"')).toBe(NESTED.replace('B is "2"', 'D is "4"'))
    expect(withCondition(NESTED, 9, 'D is "4"')).toBe(NESTED)
  })

  it('can get a text for everyone else later, before their own end', () => {
    const { text, caret } = withElse(NESTED, 1)
    expect(text.slice(0, caret)).toBe('Hi {#if A is "1"}one{#if B is "2"} two{#else}')
    expect(text.replace('{#else}', '')).toBe(NESTED)
    expect(conditionsOf(text).conditions[1]).toEqual({ condition: 'B is "2"', shown: ' two', otherwise: '' })
  })

  it('are removed together with their {#if} and {/if}, and leave their words', () => {
    expect(withoutCondition(NESTED, 0)).toBe('Hi one{#if B is "2"} two{/if}other, {#if C is empty}three{/if}!')
    expect(withoutCondition('{#if A is "1"}one{/if}', 0)).toBe('one')
    expect(withoutCondition(NESTED, 9)).toBe(NESTED)
  })
})
