import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { readMailbox } from './read-mailbox.ts'
import { firstOf } from '#tests/support/full-run-only.ts'

/** Messages as they really come, through the client libraries of both providers. */

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false, returnMailMs: 0 })
})
afterAll(() => world.close())

/** The Message-ID that the files answer. */
const ANSWERED = '<mw.0190c5f27a3e7cc1b1a4d2f0e6a81b22.1@contoso.test>'
const fileOf = (name: string) => readFileSync(join(import.meta.dirname, `fixtures/answers/${name}.eml`), 'utf8')
/** A day to come, which replaces that of the files. */
const DAY = new Date(Date.now() + 16 * 86_400_000).toISOString().slice(0, 10)
let boxes = 0

/** A mailbox that sent an email to grace@fabrikam.test, into which messages arrive. */
async function workspace(provider: 'microsoft' | 'google') {
  const person = await world.signUp({ unlimited: true })
  const address = `answers${(boxes += 1)}@sandbox.test`
  await world.connect(person, provider, address, undefined, { reading: true })
  const key = await mailboxOf(world, person)
  const { logs } = await campaignWith(world, person, key, [{ email: 'grace@fabrikam.test', ago: 1 }])
  const messageId = ownMessageId(logs[0] ?? '', 1, address)
  return {
    person,
    messageId,
    /** Delivers a message and reads the inbox. */
    async arrive(message: string) {
      const answer = await fetch(`${world.sandboxUrl}/mailboxes/${address}/inbox`, {
        method: 'POST',
        headers: { 'Content-Type': 'message/rfc822' },
        body: message.replaceAll(ANSWERED, messageId).replace(/14 (?:December|décembre) 2026/, DAY),
      })
      expect(answer.status).toBe(201)
      expect(await readMailbox(world.app, key)).toMatchObject({ done: true })
    },
    async email() {
      const [row] = await rowsOf<{ replied: boolean; away: string | null; dated: boolean | null; events: string[] }>(
        world,
        person,
        `select replied_at is not null as replied, to_char(away_until, 'YYYY-MM-DD') as away, away_dated as dated,
           array(select kind::text from email_events e where e.log_id = l.id and kind <> 'sent' order by kind) as events
         from email_logs l where email_key = 'grace@fabrikam.test' limit 1`,
      )
      return row
    },
  }
}

describe.each(firstOf(['google', 'microsoft'], 1))('an email that arrives in a mailbox at %s', (provider) => {
  it.each(['reply-through-list', 'suppress-all-changed-subject', 'suppress-all-turkish-ynt'])(
    "is recorded as a person's reply (fixture %s)",
    async (name) => {
      const { arrive, email } = await workspace(provider)
      await arrive(fileOf(name))
      expect(await email()).toMatchObject({ replied: true, away: null, events: ['reply'] })
    },
  )

  it('is not recorded as a reply when it came through a mailing list and answers another email', async () => {
    const { arrive, email } = await workspace(provider)
    await arrive(fileOf('reply-through-list').replaceAll(ANSWERED, '<another@fabrikam.test>'))
    expect(await email()).toMatchObject({ replied: false, events: [] })
  })

  it.each([
    ['mailbot-below-quote', { away: DAY, dated: true }],
    ['formail', { away: DAY, dated: true }],
    ['vacation-bulk', { away: DAY, dated: true }],
    ['vacation', { dated: false }],
    ['exchange-gateway-tag', { away: DAY, dated: true }],
  ])('is recorded as an out-of-office note (fixture %s)', async (name, expected) => {
    const { arrive, email } = await workspace(provider)
    await arrive(fileOf(name))
    expect(await email()).toMatchObject({ replied: false, events: ['away'], ...expected })
  })

  it.each(['agent-answers', 'invitation-commented', 'invites', 'reads-and-answers'])(
    "is recorded as a person's reply although its text resembles that of a program (fixture %s)",
    async (name) => {
      const { arrive, email } = await workspace(provider)
      await arrive(fileOf(name))
      expect(await email()).toMatchObject({ replied: true, events: ['reply'] })
    },
  )

  it.each(['invitation-answered', 'read-receipt'])(
    'is not recorded as a reply if a program wrote it (fixture %s)',
    async (name) => {
      const { arrive, email } = await workspace(provider)
      await arrive(fileOf(name))
      expect(await email()).toMatchObject({ replied: false, away: null, events: [] })
    },
  )

  it.each(['auto-subject', 'fml-not-member', 'help-desk-receipt', 'spam-challenge', 'ticket-created'])(
    'is recorded as an automatic reply (fixture %s)',
    async (name) => {
      const { arrive, email } = await workspace(provider)
      await arrive(fileOf(name).replace(/^From: .*$/m, 'From: Grace Hill <grace@fabrikam.test>'))
      expect(await email()).toMatchObject({ replied: false, away: null, events: ['automatic'] })
    },
  )

  it('is shown without the text that it quotes, which its HTML marks, and in full on request', async () => {
    const { person, messageId, arrive } = await workspace(provider)
    const html = `<div>Ja, gern.</div><div id="divRplyFwdMsg"><b>Xx:</b> Ada</div><div>Secret offer</div>`
    const head = `From: grace@fabrikam.test\nSubject: AW: Hello\nIn-Reply-To: ${messageId}\nMIME-Version: 1.0\n`
    await arrive(
      `${head}Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nJa, gern.\n\nXx: Ada\nSecret offer\n--b\nContent-Type: text/html\n\n${html}\n--b--\n`,
    )
    const { data } = await person.graphql('{ replies(first: 1) { edges { node { id } } } }')
    const query = 'query ($id: ID!) { replyMail(id: $id) { text quotedText wholeText problem } }'
    const { data: shown } = await person.graphql(query, { id: data.replies.edges[0].node.id })
    expect(shown.replyMail).toEqual({
      ...{ text: 'Ja, gern.', quotedText: 'Xx: Ada\nSecret offer', problem: null },
      wholeText: 'Ja, gern.\nXx: Ada\nSecret offer',
    })
  })
})
