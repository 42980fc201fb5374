import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { firstOf, itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { campaignOf, CHROME, CONTENT, sendMails, visit, type ReadMail } from '#tests/support/tracked-mail.ts'
import { createRecorder } from './event-recorder.ts'
import { createTokens } from './link-tokens.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const only = ({ mails }: { mails: Record<string, ReadMail> }): ReadMail => {
  const [mail] = Object.values(mails)
  if (!mail) throw new Error('No mail')
  return mail
}
const ada = async (provider: 'microsoft' | 'google' = 'google', input: object = {}) => {
  const person = await world.signUp({ unlimited: true })
  const sent = await sendMails(world, person, { emails: ['ada+x@example.com'], provider, input })
  return { person, id: sent.id, mail: only(sent) }
}
const GMAIL_PROXY = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
/** Freezes the clock until the test ends; returns the current time. */
const stopClock = (): Date => {
  const { clock } = world.app
  const now = clock()
  world.app.clock = () => now
  onTestFinished(() => {
    world.app.clock = clock
  })
  return now
}
const rowsOf = (person: TestPerson, columns: string, table: string) =>
  world.app.database.asSystem((em) =>
    em.execute<any[]>(`select ${columns} from ${table} where tenant_id = ? order by 1`, [person.tenantId]),
  )

describe.each(firstOf(['microsoft', 'google'], 1))('an email sent through %s', (provider) => {
  it("records its open and its clicks, and redirects to the campaign's target", async () => {
    const { person, id, mail } = await ada(provider)
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 0, clickedCount: 0, deliveredCount: 0 })

    const pixel = await visit(world, mail.pixel)
    expect([pixel.status, pixel.headers.get('content-type')]).toEqual([200, 'image/gif'])
    expect(pixel.headers.get('cache-control')).toContain('no-store')
    expect(pixel.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(pixel.headers.get('set-cookie')).toBeNull()
    expect(
      Buffer.from(await pixel.arrayBuffer())
        .subarray(0, 6)
        .toString(),
    ).toBe('GIF89a')
    expect(await campaignOf(person, id)).toMatchObject({
      openedCount: 1,
      clickedCount: 0,
      deliveredCount: 1,
      openRate: 100,
    })

    const shop = await visit(world, mail.links['Shop'] ?? '')
    expect([shop.status, shop.headers.get('location')]).toEqual([302, 'https://shop.test/a?x=1&y=2'])
    expect(shop.headers.get('cache-control')).toBe('no-store')
    expect((await visit(world, mail.links['Yours'] ?? '')).headers.get('location')).toBe(
      'https://shop.test/b?e=ada%2Bx@example.com',
    )
    expect(mail.links['Write']).toBe('mailto:me@shop.test')
  })
})

describe('opens of emails', () => {
  it('are counted once per recipient, for twenty simultaneous and later ones, and each is stored', async () => {
    const { person, id, mail } = await ada()
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit(world, mail.pixel)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await visit(world, mail.pixel, { userAgent: GMAIL_PROXY })
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 1, deliveredCount: 1, sentCount: 1 })
    expect(await rowsOf(person, 'id', 'email_events')).toHaveLength(21)
  })

  itInFull(
    'are counted once per recipient when several processes see them at the same time, in any order',
    async () => {
      const person = await world.signUp({ unlimited: true })
      const { id } = await sendMails(world, person, { emails: ['a@example.com', 'b@example.com', 'c@example.com'] })
      const logs = (await rowsOf(person, 'id', 'email_logs')).map((log): string => log.id)
      const processes = Array.from({ length: 6 }, () => createRecorder(world.app))
      const hit = { kind: 'open' as const, method: 'GET', userAgent: CHROME, prefetch: false, at: world.app.clock() }
      await Promise.all(
        processes.flatMap((recorder, index) =>
          (index % 2 === 0 ? logs : logs.toReversed()).map((logId) =>
            recorder.record(person.tenantId, { ...hit, logId }),
          ),
        ),
      )
      expect(await campaignOf(person, id)).toMatchObject({ openedCount: 3, deliveredCount: 3 })
      expect(await rowsOf(person, 'id', 'email_events')).toHaveLength(18)
    },
  )

  itInFull('of hundreds of simultaneous recipients are all counted', async () => {
    const person = await world.signUp({ unlimited: true })
    const { id } = await sendMails(world, person, { emails: ['first@example.com'] })
    const added = await world.app.database.asSystem((em) =>
      em.execute<{ id: string }[]>(
        `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at)
         select tenant_id, gen_random_uuid(), campaign_id, gen_random_uuid(), '', 'x' || n || '@example.com', merge_values, 'sent', sent_at
         from email_logs cross join generate_series(1, 400) n where tenant_id = ? returning id`,
        [person.tenantId],
      ),
    )
    await world.app.database.asSystem((em) =>
      em.execute('update campaigns set sent_count = 401 where tenant_id = ?', [person.tenantId]),
    )
    const tokens = world.app.links
    await Promise.all(
      added.map(({ id: logId }) => visit(world, `/t/o/${tokens.open({ tenantId: person.tenantId, logId })}.gif`)),
    )
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 400, deliveredCount: 400, openRate: 99.8 })
  })

  it('by programs are counted separately', async () => {
    const { person, id, mail } = await ada()
    for (const userAgent of ['Mozilla/5.0', 'curl/8.5.0', '']) await visit(world, mail.pixel, { userAgent })
    await visit(world, mail.pixel, { method: 'HEAD' })
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 0, openRate: 0, machineOpenedCount: 1 })
    await visit(world, mail.pixel, { userAgent: GMAIL_PROXY })
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 1, machineOpenedCount: 0 })
    expect((await rowsOf(person, 'detail', 'email_events')).map(({ detail }) => detail)).toEqual([
      'BOT',
      'BOT',
      'HEAD',
      'PREFETCH',
      null,
    ])
  })

  it('within five seconds of sending count as a program’s and prove no delivery', async () => {
    const { person, id, mail } = await ada()
    const now = stopClock()
    await world.app.database.asSystem((em) =>
      em.execute('update email_logs set sent_at = ? where tenant_id = ?', [now, person.tenantId]),
    )
    await visit(world, mail.pixel)
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 0, machineOpenedCount: 1, deliveredCount: 0 })
  })

  it('mark an uncertain email as sent', async () => {
    const { person, id, mail } = await ada()
    const uncertain = (error: string) =>
      world.app.database.asSystem(async (em) => {
        await em.execute(
          `update email_logs set status = 'failed', error = ?, failed_at = now(), sent_at = null, attempted_at = now() - interval '1 minute'
           where tenant_id = ?`,
          [error, person.tenantId],
        )
        await em.execute('update campaigns set sent_count = 0, failed_count = 1 where tenant_id = ?', [person.tenantId])
      })
    await uncertain('REJECTED: no such mailbox')
    await visit(world, mail.pixel, { userAgent: 'Mozilla/5.0' })
    expect(await campaignOf(person, id)).toMatchObject({ sentCount: 0, failedCount: 1, deliveredCount: 0 })
    await uncertain('UNCERTAIN: the connection broke')
    await visit(world, mail.pixel)
    expect(await campaignOf(person, id)).toMatchObject({
      ...{ sentCount: 1, failedCount: 0, deliveredCount: 1, openedCount: 1, pendingCount: 0 },
    })
    expect(await rowsOf(person, 'status, error, failed_at, sent_at is not null as sent', 'email_logs')).toEqual([
      { status: 'delivered', error: null, failed_at: null, sent: true },
    ])
  })

  it('are published live to viewers of the campaign', async () => {
    const { person, mail } = await ada()
    const heard: unknown[] = []
    const stop = world.app.events.listen(person.tenantId, (event) => heard.push(event))
    await visit(world, mail.pixel)
    await eventually('the event came', async () => heard.length > 0)
    stop()
    expect(heard[0]).toMatchObject({ kind: 'campaign' })
  })

  it('are stored at most five hundred times per email, however often somebody loads the pixel', async () => {
    const { person, id, mail } = await ada()
    await world.app.database.asSystem((em) =>
      em.execute(
        `insert into email_events (tenant_id, id, campaign_id, log_id, kind, machine, occurred_at)
         select tenant_id, gen_random_uuid(), campaign_id, id, 'open', true, now() - interval '1 day'
         from email_logs cross join generate_series(1, 500) where tenant_id = ? returning 1`,
        [person.tenantId],
      ),
    )
    await visit(world, mail.pixel)
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 1 })
    expect(await rowsOf(person, 'id', 'email_events')).toHaveLength(500)
  })
})

describe('clicks in emails', () => {
  it('are counted once per recipient, and count as an open as well', async () => {
    const { person, id, mail } = await ada()
    await Promise.all(Array.from({ length: 20 }, () => visit(world, mail.links['Shop'] ?? '')))
    expect(await campaignOf(person, id)).toMatchObject({
      clickedCount: 1,
      openedCount: 1,
      deliveredCount: 1,
      clickRate: 100,
    })
  })

  it('by HEAD, by scanners, and within five seconds redirect but are not counted', async () => {
    const { person, id, mail } = await ada()
    const shop = mail.links['Shop'] ?? ''
    const head = await visit(world, shop, { method: 'HEAD' })
    expect([head.status, head.headers.get('location')]).toEqual([302, 'https://shop.test/a?x=1&y=2'])
    expect((await visit(world, shop, { userAgent: 'BarracudaCentral' })).status).toBe(302)
    expect((await visit(world, shop, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(302)
    expect(await campaignOf(person, id)).toMatchObject({ clickedCount: 0, openedCount: 0, deliveredCount: 0 })
  })

  it('on every link at once are taken for a scanner’s, and earlier counts are reverted', async () => {
    const { person, id, mail } = await ada()
    stopClock()
    await visit(world, mail.links['Shop'] ?? '')
    expect(await campaignOf(person, id)).toMatchObject({ clickedCount: 1, openedCount: 1 })
    await visit(world, mail.links['Yours'] ?? '')
    expect(await campaignOf(person, id)).toMatchObject({ clickedCount: 0, openedCount: 0, clickRate: 0 })
    expect(await rowsOf(person, 'machine, detail', 'email_events')).toEqual([
      { machine: true, detail: 'EVERY_LINK' },
      { machine: true, detail: 'EVERY_LINK' },
    ])
    await Promise.all(['Shop', 'Yours', 'Shop'].map((words) => visit(world, mail.links[words] ?? '')))
    expect(await campaignOf(person, id)).toMatchObject({ clickedCount: 0, openedCount: 0 })
  })
})

describe('an invalid tracking link', () => {
  it('shows a plain page with 404 and redirects nowhere', async () => {
    const { person, id, mail } = await ada()
    const foreign = createTokens({ tracking: [Buffer.alloc(32)], unsubscribe: [Buffer.alloc(32)] })
    const own = world.app.links
    const { person: other } = await ada()
    const [otherLog] = await rowsOf(other, 'id', 'email_logs')
    const key = { tenantId: person.tenantId, logId: otherLog.id }
    const token = (mail.links['Shop'] ?? '').replace('/t/c/', '')
    const forged = [
      `/t/c/${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `/t/c/${foreign.click(key, 0)}`,
      `/t/c/${own.click(key, 0)}`,
      `/t/c/${own.click({ tenantId: person.tenantId, logId: (await rowsOf(person, 'id', 'email_logs'))[0].id }, 99)}`,
      `/t/c/${mail.pixel.replace('/t/o/', '').replace('.gif', '')}`,
      `/t/c/${token}?url=https://evil.test`.replace(token, `${token}x`),
      '/t/c/https:%2F%2Fevil.test',
      '/t/c/%E0%A4%A',
      `/t/o/${token}.gif`,
      '/t/o/x.gif',
      '/u/x',
      `/u/${token}`,
    ]
    for (const path of forged) {
      const response = await visit(world, path)
      const page = await response.text()
      expect([path, [400, 404].includes(response.status), response.headers.get('location')]).toEqual([path, true, null])
      expect(page).toContain('This link does not work')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 0, clickedCount: 0 })
    expect(await rowsOf(other, 'id', 'email_events')).toEqual([])
  })

  it('leads to blocking an IP address that tries many, but no other recipient’s email', async () => {
    const { mail } = await ada()
    const tries = []
    for (let attempt = 0; attempt < 130; attempt += 1) tries.push((await visit(world, `/t/c/${'x'.repeat(64)}`)).status)
    expect(tries).toContain(429)
    expect((await visit(world, mail.links['Shop'] ?? '')).status).toBe(302)
  })
})

describe('hostile values in tracked links', () => {
  it('cannot turn the product into an open redirect, and no contact value changes a target or a header', async () => {
    const person = await world.signUp({ unlimited: true })
    const { body } = await person.rest('POST', '/api/contacts', {
      firstName: 'E',
      lastName: 'V',
      email: 'evil@example.com',
    })
    const fields = [
      { name: 'Site', value: 'javascript:alert(1)' },
      { name: 'User', value: '@evil.test' },
      { name: 'Lines', value: 'a\r\nSet-Cookie: x=y' },
      { name: 'Home', value: 'https://good.test@evil.test/' },
    ]
    const update = `mutation ($id: ID!, $fields: [ContactFieldInput!]) { updateContact(input: { id: $id, fields: $fields }) { contact { id } errors { code field message } } }`
    expect((await person.graphql(update, { id: body.id, fields })).errors).toBeUndefined()
    const content = `<a href="javascript:alert(1)">1</a><a href="data:text/html,x">2</a><a href="{Site}">3</a><a href="https://good.test{User}">4</a><a href="https://good.test/?q={Lines}">5</a><a href="{Home}">6</a><a href="https://good.test/{User}">7</a>`
    const sent = await sendMails(world, person, {
      emails: ['evil@example.com'],
      input: { content, useHtmlBuilder: true },
    })
    const { links } = only(sent)
    const tracked = Object.entries(links).filter(([, href]) => href.startsWith('/t/c/'))
    expect(tracked.map(([words]) => words)).toEqual(['5', '7'])
    expect((await visit(world, links['5'] ?? '')).headers.get('location')).toMatch(
      /^https:\/\/good\.test\/\?q=a[^\r\n]*$/,
    )
    expect((await visit(world, links['7'] ?? '')).headers.get('location')).toBe('https://good.test/@evil.test')
    expect(['3', '4', '6'].map((words) => links[words])).toEqual([undefined, undefined, undefined])
  })
})

describe('tracking of a campaign', () => {
  it('can be disabled: opens, clicks, or both', async () => {
    for (const [trackOpens, trackClicks] of [
      [false, true],
      [true, false],
      [false, false],
    ]) {
      const { person, id, mail } = await ada('google', { trackOpens, trackClicks })
      expect([mail.pixel !== '', (mail.links['Shop'] ?? '').startsWith('/t/c/')]).toEqual([trackOpens, trackClicks])
      expect(mail.unsubscribe).toMatch(/^\/u\//)
      expect(await campaignOf(person, id)).toMatchObject({
        trackOpens,
        trackClicks,
        opensTracked: trackOpens,
        clicksTracked: trackClicks,
      })
      if (trackClicks) {
        await visit(world, mail.links['Shop'] ?? '')
        expect(await campaignOf(person, id)).toMatchObject({ clickedCount: 1, openedCount: 0 })
      }
    }
  })

  it("is off without the workspace's tracking feature, and refused if requested", async () => {
    const person = await world.signUp({ unlimited: true })
    const switchTo = (tracking: boolean) =>
      world.app.database.asSystem((em) =>
        em.execute('update tenants set features = ?::jsonb where id = ?', [
          JSON.stringify({ tracking }),
          person.tenantId,
        ]),
      )
    await switchTo(false)
    const draft = { name: 'N', subject: 'S', content: CONTENT, trackOpens: true }
    const refused = await person.rest('POST', '/api/campaigns', draft)
    expect([refused.status, refused.body.code]).toEqual([403, 'FEATURE_OFF'])
    const off = await person.rest('POST', '/api/campaigns', { ...draft, trackOpens: false, trackClicks: false })
    expect(off.status).toBe(201)
    expect((await person.rest('PUT', `/api/campaigns/${off.body.id}`, { trackClicks: true })).status).toBe(403)

    const { id: untracked, ...sent } = await sendMails(world, person, { emails: ['off@example.com'] })
    const mail = only(sent)
    expect([mail.pixel, mail.links['Shop']]).toEqual(['', 'https://shop.test/a?x=1&amp;y=2'])

    await switchTo(true)
    const held = { trackOpens: true, trackClicks: true, opensTracked: false, clicksTracked: false }
    expect(await campaignOf(person, untracked)).toMatchObject(held)
    const { id, mails } = await sendMails(world, person, { emails: ['on@example.com'] })
    await switchTo(false)
    const { pixel, links } = only({ mails })
    expect([(await visit(world, pixel)).status, (await visit(world, links['Shop'] ?? '')).status]).toEqual([200, 302])
    expect(await campaignOf(person, id)).toMatchObject({
      openedCount: 0,
      clickedCount: 0,
      opensTracked: true,
      clicksTracked: true,
    })
  })

  it('is copied when a campaign is duplicated, and on by default', async () => {
    const person = await world.signUp({ unlimited: true })
    const { body } = await person.rest('POST', '/api/campaigns', { name: 'N', trackClicks: false })
    const copy = await person.graphql(
      `mutation ($id: ID!) { duplicateCampaign(input: { id: $id }) { campaign { trackOpens trackClicks } errors { code field message } } }`,
      {
        id: body.id,
      },
    )
    expect(copy.data.duplicateCampaign).toEqual({ trackOpens: true, trackClicks: false })
  })

  it('serves the pixel and redirects even when nothing can be recorded', async () => {
    const { mail } = await ada()
    const { database } = world.app
    const broken = { ...database, inTenant: () => Promise.reject(new Error('The database is gone')) }
    world.app.database = broken as typeof database
    try {
      const [pixel, shop] = [await visit(world, mail.pixel), await visit(world, mail.links['Shop'] ?? '')]
      expect([pixel.status, pixel.headers.get('content-type'), shop.status]).toEqual([200, 'image/gif', 503])
      expect(await shop.text()).toContain('Please try again')
    } finally {
      world.app.database = database
    }
    expect((await visit(world, mail.links['Shop'] ?? '', { userAgent: CHROME })).status).toBe(302)
  })
})
