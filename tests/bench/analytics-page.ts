import { parse } from 'graphql'
import { encodeId } from '#schema/object-ids.ts'
import { viewerOf } from '#api/platform/call-context.ts'
import { contextOf } from '#api/graphql/request-call.ts'
import { runDocument } from '#api/rest/run-graphql-document.ts'
import { count, inTurn, msFigure, timed, type Bench } from './bench.ts'
import { connect } from './bulk-copy.ts'
import { SENT_CAMPAIGN_ROWS } from './sent-campaign-rows.ts'
import { makeWorkspace } from './workload.ts'

/** Fields that the page of a campaign shows about its response. */
const RESPONSE = parse(`query ($id: ID!) {
  campaign(id: $id) {
    id sentCount failedCount openedCount clickedCount unsubscribedCount machineOpenedCount
    timeline { bucketSeconds points { at sent opened machineOpened clicked } }
    links { url people clicks machineClicks }
  }
}`)

/** Number of repetitions, because one takes less than a second. */
const TIMES = 9

/** The figures, timeline and links of a campaign, divided by one aggregate query over its emails. */
export const analyticsBench: Bench = {
  name: 'analytics',
  inTable: true,
  async run(setting) {
    const { app, small } = setting
    const recipients = small ? 500 : 100_000
    const call = await makeWorkspace(app, recipients)
    const { tenantId } = viewerOf(call)
    const client = await connect(setting)
    for (const step of SENT_CAMPAIGN_ROWS) await client.query(step, [tenantId, 'Analytics'])
    await client.query('vacuum analyze email_logs, email_events, campaigns')
    const { rows } = await client.query<{ id: string }>('select id from campaigns where tenant_id = $1', [tenantId])
    const id = rows[0]?.id ?? ''
    const ours = () => timed(() => runDocument(app, RESPONSE, { id: encodeId('Campaign', id) }, contextOf(call)))
    const bound = () =>
      timed(() =>
        client.query(
          `select date_bin('30 minutes', sent_at, timestamptz '2000-01-01') as at, status, count(*), count(opened_at), count(clicked_at)
           from email_logs where tenant_id = $1 and campaign_id = $2 group by 1, 2 order by 1`,
          [tenantId, id],
        ),
      )
    await ours()
    return [msFigure(`analytics of a campaign of ${count(recipients)}`, await inTurn(TIMES, ours, bound), '≤ 1.3')]
  },
}
