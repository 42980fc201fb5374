import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { PLANS } from '#domain/tenants/plans.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** An incompressible PNG of about this many kilobytes. */
function noise(kilobytes: number): Promise<Buffer> {
  const side = Math.round(Math.sqrt((kilobytes * 1_024) / 3))
  const pixels = randomFillSync(Buffer.alloc(side * side * 3))
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

async function run(person: TestPerson, document: string, variables: object = {}) {
  const { data, errors } = await person.graphql(document, variables)
  expect(errors).toBeUndefined()
  return data
}
const FIELDS = 'id url contentType size width height createdAt usedInCampaigns usedInTemplates usedInSavedBlocks'
const UPLOAD = `mutation ($input: UploadImageInput!) { uploadImage(input: $input) { image { ${FIELDS} } errors { code field message } } }`
const upload = async (person: TestPerson, content: Buffer) =>
  (await run(person, UPLOAD, { input: { contentBytes: content.toString('base64') } })).uploadImage
const LIST = `query ($first: Int, $after: String, $orderBy: ImageOrder) { images(first: $first, after: $after, orderBy: $orderBy) {
  totalCount usedBytes maxBytes pageInfo { hasNextPage endCursor } edges { node { ${FIELDS} } } } }`
const list = async (person: TestPerson, variables: object = {}) => {
  const { images } = await run(person, LIST, variables)
  return { ...images, ids: images.edges.map((edge: { node: { id: string } }) => edge.node.id) }
}
const DELETE = `mutation ($id: ID!, $evenIfUsed: Boolean) { deleteImage(input: { id: $id, evenIfUsed: $evenIfUsed }) { image { ${FIELDS} } errors { code field message } } }`

/** Uploads through REST. */
async function uploadFile(person: TestPerson, content: Buffer) {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'a.png')
  const headers = { authorization: person.token }
  const response = await fetch(`${world.url}/api/upload/image`, { method: 'POST', headers, body: form })
  return { status: response.status, body: await response.json() }
}

/** Makes the workspace's images count as this many bytes without creating them. */
const stuff = (person: TestPerson, bytes: number) =>
  world.app.database.asSystem((em) =>
    em.execute(
      `insert into images (tenant_id, id, token, content_type, bytes, size, width, height, created_by)
       values (?, gen_random_uuid(), gen_random_uuid()::text, 'image/png', '', ?, 1, 1, ?)`,
      [person.tenantId, bytes, person.userId],
    ),
  )

describe('the images of a workspace', () => {
  it('are uploaded by GraphQL or REST, and listed page by page, by age or by size', async () => {
    const person = await world.signUp()
    const made = [await upload(person, await noise(6)), await upload(person, await noise(2))]
    expect((await uploadFile(person, await noise(4))).status).toBe(200)
    expect(made[0]).toEqual({
      id: expect.stringMatching(/^img_[0-9a-f]{32}$/),
      url: expect.stringMatching(/\/images\/[\w-]{43}\.png$/),
      contentType: 'image/png',
      size: expect.any(Number),
      width: 45,
      height: 45,
      createdAt: expect.stringMatching(/Z$/),
      usedInCampaigns: 0,
      usedInTemplates: 0,
      usedInSavedBlocks: 0,
    })
    const served = await fetch(made[0].url)
    expect((await served.arrayBuffer()).byteLength).toBe(made[0].size)

    const all = await list(person)
    const sizes = all.edges.map((edge: { node: { size: number } }) => edge.node.size)
    expect(all).toMatchObject({ totalCount: 3, maxBytes: PLANS.basic.imageBytes })
    expect(all.usedBytes).toBe(sizes.reduce((sum: number, size: number) => sum + size, 0))
    expect(all.ids.slice(1)).toEqual([made[1].id, made[0].id])
    const bySize = { orderBy: { field: 'size', direction: 'ascending' } }
    const one = await list(person, { ...bySize, first: 2 })
    const two = await list(person, { ...bySize, first: 2, after: one.pageInfo.endCursor })
    expect([...one.ids, ...two.ids]).toEqual([made[1].id, all.ids[0], made[0].id])
    expect([one.pageInfo.hasNextPage, two.pageInfo.hasNextPage]).toEqual([true, false])
  })

  it('are rejected by GraphQL and REST if they are no images', async () => {
    const person = await world.signUp()
    const refusal = async (contentBytes: string) =>
      (await person.graphql(UPLOAD, { input: { contentBytes } })).errors?.[0].extensions
    expect(await refusal(Buffer.from('<svg/>').toString('base64'))).toEqual({ code: 'UNSUPPORTED_TYPE' })
    expect(await refusal('not base64!')).toEqual({
      code: 'BAD_INPUT',
      fields: { contentBytes: 'The content of the image is not base64.' },
    })
    expect(await refusal(Buffer.alloc(10 * 1_048_576 + 1).toString('base64'))).toEqual({ code: 'TOO_LARGE' })
    expect((await list(person)).totalCount).toBe(0)
  })

  it('are visible and deletable only in their own workspace', async () => {
    const [person, stranger] = [await world.signUp(), await world.signUp()]
    const { id, url } = await upload(person, await noise(1))
    expect((await list(stranger)).ids).toEqual([])
    expect((await run(stranger, 'query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull()
    const theft = await stranger.graphql(DELETE, { id, evenIfUsed: true })
    expect(theft.errors?.[0]).toMatchObject({
      message: 'Image not found. It may have been deleted.',
      extensions: { code: 'NOT_FOUND' },
    })
    expect((await fetch(url)).status).toBe(200)
    expect((await run(person, 'query ($id: ID!) { node(id: $id) { id } }', { id })).node).toEqual({ id })
  })
})

describe('deleting an image', () => {
  it('removes it from its URL and from the count', async () => {
    const person = await world.signUp()
    const image = await upload(person, await noise(1))
    expect((await run(person, DELETE, { id: image.id })).deleteImage).toEqual(image)
    expect((await fetch(image.url)).status).toBe(404)
    expect(await list(person)).toMatchObject({ totalCount: 0, usedBytes: 0 })
    expect((await person.graphql(DELETE, { id: image.id })).errors?.[0].extensions.code).toBe('NOT_FOUND')
  })

  it('reports how many campaigns, templates and saved blocks use it, and then requires confirmation', async () => {
    const [person, stranger] = [await world.signUp(), await world.signUp()]
    const image = await upload(person, await noise(1))
    const other = await upload(person, await noise(1))
    const content = `<p><img src="${image.url}"><img src="${image.url}"></p>`
    const campaign = (input: object) => person.rest('POST', '/api/campaigns', { name: 'N', subject: 'S', ...input })
    await campaign({ content })
    await campaign({ content: 'none', htmlTemplate: { elements: [{ type: 'image', content: image.url }] } })
    await campaign({ content: `<img src="${other.url}">` })
    await person.rest('POST', '/api/templates', { name: 'T', subject: 'S', content })
    await stranger.rest('POST', '/api/templates', { name: 'T', subject: 'S', content })

    await world.app.database.asSystem((em) =>
      em.execute(
        `insert into saved_blocks (tenant_id, id, name, elements, created_by)
         select tenant_id, gen_random_uuid(), 'Logo', jsonb_build_array(jsonb_build_object('content', ?::text)), id
         from users where tenant_id in (?, ?) returning 1`,
        [image.url, person.tenantId, stranger.tenantId],
      ),
    )
    await world.app.database.asSystem((em) =>
      em.execute(
        `insert into templates (tenant_id, id, user_id, name, subject, content, html_template, created_at)
         values (?, gen_random_uuid(), ?, 'B', 'S', 'none', jsonb_build_object('content', ?::text), now())`,
        [person.tenantId, person.userId, image.url],
      ),
    )

    await run(
      person,
      'mutation ($logo: String!) { updateEmailSettings(input: { brandKit: { logo: $logo } }) { emailSettings { brandKit { logo } } errors { code field message } } }',
      { logo: image.url },
    )
    const uses = { usedInCampaigns: 2, usedInTemplates: 2, usedInSavedBlocks: 1 }
    const listed = (await list(person)).edges.map((edge: { node: object }) => edge.node)
    expect(listed).toEqual([
      { ...other, usedInCampaigns: 1 },
      { ...image, ...uses },
    ])
    const { errors } = await person.graphql(DELETE, { id: image.id })
    expect(errors?.[0].extensions.code).toBe('CONFLICT')
    expect(errors?.[0].message).toContain(
      'This image is used in 2 campaigns, 2 templates, 1 saved block and your brand.',
    )
    expect((await fetch(image.url)).status).toBe(200)
    expect((await run(person, DELETE, { id: image.id, evenIfUsed: true })).deleteImage).toEqual({ ...image, ...uses })
    expect((await fetch(image.url)).status).toBe(404)
  })
})

describe('the image storage', () => {
  it('is limited by the plan: an error reports the limit, the usage and what to do, and deleting frees space', async () => {
    const person = await world.signUp({ tier: 'free' })
    const most = PLANS.free.imageBytes ?? 0
    const image = await upload(person, await noise(300))
    await stuff(person, most - image.size - 1_024)
    const picture = await noise(200)
    const refused = await uploadFile(person, picture)
    expect([refused.status, refused.body.code]).toEqual([403, 'LIMIT_REACHED'])
    const { usedBytes } = await list(person)
    expect(refused.body.message).toMatch(
      new RegExp(
        `^Your Free plan allows 20\\.0 MB of images; you have ${formatSize(usedBytes)}, and this would add [\\d.]+ KB\\. Delete some, or ask for a higher plan on the Plan page\\.$`,
      ),
    )
    await run(person, DELETE, { id: image.id })
    expect((await uploadFile(person, picture)).status).toBe(200)
  })

  itInFull('is not exceeded by twenty simultaneous uploads', async () => {
    const person = await world.signUp({ tier: 'free' })
    const picture = await noise(100)
    const { size } = await upload(person, picture)
    await stuff(person, (PLANS.free.imageBytes ?? 0) - 2 * size - 10)
    const answers = await Promise.all(Array.from({ length: 20 }, () => uploadFile(person, picture)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 403)])
    const { usedBytes, maxBytes } = await list(person)
    expect(usedBytes).toBeLessThanOrEqual(maxBytes)
  })

  it('is unlimited on an enterprise plan, and refuses uploads after the end of the trial', async () => {
    const person = await world.signUp({ unlimited: true })
    await stuff(person, 2_147_483_647)
    await stuff(person, 2_147_483_647)
    const picture = await noise(1)
    expect((await uploadFile(person, picture)).status).toBe(200)
    expect(await list(person)).toMatchObject({ maxBytes: null, totalCount: 3 })
    await world.app.database.asSystem((em) =>
      em.execute(`update tenants set trial_ends_at = now() - interval '1 second' where id = ?`, [person.tenantId]),
    )
    const { status, body } = await uploadFile(person, picture)
    expect([status, body.code]).toEqual([403, 'LIMIT_REACHED'])
    expect(body.message).toContain('To add images again, ask for a higher plan on the Plan page')
  })
})
