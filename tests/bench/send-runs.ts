import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { v7 as newId } from 'uuid'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { sendCampaign } from '#api/campaigns/launch/launch-campaign.ts'
import type { Call } from '#api/platform/call-context.ts'
import { openMailbox } from '#api/mailboxes/open-mailbox.ts'
import { compileMessage, composeMessage } from '#api/sending/message/message.ts'
import { composeMime, mimeBytes } from '#api/sending/message/mime.ts'
import type { OutgoingMessage } from '#api/sending/provider.ts'
import { markProperty, toDraftParts, toSendMail } from '#api/providers/microsoft/graph-message.ts'
import { makeDraft, makeMailbox, type Vendor } from './workload.ts'

/** Number of concurrent requests, as many as the sending engine makes per mailbox. */
const CONNECTIONS = 3

/** Result of one run. */
export interface Run {
  mailsPerSecond: number
  /** CPU time per email, in this process alone */
  microseconds: number
  bytes: number
}

/** Everything that a benchmark run of sending needs. */
export interface SendSetting {
  call: Call
  /** base URL of the null provider */
  provider: string
  recipients: number
  /** true if the mailbox allows drafts: two requests per email */
  drafts: boolean
}

/** Runs the sending engine: a campaign from start to completion, including all database writes. */
export async function runEngine(setting: SendSetting, vendor: Vendor, watch?: (sent: number) => void): Promise<Run> {
  const { call, recipients } = setting
  const account = await makeMailbox(call, vendor, setting.drafts)
  const id = await makeDraft(call)
  return measured(setting, async () => {
    await sendCampaign(call, id, { mailboxIds: [account.id], scheduledAt: null })
    for (;;) {
      const { status, sent } = await progressOf(call, id)
      watch?.(sent)
      if (status === 'sent' && sent === recipients) return
      if (status !== 'sending') throw new Error(`The campaign is ${status} with ${sent} of ${recipients} emails sent.`)
      await sleep(100)
    }
  })
}

/**
 * The bare loop: the same emails built by the same functions, posted over as many connections, with no database writes.
 */
export async function runBareLoop(setting: SendSetting, vendor: Vendor): Promise<Run> {
  const { call, recipients, provider, drafts } = setting
  const account = await makeMailbox(call, vendor, drafts)
  const key = { tenantId: account.tenantId, mailboxId: account.id }
  const content = await createSendStore(call.app, () => []).content(key, await makeDraft(call))
  const from = { name: account.name, address: account.email }
  const compiled = compileMessage({ ...content, from })
  const pool = new Pool(provider, { connections: CONNECTIONS })
  const post: Post = async (path, body, { method = 'POST', contentType = 'application/json' } = {}) => {
    const headers = { authorization: 'Bearer token', 'content-type': contentType }
    const answer = await pool.request({ method, path, headers, body })
    return answer.body.text()
  }
  let next = 1
  const lane = async () => {
    for (let n = next++; n <= recipients; n = next++) {
      const logId = newId()
      const message = {
        ...composeMessage(compiled, recipient(n, logId)),
        messageId: ownMessageId(logId, 1, from.address),
        mark: { logId, attempt: 1 },
      }
      await POSTS[vendor](message, from.address, drafts, post)
    }
  }
  const run = await measured(setting, async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  })
  await pool.close()
  return run
}

/**
 * Sends emails with files of this size directly through the mailbox, as many at a time as the engine sends. The
 * engine's pacing would take hours.
 */
export async function runFiles(setting: SendSetting, vendor: Vendor, fileBytes: number): Promise<Run> {
  const { call, recipients } = setting
  const account = await makeMailbox(call, vendor, true)
  const mailbox = openMailbox(call.app, account)
  const id = await makeDraft(call, fileBytes)
  const key = { tenantId: account.tenantId, mailboxId: account.id }
  let next = 1
  return measured(setting, async () => {
    const content = await createSendStore(call.app, () => []).content(key, id)
    const compiled = compileMessage({ ...content, from: { name: account.name, address: account.email } })
    const lane = async () => {
      for (let n = next++; mailbox && n <= recipients; n = next++) {
        await mailbox.sendDraft(await mailbox.createDraft(composeMessage(compiled, recipient(n, newId()))))
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  })
}

type Post = (path: string, body: Buffer, options?: { method?: 'PATCH'; contentType?: string }) => Promise<string>

const POSTS = {
  microsoft: async (message: OutgoingMessage, own: string, drafts: boolean, post: Post) => {
    if (!drafts) {
      const { body, contentType } = toSendMail(message, own)
      return post('/v1.0/me/sendMail', Buffer.concat(body), { contentType })
    }
    const made = await post('/v1.0/me/messages', toDraftParts(message).mime, { contentType: 'text/plain' })
    const { id } = JSON.parse(made) as { id: string }
    const mark = JSON.stringify({ singleValueExtendedProperties: message.mark ? [markProperty(message.mark)] : [] })
    await post(`/v1.0/me/messages/${id}`, Buffer.from(mark), { method: 'PATCH' })
    return post(`/v1.0/me/messages/${id}/send`, Buffer.of())
  },
  google: async (message: OutgoingMessage, _own: string, drafts: boolean, post: Post) => {
    const raw = mimeBytes(composeMime(message)).toString('base64url')
    if (!drafts) return post('/gmail/v1/users/me/messages/send', Buffer.from(`{"raw":"${raw}"}`, 'latin1'))
    const draft = Buffer.from(`{"message":{"raw":"${raw}"}}`, 'latin1')
    const { id } = JSON.parse(await post('/gmail/v1/users/me/drafts', draft)) as { id: string }
    return post('/gmail/v1/users/me/drafts/send', Buffer.from(JSON.stringify({ id })))
  },
}

/** Makes up the `n`-th recipient of the benchmark. */
function recipient(n: number, logId: string) {
  return {
    logId,
    firstName: `First${n}`,
    lastName: `Last${n}`,
    email: `reader${n}@setting.example`,
    fields: { Company: `Company & Sons ${n % 97}`, City: `Łódź ${n % 31}` },
  }
}

/** Times a run and checks it against what the provider received. */
async function measured({ provider, recipients }: SendSetting, run: () => Promise<void>): Promise<Run> {
  await takenBy(provider)
  const processor = process.cpuUsage()
  const began = performance.now()
  await run()
  const ms = performance.now() - began
  const { user, system } = process.cpuUsage(processor)
  const { mails, bytes } = await takenBy(provider)
  if (mails !== recipients) throw new Error(`The provider took ${mails} emails of ${recipients}.`)
  return { mailsPerSecond: (recipients / ms) * 1_000, microseconds: (user + system) / recipients, bytes }
}

async function takenBy(provider: string): Promise<{ mails: number; bytes: number }> {
  return (await (await fetch(`${provider}/taken`)).json()) as { mails: number; bytes: number }
}

async function progressOf({ app, viewer }: Call, id: string): Promise<{ status: string; sent: number }> {
  return app.database.inTenant(viewer?.tenantId ?? '', async (em) => {
    const [row] = await em.execute<[{ status: string; sent: number }]>(
      'select status, sent_count as sent from campaigns where tenant_id = :tenantId and id = :id',
      { tenantId: viewer?.tenantId, id },
    )
    return row
  })
}
