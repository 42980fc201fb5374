import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignOf, CHROME, sendMails, type ReadMail } from '#tests/support/tracked-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { cookieName } from '#api/platform/http/cookies.ts'
import { isMarkOf, workspaceMark } from '#api/accounts/sender-view-exclusion.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A webmail loads or follows something in an email, in a browser with this mark. */
const fromWebmail = (path: string, mark: string, site = 'cross-site') =>
  fetch(`${world.url}${path}`, {
    redirect: 'manual',
    headers: { cookie: `${cookieName(world.app, 'workspace')}=${mark}`, 'user-agent': CHROME, 'sec-fetch-site': site },
  })

/** Sends to one person, dated a minute ago: what comes sooner is a program's. */
const send = async (person: TestPerson, email: string, input: object = {}) => {
  const { id, mails } = await sendMails(world, person, { emails: [email], input })
  await world.app.database.asSystem((em) =>
    em.execute(`update campaigns set started_at = now() - interval '1 hour' where tenant_id = ?`, [person.tenantId]),
  )
  return { id, mail: mails[email] as ReadMail }
}

describe('an email that its sender opens in the Sent folder', () => {
  it('counts as no open, no click and no delivery, and its links still work', async () => {
    const person = await world.signUp({ unlimited: true })
    const { id, mail } = await send(person, 'grace@example.com')
    const mark = workspaceMark(world.app, person.tenantId)
    expect((await fromWebmail(mail.pixel, mark)).headers.get('content-type')).toBe('image/gif')
    const click = await fromWebmail(mail.links['Shop'] ?? '', mark)
    expect(click.headers.get('location')).toBe('https://shop.test/a?x=1&y=2')
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 0, clickedCount: 0, deliveredCount: 0 })

    await fromWebmail(mail.pixel, 'unknown')
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 1, clickedCount: 0, deliveredCount: 1 })
  })

  it('is not counted either in a campaign that records no recipients', async () => {
    const person = await world.signUp({ unlimited: true })
    const { id, mail } = await send(person, 'grace@example.com', { tracking: 'counts' })
    const mark = workspaceMark(world.app, person.tenantId)
    const opens = async () => {
      const query = 'query ($id: ID!) { campaign(id: $id) { counts { opens clicks } } }'
      return (await person.graphql(query, { id })).data.campaign.counts
    }
    await fromWebmail(mail.pixel, mark)
    await fromWebmail(mail.links['Shop'] ?? '', mark)
    expect(await opens()).toEqual({ opens: 0, clicks: 0 })
    await fromWebmail(mail.pixel, 'unknown')
    expect(await opens()).toEqual({ opens: 1, clicks: 0 })
  })
})

it.each([
  ['in another workspace’s browser', async () => (await world.signUp()).tenantId, 'cross-site'],
  ['in the sandbox, where one person plays both sides', (person: TestPerson) => person.tenantId, 'same-site'],
])('an email opened %s counts as opened', async (_, workspace, site) => {
  const person = await world.signUp({ unlimited: true })
  const { id, mail } = await send(person, 'grace@example.com')
  await fromWebmail(mail.pixel, workspaceMark(world.app, await workspace(person)), site)
  expect(await campaignOf(person, id)).toMatchObject({ openedCount: 1 })
})

it('an email that somebody sends to their own address counts as opened when they open it in webmail', async () => {
  const person = await world.signUp({ unlimited: true })
  const { data } = await person.graphql('{ currentUser { email } }')
  const { id, mail } = await send(person, data.currentUser.email)
  await fromWebmail(mail.pixel, workspaceMark(world.app, person.tenantId))
  expect(await campaignOf(person, id)).toMatchObject({ openedCount: 1 })
})

it.each(['', 'x', '%00', 'ä'.repeat(43)])('the browser mark %j belongs to no workspace', (mark) => {
  expect(isMarkOf(world.app, crypto.randomUUID(), mark)).toBe(false)
})
