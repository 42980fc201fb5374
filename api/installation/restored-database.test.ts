import { pino } from 'pino'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { ownMailIn } from '#domain/inbox/own-message-id.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { discardLeftDrafts } from '#api/inbox/delete-leftover-drafts.ts'
import { runSlice } from '#api/sending/sending-engine.ts'
import { DeliveryError, type OpenMailbox, type MarkedEmail } from '#api/sending/provider.ts'
import { describeInFull } from '#tests/support/full-run-only.ts'
import { mutate } from '#tests/support/mutate.ts'
import { draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { createTestDatabase, onCluster } from '#tests/support/postgres.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createWorld, eventually, person as personOf, type TestPerson, type World } from '#tests/support/world.ts'
import { createHeartbeat } from './heartbeat.ts'
import { concludeSearches, isToSearch, mailboxesToSearch, searchMailbox } from './post-restore-mailbox-search.ts'
import { memoryWitness, type Witness } from './database-progress-file.ts'

const RECIPIENTS = 10
/** ms until the mailboxes of a restored database are searched, plus a margin */
const SEARCHED_AFTER = 301_000

/** A mailbox outside of any database: the sent emails by address, and the markers to find them by. */
function outbox({ canRead = true } = {}) {
  const sent: { to: string; marked: MarkedEmail }[] = []
  let left = Number.POSITIVE_INFINITY
  let stop = new AbortController()
  const mailbox: Partial<OpenMailbox> = {
    canDraft: false,
    canRead,
    send: async (message) => {
      const own = ownMailIn(message.messageId ?? '')
      if (!own) throw new Error('The message has no Message-ID of ours')
      const marked = { ...own, state: 'sent' as const, id: `id-${sent.length}`, messageId: message.messageId ?? null }
      sent.push({ to: message.to.address, marked })
      left -= 1
      if (left === 0) stop.abort()
      return { messageId: marked.id, internetMessageId: marked.messageId }
    },
    findMarked: async () => sent.map(({ marked }) => marked),
  }
  return {
    mailbox: mailbox as OpenMailbox,
    sent,
    /** Stops the worker after this many more emails. */
    stopAfter: (count: number) => {
      left = count
      stop = new AbortController()
      return stop.signal
    },
  }
}

type Outbox = ReturnType<typeof outbox>

/** A process on a world's database that sends through the outbox, slice by slice. */
async function processOn(world: World, person: TestPerson, box: Outbox, witness: Witness = memoryWitness()) {
  const key = await mailboxOf(world, person)
  const store = createSendStore(world.app, () => [])
  const heartbeat = createHeartbeat(
    world.app,
    witness,
    (() => {
      let time = 0
      return () => (time += 10_000)
    })(),
  )
  const open = async () => {
    await heartbeat.beat()
    const work = await store.open(key)
    return work && { ...work, mailbox: box.mailbox }
  }
  let now = new Date()
  const send = async (signal = new AbortController().signal) => {
    const deps = { store: { ...store, open }, clock: () => now, log: pino({ level: 'silent' }), signal }
    for (let again = await runSlice(deps, key); again && !signal.aborted; again = await runSlice(deps, key)) {
      if (again > now) now = again
    }
  }
  const search = async () => {
    const later = { ...world.app, clock: () => new Date(Date.now() + SEARCHED_AFTER) }
    for (const found of await mailboxesToSearch(later)) await searchMailbox(world.app, found, () => box.mailbox)
    await concludeSearches(world.app)
  }
  return { beat: heartbeat.beat, send, search }
}

/** A partly sent campaign and a backup of that moment: the original continues and sends more. */
async function restoredBackup(box: Outbox) {
  const original = await createTestDatabase()
  const worldOf = async (databaseUrl: string) => {
    const world = await createWorld({ send: false, databaseUrl })
    onTestFinished(world.close)
    return world
  }
  const first = await createWorld({ send: false, databaseUrl: original.url })
  const signedUp = await first.signUp({ unlimited: true })
  await first.connect(signedUp)
  const id = await draftCampaign(first, signedUp, RECIPIENTS)
  await ask(signedUp, 'sendCampaign', id)
  const worker = await processOn(first, signedUp, box)
  await worker.send(box.stopAfter(4))
  await first.close()

  const name = `${inject('testDatabases')}copy_${Math.random().toString(36).slice(2)}`
  const admin = new Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await eventually('the original has no connections', async () => {
    const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1', [
      new URL(original.url).pathname.slice(1),
    ])
    return rowCount === 0
  })
  await admin.query(`create database ${name} template ${new URL(original.url).pathname.slice(1)}`)
  await admin.end()
  onTestFinished(original.drop)

  const going = await worldOf(original.url)
  const onOriginal = personOf(going.url, signedUp.token, signedUp.tenantId, signedUp.userId)
  await (await processOn(going, onOriginal, box)).send(box.stopAfter(3))
  const copy = await worldOf(Object.assign(new URL(original.url), { pathname: `/${name}` }).href)
  const person = personOf(copy.url, signedUp.token, signedUp.tenantId, signedUp.userId)
  return { copy, person, id, box }
}

const ask = (person: TestPerson, name: string, id: string) => mutate(person, name, { id })

describeInFull('a database that was restored from a backup', () => {
  // A cluster is restored node by node: its databases cannot be copied while Citus is connected to them.
  it.skipIf(onCluster())(
    'sends nothing, finds the sent emails in the mailbox, and sends the rest once an admin resumes',
    async () => {
      const box = outbox()
      const { copy, person, id } = await restoredBackup(box)
      const left = box.sent.length
      expect(left).toBeGreaterThanOrEqual(7)
      expect(left).toBeLessThan(RECIPIENTS)
      const restored = await processOn(copy, person, box)
      await restored.send()
      expect(box.sent).toHaveLength(left)
      expect(await fetchCampaign(person, id)).toMatchObject({ status: 'paused', statusReason: 'RESTORED_CHECKING' })
      expect((await ask(person, 'resumeCampaign', id)).errors?.[0]?.message).toMatch(/still checking the mailbox/)

      await restored.search()
      const found = await fetchCampaign(person, id)
      expect(found).toMatchObject({ status: 'paused', statusReason: 'RESTORED', sentCount: left })
      expect(found.logs.filter(({ status }) => status === 'sent')).toHaveLength(left)
      const { data } = await person.graphql('{ emailSettings { organisations { used } } }')
      expect(data.emailSettings.organisations).toEqual([{ used: left }])

      expect((await ask(person, 'resumeCampaign', id)).errors).toBeUndefined()
      await restored.send()
      expect(new Set(box.sent.map(({ to }) => to)).size).toBe(RECIPIENTS)
      expect(box.sent).toHaveLength(RECIPIENTS)
      expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sent', sentCount: RECIPIENTS, failedCount: 0 })
    },
  )
})

describe('campaigns of a database that was restored from a backup', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ send: false })
  })
  afterAll(() => world.close())

  /** Starts a campaign of `count` on a used database; `restored` makes the next process see another location. */
  async function started(count: number, box: Outbox, options: object = {}, input: object = {}) {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const id = await draftCampaign(world, person, count, input)
    const { errors } = await person.graphql(
      'mutation ($id: ID!, $at: DateTime) { sendCampaign(input: { id: $id, scheduledAt: $at }) { campaign { id } errors { code field message } } }',
      { id, ...options },
    )
    expect(errors).toBeUndefined()
    const process = await processOn(world, person, box)
    await process.beat()
    const sql = (text: string) => world.app.database.asSystem((em) => em.execute<any[]>(text))
    const restored = () => sql('update installation set database_oid = 1')
    return { person, id, process, sql, restored, look: () => fetchCampaign(person, id) }
  }

  it('are paused once when several processes detect it together, and not again after a resume', async () => {
    const box = outbox()
    const { person, id, process, sql, restored, look } = await started(2, box)
    const [before] = await sql('select incarnation from installation')
    await restored()
    const others = await Promise.all([1, 2, 3].map(() => processOn(world, person, box)))
    await Promise.all(others.map(({ beat }) => beat()))
    const [after] = await sql('select incarnation, restored_because from installation')
    expect(after).toMatchObject({
      incarnation: before.incarnation + 1,
      restored_because: 'it was recreated on its server',
    })
    await process.search()
    await ask(person, 'resumeCampaign', id)
    await others[0]?.send()
    expect(await look()).toMatchObject({ status: 'sent', sentCount: 2 })
  })

  it('have their mailboxes searched only after five minutes, as earlier requests may arrive late and search results lag', async () => {
    const { person, process, restored } = await started(1, outbox())
    await restored()
    const before = Date.now()
    await process.beat()
    const at = (moment: number) => mailboxesToSearch({ ...world.app, clock: () => new Date(moment) })
    const key = await mailboxOf(world, person)
    expect(await at(before + 299_000)).not.toContainEqual(key)
    expect(await at(Date.now() + SEARCHED_AFTER)).toContainEqual(key)
  })

  it('have their mailboxes searched again if the database is restored during a search', async () => {
    const box = outbox()
    const { person, process, sql, restored, look } = await started(1, box)
    const { mailboxId } = await mailboxOf(world, person)
    await sql(
      `update email_logs set status = 'sending', protocol = 'direct', attempts = 1, attempted_at = now(),
         mailbox_id = '${mailboxId}' where tenant_id = '${person.tenantId}'`,
    )
    await restored()
    await process.beat()
    const key = { tenantId: person.tenantId, mailboxId }
    await sql(`update mailbox_searches set retry_at = now() - interval '1 second' where mailbox_id = '${mailboxId}'`)
    expect(await isToSearch(world.app, key)).toBe(true)
    const again = async () => {
      await restored()
      await process.beat()
    }
    box.mailbox.findMarked = () => again().then(() => [])
    await process.search()
    // Emails that were under way at the second restore have time to arrive.
    expect(await isToSearch(world.app, key)).toBe(false)
    expect(await look()).toMatchObject({ statusReason: 'RESTORED_CHECKING', failedCount: 1 })
    box.mailbox.findMarked = () => again().then(() => Promise.reject(new DeliveryError('forbidden', 'Not allowed')))
    await process.search()
    expect(await look()).toMatchObject({ statusReason: 'RESTORED_CHECKING', failedCount: 1 })
    box.mailbox.findMarked = async () => []
    await process.search()
    expect(await look()).toMatchObject({ statusReason: 'RESTORED', failedCount: 0, pendingCount: 1 })
  })

  it('leave an email in doubt uncertain if a person cancels before its mailbox was searched', async () => {
    const { person, id, process, sql, restored, look } = await started(1, outbox({ canRead: false }))
    const { mailboxId } = await mailboxOf(world, person)
    await sql(
      `update email_logs set status = 'sending', protocol = 'draft', draft_id = 'left?', attempts = 1, attempted_at = now(),
         look_at = now(), mailbox_id = '${mailboxId}' where tenant_id = '${person.tenantId}'`,
    )
    await restored()
    await process.beat()
    expect(await sql(`select status, look_at from email_logs where tenant_id = '${person.tenantId}'`)).toEqual([
      { status: 'pending', look_at: null },
    ])
    await process.search()
    expect((await ask(person, 'cancelCampaign', id)).errors).toBeUndefined()
    expect((await look()).logs[0]).toMatchObject({ status: 'failed', error: expect.stringMatching(/^UNCERTAIN/) })
  })

  it('do not start at their scheduled time', async () => {
    const box = outbox()
    const { process, restored, look } = await started(1, box, { at: new Date(Date.now() + 86_400_000).toISOString() })
    await restored()
    await process.beat()
    expect(await look()).toMatchObject({ status: 'paused', statusReason: 'RESTORED_CHECKING', resumesAt: null })
  })

  it('wait for a person, with a warning, if the mailbox cannot be read', async () => {
    const box = outbox({ canRead: false })
    const { process, restored, look } = await started(1, box)
    await restored()
    await process.beat()
    await process.search()
    expect(await look()).toMatchObject({ status: 'paused', statusReason: 'RESTORED_UNCHECKED', pendingCount: 1 })
  })

  it('wait while the mailbox does not answer, and report a mailbox that denies access', async () => {
    const box = outbox()
    const { process, sql, restored, look } = await started(1, box)
    await restored()
    await process.beat()
    box.mailbox.findMarked = () => Promise.reject(new DeliveryError('unavailable', 'The service is down'))
    await process.search()
    expect(await look()).toMatchObject({ statusReason: 'RESTORED_CHECKING' })
    await sql('update mailbox_searches set retry_at = null')
    box.mailbox.findMarked = () => Promise.reject(new DeliveryError('forbidden', 'Not allowed'))
    await process.search()
    expect(await look()).toMatchObject({ statusReason: 'RESTORED_UNCHECKED' })
  })

  it('have emails in doubt looked up in the mailbox: sent if found, pending again if not', async () => {
    const box = outbox()
    const { person, id, process, sql, restored, look } = await started(2, box)
    const mailbox = await mailboxOf(world, person)
    const logs = await sql(
      `update email_logs set status = 'sending', protocol = 'direct', attempts = 1, attempted_at = now(),
         mailbox_id = '${mailbox.mailboxId}' where tenant_id = '${person.tenantId}' returning id`,
    )
    await restored()
    await process.beat()
    expect((await look()).logs.map(({ error }) => error)).toEqual([
      expect.stringMatching(/^UNCERTAIN: .* from a backup made/),
      expect.stringMatching(/^UNCERTAIN/),
    ])
    const marked = { attempt: 1, state: 'sent' as const, id: 'in-the-mailbox', messageId: null }
    box.mailbox.findMarked = async () => [{ ...marked, logId: logs[0].id }]
    await process.search()
    expect(await look()).toMatchObject({ statusReason: 'RESTORED', sentCount: 1, failedCount: 0, pendingCount: 1 })
    await ask(person, 'resumeCampaign', id)
    await process.send()
    expect(box.sent).toHaveLength(1)
    expect(await look()).toMatchObject({ status: 'sent', sentCount: 2 })
  })

  it('continue with follow-ups to people whose email was found', async () => {
    const box = outbox()
    const followUps = [{ waitDays: 1, content: 'Again' }]
    const { person, id, process, sql, restored } = await started(1, box, {}, { followUps })
    const [log] = await sql(`select id from email_logs where tenant_id = '${person.tenantId}'`)
    await restored()
    await process.beat()
    box.mailbox.findMarked = async () => [
      { logId: log.id, attempt: 1, state: 'sent', id: 'in-the-mailbox', messageId: null },
    ]
    await process.search()
    const query = 'query ($id: ID!) { campaign(id: $id) { emailLogs(first: 1) { nodes { nextFollowUp { state } } } } }'
    const { data } = await person.graphql(query, { id })
    expect(data.campaign.emailLogs.nodes).toEqual([{ nextFollowUp: { state: 'waiting' } }])
  })

  it('keep the provider drafts in the mailbox, which may belong to the original installation, until a person has decided', async () => {
    const { person, process, sql, restored } = await started(1, outbox())
    const key = await mailboxOf(world, person)
    const draft = () => sql(`select draft_id from email_logs where tenant_id = '${person.tenantId}'`)
    await sql(
      `update email_logs set status = 'failed', error = 'Refused', failed_at = now() - interval '1 hour', draft_id = 'original',
         mailbox_id = '${key.mailboxId}' where tenant_id = '${person.tenantId}'`,
    )
    await restored()
    await process.beat()
    await process.search()
    expect(await discardLeftDrafts(world.app, key)).toBe(0)
    expect(await draft()).toEqual([{ draft_id: 'original' }])
    await sql(`update campaigns set status = 'failed', paused_because = null where tenant_id = '${person.tenantId}'`)
    expect(await discardLeftDrafts(world.app, key)).toBe(1)
  })

  it('can be resumed by admins only', async () => {
    const { person, id, process, restored, sql, look } = await started(1, outbox())
    await restored()
    await process.beat()
    await process.search()
    await sql(`update users set role = 'user' where tenant_id = '${person.tenantId}'`)
    expect((await ask(person, 'resumeCampaign', id)).errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } })
    expect((await look()).status).toBe('paused')
  })

  it('are paused after a rollback to an older snapshot than the process remembers, but not after a night of downtime', async () => {
    const witness = memoryWitness()
    const { person, sql, look } = await started(1, outbox())
    await (await processOn(world, person, outbox(), witness)).beat()
    await sql(`update installation set beat_at = beat_at - interval '9 hours'`)
    await (await processOn(world, person, outbox(), witness)).beat()
    expect((await look()).status).toBe('sending')
    await sql('update installation set beats = beats - 1')
    await (await processOn(world, person, outbox(), witness)).beat()
    expect((await look()).status).toBe('paused')
  })
})
