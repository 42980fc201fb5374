import { encodeId } from '#schema/object-ids.ts'
import { createCampaign } from '#api/campaigns/drafts/drafts.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf } from '#api/platform/call-context.ts'
import { makeMailbox, makeWorkspace, tokenOf } from '../workload.ts'
import { pointsOf, type Sizes } from './neighbor-sizes.ts'

/** Two workspaces: one causes as much load as allowed, the other is measured. */
export interface Neighbors {
  /** session tokens of the two workspaces */
  noisy: string
  quiet: string
  /** ids of the noisy workspace's drafts and, in the same order, of mailboxes to send them from */
  campaigns: string[]
  mailboxes: string[]
}

/** Makes both workspaces, with all that the loads need. */
export async function makeNeighbors(app: App, sizes: Sizes): Promise<Neighbors> {
  const [noisy, quiet] = [await makeWorkspace(app, sizes.contacts), await makeWorkspace(app, 100)]
  const { tenantId, userId } = viewerOf(noisy)
  await app.database.inTenant(tenantId, (em) =>
    em.execute(
      `insert into templates (tenant_id, id, user_id, name, subject, content, created_at)
       select :tenantId, uuidv7(), :userId, 'Template ' || n, 'Subject', repeat('<p>Words ' || n || '</p>', :length / 17), now()
       from generate_series(1, :templates) as n returning 1`,
      { tenantId, userId, templates: sizes.templates, length: sizes.templateLength },
    ),
  )
  const [campaigns, mailboxes]: [string[], string[]] = [[], []]
  const links = 'https://x.example/{City} '
  // The first content can be sent to everybody; then come lists, which take long to compile, and links, which take long
  // to fill.
  const contents = [
    pointsOf(sizes.points / 10),
    pointsOf(sizes.points),
    links.repeat((4 * sizes.points) / links.length),
  ]
  for (const [n, content] of contents.entries()) {
    const input = { name: `Launch ${n}`, subject: 'News', content, useHtmlBuilder: false, audience: { all: true } }
    campaigns.push(encodeId('Campaign', (await createCampaign(noisy, input)).id))
    mailboxes.push(encodeId('Mailbox', (await makeMailbox(noisy, 'google', false)).id))
  }
  return { noisy: await tokenOf(noisy), quiet: await tokenOf(quiet), campaigns, mailboxes }
}
