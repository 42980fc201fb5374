import { describe, expect, it } from 'vitest'
import { firstRowTags } from './first-row-tags.ts'

const COLUMNS = ['Order No', 'City', 'Amount']

describe('firstRowTags, which finds sheet columns outside of {#rows},', () => {
  it('names columns in subject or text outside of {#rows}, also in conditions', () => {
    expect(firstRowTags(['Order {order no}', '{#if City is "Bonn"}{City}{#else}{Amount|none}{/if}'], COLUMNS)).toEqual(
      COLUMNS,
    )
  })

  it('ignores tags inside of {#rows}, totals, and fields of the contact', () => {
    const text = '{firstName}: {#rows}{Order No}{#if City is empty}-{#else}{City}{/if}{/rows} {count} {sum of Amount}'
    expect(firstRowTags([text], COLUMNS)).toEqual([])
  })
})
