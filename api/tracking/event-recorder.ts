import { DeadlockException } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { emailKey } from '#domain/contacts/contacts.ts'
import { destinationOf, compileAddress } from '#domain/content/mail-links.ts'
import { tagValues } from '#domain/content/merge-tags.ts'
import { hasFeature } from '#domain/tenants/plans.ts'
import { applyHit, effectiveTracking, provesDelivery, TRACKING, type Hit } from '#domain/tracking/tracking.ts'
import { machineReason } from '#domain/tracking/machine-hits.ts'
import { markDelivered } from '#api/emails/mark-delivered.ts'
import type { App } from '#api/platform/app-context.ts'
import { colleaguesAmong } from '#api/mailboxes/workspace-own-addresses.ts'
import type { Em } from '#api/platform/database/database.ts'
import { groupCommit, type GroupCommit } from '#api/platform/jobs/group-commit.ts'
import {
  findMails,
  linksOf,
  moment,
  recentOf,
  save,
  type Mail,
  type MailHit,
  type MailRow,
  type NewEvent,
} from '#api/emails/opens-and-clicks.ts'

/** Redirect target of a click; null if the email or link is unknown, or the link has no target. */
export interface Recorded {
  destination: string | null
}

/** Records opens and clicks; batches simultaneous hits of a tenant into one transaction. */
export interface Recorder {
  record(tenantId: string, hit: MailHit): Promise<Recorded>
  /** Looks up a click's target without recording anything. */
  look(tenantId: string, hit: MailHit): Promise<Recorded>
}

const ATTEMPTS = 3
const NOWHERE: Recorded = { destination: null }

export function createRecorder(app: Pick<App, 'database' | 'events' | 'log'>): Recorder {
  const tenants = new Map<string, GroupCommit<MailHit, Recorded>>()
  const commitsOf = (tenantId: string) => {
    let commits = tenants.get(tenantId)
    if (!commits)
      tenants.set(tenantId, (commits = groupCommit((hits) => write(app, tenantId, hits), { intervalMs: 0 })))
    return commits
  }
  return {
    record: (tenantId, hit) => commitsOf(tenantId).add(hit),
    look: (tenantId, hit) =>
      app.database.inTenant(tenantId, async (em) => {
        const [[row], links] = await Promise.all([findMails(em, tenantId, [hit], false), linksOf(em, tenantId, [hit])])
        const link = row && links.get(row.campaign_id)
        const found = link && hit.kind === 'click' && link.byNumber.get(hit.link)
        return found ? { destination: leadsTo(row, found.url) } : NOWHERE
      }),
  }
}

/** Writes all hits in one transaction; retries on a conflict. */
async function write(
  app: Pick<App, 'database' | 'events'>,
  tenantId: string,
  hits: readonly MailHit[],
): Promise<Recorded[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await app.database.inTenant(tenantId, (em) => writeIn(app, em, tenantId, hits))
    } catch (error) {
      if (!(error instanceof DeadlockException) || attempt === ATTEMPTS) throw error
    }
  }
}

async function writeIn(
  app: Pick<App, 'events'>,
  em: Em,
  tenantId: string,
  hits: readonly MailHit[],
): Promise<Recorded[]> {
  // The statements are sent together and run in this order: what is read last is read after the emails are locked.
  const [rows, links, events] = await Promise.all([
    findMails(em, tenantId, hits, true),
    linksOf(em, tenantId, hits),
    recentOf(em, tenantId, hits),
  ])
  const recent = Map.groupBy(events, ({ logId }) => logId)
  const mails = new Map<string, Mail>()
  for (const row of rows) {
    const state = {
      openedAt: moment(row.opened_at),
      machineOpenedAt: moment(row.machine_opened_at),
      clickedAt: moment(row.clicked_at),
      links: links.get(row.campaign_id)?.count ?? 0,
      recent: recent.get(row.id) ?? [],
    }
    mails.set(row.id, { row, state, events: row.events, delivered: null })
  }

  const views = await ownViews(em, tenantId, hits, rows)
  const added: NewEvent[] = []
  const reclassified: string[] = []
  const answers = hits.map((hit) => {
    const mail = mails.get(hit.logId)
    if (!mail) return NOWHERE
    const link = hit.kind === 'click' ? links.get(mail.row.campaign_id)?.byNumber.get(hit.link) : undefined
    if (hit.kind === 'click' && !link) return NOWHERE
    if (isTracked(mail.row, hit.kind) && !views.has(hit)) take(mail, hit, link?.id ?? null, added, reclassified)
    return link ? { destination: leadsTo(mail.row, link.url) } : NOWHERE
  })

  const changed = [...mails.values()].filter((mail) => hasChanged(mail))
  const campaigns = new Set(changed.map(({ row }) => row.campaign_id))
  if (added.length > 0 || reclassified.length > 0 || changed.length > 0) {
    await save(em, tenantId, { added, reclassified, changed })
  }
  const arrived = [...mails.values()].flatMap(({ row, delivered }) =>
    delivered && row.status !== 'delivered' ? [{ logId: row.id, at: delivered }] : [],
  )
  for (const { id } of await markDelivered(em, tenantId, arrived)) campaigns.add(id)
  for (const id of campaigns) await app.events.publish(em, { kind: 'campaign', tenantId, id })
  return answers
}

/**
 * Picks the opens and clicks by the workspace's own people on emails to others, which do not count. A person who sent
 * an email to themselves is its recipient.
 */
async function ownViews(em: Em, tenantId: string, hits: readonly MailHit[], rows: readonly MailRow[]) {
  const own = hits.filter(({ own: isOwn }) => isOwn)
  if (own.length === 0) return new Set<MailHit>()
  const recipients = new Map(rows.map(({ id, contact_email }) => [id, emailKey(contact_email)]))
  const colleagues = await colleaguesAmong(em, tenantId, [...recipients.values()])
  return new Set(own.filter(({ logId }) => !colleagues.has(recipients.get(logId) ?? '')))
}

/** Applies an open or click to an email and collects the events to write. */
function take(mail: Mail, hit: MailHit, linkId: string | null, added: NewEvent[], reclassified: string[]): void {
  const sentAt = moment(mail.row.sent_at)
  const reason = machineReason(hit, sentAt && (hit.at.getTime() - sentAt.getTime()) / 1_000)
  const result = applyHit(mail.state, { id: newId(), kind: hit.kind, linkId, at: hit.at, reason })
  mail.state = mail.row.track_opens ? result.mail : { ...result.mail, openedAt: mail.state.openedAt }
  if (provesDelivery(hit.kind, result.event.reason)) mail.delivered ??= hit.at
  reclassified.push(...result.reclassified)
  for (const event of added) if (result.reclassified.includes(event.id)) event.machine = true
  if (mail.events >= TRACKING.events) return
  mail.events += 1
  added.push({ ...result.event, logId: mail.row.id, campaignId: mail.row.campaign_id })
}

function isTracked({ tracking, untracked, features, track_opens, track_clicks }: MailRow, kind: Hit['kind']): boolean {
  if (untracked || effectiveTracking(tracking, 'recipient', true) !== 'recipient') return false
  return hasFeature(features, 'tracking') && (kind === 'open' ? track_opens : track_clicks)
}

function leadsTo(row: MailRow, url: string): string | null {
  return destinationOf(compileAddress(url), tagValues({ ...row.merge_values, email: row.contact_email }))
}

function hasChanged({ row, state }: Mail): boolean {
  const same = (stored: Date | string | null, now: Date | null) => moment(stored)?.getTime() === now?.getTime()
  return !(
    same(row.opened_at, state.openedAt) &&
    same(row.machine_opened_at, state.machineOpenedAt) &&
    same(row.clicked_at, state.clickedAt)
  )
}
