import { pino } from 'pino'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mutate } from '#tests/support/mutate.ts'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp, type RunningApp } from '#api/app.ts'
import { openDatabase } from '#api/platform/database/database.ts'
import { filePlace } from '#api/campaigns/drafts/recipient-file.ts'
import { grantPlace } from '#api/mailboxes/open-mailbox.ts'
import { findTotp, totpPlace } from '#api/accounts/second-factor/totp.ts'
import { forgetLostLinkKeys, reseal } from './reseal-secrets.ts'
import { createSecretBox } from '#api/platform/secrets/secret-box.ts'
import { somebodyWaitsForALock } from '#tests/support/lock-waits.ts'
import { sealedBefore } from '#tests/support/old-format-seal.ts'
import { setUpTotp } from '#tests/support/second-factor.ts'
import { makeWebhook, rotateSecret } from '#tests/support/webhooks.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { secretPlace, Webhook } from '#api/webhooks/webhook.ts'
import { createWorld, eventually, TEST_SECRET_KEY, type TestPerson, type World } from '#tests/support/world.ts'
import { linkKeyPlace } from '#api/tracking/link-signing-keys.ts'
import { createTokens } from '#api/tracking/link-tokens.ts'

const NEW_KEY = 'the new secret of this installation'
const rotated = createSecretBox(NEW_KEY, [TEST_SECRET_KEY])

let world: World
let person: TestPerson
let logged: string[]
const running: RunningApp[] = []
beforeEach(async () => {
  world = await createWorld({ send: false })
  person = await world.signUp()
  await world.connect(person)
  logged = []
})
afterEach(async () => {
  for (const app of running.splice(0)) await app.close()
  await world.close()
})

/** Starts the product on the world's database with these keys. */
async function start(secretKey: string, oldSecretKeys: string[] = []): Promise<RunningApp['app']> {
  const options = { mode: 'local', explorable: false, bounceWindowMinutes: 15, microsoft: null, google: null } as const
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const all = { ...options, publicUrl: world.url, sandboxUrl: null, secretKey, oldSecretKeys, dataDir: '/tmp' }
  const app = await createApp(all, world.databaseUrl, log)
  running.push(app)
  return app.app
}

async function mailbox(): Promise<{ id: string; sealed: Buffer }> {
  const rows = await world.app.database.asSystem((em) =>
    em.execute<{ id: string; sealed: Buffer }[]>(
      'select id, sealed_grant as sealed from mailboxes where tenant_id = ?',
      [person.tenantId],
    ),
  )
  return rows[0] as { id: string; sealed: Buffer }
}

async function keepGrant(sealed: Buffer): Promise<void> {
  await world.app.database.asSystem((em) =>
    em.execute('update mailboxes set sealed_grant = ? where tenant_id = ?', [sealed, person.tenantId]),
  )
}

const MAIL = { tenantId: '019a0000-0000-7000-8000-00000000000a', logId: '019a0000-0000-7000-8000-0000000000f1' }

describe('a change of SECRET_KEY', () => {
  it('keeps links and mailboxes working, also after a reseal without the old key', async () => {
    const { links } = world.app
    const sent = [links.open(MAIL), links.click(MAIL, 7), links.unsubscribe(MAIL, 'ada@example.com')]
    const grant = world.app.secrets.open((await mailbox()).sealed, grantPlace((await mailbox()).id))
    const working = async (keys: [string, string[]?]) => {
      const app = await start(...keys)
      const [open = '', click = '', unsubscribe = ''] = sent
      expect(app.links.readOpen(open)).toEqual(MAIL)
      expect(app.links.readClick(click)).toEqual({ ...MAIL, link: 7 })
      expect(app.links.readUnsubscribe(unsubscribe)).toEqual({ ...MAIL, email: 'ada@example.com' })
      const { id, sealed } = await mailbox()
      expect(app.secrets.open(sealed, grantPlace(id))).toBe(grant)
    }
    await working([NEW_KEY, [TEST_SECRET_KEY]])
    expect(await reseal(world.app.database, rotated)).toEqual({
      mailboxes: 1,
      linkKeys: 2,
      secondFactors: 0,
      webhookSecrets: 0,
      clientSecrets: 0,
      recipientFiles: 0,
      sheetLinks: 0,
      unreadable: 0,
    })
    expect(await reseal(world.app.database, rotated)).toEqual({
      mailboxes: 0,
      linkKeys: 0,
      secondFactors: 0,
      webhookSecrets: 0,
      clientSecrets: 0,
      recipientFiles: 0,
      sheetLinks: 0,
      unreadable: 0,
    })
    await working([NEW_KEY])
    expect(logged).toEqual([])
  })

  it('keeps the files of recipients readable, byte by byte', async () => {
    const { data } = await mutate(person, 'createCampaign', { name: 'Files' })
    const campaignId = data.createCampaign.id
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    await mutate(person, 'addRecipientFiles', {
      campaignId,
      files: [{ name: 'a.bin', contentBytes: bytes.toString('base64') }],
    })
    expect((await reseal(world.app.database, rotated)).recipientFiles).toBe(1)
    const [row] = await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute<{ id: string; sealed: Buffer }[]>(
        'select id, sealed_content as sealed from recipient_files where tenant_id = ?',
        [person.tenantId],
      ),
    )
    expect(createSecretBox(NEW_KEY).openBytes(row?.sealed ?? Buffer.of(), filePlace(row?.id ?? ''))).toEqual(bytes)
    await mutate(person, 'removeRecipientFiles', { campaignId })
  })

  itInFull('keeps links and mailboxes of versions before 1.0.0 working', async () => {
    const box = createSecretBox(TEST_SECRET_KEY)
    const [key] = box.keysFor('tracking links')
    const before = createTokens({ tracking: [key], unsubscribe: [key] })
    const keyId = newId()
    await world.app.database.asSystem((em) =>
      em.execute(`insert into link_keys (id, purpose, sealed) values (:keyId, 'before', :sealed)`, {
        keyId,
        sealed: box.seal(key.toString('base64url'), linkKeyPlace(keyId)),
      }),
    )
    const { id } = await mailbox()
    await keepGrant(sealedBefore('the grant', grantPlace(id), TEST_SECRET_KEY))
    expect((await reseal(world.app.database, rotated)).mailboxes).toBe(1)
    const { links, secrets } = await start(NEW_KEY)
    expect(links.readOpen(before.open(MAIL))).toEqual(MAIL)
    expect(links.readUnsubscribe(before.unsubscribe(MAIL, 'a@b.example'))?.email).toBe('a@b.example')
    expect(secrets.open((await mailbox()).sealed, grantPlace(id))).toBe('the grant')
  })

  it('signs tracking links with a different key than unsubscribe links', async () => {
    const { links } = world.app
    const [tracking, unsubscribe] = await Promise.all(
      ['tracking', 'unsubscribe'].map(async (purpose) => {
        const [row] = await world.app.database.asSystem((em) =>
          em.execute<[{ id: string; sealed: Buffer }]>('select id, sealed from link_keys where purpose = ?', [purpose]),
        )
        return Buffer.from(world.app.secrets.open(row.sealed, `link_keys/${row.id}`), 'base64url')
      }),
    )
    if (!tracking || !unsubscribe) throw new Error('A key is missing')
    expect(tracking).not.toEqual(unsubscribe)
    const onlyTracking = createTokens({ tracking: [tracking], unsubscribe: [tracking] })
    expect(onlyTracking.readOpen(links.open(MAIL))).toEqual(MAIL)
    expect(onlyTracking.readUnsubscribe(links.unsubscribe(MAIL, 'a@b.example'))).toBeNull()
  })
})

describe('re-encrypting with a new SECRET_KEY', () => {
  itInFull("does not overwrite a mailbox's sign-in that the running product renews meanwhile", async () => {
    const resealer = await openDatabase(world.databaseUrl, { poolMax: 2 })
    const { id } = await mailbox()
    let letGo = () => {}
    const resealing: ReturnType<typeof reseal>[] = []
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    const renewal = world.app.database.inTenant(person.tenantId, async (em) => {
      await em.execute('update mailboxes set sealed_grant = ? where tenant_id = ? and id = ?', [
        world.app.secrets.seal('renewed', grantPlace(id)),
        person.tenantId,
        id,
      ])
      resealing.push(reseal(resealer, rotated))
      await gate
    })
    await eventually('the reseal waits for the renewal', () => somebodyWaitsForALock(world.databaseUrl)).finally(letGo)
    await renewal
    expect((await Promise.all(resealing)).map(({ mailboxes }) => mailboxes)).toEqual([1])
    await resealer.close()
    const { sealed } = await mailbox()
    expect([rotated.isCurrent(sealed), rotated.open(sealed, grantPlace(id))]).toEqual([true, 'renewed'])
  })

  it('keeps authenticator apps and webhook secrets, also a rotated one, working without the old key', async () => {
    const { key } = await setUpTotp(person, world.app.clock())
    const { webhook, secret } = await makeWebhook(person)
    const rotatedTo = await rotateSecret(person, webhook.id)
    expect(await reseal(world.app.database, rotated)).toMatchObject({ secondFactors: 1, webhookSecrets: 2 })
    expect(await reseal(world.app.database, rotated)).toMatchObject({ secondFactors: 0, webhookSecrets: 0 })
    const app = await start(NEW_KEY)
    const totp = await app.database.inTenant(person.tenantId, (em) => findTotp(em, person))
    expect(app.secrets.open(totp?.sealedKey ?? Buffer.alloc(0), totpPlace(person))).toBe(key)
    const found = await app.database.inTenant(person.tenantId, (em) =>
      em.findOneOrFail(Webhook, { tenantId: person.tenantId, id: uuidOf('Webhook', webhook.id) }),
    )
    const opened = [found.sealedSecret, found.sealedOldSecret].map((sealed) =>
      app.secrets.open(sealed ?? Buffer.alloc(0), secretPlace(found.id)),
    )
    expect(opened).toEqual([rotatedTo, secret])
  })

  itInFull('keeps the client secret of single sign-on readable without the old key', async () => {
    const { tenantId } = person
    const place = `single_sign_on/${tenantId}`
    await world.app.database.inTenant(tenantId, (em) =>
      em.execute(
        `insert into single_sign_on (tenant_id, issuer, client_id, sealed_secret, default_role)
         values (:tenantId, 'https://idp.example', 'client', :sealed, 'user')`,
        { tenantId, sealed: world.app.secrets.seal('its secret', place) },
      ),
    )
    expect((await reseal(world.app.database, rotated)).clientSecrets).toBe(1)
    expect((await reseal(world.app.database, rotated)).clientSecrets).toBe(0)
    const app = await start(NEW_KEY)
    const [row] = await app.database.inTenant(tenantId, (em) =>
      em.execute<[{ sealed: Buffer }]>('select sealed_secret as sealed from single_sign_on'),
    )
    expect(app.secrets.open(row.sealed, place)).toBe('its secret')
  })

  itInFull('reports the number of mailboxes that no configured key decrypts', async () => {
    const { id } = await mailbox()
    await keepGrant(createSecretBox('a key that nobody knows any more').seal('x', grantPlace(id)))
    expect((await reseal(world.app.database, rotated)).unreadable).toBe(1)
  })
})

describe('a wrong SECRET_KEY', () => {
  const refusal = /SECRET_KEY is not the key that this database was encrypted with.*SECRET_KEY_OLD/

  it('is reported at startup, before any mailbox is disconnected', async () => {
    await expect(start(NEW_KEY)).rejects.toThrow(refusal)
    expect(world.app.secrets.isCurrent((await mailbox()).sealed)).toBe(true)
  })

  it('is also reported by the reseal command, which then changes nothing', async () => {
    const { sealed } = await mailbox()
    await expect(reseal(world.app.database, createSecretBox(NEW_KEY))).rejects.toThrow(refusal)
    expect((await mailbox()).sealed).toEqual(sealed)
  })

  itInFull('is reported at the first start of a version that has separate keys for links', async () => {
    await world.app.database.asSystem((em) => em.execute('delete from link_keys'))
    await expect(start(NEW_KEY)).rejects.toThrow(refusal)
  })

  itInFull('can be overridden explicitly if the correct key is lost', async () => {
    const old = world.app.links.open(MAIL)
    await forgetLostLinkKeys(world.app.database, createSecretBox(NEW_KEY))
    const { links } = await start(NEW_KEY)
    expect(links.readOpen(old)).toBeNull()
    expect(links.readOpen(links.open(MAIL))).toEqual(MAIL)
    expect(logged.join()).toContain('Add that key to SECRET_KEY_OLD, or reconnect them.')
  })
})
