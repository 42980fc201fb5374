import { parse } from 'graphql'
import { createCampaign } from '#api/campaigns/drafts/drafts.ts'
import { contextOf } from '#api/graphql/request-call.ts'
import { runDocument } from '#api/rest/run-graphql-document.ts'
import { count, inTurn, msFigure, timed, type Bench } from './bench.ts'
import { connect } from './bulk-copy.ts'
import { copyPeople, people } from './generated-contacts.ts'
import { makeWorkspace, NEWSLETTER } from './workload.ts'

/** Document with which the web app saves a draft. */
const CREATE = parse(`mutation ($input: CreateCampaignInput!) {
  createCampaign(input: $input) {
    campaign {
      id name subject status statusReason statusText resumesAt finishesAt scheduledAt totalContacts sentCount failedCount
      openedCount clickedCount createdAt startedAt sentAt
      attachments { id name size }
    }
    errors { code field message }
  }
}`)

/**
 * A new draft to every contact, from the mutation of the web app to its answer. Divided by one insert … select of the
 * same recipients into the same table, without row-level security.
 */
export const draftBench: Bench = {
  name: 'draft',
  inTable: true,
  async run(setting) {
    const { app, rounds, small } = setting
    const recipients = small ? 500 : 60_000
    const client = await connect(setting)
    const call = await makeWorkspace(app, 0)
    const tenantId = call.viewer?.tenantId ?? ''
    await copyPeople(client, 'contacts', tenantId, people(recipients))
    const campaign = { name: 'Spring', subject: 'News for {firstName|you}', content: NEWSLETTER }

    const ours = () =>
      timed(async () => {
        const input = { ...campaign, useHtmlBuilder: false, selectedContacts: [], audience: { all: true, except: [] } }
        await runDocument(app, CREATE, { input }, contextOf(call))
      })
    const bound = async () => {
      const { id } = await createCampaign(call, campaign)
      return timed(() =>
        client.query(
          `insert into campaign_contacts (tenant_id, campaign_id, contact_id)
           select tenant_id, $2, id from contacts where tenant_id = $1`,
          [tenantId, id],
        ),
      )
    }
    return [msFigure(`draft for ${count(recipients)} recipients, mutation`, await inTurn(rounds, ours, bound), '≤ 1.5')]
  },
}
