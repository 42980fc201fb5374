import { afterAll, beforeAll, expect, it } from 'vitest'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const sql = (who: TestPerson, statement: string) =>
  world.app.database.inTenant(who.tenantId, (em) => em.execute(statement, { tenantId: who.tenantId }))
const list = async (who: TestPerson, fields: string) => {
  const { data, errors } = await who.graphql(`{ templates(first: 500) { edges { node { ${fields} } } } }`)
  return errors?.[0].extensions.code ?? data.templates.edges.map(({ node }: { node: object }) => node)
}
const SAVE = `mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { id preview } errors { code field message } } }`
const CHANGE = `mutation ($input: UpdateTemplateInput!) { updateTemplate(input: $input) { template { preview } errors { code field message } } }`

it('the picture of a template is created when the template is saved or changed, and read when templates are listed', async () => {
  const who = await world.signUp()
  const saved = await who.graphql(SAVE, { input: { name: 'A', subject: 'S', content: '<p>One</p>' } })
  const { id, preview } = saved.data.createTemplate
  expect(preview).toBe('One')
  const changed = await who.graphql(CHANGE, { input: { id, content: '<p>Two</p>' } })
  expect(changed.data.updateTemplate.preview).toBe('Two')
  await sql(who, `update templates set content = '<p>Three</p>' where tenant_id = :tenantId`)
  expect(await list(who, 'preview content')).toEqual([{ preview: 'Two', content: '<p>Three</p>' }])
})

it('the picture of a template from an older version is created once, when it is first read', async () => {
  const who = await world.signUp()
  const saved = await who.graphql(SAVE, { input: { name: 'A', subject: 'S', content: '<p>One</p>' } })
  const { id } = saved.data.createTemplate
  for (const read of [
    () => list(who, 'preview'),
    async () => [(await who.graphql(`{ node(id: "${id}") { ... on Template { preview } } }`)).data.node],
  ]) {
    await sql(who, `update templates set preview = null where tenant_id = :tenantId`)
    expect(await read()).toEqual([{ preview: 'One' }])
    expect(await sql(who, 'select preview from templates where tenant_id = :tenantId')).toEqual([{ preview: 'One' }])
  }
})

itInFull(
  'the list of templates does not read large contents, and contents of more than 64 MB are refused',
  async () => {
    const who = await world.signUp()
    await sql(
      who,
      `insert into templates (tenant_id, id, user_id, name, subject, content, created_at)
     select tenant_id, uuidv7(), id, 'Template', 'S', repeat('<p>Words</p>', 160000), now()
     from users, generate_series(1, 36) where tenant_id = :tenantId returning 1`,
    )
    const rows = await list(who, 'preview')
    expect(rows).toHaveLength(36)
    expect(rows[0].preview).toMatch(/^Words( Words)+/)
    expect(await list(who, 'content')).toBe('TOO_LARGE')
  },
)
