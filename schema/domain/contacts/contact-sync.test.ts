import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planUpsert, upsertRow, type KnownContact, type RowPlan, type UpsertRow } from './contact-sync.ts'

const known = (id: string, email: string, externalId: string | null = null): KnownContact => ({
  id,
  externalId,
  emailKey: email,
})
const ANN = known('ann', 'ann@x.test', 'crm-1')
const BOB = known('bob', 'bob@x.test')
const plan = (...rows: UpsertRow[]) => [...planUpsert(new Map(rows.entries()), [ANN, BOB]).values()]
const summary = (one: RowPlan | undefined) =>
  one?.kind === 'refuse' ? `${one.refusal.code} ${one.refusal.field}` : one?.kind === 'change' ? one.id : one?.kind

describe('a row for creating or updating a contact (upsert)', () => {
  it.each<[string, UpsertRow, string]>([
    ['adds an address that is not known', { email: 'new@x.test' }, 'add'],
    ['adds it with an external id', { email: 'new@x.test', externalId: 'crm-9' }, 'add'],
    ['changes the contact with its address, in any case', { email: 'BOB@X.test' }, 'bob'],
    ['changes the contact with its external id', { externalId: 'crm-1' }, 'ann'],
    ['gives a contact its first external id', { email: 'bob@x.test', externalId: 'crm-2' }, 'bob'],
    ['moves a contact to a new address by its external id', { email: 'ann@y.test', externalId: 'crm-1' }, 'ann'],
    ['cannot take the address of another contact', { email: 'bob@x.test', externalId: 'crm-1' }, 'CONFLICT email'],
    ['cannot change an external id', { email: 'ann@x.test', externalId: 'crm-2' }, 'CONFLICT externalId'],
    ['needs an email to add a contact', { externalId: 'crm-9' }, 'NOT_FOUND externalId'],
  ])('%s', (_, row, expected) => {
    expect(plan(row).map(summary)).toEqual([expected])
  })

  it('is refused if it is about the same contact as an earlier row, by address or external id', () => {
    const plans = plan(
      { email: 'new@x.test' },
      { email: 'NEW@x.test' },
      { externalId: 'crm-1' },
      { email: 'ann@x.test' },
    )
    expect(plans.map(summary)).toEqual(['add', 'BAD_INPUT null', 'ann', 'BAD_INPUT null'])
  })

  it('never adds an address twice or changes a contact twice, whatever the rows', () => {
    const row = fc.record(
      {
        email: fc.constantFrom('ann@x.test', 'bob@x.test', 'cat@x.test', 'CAT@x.test'),
        externalId: fc.constantFrom('crm-1', 'crm-2', 'crm-3'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        const plans = plan(...(rows as UpsertRow[]))
        const changed = plans.flatMap((one) => (one.kind === 'change' ? [one.id] : []))
        const added = plans.flatMap((one, index) => (one.kind === 'add' ? [rows[index]?.email?.toLowerCase()] : []))
        const ids = plans.flatMap((one, index) => (one.kind === 'refuse' ? [] : (rows[index]?.externalId ?? [])))
        for (const list of [changed, added, ids]) expect(new Set(list).size).toBe(list.length)
      }),
    )
  })

  it.each([
    [{}, 'A row needs an email or an external id'],
    [{ email: 'nobody' }, 'Valid email is required'],
    [{ externalId: ' ' }, 'An external id must not be empty'],
    [{ email: 'a@x.test', firstName: 'x'.repeat(201) }, 'First name must be at most 200 characters long'],
  ])('is invalid as %j', (row, message) => {
    expect(upsertRow.safeParse(row).error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})
