import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parse } from 'graphql'
import { viewerOf } from '#api/platform/call-context.ts'
import { contextOf } from '#api/graphql/request-call.ts'
import { runDocument } from '#api/rest/run-graphql-document.ts'
import { encodeId } from '#schema/object-ids.ts'
import { inTurn, median, msFigure, timed, type Bench } from './bench.ts'
import { connect } from './bulk-copy.ts'
import { startProduct } from './bench-product.ts'
import { SENT_CAMPAIGN_ROWS } from './sent-campaign-rows.ts'
import { makeWorkspace } from './workload.ts'

/** number of requests per measured round */
const REQUESTS = 200

/** Fields that the screen of replies shows of an opened one. */
const THREAD = parse(`query ($id: ID!) { node(id: $id) { ... on Reply {
  id fromEmail answerTo answering { id name } answers { id state content attachments { id name } emailLog { id } }
  conversation { at isAnswer emailLog { id contactId contactName status } reply { id fromEmail } } } } }`)

/**
 * The page of an unsubscribe link and a tracked link over HTTP, divided by Express that answers after one query by an index; a
 * reply among 1,000 conversations, divided by one among 10.
 */
export const recipientBench: Bench = {
  name: 'recipient',
  inTable: true,
  async run(setting) {
    const { app, databaseUrl, provider, secretKey, rounds, small, undo } = setting
    const call = await makeWorkspace(app, 1_000)
    const { tenantId } = viewerOf(call)
    const client = await connect(setting)
    for (const step of SENT_CAMPAIGN_ROWS) await client.query(step, [tenantId, 'Recipients'])
    const { rows } = await client.query<{ id: string; email: string }>(
      `select id, contact_email as email from email_logs where tenant_id = $1 and sent_at is not null order by id`,
      [tenantId],
    )
    const threads = async (count: number) => {
      await client.query('delete from replies where tenant_id = $1', [tenantId])
      await client.query(
        `insert into replies (tenant_id, id, campaign_id, log_id, message_id, from_email, received_at)
         select l.tenant_id, uuidv7(), l.campaign_id, l.id, l.id::text, l.contact_email, now()
         from email_logs l where l.tenant_id = $1 and l.sent_at is not null order by l.id limit $2`,
        [tenantId, count],
      )
      await client.query('vacuum analyze replies')
      const found = await client.query<{ id: string }>('select id from replies where tenant_id = $1 limit 1', [
        tenantId,
      ])
      if (!found.rows[0]) throw new Error('There are no replies')
      return encodeId('Reply', found.rows[0]?.id ?? '')
    }
    const product = await startProduct({ databaseUrl, provider, secretKey })
    undo.push(() => product.stop())
    const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-rows.ts'), databaseUrl, tenantId], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    undo.push(async () => bare.kill())
    const [port] = (await once(bare.stdout ?? bare, 'data')) as [Buffer]
    let next = 0
    /** Requests the link of one email after another, as many people would. */
    const asks = (addressOf: (mail: { id: string; email: string }) => string, status: number) => async () => {
      const times: number[] = []
      for (let n = 0; n < (small ? 5 : REQUESTS); n += 1) {
        const mail = rows[(next += 1) % rows.length]!
        times.push(
          await timed(async () => {
            const answer = await fetch(addressOf(mail), { redirect: 'manual' })
            await answer.text()
            if (answer.status !== status) throw new Error(`${addressOf(mail)}: ${answer.status}`)
          }),
        )
      }
      return median(times)
    }
    const { links } = app
    const page = asks(({ id, email }) => `${product.url}/u/${links.unsubscribe({ tenantId, logId: id }, email)}`, 200)
    const click = asks(({ id }) => `${product.url}/t/c/${links.click({ tenantId, logId: id }, 0)}`, 302)
    const express = (status: number) =>
      asks(({ id }) => `http://127.0.0.1:${String(port).trim()}/email/${id}?status=${status}`, status)
    for (const warm of [page, click, express(200), express(302)]) await warm()
    const figures = [
      msFigure('preference page, bound: Express, one indexed query', await inTurn(rounds, page, express(200)), '≤ 1.3'),
      msFigure('tracked link, bound: Express, one indexed query', await inTurn(rounds, click, express(302)), '≤ 1.3'),
    ]
    const opening = (id: string) => () =>
      timed(async () => {
        const data = await runDocument(app, THREAD, { id }, contextOf(call))
        if (!data['node']?.conversation?.length) throw new Error(`No conversation: ${JSON.stringify(data)}`)
      })
    const times: { ours: number; bound: number } = { ours: 0, bound: 0 }
    for (const [name, count] of [
      ['bound', 10],
      ['ours', small ? 20 : rows.length],
    ] as const) {
      const open = opening(await threads(count))
      await open()
      const measured: number[] = []
      for (let n = 0; n < 25; n += 1) measured.push(await open())
      times[name] = median(measured)
    }
    await product.stop()
    return [...figures, msFigure('open a reply of 1,000 conversations, bound: of 10', times, '≤ 1.3')]
  },
}
