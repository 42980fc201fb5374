import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { GRACE, NO_REPORTS, REPORTS } from '#tests/support/provider-report-fixtures.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { readMailbox } from './read-mailbox.ts'
import { firstOf } from '#tests/support/full-run-only.ts'

/** Reports as they really come, through the client libraries of both providers. */

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false, returnMailMs: 0 })
})
afterAll(() => world.close())

const NAMED = '<mw.0190c5f27a3e7cc1b1a4d2f0e6a81b22.1@contoso.test>'
/** Reports that are as genuine as a forger can make them, and the files that they are made of. */
const FORGED = { 'noted-by-another-server': 'exchange-did-not-reach' } as const
const NAMES = [...Object.keys(REPORTS), ...Object.keys(NO_REPORTS), ...Object.keys(FORGED)]
/** Authentication results that the mailbox's provider records for a message from fabrikam.test. */
const RESULTS = {
  microsoft: 'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=fabrikam.test;dmarc=pass header.from=fabrikam.test',
  google: 'mx.google.com; spf=pass smtp.helo=mx.fabrikam.test; dmarc=pass header.from=fabrikam.test',
}
/** Authentication results that a forger writes in the name of another server. */
const FOREIGN = 'mx.evil.test; spf=pass smtp.mailfrom=fabrikam.test; dmarc=pass header.from=fabrikam.test'
/** Reports of a server that may not speak for the recipient, and that names no email. */
const UNPROVEN = ['hmailserver', ...Object.keys(FORGED)]
/** Notices about the sender. */
const UNSENT = ['gmail-limit-reached', 'gmail-message-rejected-69585', 'gmail-send-as-misconfigured']

interface Row {
  email: string
  status: string
  code: string | null
  events: string[]
}

describe.each(firstOf(['microsoft', 'google'], 1))('a delivery report in the inbox of a mailbox at %s', (provider) => {
  const rows = new Map<string, Row>()
  let suppressed: string[] = []

  beforeAll(async () => {
    const person = await world.signUp({ unlimited: true })
    const address = `reports-${provider}@sandbox.test`
    await world.connect(person, provider, address, undefined, { reading: true })
    const key = await mailboxOf(world, person)
    const addressOf = (name: string) => `${name}@fabrikam.test`
    const mails = NAMES.map((name) => ({ email: addressOf(name), ago: 1 }))
    const { logs } = await campaignWith(world, person, key, mails)
    for (const [index, name] of NAMES.entries()) {
      const forged = name in FORGED ? FORGED[name as keyof typeof FORGED] : null
      const file = readFileSync(join(import.meta.dirname, `fixtures/reports/${forged ?? name}.eml`), 'utf8')
      const message = file
        .replaceAll(NAMED, ownMessageId(logs[index] ?? '', 1, address))
        .replaceAll(GRACE, addressOf(name))
        .replaceAll('news@fabrikam.test', addressOf(name))
      const isFabrikam = /^From:.*(?:fabrikam\.test|mailer-daemon)>?$/im.test(file)
      const answer = await fetch(`${world.sandboxUrl}/mailboxes/${address}/inbox`, {
        method: 'POST',
        headers: { 'Content-Type': 'message/rfc822' },
        body: isFabrikam ? `Authentication-Results: ${forged ? FOREIGN : RESULTS[provider]}\n${message}` : message,
      })
      if (answer.status !== 201) throw new Error(`The sandbox refused ${name}: ${answer.status}`)
    }
    await readMailbox(world.app, key)
    const found = await rowsOf<Row>(
      world,
      person,
      `select contact_email as email, status, failure_code as code, array(select kind::text from email_events e where e.log_id = l.id
         order by kind) as events from email_logs l`,
    )
    for (const row of found) rows.set(row.email.split('@')[0] ?? '', row)
    suppressed = (await rowsOf<{ email: string }>(world, person, 'select email from suppressions')).map(
      ({ email }) => email.split('@')[0] ?? '',
    )
  })

  it.each(Object.entries(REPORTS).filter(([name]) => ![...UNPROVEN, ...UNSENT].includes(name)))(
    'marks the email as failed with the reason (fixture %s)',
    (name, expected) => {
      const [kind] = expected.find(([, , recipient = GRACE]) => recipient !== 'copy@example.org') ?? []
      expect(rows.get(name)).toMatchObject({
        ...{ status: 'failed', code: `NON_DELIVERY_${kind?.toUpperCase()}`, events: ['bounce'] },
      })
      expect(suppressed.includes(name)).toBe(kind === 'address')
    },
  )

  it.each(UNPROVEN)('changes nothing if nothing proves that it is genuine (fixture %s)', (name) => {
    expect(rows.get(name)).toMatchObject({ status: 'sent', events: ['unproven'] })
    expect(suppressed).not.toContain(name)
  })

  it.each(UNSENT)('about a limit of the sender puts the email back in the queue (fixture %s)', (name) => {
    expect(rows.get(name)).toMatchObject({ status: 'pending', events: ['unsent'] })
    expect(suppressed).not.toContain(name)
  })

  it.each(Object.entries(NO_REPORTS))(
    'is not assumed for a message that only resembles one (fixture %s)',
    (name, what) => {
      expect(rows.get(name)).toMatchObject(
        what === 'reply' ? { status: 'delivered', events: ['reply'] } : { status: 'sent', events: [] },
      )
    },
  )
})
