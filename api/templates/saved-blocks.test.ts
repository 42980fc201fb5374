import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createElement } from '#domain/builder/new-element.ts'
import { ELEMENTS_MAX, type BuilderElement } from '#domain/builder/builder-document.ts'
import { createKey } from '#tests/support/api-key.ts'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { person as callerWith } from '#tests/support/person.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const text = (id: string, content: string): BuilderElement => ({ ...createElement('text', id), content })
const document = (...elements: object[]) => ({ subject: 'S', elements })
const use = (id: string, content = 'Old footer') => ({ ...text('u', content), saved: { id } })

async function run(person: TestPerson, name: string, input: object, selection: string): Promise<any> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
  const { data, errors } = await person.graphql(
    `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} errors { code field message } } }`,
    { input },
  )
  return errors ? errors[0].extensions.code : data[name]
}
const save = (person: TestPerson, elements: object[] = [text('f', 'Old footer')]): Promise<string> =>
  run(person, 'createSavedBlock', { name: 'Footer', elements }, 'savedBlock { id }').then(({ id }) => id)
const change = (person: TestPerson, input: object) =>
  run(person, 'updateSavedBlock', input, 'savedBlock { name updatedAt } templates drafts')
const template = async (person: TestPerson, htmlTemplate: object, name = 'Spring news'): Promise<string> =>
  (await person.rest('POST', '/api/templates', { name, subject: 'S', htmlTemplate })).body.id
const draft = (person: TestPerson, htmlTemplate: object, recipients = 0): Promise<string> =>
  draftCampaign(world, person, recipients, { useHtmlBuilder: true, htmlTemplate })
const templateAt = async (person: TestPerson, id: string) => (await person.rest('GET', `/api/templates/${id}`)).body
const campaignAt = async (person: TestPerson, id: string) => (await person.rest('GET', `/api/campaigns/${id}`)).body
const usesOf = async (person: TestPerson, id: string) =>
  (
    await person.graphql(
      'query ($id: ID!) { node(id: $id) { ... on SavedBlock { uses { templates drafts names } } } }',
      { id },
    )
  ).data.node.uses

describe('a change of a saved block', () => {
  it('changes the templates and drafts that use the block, and says how many', async () => {
    const person = await world.signUp()
    const id = await save(person)
    const condition = 'City is "Galway"'
    const [news, other] = [
      await template(person, document(text('a', 'Hello'), { ...use(id), condition })),
      await template(person, document(text('a', 'Old footer')), 'Other'),
    ]
    const band = { ...createElement('columns', 'b', 1), columns: [{ elements: [use(id)] }] }
    const campaign = await draft(person, document(band))
    expect(await usesOf(person, id)).toEqual({ templates: 1, drafts: 1, names: ['Spring news', 'News'] })
    expect(await change(person, { id, elements: [text('f', 'New footer')] })).toMatchObject({ templates: 1, drafts: 1 })
    const changed = await templateAt(person, news)
    expect(changed.content).toContain('New footer')
    expect(changed.htmlTemplate.elements[1]).toMatchObject({ id: 'u', content: 'New footer', condition, saved: { id } })
    expect((await campaignAt(person, campaign)).content).toContain('New footer')
    expect((await templateAt(person, other)).content).toContain('Old footer')
    expect((await person.graphql('{ templates { nodes { name preview } } }')).data.templates.nodes).toContainEqual({
      name: 'Spring news',
      preview: expect.stringContaining('New footer'),
    })
  })

  it('can rename the block without changing emails', async () => {
    const person = await world.signUp()
    const id = await save(person)
    await template(person, document(use(id)))
    expect(await change(person, { id, name: ' Our footer ' })).toMatchObject({
      savedBlock: { name: 'Our footer' },
      templates: 0,
    })
  })

  it('does not change launched campaigns; a copy of one gets the current block', async () => {
    const person = await world.signUp()
    await world.connect(person)
    const id = await save(person)
    const campaign = await draft(person, document(use(id)), 1)
    expect(await run(person, 'sendCampaign', { id: campaign }, 'campaign { status }')).toMatchObject({
      status: 'sending',
    })
    expect(await change(person, { id, elements: [text('f', 'New footer')] })).toMatchObject({ drafts: 0 })
    expect((await campaignAt(person, campaign)).content).toContain('Old footer')
    const copy = await run(person, 'duplicateCampaign', { id: campaign }, 'campaign { id }')
    expect((await campaignAt(person, copy.id)).content).toContain('New footer')
  })

  it('reaches a draft at the latest when it is launched', async () => {
    const person = await world.signUp()
    await world.connect(person)
    const id = await save(person)
    const campaign = await draft(person, document(use(id)), 1)
    await world.app.database.asSystem((em) =>
      em.execute(`update saved_blocks set elements = ?::jsonb where tenant_id = ? returning 1`, [
        JSON.stringify([text('f', 'New footer')]),
        person.tenantId,
      ]),
    )
    await run(person, 'sendCampaign', { id: campaign }, 'campaign { status }')
    expect((await campaignAt(person, campaign)).content).toContain('New footer')
  })

  it('is refused when somebody else changed the block meanwhile', async () => {
    const person = await world.signUp()
    const id = await save(person)
    const { savedBlock } = await change(person, { id, name: 'One' })
    world.app.clock = () => new Date(Date.now() + 60_000)
    try {
      await change(person, { id, name: 'Two', unchangedSince: savedBlock.updatedAt })
      expect(await change(person, { id, name: 'Three', unchangedSince: savedBlock.updatedAt })).toBe('CONFLICT')
    } finally {
      world.app.clock = () => new Date()
    }
  })

  itInFull('is refused where the new block does not fit, and then changes nothing', async () => {
    const person = await world.signUp()
    const id = await save(person)
    const many = Array.from({ length: ELEMENTS_MAX - 1 }, (_, at) => text(`t${at}`, 'x'))
    const full = await template(person, document(...many, use(id)), 'Full')
    const elements = [{ ...createElement('columns', 'c', 1), columns: [{ elements: [text('f', 'New footer')] }] }]
    const { errors } = await person.graphql(
      'mutation ($input: UpdateSavedBlockInput!) { updateSavedBlock(input: $input) { templates errors { code field message } } }',
      { input: { id, elements } },
    )
    expect(errors?.[0].message).toContain('“Full”')
    expect((await templateAt(person, full)).content).toContain('Old footer')
    const { data } = await person.graphql('query ($id: ID!) { node(id: $id) { ... on SavedBlock { elements } } }', {
      id,
    })
    expect(data.node.elements[0].content).toBe('Old footer')
  })

  it.each([
    ['several elements while emails use it', [text('a', 'A'), text('b', 'B')]],
    ['another saved block', [use('blk_00000000000070008000000000000000')]],
    ['no elements', []],
  ])('is refused with %s', async (_, elements) => {
    const person = await world.signUp()
    const id = await save(person)
    await template(person, document(use(id)))
    expect(await change(person, { id, elements })).toBe('BAD_INPUT')
  })

  it('with an API key needs the scope to write campaigns where drafts use the block', async () => {
    const person = await world.signUp({ tier: 'pro' })
    const id = await save(person)
    const elements = [text('f', 'New footer')]
    const token = await createKey(person, ['templates:write'])
    const key = callerWith(world.url, token, person.tenantId, person.userId)
    expect(await change(key, { id, elements })).toMatchObject({ drafts: 0 })
    await draft(person, document(use(id)))
    expect(await change(key, { id, elements })).toBe('FORBIDDEN')
    expect(await usesOf(key, id)).toEqual({ templates: 0, drafts: 1, names: [] })
  })

  it('changes nothing in another workspace', async () => {
    const [person, stranger] = [await world.signUp(), await world.signUp()]
    const id = await save(person)
    const theirs = await template(stranger, document(use(id, 'Copied')))
    expect(await change(stranger, { id, name: 'Mine' })).toBe('NOT_FOUND')
    expect((await templateAt(stranger, theirs)).htmlTemplate.elements[0].saved).toBeUndefined()
    expect(await change(person, { id, elements: [text('f', 'New footer')] })).toMatchObject({ templates: 0 })
    expect((await templateAt(stranger, theirs)).content).toContain('Copied')
  })
})

describe('an email that uses a saved block', () => {
  it('is stored with the current block, whatever an outdated browser tab sends', async () => {
    const person = await world.signUp()
    const id = await save(person)
    const [news, campaign] = [await template(person, document(use(id))), await draft(person, document(use(id)))]
    await change(person, { id, elements: [text('f', 'New footer')] })
    await person.rest('PUT', `/api/templates/${news}`, { htmlTemplate: document(text('a', 'Mine'), use(id)) })
    await person.rest('PUT', `/api/campaigns/${campaign}`, { htmlTemplate: document(text('a', 'Mine'), use(id)) })
    for (const { content } of [await templateAt(person, news), await campaignAt(person, campaign)]) {
      expect(content).toContain('New footer')
      expect(content).toContain('Mine')
    }
  })

  it('keeps a copy of the block that is being edited in it', async () => {
    const person = await world.signUp()
    const id = await save(person)
    const editing = { ...use(id, 'Half done'), saved: { id, editing: '2026-01-01' } }
    const news = await template(person, document(editing))
    await change(person, { id, elements: [text('f', 'New footer')] })
    expect((await templateAt(person, news)).htmlTemplate.elements[0]).toMatchObject(editing)
  })

  it('keeps the content as an ordinary block when the saved block is deleted', async () => {
    const person = await world.signUp()
    const id = await save(person)
    const news = await template(person, document(use(id)))
    await run(person, 'deleteSavedBlock', { id }, 'savedBlock { id }')
    const { htmlTemplate, content } = await templateAt(person, news)
    expect(htmlTemplate.elements).toEqual([text('u', 'Old footer')])
    expect(content).toContain('Old footer')
  })
})
