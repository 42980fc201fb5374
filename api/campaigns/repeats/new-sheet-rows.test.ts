import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runRepeats } from '#api/campaigns/repeats/repeat-run.ts'
import { repeatingDraft, repeatingWorld, RULE } from '#tests/support/repeating-world.ts'
import { answerWith, startReceiver, type Receiver } from '#tests/support/webhooks.ts'

const clocked = repeatingWorld()
const MINUTE = 60_000
const ROWS_RULE = { ...RULE, kind: 'new_row' }

let server: Receiver
beforeAll(async () => {
  server = await startReceiver()
})
afterAll(() => server.close())

let lines: string[]
beforeEach(() => {
  lines = ['ada@rows.example,A-1', 'bob@rows.example,B-1']
  server.answer = (response) =>
    answerWith(200, ['Email,Order', ...lines].join('\n'), { 'content-type': 'text/csv' })(response, server.requests[0]!)
})

/** A draft about a connected sheet. */
async function draftAboutRows(emailsPer: 'row' | 'person' = 'row') {
  const shop = await repeatingDraft(clocked)
  const sheet = await shop.act('connectSheet', { url: server.url }, '{ id }')
  await shop.act('updateCampaign', { id: shop.id, sheetId: sheet.id, emailsPer, content: '{#rows}{Order}{/rows}' })
  const begin = (rule: object = {}) => shop.act('repeatCampaign', { id: shop.id, rule: { ...ROWS_RULE, ...rule } })
  /** The emails of all runs: the person, and what they are about. */
  const emails = async () => {
    const rows = await shop.sql<{ email: string; orders: string[] | null }>(
      `select contact_email as email, jsonb_path_query_array(merge_values, '$.rows[*].Order') as orders
       from email_logs where tenant_id = :tenantId order by created_at, contact_email, row_number`,
    )
    return rows.map(({ email, orders }) => `${email.split('@')[0]} ${orders?.join('+')}`)
  }
  /** The next run. */
  const run = async () => {
    clocked.now += 15 * MINUTE
    await runRepeats(clocked.world.app)
    return emails()
  }
  return { ...shop, sheet, begin, emails, run }
}

describe('a campaign that repeats with the new rows of its connected sheet', () => {
  it('sends one email about each row that is added after it is switched on, and never a second', async () => {
    const { begin, run } = await draftAboutRows()
    await begin()
    expect(await run()).toEqual([])
    lines = ['cid@rows.example,C-1', ...lines, 'ada@rows.example,A-2']
    expect(await run()).toEqual(['ada A-2', 'cid C-1'])
    lines.reverse()
    expect(await run()).toEqual(['ada A-2', 'cid C-1'])
  })

  it('also sends about the existing rows if it is told to', async () => {
    const { begin, run } = await draftAboutRows()
    await begin({ includesExisting: true })
    expect(await run()).toEqual(['ada A-1', 'bob B-1'])
  })

  it('sends each person an email about their new rows only, where there is one email per person', async () => {
    const { begin, run } = await draftAboutRows('person')
    await begin({ includesExisting: true })
    await run()
    lines.push('ada@rows.example,A-2', 'ada@rows.example,A-3')
    expect(await run()).toEqual(['ada A-1', 'bob B-1', 'ada A-2+A-3'])
  })

  it('sends once when several processes read the sheet and start the run at the same moment', async () => {
    const { begin, emails } = await draftAboutRows()
    await begin()
    lines.push('cid@rows.example,C-1', 'dan@rows.example,D-1')
    clocked.now += 15 * MINUTE
    await Promise.all([1, 2, 3].map(() => runRepeats(clocked.world.app)))
    expect(await emails()).toEqual(['cid C-1', 'dan D-1'])
  })

  it('sends once when the run crashes after the sheet was read', async () => {
    const { begin, emails } = await draftAboutRows()
    await begin()
    lines.push('cid@rows.example,C-1')
    clocked.now += 15 * MINUTE
    const { app } = clocked.world
    const publish = app.events.publish
    let calls = 0
    app.events.publish = async (...parts) => {
      calls += 1
      // The sheet is stored by then, and the campaign of the run is not.
      if (calls > 1) throw new Error('The process died')
      return publish(...parts)
    }
    await runRepeats(app)
    app.events.publish = publish
    expect([calls > 1, await emails()]).toEqual([true, []])
    await runRepeats(app)
    await runRepeats(app)
    expect(await emails()).toEqual(['cid C-1'])
  })

  it('continues when a failing sheet can be read again, and misses no row', async () => {
    const { begin, run, act, sheet, id, ask } = await draftAboutRows()
    await begin()
    const file = server.answer
    server.answer = answerWith(403)
    expect(await run()).toEqual([])
    expect(await ask('sheet { source { state } } repeat { isOn }')).toMatchObject({
      ...{ sheet: { source: { state: 'unshared' } }, repeat: { isOn: true } },
    })
    lines.push('cid@rows.example,C-1')
    server.answer = file
    expect(await run()).toEqual(['cid C-1'])
    expect(await act('updateCampaign', { id, sheetId: null })).toMatchObject({ code: 'CONFLICT' })
    await act('deleteSheet', { id: sheet.id })
    await run()
    expect(await ask('repeat { isOn offBecause }')).toMatchObject({
      repeat: { isOn: false, offBecause: expect.stringContaining('sheet of this campaign was deleted') },
    })
  })

  it('waits as long as the server of the sheet asks', async () => {
    const { begin, run } = await draftAboutRows()
    await begin()
    server.answer = answerWith(429, '', { 'retry-after': '1200' })
    await run()
    const asked = server.requests.length
    await run()
    expect(server.requests.length).toBe(asked)
    await run()
    expect(server.requests.length).toBe(asked + 1)
  })

  it('is refused for a draft that has no connected sheet', async () => {
    const { act, id } = await repeatingDraft(clocked)
    expect(await act('repeatCampaign', { id, rule: ROWS_RULE })).toMatchObject({ code: 'BAD_INPUT' })
  })
})
