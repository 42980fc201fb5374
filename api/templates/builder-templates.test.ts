import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createElement } from '#domain/builder/new-element.ts'
import { emptyDocument, readDocument, type BuilderDocument } from '#domain/builder/builder-document.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** An integrator's input: a document of version 1. */
const plain = {
  subject: 'News for {firstName}',
  elements: [
    { id: 'a1', type: 'text', content: 'Hello {firstName|there}!', styles: { fontSize: '16px' } },
    { id: 'b2', type: 'button', content: 'Read', styles: { backgroundColor: '#007bff' } },
  ],
  globalStyles: { backgroundColor: '#f8f9fa', fontFamily: 'Arial, sans-serif', maxWidth: '600px' },
}
const rendered = (value: unknown, title?: string) => {
  const read = readDocument(value)
  if ('problem' in read) throw new Error(read.problem)
  return renderDocument(read.document, title === undefined ? {} : { title })
}
const campaign = (person: TestPerson, change: object) =>
  person.rest('POST', '/api/campaigns', {
    name: 'News',
    subject: 'S',
    content: '<b>mine</b>',
    useHtmlBuilder: true,
    ...change,
  })
const switchOff = (person: TestPerson) =>
  world.app.database.asSystem((em) =>
    em.execute(`update tenants set features = features || '{"htmlBuilder": false}' where id = ?`, [person.tenantId]),
  )

describe('a campaign from the email builder', () => {
  it('is rendered by the server from the stored document, whatever HTML a browser sends along', async () => {
    const person = await world.signUp()
    const { status, body } = await campaign(person, { htmlTemplate: plain, content: '<script>alert(1)</script>' })
    expect([status, body.content]).toEqual([201, rendered(plain, 'S')])
    expect(body.htmlTemplate).toEqual(plain)
  })

  it("shows the built-in pictures at the product's own address, to anybody", async () => {
    const person = await world.signUp()
    const social = {
      ...{ id: 's', type: 'social', content: '', styles: { icons: 'color' } },
      items: [{ network: 'github', url: 'https://github.com/me' }],
    }
    const { body } = await campaign(person, { htmlTemplate: { ...plain, elements: [social] } })
    const [address = ''] = /https?:\/\/[^"]+\/images\/icon-github-color\.png/.exec(body.content) ?? []
    expect(address.startsWith(world.app.publicUrl)).toBe(true)
    const response = await fetch(`${world.url}/images/icon-github-color.png`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await fetch(`${world.url}/images/icon-none-color.png`)).status).toBe(404)
  })

  it('is rendered again when its document, subject or content changes, and ignores any HTML sent', async () => {
    const person = await world.signUp()
    const { body } = await campaign(person, { htmlTemplate: plain })
    const path = `/api/campaigns/${body.id}`
    const put = async (change: object) => (await person.rest('PUT', path, change)).body.content
    expect(await put({ content: '<p>other</p>' })).toBe(rendered(plain, 'S'))
    expect(await put({ subject: 'Other' })).toBe(rendered(plain, 'Other'))
    const changed = { ...plain, elements: plain.elements.slice(0, 1) }
    expect(await put({ htmlTemplate: changed, content: 'x' })).toBe(rendered(changed, 'Other'))
    expect(await put({ name: 'Renamed' })).toBe(rendered(changed, 'Other'))
    expect(await put({ useHtmlBuilder: false, content: 'Just words' })).toBe('Just words')
    expect(await put({ useHtmlBuilder: true })).toBe(rendered(changed, 'Other'))
  })

  it('has no content if its document has no elements, so that it cannot be launched', async () => {
    const person = await world.signUp()
    const { body } = await campaign(person, { htmlTemplate: { ...plain, elements: [] } })
    expect(body.content).toBe('')
  })

  it.each([
    [
      'an element of an unknown type',
      { ...plain, elements: [{ id: 'a', type: 'film', content: '' }] },
      'elements.0.type',
    ],
    ['an element without an id', { ...plain, elements: [{ type: 'text', content: '' }] }, 'elements.0.id'],
    ['a version from the future', { ...plain, version: 99 }, 'newer version'],
  ])('rejects a document with %s', async (_, htmlTemplate, words) => {
    const { status, body } = await campaign(await world.signUp(), { htmlTemplate })
    expect([status, body.fields?.htmlTemplate]).toEqual([400, expect.stringContaining(words)])
  })

  it('of custom HTML keeps the design, and loses scripts, forms and embedded objects', async () => {
    const person = await world.signUp()
    const design =
      '<!doctype html><html><head><style>p{color:red}</style></head><body><!--[if mso]><table><tr><td><![endif]-->' +
      '<p style="color:red">Hi {firstName}</p><!--[if mso]></td></tr></table><![endif]--></body></html>'
    expect((await campaign(person, { content: design })).body.content).toBe(design)
    const { body } = await campaign(person, {
      content: `<p onclick="x()">a</p><script>b</script><iframe src="x"></iframe><form action="x"><input>c</form><a href="java&#10;script:x">d</a>`,
    })
    expect(body.content).toBe('<p>a</p>c<a>d</a>')
  })

  it.each([
    ['executable style sheets', '<style>p{width:expression(alert(1))}</style>a', 'a'],
    ['obfuscated executable styles', '<p style="width:e\\78 pression(1)">a</p>', '<p>a</p>'],
    ['comments that hide a script', '<!--[if mso]><script>x</script><![endif]-->a', 'a'],
    ['drawings', '<svg onload="x"><a xlink:href="javascript:x">b</a></svg>a', 'a'],
    ['refreshes', '<meta http-equiv="refresh" content="0;url=x">a', 'a'],
    ['frames by attribute', '<p srcdoc="x">a</p>', '<p>a</p>'],
    ['addresses of unknown schemes', '<a href=" vbscript:x">a</a><img src="data:text/html,x">', '<a>a</a><img>'],
  ])('of custom HTML loses %s', async (_, content, left) => {
    const { body } = await campaign(await world.signUp(), { content })
    expect(body.content).toBe(left)
  })

  itInFull('rejects HTML that is too long or too deep to process', async () => {
    const person = await world.signUp()
    for (const content of ['a'.repeat(500_001), '<div>'.repeat(2_000)]) {
      const { status, body } = await campaign(person, { content })
      expect([status, body.fields?.content]).toEqual([400, expect.stringContaining('HTML content must')])
    }
  })

  it('keeps Simple Text as typed', async () => {
    const content = 'a <script> & b'
    const { body } = await campaign(await world.signUp(), { content, useHtmlBuilder: false })
    expect(body.content).toBe(content)
  })
})

describe('a template from the email builder', () => {
  const TEMPLATE = 'id name subject content htmlTemplate preview'
  const create = (person: TestPerson, input: object) =>
    person.graphql(
      `mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { ${TEMPLATE} } errors { code field message } } }`,
      {
        input,
      },
    )
  const update = (person: TestPerson, id: string, input: object) =>
    person.graphql(
      `mutation ($input: UpdateTemplateInput!) { updateTemplate(input: $input) { template { ${TEMPLATE} } errors { code field message } } }`,
      { input: { id, ...input } },
    )

  it('keeps its document and rendered content, and returns a preview of its text', async () => {
    const person = await world.signUp()
    const { data } = await create(person, { name: 'N', subject: '', htmlTemplate: plain })
    const document = { ...plain, version: 2 }
    expect(data.createTemplate).toMatchObject({
      subject: plain.subject,
      htmlTemplate: document,
      content: rendered(plain),
      preview: 'Hello {firstName|there}! Read',
    })
    expect((await person.rest('GET', '/api/templates')).body[0]).toMatchObject({ htmlTemplate: document })
  })

  it('has one subject, the same in its field and in the document', async () => {
    const person = await world.signUp()
    const { data } = await create(person, { name: 'N', subject: 'Mine', htmlTemplate: plain })
    const { id } = data.createTemplate
    expect(data.createTemplate).toMatchObject({ subject: 'Mine', htmlTemplate: { subject: 'Mine' } })
    const renamed = (await update(person, id, { subject: 'Yours' })).data.updateTemplate
    expect(renamed).toMatchObject({ subject: 'Yours', htmlTemplate: { subject: 'Yours' } })
    expect(renamed.content).toContain('<title>Yours</title>')
    const replaced = (await update(person, id, { htmlTemplate: { ...plain, subject: 'Theirs' } })).data.updateTemplate
    expect(replaced).toMatchObject({ name: 'N', subject: 'Theirs', htmlTemplate: { subject: 'Theirs' } })
  })

  it('renders its content whatever HTML is sent, and keeps it as text when its document is removed', async () => {
    const person = await world.signUp()
    const { id } = (await create(person, { name: 'N', subject: 'S', content: 'x', htmlTemplate: plain })).data
      .createTemplate
    expect((await update(person, id, { content: '<script>' })).data.updateTemplate.content).toBe(rendered(plain, 'S'))
    const words = (await update(person, id, { htmlTemplate: null, content: 'Words' })).data.updateTemplate
    expect(words).toMatchObject({ htmlTemplate: null, content: 'Words', preview: 'Words', name: 'N' })
  })

  it('of text can be changed over REST, and omitted fields stay unchanged', async () => {
    const person = await world.signUp()
    const { body } = await person.rest('POST', '/api/templates', { name: 'N', subject: 'S', content: 'C' })
    const changed = await person.rest('PUT', `/api/templates/${body.id}`, { content: 'D' })
    expect(changed).toMatchObject({ status: 200, body: { ...body, content: 'D' } })
  })

  it('rejects an invalid document', async () => {
    const person = await world.signUp()
    for (const htmlTemplate of ['text', 7, [], {}, { elements: [{ id: 'a', type: 'x' }] }]) {
      const { errors } = await create(person, { name: 'N', subject: 'S', htmlTemplate })
      expect(errors?.[0].extensions).toMatchObject({ code: 'BAD_INPUT', fields: { htmlTemplate: expect.any(String) } })
    }
  })

  it('requires the builder feature of the plan', async () => {
    const person = await world.signUp()
    const { id } = (await create(person, { name: 'N', subject: 'S', htmlTemplate: plain })).data.createTemplate
    await switchOff(person)
    for (const { errors } of [
      await create(person, { name: 'M', subject: 'S', htmlTemplate: plain }),
      await update(person, id, { name: 'M' }),
    ]) {
      expect(errors?.[0].extensions.code).toBe('FEATURE_OFF')
    }
    expect((await create(person, { name: 'W', subject: 'S', content: 'C' })).errors).toBeUndefined()
    expect((await update(person, id, { htmlTemplate: null })).errors).toBeUndefined()
  })

  it('of another workspace is not found', async () => {
    const [person, stranger] = [await world.signUp(), await world.signUp()]
    const { id } = (await create(person, { name: 'N', subject: 'S', htmlTemplate: plain })).data.createTemplate
    expect((await update(stranger, id, { name: 'Mine' })).errors?.[0].extensions.code).toBe('NOT_FOUND')
    expect((await person.rest('GET', '/api/templates')).body[0].name).toBe('N')
  })
})

describe('saved blocks of the email builder', () => {
  const BLOCK = 'id name elements'
  const create = (person: TestPerson, input: object) =>
    person.graphql(
      `mutation ($input: CreateSavedBlockInput!) { createSavedBlock(input: $input) { savedBlock { ${BLOCK} } errors { code field message } } }`,
      {
        input,
      },
    )
  const list = async (person: TestPerson) => (await person.graphql(`{ savedBlocks { ${BLOCK} } }`)).data.savedBlocks
  const remove = (person: TestPerson, id: string) =>
    person.graphql(
      'mutation ($id: ID!) { deleteSavedBlock(input: { id: $id }) { savedBlock { id } errors { code field message } } }',
      { id },
    )
  const footer = [{ ...createElement('columns', 'r'), columns: [{ elements: [createElement('text', 't')] }] }]

  it('can be created, listed newest first and deleted', async () => {
    const person = await world.signUp()
    const one = (await create(person, { name: ' Footer ', elements: footer })).data.createSavedBlock
    const two = (await create(person, { name: 'Header', elements: [createElement('image', 'i')] })).data
      .createSavedBlock
    expect(one).toEqual({ id: one.id, name: 'Footer', elements: footer })
    expect(await list(person)).toEqual([two, one])
    expect((await remove(person, two.id)).data.deleteSavedBlock.id).toBe(two.id)
    expect(await list(person)).toEqual([one])
    const { data } = await person.graphql('query ($id: ID!) { node(id: $id) { ... on SavedBlock { name } } }', {
      id: one.id,
    })
    expect(data.node.name).toBe('Footer')
  })

  it('cannot reach another workspace', async () => {
    const [person, stranger] = [await world.signUp(), await world.signUp()]
    const { id } = (await create(person, { name: 'Footer', elements: footer })).data.createSavedBlock
    expect(await list(stranger)).toEqual([])
    expect((await remove(stranger, id)).errors?.[0].extensions.code).toBe('NOT_FOUND')
    expect(await list(person)).toHaveLength(1)
  })

  it.each([
    ['no name', { name: ' ', elements: footer }],
    ['no elements', { name: 'N', elements: [] }],
    ['an element of an unknown type', { name: 'N', elements: [{ id: 'a', type: 'x' }] }],
    ['too much', { name: 'N', elements: [{ ...createElement('text', 'a'), content: 'x'.repeat(262_144) }] }],
  ])('are rejected with %s', async (_, input) => {
    const { errors } = await create(await world.signUp(), input)
    expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
  })

  it('require the builder feature of the plan, and are limited to 200, also when several are saved at once', async () => {
    const person = await world.signUp()
    await world.app.database.asSystem((em) =>
      em.execute(
        `insert into saved_blocks (tenant_id, id, name, elements, created_by)
         select ?, gen_random_uuid(), 'n', '[]', ? from generate_series(1, 199) returning 1`,
        [person.tenantId, person.userId],
      ),
    )
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(person, { name: 'N', elements: footer })))
    expect(answers.map(({ errors }) => errors?.[0].extensions.code).toSorted()).toEqual([
      ...['LIMIT_REACHED', 'LIMIT_REACHED', 'LIMIT_REACHED'],
      undefined,
    ])
    await switchOff(person)
    expect((await create(person, { name: 'N', elements: footer })).errors?.[0].extensions.code).toBe('FEATURE_OFF')
  })
})

describe('the preview of an email in the builder', () => {
  const render = (person: TestPerson, input: object) =>
    person.graphql(
      'query ($input: MailInput!) { previewMail(input: $input) { subject html text warnings { code elementId } } }',
      { input },
    )

  it("is filled with a contact's values as in the sent email: HTML, text and hints", async () => {
    const person = await world.signUp()
    const { body } = await person.rest('POST', '/api/contacts', {
      firstName: 'A & <b>',
      lastName: 'B',
      email: 'a@x.example',
    })
    const { previewMail } = (await render(person, { htmlTemplate: plain, contactId: body.id })).data
    expect(previewMail).toMatchObject({
      subject: 'News for A & <b>',
      warnings: [{ code: 'NO_LINK', elementId: 'b2' }],
    })
    expect(previewMail.html).toContain('Hello A &amp; &lt;b&gt;!')
    expect(previewMail.text).toContain('Hello A & <b>!')
    expect(previewMail.html).toContain(`${world.url}/u/sample`)
  })

  it('has a plain text in which every block starts a line, without the preheader that HTML hides', async () => {
    const person = await world.signUp()
    const elements = [
      { ...createElement('text', 'a'), content: 'One' },
      { ...createElement('button', 'b'), content: 'Two', link: 'https://x.example/two' },
      { ...createElement('button', 'c'), content: 'Three' },
      { ...createElement('text', 'd'), content: 'Four' },
    ]
    const { previewMail } = (await render(person, { htmlTemplate: { elements, preheader: 'A look ahead' } })).data
    expect(previewMail.html).toContain('A look ahead')
    expect(previewMail.text.trim()).toMatch(/^One\n+Two \[https:\/\/x\.example\/two\]\n+Three\n+Four\n/)
  })

  it('accepts sample values, and has defaults', async () => {
    const person = await world.signUp()
    const document: BuilderDocument = {
      ...emptyDocument(),
      elements: [{ ...createElement('text', 'a'), content: '{firstName} {plan}' }],
    }
    const html = async (input: object) =>
      (await render(person, { htmlTemplate: document, ...input })).data.previewMail.html
    expect(await html({})).toContain('Ada ')
    expect(await html({ values: { firstName: 'Zoë', fields: { Plan: 'Pro' } } })).toContain('Zoë Pro')
  })

  it('shows Simple Text and custom HTML as the sent email does', async () => {
    const person = await world.signUp()
    const html = async (input: object) => (await render(person, input)).data.previewMail.html
    expect(await html({ subject: 'S', content: 'Hi {firstName} <script>' })).toContain('<p>Hi Ada &lt;script&gt;</p>')
    expect(await html({ content: '<p>Hi {firstName}</p><script>x</script>', useHtmlBuilder: true })).not.toContain(
      'script',
    )
  })

  it('finds no contact of another workspace, and requires the builder feature of the plan', async () => {
    const [person, stranger] = [await world.signUp(), await world.signUp()]
    const { body } = await person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email: 'a@y.example' })
    const code = async (who: TestPerson, input: object) => (await render(who, input)).errors?.[0].extensions.code
    expect(await code(stranger, { htmlTemplate: plain, contactId: body.id })).toBe('NOT_FOUND')
    expect(await code(person, { htmlTemplate: { elements: [{}] } })).toBe('BAD_INPUT')
    await switchOff(person)
    expect(await code(person, { htmlTemplate: plain })).toBe('FEATURE_OFF')
  })
})
