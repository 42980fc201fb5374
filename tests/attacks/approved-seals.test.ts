import { describe, expect, it } from 'vitest'
import { Campaign } from '#api/campaigns/campaign.ts'
import { launchFingerprint } from '#api/campaigns/rehearsal/launch-fingerprint.ts'
import { keepAccount } from '#api/mailboxes/store-mailbox.ts'
import { applyRetention } from '#api/personal-data/retention-periods.ts'
import { DeliveryError, type OutgoingMessage } from '#api/sending/provider.ts'
import { ERASED } from '#domain/personal-data.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { act } from '../support/approval-world.ts'
import { approvedLaunch } from '../support/approved-launch.ts'
import { configureSending, draftCampaign } from '../support/campaigns.ts'
import { followedWorld } from '../support/clocked-world.ts'
import { firstOf, itInFull } from '../support/full-run-only.ts'
import { mailboxOf } from '../support/returned-mail.ts'

/** Attack: somebody changes parts of an approved campaign; recipients get only what was approved. */
const clocked = followedWorld()

const base64 = (text: string) => Buffer.from(text).toString('base64')
const followUps = [{ waitDays: 1, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again, {firstName}\n\n{signature}' }]
const attachments = [{ name: 'prices.txt', contentBytes: base64('prices'), contentType: 'text/plain' }]
/** Hours from the launch until the first follow-up. */
const UNTIL_FOLLOW_UP = 25

const launched = (more: Parameters<typeof approvedLaunch>[1] = {}) => approvedLaunch(clocked.world, more)
type Launched = Awaited<ReturnType<typeof launched>>

/** A file of each recipient, by the address. */
const withOwnFiles = {
  input: { filePattern: '{email}.txt' },
  before: async ({ bea, id }: { bea: Launched['bea']; id: string }) => {
    const { data } = await bea.graphql('{ contacts(first: 9) { nodes { email } } }')
    const files = data.contacts.nodes.map(({ email }: { email: string }) => ({
      name: `${email}.txt`,
      contentBytes: base64(`for ${email}`),
    }))
    expect(await act(bea, 'addRecipientFiles', { campaignId: id, files }, '{ id }')).toMatchObject({ id })
  },
}

/** A column that something changes behind the product's back. */
interface Change {
  what: string
  table: string
  column: string
  /** type of the column; default: text */
  type?: string
  /** the new value, as SQL */
  evil: string
}

/**
 * Makes one change after the other and undoes it. Expects that the campaign pauses for this reason each time, and sends its
 * emails in the end.
 */
async function expectPauses(campaign: Launched, statusReason: string, changes: readonly Change[]): Promise<void> {
  for (const { what, table, column, type = 'text', evil } of changes) {
    const rows = await campaign.sql<{ id: string; value: string | null }>(
      `select id, ${column}::text as value from ${table} where tenant_id = :tenantId`,
    )
    await campaign.sql(`update ${table} set ${column} = ${evil} where tenant_id = :tenantId returning 1`)
    await campaign.drain()
    expect([what, campaign.texts()]).toEqual([what, []])
    expect([what, await campaign.look()]).toMatchObject([what, { status: 'paused', statusReason, failedCount: 0 }])
    const undo = `update ${table} set ${column} = :value::${type} where tenant_id = :tenantId and id = :id returning 1`
    for (const row of rows) await campaign.sql(undo, { ...row })
    expect(await campaign.act('resumeCampaign')).toMatchObject({ status: 'sending' })
  }
  await campaign.drain()
  expect(await campaign.look()).toMatchObject({ status: 'sent', sentCount: campaign.texts().length, failedCount: 0 })
}

describe('an approved email', () => {
  it.each([
    ['its text', `update campaigns set content = 'Evil' where tenant_id = :tenantId returning 1`],
    // Files are cached once they are read: this change comes before the first slice.
    ['an attachment', `update attachments set content = 'evil12' where tenant_id = :tenantId returning 1`],
  ])('is not sent once %s was changed in the database, and its campaign pauses with that reason', async (_, change) => {
    const campaign = await launched({ input: { attachments } })
    await campaign.sql(change)
    await campaign.drain()
    expect(campaign.texts()).toEqual([])
    const paused = {
      status: 'paused',
      statusReason: 'APPROVED_EMAIL_CHANGED',
      sentCount: 0,
      failedCount: 0,
      pendingCount: 2,
    }
    expect(await campaign.look()).toMatchObject(paused)
    expect(await campaign.act('resumeCampaign')).toMatchObject({ status: 'sending' })
    await campaign.drain()
    expect(campaign.texts()).toEqual([])
    expect(await campaign.look()).toMatchObject(paused)
    const { data } = await campaign.boss.graphql('{ auditEvents(first: 1) { nodes { action changes { to } } } }')
    expect(data.auditEvents.nodes).toEqual([{ action: 'campaign_paused', changes: [{ to: 'APPROVED_EMAIL_CHANGED' }] }])
  })

  it('is not sent while any other part of it is changed, and is sent once that is undone', async () => {
    const campaign = await launched({ input: { attachments } })
    await expectPauses(campaign, 'APPROVED_EMAIL_CHANGED', [
      { what: 'subject', table: 'campaigns', column: 'subject', evil: `'Evil'` },
      { what: 'format', table: 'campaigns', column: 'use_html_builder', type: 'boolean', evil: 'true' },
      { what: 'name of the sender', table: 'campaigns', column: 'from_name', evil: `'Evil'` },
      { what: 'address for replies', table: 'campaigns', column: 'reply_to', evil: `'evil@example.com'` },
      { what: 'hidden copies', table: 'campaigns', column: 'bcc', evil: `'evil@example.com'` },
      { what: 'tracking', table: 'campaigns', column: 'track_clicks', type: 'boolean', evil: 'not track_clicks' },
      { what: 'name of an attachment', table: 'attachments', column: 'name', evil: `'evil.txt'` },
      {
        ...{ what: 'footer', table: 'campaigns', column: 'frozen', type: 'jsonb' },
        evil: `jsonb_set(frozen, '{imprint}', '"Evil"')`,
      },
    ])
  })

  itInFull('is sent as approved although a saved block, the brand and the settings were changed', async () => {
    const block = { id: 'f', type: 'text', content: 'Old footer', styles: {} }
    let blockId = ''
    const campaign = await launched({
      before: async ({ bea, id }) => {
        blockId = (await act(bea, 'createSavedBlock', { name: 'Footer', elements: [block] }, '{ id }')).id
        const htmlTemplate = { subject: 'Hello', elements: [{ ...block, id: 'u', saved: { id: blockId } }] }
        expect(await act(bea, 'updateCampaign', { id, useHtmlBuilder: true, htmlTemplate }, '{ id }')).toMatchObject({
          id,
        })
      },
    })
    await campaign.stay()
    const elements = [{ ...block, content: 'Evil footer' }]
    expect(await act(campaign.bea, 'updateSavedBlock', { id: blockId, elements }, '')).toEqual({ drafts: 0 })
    await configureSending(campaign.boss, { companyName: 'Evil', language: 'de', brandKit: { colors: ['#ff0000'] } })
    await campaign.drain()
    expect(campaign.texts()).toHaveLength(2)
    expect(campaign.texts().join()).toMatch(/Old footer[^]*Contoso/)
    expect(campaign.texts().join()).not.toMatch(/Evil|Abmelden/)
  })

  it('is sent with the name that the mailbox had, although its owner reconnected it with another name', async () => {
    const campaign = await launched()
    const [known] = await campaign.sql<{ subject: string; email: string; scopes: string[] }>(
      'select subject, email, scopes from mailboxes where tenant_id = :tenantId',
    )
    if (!known) throw new Error('No mailbox is connected')
    await clocked.world.app.database.inTenant(campaign.key.tenantId, (em) =>
      keepAccount(clocked.world.app, em, campaign.bea, 'microsoft', { ...known, name: 'Mallory', grant: 'grant' }),
    )
    await campaign.drain()
    const from = { name: 'Ann', address: known.email }
    expect(campaign.left).toMatchObject([{ from }, { from }])
  })

  it('is not sent with another address or signature than approved', async () => {
    await expectPauses(await launched(), 'APPROVED_SENDER_CHANGED', [
      { what: 'address', table: 'mailboxes', column: 'email', evil: `'evil@sandbox.test'` },
      {
        ...{ what: 'signature', table: 'campaigns', column: 'frozen', type: 'jsonb' },
        evil: `replace(frozen::text, 'Ann of Contoso', 'Evil')::jsonb`,
      },
    ])
  })

  it('is not sent as a provider draft that an earlier run left in the mailbox, once it was changed', async () => {
    const drafts = new Map<string, OutgoingMessage>()
    const sent: string[] = []
    let works = false
    const campaign = await launched({
      recipients: 1,
      mailbox: {
        canDraft: true,
        createDraft: async (message) => {
          drafts.set(`draft-${drafts.size}`, message)
          return `draft-${drafts.size - 1}`
        },
        sendDraft: async (draftId) => {
          if (!works) throw new DeliveryError('unavailable', 'ECONNREFUSED', { unreachable: true })
          sent.push(draftId)
          return { messageId: draftId, internetMessageId: null }
        },
        lookAtDraft: async () => 'draft',
        discardDraft: async (draftId) => void drafts.delete(draftId),
      },
    })
    await campaign.drain()
    expect(drafts.size).toBe(1)
    works = true
    await campaign.sql(`update campaigns set content = 'Evil' where tenant_id = :tenantId returning 1`)
    await campaign.later(1)
    expect(sent).toEqual([])
    expect(drafts.size).toBe(0)
    expect(await campaign.look()).toMatchObject({ status: 'paused', statusReason: 'APPROVED_EMAIL_CHANGED' })
  })

  it('is sent again as approved after its launch was undone and approved again with another text', async () => {
    const campaign = await launched({ request: { undoSeconds: 600 } })
    expect(await campaign.act('cancelCampaign', { onlyIfUnsent: true })).toMatchObject({ status: 'draft' })
    expect(await campaign.act('updateCampaign', { content: 'Another text' }, '{ id }')).toMatchObject({
      id: campaign.id,
    })
    await campaign.launch()
    await campaign.later(1)
    expect(campaign.texts()).toHaveLength(2)
    expect(campaign.texts().join()).toContain('Another text')
    expect(await campaign.look()).toMatchObject({ status: 'sent', sentCount: 2 })
  })
})

it('a request for approval is out of date when the chosen From address gets another name', async () => {
  const person = await clocked.world.signUp({ unlimited: true })
  await clocked.world.connect(person)
  const fromAddress = 'sales@sandbox.test'
  const draftId = await draftCampaign(clocked.world, person, 1, { fromAddress })
  const key = await mailboxOf(clocked.world, person)
  const hashWith = (name: string) =>
    clocked.world.app.database.inTenant(key.tenantId, async (em) => {
      const draft = await em.findOneOrFail(Campaign, { id: uuidOf('Campaign', draftId) })
      const alias = { address: fromAddress, name, kind: 'alias' as const, isVerified: true, isDefault: false }
      const account = {
        id: key.mailboxId,
        email: 'box@sandbox.test',
        name: 'Ann',
        signature: null,
        sendAs: [alias],
        scopes: [],
      }
      return (await launchFingerprint(em, draft, { accounts: [account], scheduledAt: null })).sender
    })
  expect(await hashWith('Sales')).toBe(await hashWith('Sales'))
  expect(await hashWith('The bank')).not.toBe(await hashWith('Sales'))
})

describe('an approved recipient', () => {
  it('gets nothing while their address, a value or their seal is changed, and the campaign pauses', async () => {
    const campaign = await launched({ recipients: 1 })
    await expectPauses(campaign, 'APPROVED_RECIPIENT_CHANGED', [
      { what: 'address', table: 'email_logs', column: 'contact_email', evil: `'evil@example.com'` },
      {
        ...{ what: 'value', table: 'email_logs', column: 'merge_values', type: 'jsonb' },
        evil: `jsonb_set(merge_values, '{firstName}', '"Evil"')`,
      },
      { what: 'seal', table: 'email_logs', column: 'approved_seal', type: 'bytea', evil: 'null' },
    ])
  })

  it('gets the approved file, never another file of the same name', async () => {
    const campaign = await launched(withOwnFiles)
    const [first] = await campaign.sql<{ email: string }>(
      'select contact_email as email from email_logs where tenant_id = :tenantId order by id limit 1',
    )
    await campaign.sql(
      `with gone as (delete from recipient_files where tenant_id = :tenantId and name = :name returning *)
       insert into recipient_files (tenant_id, id, campaign_id, name, name_key, content_type, size, sealed_content, created_at)
       select tenant_id, gen_random_uuid(), campaign_id, name, name_key, content_type, size, sealed_content, created_at
       from gone returning 1`,
      { name: `${first?.email}.txt` },
    )
    await campaign.drain()
    expect(campaign.left.map(({ to }) => to.address)).not.toContain(first?.email)
    expect(campaign.texts()).toHaveLength(1)
    const { logs, ...whole } = await campaign.look()
    expect(whole).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 1 })
    expect(logs.find(({ contactEmail }) => contactEmail === first?.email)?.error).toContain('FILE_MISSING')
  })

  it('gets no file that was approved for another recipient, and the campaign pauses', async () => {
    const campaign = await launched(withOwnFiles)
    await campaign.sql(
      `update email_logs l set file_ids = o.file_ids from email_logs o
       where l.tenant_id = :tenantId and o.tenant_id = :tenantId and o.id <> l.id returning 1`,
    )
    await campaign.drain()
    expect(campaign.texts()).toEqual([])
    expect(await campaign.look()).toMatchObject({ status: 'paused', statusReason: 'APPROVED_RECIPIENT_CHANGED' })
  })

  itInFull('gets their own approved file', async () => {
    const campaign = await launched(withOwnFiles)
    await campaign.drain()
    for (const { to, attachments: files } of campaign.left)
      expect(files.map(({ content }) => Buffer.from(content).toString())).toEqual([`for ${to.address}`])
    expect(campaign.left).toHaveLength(2)
  })

  it('whose data is erased leaves out only their own email, before the first email and before a follow-up', async () => {
    const campaign = await launched({ recipients: 3, input: { followUps } })
    const erase = async (email: string | undefined) => {
      await campaign.stay()
      await campaign.sql('update sessions set authenticated_at = :now where tenant_id = :tenantId returning 1', {
        now: clocked.world.app.clock(),
      })
      expect(await act(campaign.boss, 'erasePerson', { email }, '')).not.toHaveProperty('code')
    }
    const people = await campaign.sql<{ email: string }>(
      'select contact_email as email from email_logs where tenant_id = :tenantId order by id',
    )
    await erase(people[0]?.email)
    await campaign.drain()
    expect(campaign.left.map(({ to }) => to.address).toSorted()).toEqual(
      people
        .slice(1)
        .map(({ email }) => email)
        .toSorted(),
    )
    await erase(people[1]?.email)
    await campaign.later(UNTIL_FOLLOW_UP)
    expect(campaign.left.slice(2).map(({ to }) => to.address)).toEqual([people[2]?.email])
    expect((await campaign.look()).status).not.toBe('paused')
    const seals = await campaign.sql(
      `select approved_seal as seal from email_logs where tenant_id = :tenantId and contact_email = :erased`,
      { erased: ERASED.email },
    )
    expect(seals).toEqual([{ seal: null }, { seal: null }])
  })

  it('cannot be recognized by the seal once retention has deleted their values', async () => {
    const campaign = await launched()
    await campaign.drain()
    await campaign.sql('update email_settings set contents_kept_days = 30 where tenant_id = :tenantId returning 1')
    await campaign.later(31 * 24)
    await applyRetention(clocked.world.app)
    const gone = { deleted: true, seal: null }
    const rows = await campaign.sql(
      `select merge_values -> 'deleted' as deleted, approved_seal as seal from email_logs where tenant_id = :tenantId`,
    )
    expect(rows).toEqual([gone, gone])
  })

  itInFull('gets a failed email again as approved', async () => {
    const campaign = await launched({ ...withOwnFiles, recipients: 2 })
    await campaign.drain()
    await campaign.sql(
      `with failed as (update email_logs set status = 'failed', sent_at = null, failed_at = now(), error = '400 refused'
         where tenant_id = :tenantId returning campaign_id)
       update campaigns set sent_count = 0, failed_count = 2 where tenant_id = :tenantId returning id`,
    )
    await campaign.sql(
      `update contacts set first_name = 'Eve', email = 'eve-' || email where tenant_id = :tenantId returning 1`,
    )
    expect(await campaign.act('sendToFailed')).toMatchObject({ status: 'sending' })
    await campaign.later(1)
    const texts = campaign.texts()
    expect(texts).toHaveLength(4)
    expect(texts.slice(2).toSorted()).toEqual(texts.slice(0, 2).toSorted())
    expect(await campaign.look()).toMatchObject({ status: 'sent', sentCount: 2 })
  })
})

describe('an approved follow-up', () => {
  it('is sent as approved although the signature was changed after the first email', async () => {
    const campaign = await launched({ input: { followUps, attachments } })
    await campaign.drain()
    await campaign.sql(
      `update mailboxes set signature = 'Mallory', name = 'Mallory' where tenant_id = :tenantId returning 1`,
    )
    await campaign.later(UNTIL_FOLLOW_UP)
    expect(campaign.texts()).toHaveLength(4)
    expect(campaign.texts().slice(2).join()).toMatch(/Ann\nRe: Hello\nAgain, First\d[^]*Ann of Contoso/)
    expect(campaign.texts().join()).not.toContain('Mallory')
  })

  const CHANGES = [
    [
      'its text',
      `update campaigns set content = 'Evil' where tenant_id = :tenantId and parent_id is not null returning 1`,
      'EMAIL',
    ],
    [
      'the subject that it answers',
      `update campaigns set subject = 'Evil' where tenant_id = :tenantId and parent_id is null returning 1`,
      'EMAIL',
    ],
    [
      'a value of its recipients',
      `update email_logs set merge_values = jsonb_set(merge_values, '{firstName}', '"Evil"') where tenant_id = :tenantId returning 1`,
      'RECIPIENT',
    ],
  ] as const
  it.each(firstOf(CHANGES, 1))('is not sent once %s was changed in the database', async (_, change, what) => {
    const campaign = await launched({ input: { followUps } })
    await campaign.drain()
    await campaign.sql(change)
    await campaign.later(UNTIL_FOLLOW_UP)
    expect(campaign.texts()).toHaveLength(2)
    expect(await campaign.look()).toMatchObject({ status: 'paused', statusReason: `APPROVED_${what}_CHANGED` })
  })
})

describe('a campaign that nobody approved', () => {
  it('is sent from the name that the mailbox had at the launch, and has no seal', async () => {
    const person = await clocked.world.signUp({ unlimited: true })
    await clocked.world.connect(person)
    const id = await draftCampaign(clocked.world, person, 1)
    expect(await act(person, 'sendCampaign', { id })).toMatchObject({ status: 'sending' })
    const { tenantId } = await mailboxOf(clocked.world, person)
    const [row] = await clocked.world.app.database.inTenant(tenantId, (em) =>
      em.execute<{ frozen: object; seal: unknown }[]>(
        `select c.frozen, l.approved_seal as seal from campaigns c join email_logs l on l.campaign_id = c.id where c.tenant_id = ?`,
        [tenantId],
      ),
    )
    expect(row?.seal).toBeNull()
    expect(Object.keys(row?.frozen ?? {}).toSorted()).toEqual(['imprint', 'language', 'senders', 'signatures'])
  })
})
