import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itInFull } from '#tests/support/full-run-only.ts'
import { CHROME, CONTENT, sendMails, visit, type ReadMail } from '#tests/support/tracked-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const EMAILS = ['ada@example.com', 'bo@example.com']
const CAMPAIGN = `query ($id: ID!) { campaign(id: $id) { tracking opensTracked clicksTracked openedCount clickedCount openRate
  machineOpenedCount counts { opens clicks machineOpens machineClicks } links { url people clicks machineClicks }
  emailLogs(first: 5) { edges { node { openedAt clickedAt machineOpenedAt events { kind } } } }
  abResults { winner text variants { name sent opened counts { opens clicks } } } } }`
const BOT = 'Barracuda Sentinel (EE)'

const campaignOf = async (person: TestPerson, id: string) => (await person.graphql(CAMPAIGN, { id })).data.campaign
const sent = async (input: object, workspace?: string) => {
  const person = await world.signUp({ unlimited: true })
  if (workspace) await setLevel(person, workspace)
  const { id, mails } = await sendMails(world, person, { emails: EMAILS, input })
  // Long enough ago that nobody is taken for a scanner on the way.
  await world.app.database.asSystem((em) =>
    em.execute(`update campaigns set started_at = now() - interval '1 hour' where tenant_id = ?`, [person.tenantId]),
  )
  return { person, id, ada: mails['ada@example.com']!, bo: mails['bo@example.com']! }
}
const setLevel = async (person: TestPerson, tracking: string) => {
  const { errors } = await person.graphql(
    'mutation ($input: UpdateEmailSettingsInput!) { updateEmailSettings(input: $input) { emailSettings { tracking } errors { code field message } } }',
    { input: { tracking } },
  )
  expect(errors).toBeUndefined()
}
const rowsOf = (person: TestPerson, columns: string, table: string) =>
  world.app.database.asSystem((em) =>
    em.execute<any[]>(`select ${columns} from ${table} where tenant_id = ? order by 1`, [person.tenantId]),
  )
const isPlain = (mail: ReadMail) => mail.pixel === '' && !mail.html.includes('/t/c/') && !mail.html.includes('/t/o/')

describe('tracking that is turned off', () => {
  it.each([
    ['by the campaign', { tracking: 'off' }, undefined],
    ['by the workspace', {}, 'off'],
  ])('%s sends no pixel and untracked links, and shows no figures', async (_, input, workspace) => {
    const { person, id, ada } = await sent(input, workspace)
    expect(isPlain(ada)).toBe(true)
    expect(ada.links['Shop']).toBe('https://shop.test/a?x=1&amp;y=2')
    expect(ada.unsubscribe).toMatch(/^\/u\//)
    const campaign = await campaignOf(person, id)
    expect(campaign).toMatchObject({
      tracking: 'off',
      opensTracked: false,
      clicksTracked: false,
      counts: null,
      links: [],
    })
  })

  itInFull(
    'in the workspace applies to campaigns that choose nothing; a campaign may choose its own level',
    async () => {
      const { person, id, ada } = await sent({ tracking: 'recipient' }, 'off')
      expect(ada.pixel).not.toBe('')
      expect(await campaignOf(person, id)).toMatchObject({ tracking: 'recipient', opensTracked: true })
    },
  )
})

describe('tracking that counts without recording recipients', () => {
  itInFull(
    "gives everybody the same addresses, and leaves links that contain a recipient's values untracked",
    async () => {
      const { ada, bo } = await sent({ tracking: 'counts' })
      expect(ada.pixel).toMatch(/^\/t\/o\//)
      expect([bo.pixel, bo.links['Shop']]).toEqual([ada.pixel, ada.links['Shop']])
      expect(ada.links['Yours']).toBe('https://shop.test/b?e=ada@example.com')
    },
  )

  it('counts opens and clicks, programs separately, and records nothing about anybody', async () => {
    const { person, id, ada, bo } = await sent({ tracking: 'counts' })
    for (const mail of [ada, ada, bo]) expect((await visit(world, mail.pixel)).status).toBe(200)
    await visit(world, ada.pixel, { userAgent: BOT })
    await visit(world, ada.pixel, { method: 'HEAD' })
    const click = await visit(world, bo.links['Shop']!)
    expect([click.status, click.headers.get('location')]).toEqual([302, 'https://shop.test/a?x=1&y=2'])
    await visit(world, bo.links['Shop']!, { userAgent: BOT })
    const campaign = await campaignOf(person, id)
    expect(campaign).toMatchObject({
      ...{ tracking: 'counts', opensTracked: false, openedCount: 0, clickedCount: 0, machineOpenedCount: 0 },
      counts: { opens: 3, clicks: 1, machineOpens: 2, machineClicks: 1 },
      links: [{ url: 'https://shop.test/a?x=1&y=2', people: 0, clicks: 1, machineClicks: 1 }],
    })
    for (const { node } of campaign.emailLogs.edges) {
      expect(node).toMatchObject({ openedAt: null, clickedAt: null, machineOpenedAt: null })
      expect(node.events.map(({ kind }: { kind: string }) => kind)).toEqual(
        expect.not.arrayContaining(['opened', 'clicked']),
      )
    }
    expect(await rowsOf(person, 'id', 'email_events')).toEqual([])
    const columns = await world.app.database.asSystem((em) =>
      em.execute<any[]>(
        `select column_name from information_schema.columns where table_name = 'tracking_counts' order by 1`,
      ),
    )
    expect(columns.map(({ column_name }) => column_name)).toEqual([
      ...['campaign_id', 'machines', 'people', 'position', 'tenant_id', 'variant'],
    ])
  })

  itInFull('counts every one of hundreds of simultaneous opens and clicks', async () => {
    const { person, id, ada } = await sent({ tracking: 'counts' })
    const hits = Array.from({ length: 200 }, (_, n) => visit(world, n % 2 ? ada.pixel : ada.links['Shop']!))
    expect(new Set((await Promise.all(hits)).map(({ status }) => status))).toEqual(new Set([200, 302]))
    expect((await campaignOf(person, id)).counts).toMatchObject({ opens: 100, clicks: 100 })
  })

  itInFull('takes opens and clicks right after the start for those of programs', async () => {
    const person = await world.signUp({ unlimited: true })
    const { id, mails } = await sendMails(world, person, { emails: EMAILS, input: { tracking: 'counts' } })
    await world.app.database.asSystem((em) =>
      em.execute(`update campaigns set started_at = now() + interval '1 minute' where tenant_id = ?`, [
        person.tenantId,
      ]),
    )
    await visit(world, mails['ada@example.com']!.pixel)
    expect((await campaignOf(person, id)).counts).toMatchObject({ opens: 0, machineOpens: 1 })
  })

  itInFull('counts the subjects of an A/B test separately and names no winner', async () => {
    const { person, id, ada, bo } = await sent({ tracking: 'counts', isAbTest: true, abVariantB: 'Other' })
    const inB = [ada, bo].find(({ subject }) => subject === 'Other')!
    await visit(world, inB.pixel)
    await visit(world, inB.links['Shop']!)
    const { abResults } = await campaignOf(person, id)
    expect(abResults).toMatchObject({
      winner: null,
      text: 'There is no winner: opens are counted without recording who opened, so repeated opens count too.',
      variants: [
        { name: 'A', counts: { opens: 0, clicks: 0 } },
        { name: 'B', counts: { opens: 1, clicks: 1 } },
      ],
    })
  })

  it('counts nothing in a campaign at another level, after the plan lost tracking, or for a forged address', async () => {
    const { person, id, ada } = await sent({ tracking: 'counts' })
    await world.app.database.asSystem((em) =>
      em.execute(`update tenants set features = features || '{"tracking": false}' where id = ?`, [person.tenantId]),
    )
    await visit(world, ada.pixel)
    expect((await visit(world, ada.links['Shop']!)).headers.get('location')).toBe('https://shop.test/a?x=1&y=2')
    expect((await campaignOf(person, id)).counts).toMatchObject({ opens: 0, clicks: 0 })
    expect((await visit(world, ada.pixel.replace(/.{6}\.gif$/, 'AAAAAA.gif'))).status).toBe(404)
  })
})

describe('opens and clicks of programs', () => {
  it.each([
    ['recipient', { machineOpenedCount: 1, counts: null }],
    ['counts', { machineOpenedCount: 0, counts: { opens: 0, clicks: 0, machineOpens: 1, machineClicks: 1 } }],
  ])('are never counted as those of people at the tracking level %s', async (tracking, expected) => {
    const { person, id, ada } = await sent({ tracking })
    await visit(world, ada.pixel, { userAgent: BOT })
    await visit(world, ada.links['Shop']!, { userAgent: BOT })
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 0, clickedCount: 0, ...expected })
  })

  itInFull('are not recorded anywhere when tracking is off', async () => {
    const { person, ada } = await sent({ tracking: 'off' })
    expect(isPlain(ada)).toBe(true)
    const [log] = await rowsOf(person, 'id', 'email_logs')
    await visit(world, `/t/o/${world.app.links.open({ tenantId: person.tenantId, logId: log.id })}.gif`)
    expect(await rowsOf(person, 'id', 'email_events')).toEqual([])
  })
})

describe('the tracking level of a campaign', () => {
  const level = async (person: TestPerson, input: object) =>
    person.graphql(
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id tracking } errors { code field message } } }',
      {
        input: { name: 'x', content: CONTENT, ...input },
      },
    )

  it('is fixed at the launch: a later change of the workspace applies to later campaigns', async () => {
    const { person, id, ada } = await sent({})
    await setLevel(person, 'off')
    await visit(world, ada.pixel, { userAgent: CHROME })
    expect(await campaignOf(person, id)).toMatchObject({ tracking: 'recipient', openedCount: 1, openRate: 50 })
  })

  itInFull('is not copied when it records more than the workspace does now', async () => {
    const { person, id } = await sent({ tracking: 'counts' })
    const copy = async () =>
      (
        await person.graphql(
          'mutation ($id: ID!) { duplicateCampaign(input: { id: $id }) { campaign { tracking } errors { code field message } } }',
          { id },
        )
      ).data.duplicateCampaign.tracking
    expect(await copy()).toBe('counts')
    await setLevel(person, 'off')
    expect(await copy()).toBeNull()
  })

  it("can be chosen, changed, and set back to the workspace's", async () => {
    const person = await world.signUp({ unlimited: true })
    const { id, tracking } = (await level(person, { tracking: 'counts' })).data.createCampaign
    const change = async (to: string | null) =>
      (
        await person.graphql(
          'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { campaign { tracking } errors { code field message } } }',
          { input: { id, tracking: to } },
        )
      ).data.updateCampaign.tracking
    expect([tracking, await change('off'), await change(null)]).toEqual(['counts', 'off', null])
    expect((await level(person, {})).data.createCampaign.tracking).toBeNull()
  })

  it('requires the tracking feature of the plan, except to turn tracking off', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.app.database.asSystem((em) =>
      em.execute(`update tenants set features = features || '{"tracking": false}' where id = ?`, [person.tenantId]),
    )
    expect((await level(person, { tracking: 'counts' })).errors?.[0]?.extensions.code).toBe('FEATURE_OFF')
    expect((await level(person, { tracking: 'off' })).errors).toBeUndefined()
  })
})
