import { describe, expect, it } from 'vitest'
import { addColleague } from '#tests/support/colleague.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { clockedWorld, codeOf } from '#tests/support/clocked-world.ts'
import { mutate } from '#tests/support/mutate.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import type { TestPerson } from '#tests/support/world.ts'

const clocked = clockedWorld()
const DAY = 86_400_000

const create = async (who: TestPerson, id: string): Promise<string> => {
  const { data, errors } = await who.graphql(
    'mutation ($id: ID!) { createSheetLink(input: { id: $id }) { url errors { code message } } }',
    { id },
  )
  expect(errors).toBeUndefined()
  const { url } = data.createSheetLink
  return url.replace(clocked.world.app.publicUrl, clocked.world.url)
}
const linkOf = async (who: TestPerson, id: string) =>
  (await who.graphql('query ($id: ID!) { campaign(id: $id) { sheetLink { createdAt lastReadAt expiresAt } } }', { id }))
    .data.campaign.sheetLink
const statusOf = async (url: string) => (await fetch(url)).status

async function linked() {
  const { world } = clocked
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const id = await draftCampaign(world, person, 2)
  await mutate(person, 'sendCampaign', { id, scheduledAt: new Date(clocked.now + DAY).toISOString() })
  return { person, id, url: await create(person, id) }
}

describe('the secret of a live spreadsheet link', () => {
  it('opens the file of its campaign without a cookie, and no other file', async () => {
    const { person, url } = await linked()
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(response.headers.get('cache-control')).toContain('private')
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect((await response.text()).split('\r\n')).toHaveLength(4)
    const stranger = await linked()
    const [, mine = ''] = url.split('/sheets/')
    const [, theirs = ''] = stranger.url.split('/sheets/')
    const mixed = `${theirs.split('.')[0]}.${mine.split('.')[1]}.csv`
    expect(await statusOf(`${clocked.world.url}/sheets/${mixed}`)).toBe(404)
    const [stored] = await rowsOf<{ row: object }>(
      clocked.world,
      person,
      'select to_jsonb(s) as row from sheet_links s',
    )
    expect(JSON.stringify(stored)).not.toContain(mine.split('.')[1])
  })

  it.each([
    'x',
    '.',
    '..',
    'AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '%00',
    "' or 1=1 --",
    'a'.repeat(300),
    '_____________________w.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('cannot be guessed: %s', async (guess) => {
    expect([404, 429]).toContain(await statusOf(`${clocked.world.url}/sheets/${encodeURIComponent(guess)}.csv`))
  })

  it('stops working when it is replaced, and when it is revoked', async () => {
    const { person, id, url } = await linked()
    const second = await create(person, id)
    expect([await statusOf(url), await statusOf(second)]).toEqual([404, 200])
    expect(codeOf(await mutate(person, 'revokeSheetLink', { id }))).toBe('ok')
    expect(await statusOf(second)).toBe(404)
    expect(await linkOf(person, id)).toBeNull()
    expect(codeOf(await mutate(person, 'revokeSheetLink', { id }))).toBe('ok')
  })

  it('stops working when it is not used for 90 days after the last use', async () => {
    const { person, id, url } = await linked()
    expect(await linkOf(person, id)).toMatchObject({ lastReadAt: null })
    expect(await statusOf(url)).toBe(200)
    expect((await linkOf(person, id)).lastReadAt).toBe(new Date(clocked.now).toISOString())
    clocked.now += 89 * DAY
    expect(await statusOf(url)).toBe(200)
    clocked.now += 89 * DAY
    expect(await statusOf(url)).toBe(200)
    clocked.now += 91 * DAY
    expect(await statusOf(url)).toBe(404)
  })

  it('stops working when its owner is deactivated or leaves, and when the campaign is deleted', async () => {
    const { person, id } = await linked()
    const [one, two] = [await addColleague(clocked.world, person), await addColleague(clocked.world, person)]
    const urls = [await create(one, id), await create(two, id)]
    await mutate(person, 'updateUser', { id: one.id, isActive: false })
    await mutate(person, 'deleteUser', { id: two.id })
    expect(await Promise.all(urls.map(statusOf))).toEqual([404, 404])
    const own = await create(person, id)
    await mutate(person, 'cancelCampaign', { id })
    expect(codeOf(await mutate(person, 'deleteCampaign', { id }))).toBe('ok')
    expect(await statusOf(own)).toBe(404)
  })

  it('is created for campaigns of one’s own workspace only, and by people, not API keys', async () => {
    const { id } = await linked()
    const stranger = await clocked.world.signUp({ unlimited: true })
    expect(codeOf(await mutate(stranger, 'createSheetLink', { id }))).toBe('NOT_FOUND')
    expect(codeOf(await mutate(stranger, 'revokeSheetLink', { id }))).toBe('NOT_FOUND')
  })

  it('works only a limited number of times per minute', async () => {
    const { url } = await linked()
    const answers = []
    for (let reading = 0; reading < 12; reading += 1) answers.push(await statusOf(url))
    expect(answers.filter((status) => status === 200)).toHaveLength(10)
    expect(answers.at(-1)).toBe(429)
  })
})
