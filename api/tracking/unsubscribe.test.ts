import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { applyRetention } from '#api/personal-data/retention-periods.ts'
import { campaignOf, CONTENT, sendMails, visit, type ReadMail } from '#tests/support/tracked-mail.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function sent(provider: 'microsoft' | 'google' = 'google', input: object = {}) {
  const person = await world.signUp({ unlimited: true })
  const email = `Ada.${Math.random().toString(36).slice(2)}@Example.com`
  const { id, mails, mailbox } = await sendMails(world, person, { emails: [email], provider, input })
  const mail = mails[email]
  if (!mail) throw new Error('No mail')
  return { person, id, email, mail, mailbox }
}
/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (path: string, body: string, headers: Record<string, string> = FORM) =>
  visit(world, path, { method: 'POST', body, headers })
const listOf = async (person: TestPerson) => {
  const { data } = await person.graphql('{ suppressions(first: 50) { edges { node { email reason note } } } }')
  return data.suppressions.edges.map(({ node }: { node: object }) => node)
}
const headersOf = ({ headers }: ReadMail) =>
  Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]))

describe('the unsubscribe link', () => {
  it.each(['google', 'microsoft'] as const)(
    'is in the text and the headers of an email sent through %s',
    async (vendor) => {
      const { mail, id, mailbox } = await sent(vendor)
      const headers = headersOf(mail)
      expect(headers).toMatchObject({
        // The mailbox at Google may only send here.
        'list-unsubscribe': `<${world.url}${mail.unsubscribe}>${
          vendor === 'google'
            ? ''
            : `, <mailto:${mailbox}?subject=unsubscribe%20${mail.unsubscribe.replace('/u/', '')}>`
        }`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        'list-id': expect.stringMatching(/^<[0-9a-f]{32}\.127\.0\.0\.1>$/),
      })
      expect(headers['feedback-id']).toMatch(
        new RegExp(`^${id.replace('cmp_', '').replaceAll('-', '')}:[0-9a-f]{32}:campaign:mergewell$`),
      )
      expect(mail.text).toContain(`Unsubscribe: ${world.url}${mail.unsubscribe}`)
    },
  )

  it('asks for confirmation: a GET or HEAD never unsubscribes', async () => {
    const { person, id, email, mail } = await sent()
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await visit(world, mail.unsubscribe, { method })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
      const page = await response.text()
      if (method === 'GET') expect(page).toContain(email)
      if (method === 'GET') expect(page).toMatch(/<strong>Company \d+<\/strong> sends emails to/)
    }
    expect(await listOf(person)).toEqual([])
    expect(await campaignOf(person, id)).toMatchObject({ unsubscribedCount: 0 })
  })

  it.each([
    ['*', 'fr'],
    ['en-GB,en;q=0.9,fr;q=0.1', 'fr'],
    ['ja', 'fr'],
    ['ja,pl;q=0.9,de;q=0.5', 'pl'],
  ])(
    'uses the language of the email unless the browser names another available one explicitly: %s',
    async (wanted, lang) => {
      const person = await world.signUp({ unlimited: true })
      const { mails } = await sendMails(world, person, { emails: ['ada@x.test'], input: { language: 'fr' } })
      const path = (headersOf(mails['ada@x.test'] as ReadMail)['list-unsubscribe'] ?? '')
        .slice(1, -1)
        .replace(world.url, '')
      const headers = { 'accept-language': wanted, 'content-type': 'application/x-www-form-urlencoded' }
      for (const init of [{}, { method: 'POST', body: 'action=choose' }]) {
        const page = await visit(world, path, { ...init, headers })
        expect(await page.text()).toContain(`<html lang="${lang}">`)
      }
    },
  )

  it('uses the language of the email, names the company and shows its address', async () => {
    const person = await world.signUp({ unlimited: true })
    const set = async (input: object) =>
      (await person.rest('POST', '/api/settings/email', input)).body as Record<string, unknown>
    const company = { companyName: 'Bücher & Söhne', postalAddress: 'Am Markt 1\n20095 Hamburg' }
    expect(await set({ ...company, language: 'de' })).toMatchObject({ ...company, language: 'de' })
    const emails = ['ada@x.test']
    const { id, mails } = await sendMails(world, person, { emails, input: { language: 'fr' } })
    const mail = mails['ada@x.test'] as ReadMail
    expect(mail.html).toContain('>Se désabonner</a>')
    expect(mail.html).toContain('Bücher &amp; Söhne<br>Am Markt 1<br>20095 Hamburg')
    expect(mail.text).toContain('Bücher & Söhne\nAm Markt 1\n20095 Hamburg')
    const path = (headersOf(mail)['list-unsubscribe'] ?? '').slice(1, -1).replace(world.url, '')
    expect(mail.text).toContain(`Se désabonner\u00A0: ${world.url}${path}`)
    const asks = await (await visit(world, path)).text()
    expect(asks).toContain('<html lang="fr">')
    expect(asks).toContain('<header>Bücher &amp; Söhne</header>')
    expect(asks).toContain('<footer>Am Markt 1\n20095 Hamburg</footer>')
    expect(asks).toContain('<strong>Bücher &amp; Söhne</strong> envoie des e-mails à <strong>ada@x.test</strong>.')
    expect(await (await post(path, 'action=unsubscribe')).text()).toContain('Désabonnement confirmé')
    expect(await (await post(path, 'List-Unsubscribe=One-Click')).text()).toBe('Unsubscribed\n')

    expect((await person.rest('DELETE', `/api/campaigns/${id}`)).status).toBe(200)
    const later = await (await visit(world, path)).text()
    expect(later).toContain('<html lang="de">')
    expect(later).toContain('Sie sind abgemeldet')
    expect(await set({ companyName: null, postalAddress: null })).toMatchObject({
      companyName: null,
      postalAddress: null,
    })
    expect(await (await visit(world, path)).text()).not.toContain('<footer>')
  })

  it('shows the brand: its main color, and its logo if that is a picture of the workspace', async () => {
    const { person, mail } = await sent()
    const { data } = await person.graphql(
      'mutation ($contentBytes: String!) { uploadImage(input: { contentBytes: $contentBytes }) { image { url } } }',
      { contentBytes: PIXEL },
    )
    const logo = data.uploadImage.image.url as string
    const path = logo.replace(world.url, '')
    const page = async (brandKit: object | null) => {
      await person.graphql(
        'mutation ($kit: BrandKitInput) { updateEmailSettings(input: { brandKit: $kit }) { errors { message } } }',
        { kit: brandKit },
      )
      const response = await visit(world, mail.unsubscribe)
      return { html: await response.text(), policy: response.headers.get('content-security-policy') ?? '' }
    }
    const plain = await page(null)
    expect(plain.html).not.toContain('<img')
    expect(plain.policy).toContain('img-src data:;')

    const { html, policy } = await page({ logo, colors: ['#fde047'] })
    expect(html).toMatch(new RegExp(`<header><img src="${path}" alt="Company \\d+"></header>`))
    expect(html).toContain('button.primary { background: #fde047; color: #000000;')
    expect(policy).toContain(`img-src data: 'self';`)
    const styles = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, css = '']) => css)
    expect(styles).toHaveLength(2)
    for (const css of styles) expect(policy).toContain(createHash('sha256').update(css).digest('base64'))
    expect((await visit(world, path)).status).toBe(200)

    for (const elsewhere of ['https://x.example/logo.png', `${world.url}/images/${'a'.repeat(43)}.png`]) {
      const foreign = await page({ logo: elsewhere, colors: [] })
      expect(foreign.html).toMatch(/<header>Company \d+<\/header>/)
      expect(foreign.policy).toContain('img-src data:;')
    }
  })

  it.each([
    ['de-AT,en;q=0.5', 'de', 'Dieser Link funktioniert nicht'],
    ['ja', 'en', 'This link does not work'],
  ])('that is invalid answers in the language of the browser: %s', async (wanted, lang, title) => {
    const response = await visit(world, '/u/forged', { headers: { 'accept-language': wanted } })
    const page = await response.text()
    expect([response.status, page]).toEqual([404, expect.stringContaining(`<html lang="${lang}">`)])
    expect(page).toContain(title)
  })

  it('works after names were deleted from the campaign, and after the person was erased', async () => {
    const { person, email, mail } = await sent()
    const settings =
      'mutation { updateEmailSettings(input: { recipientsKeptDays: 30 }) { emailSettings { recipientsKeptDays } errors { code field message } } }'
    expect((await person.graphql(settings)).errors).toBeUndefined()
    const later = () => new Date(world.app.clock().getTime() + 31 * 86_400_000)
    expect(await applyRetention({ ...world.app, clock: later })).toBe(1)
    await post(mail.unsubscribe, 'action=unsubscribe')
    expect(await listOf(person)).toMatchObject([{ email, reason: 'unsubscribed' }])

    const erase =
      'mutation ($input: ErasePersonInput!) { erasePerson(input: $input) { staysSuppressed errors { code field message } } }'
    expect((await person.graphql(erase, { input: { email } })).data.erasePerson.staysSuppressed).toBe(true)
    expect(await (await visit(world, mail.unsubscribe)).text()).toContain(email)
    expect(JSON.stringify(await listOf(person))).not.toContain(email)
  })

  it('unsubscribes by a form without a script, confirms it, and offers to undo it', async () => {
    const { person, id, email, mail } = await sent()
    const asks = await (await visit(world, mail.unsubscribe)).text()
    expect(asks).toContain('<form method="post"><button class="primary" name="action" value="unsubscribe">')
    expect(asks).not.toMatch(/<script|onclick|style="/)

    const done = await post(mail.unsubscribe, 'action=unsubscribe')
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You are unsubscribed')])
    expect(await listOf(person)).toEqual([{ email, reason: 'unsubscribed', note: 'Via the link in “News”' }])
    expect(await campaignOf(person, id)).toMatchObject({ unsubscribedCount: 1, deliveredCount: 1, openedCount: 0 })
    expect(await (await visit(world, mail.unsubscribe)).text()).toContain('Subscribe again')

    await post(mail.unsubscribe, 'action=unsubscribe')
    expect(await campaignOf(person, id)).toMatchObject({ unsubscribedCount: 1 })

    const back = await post(mail.unsubscribe, 'action=subscribe')
    expect(await back.text()).toContain('value="unsubscribe"')
    expect(await listOf(person)).toEqual([])
    expect(await campaignOf(person, id)).toMatchObject({ unsubscribedCount: 0 })
    const kinds = await person.graphql(
      `query ($id: ID!) { campaign(id: $id) { emailLogs(first: 1) { edges { node { unsubscribedAt events { kind } } } } } }`,
      { id },
    )
    const { node } = kinds.data.campaign.emailLogs.edges[0]
    expect(node.unsubscribedAt).toBeNull()
    expect(node.events.map(({ kind }: { kind: string }) => kind).slice(-3)).toEqual(
      expect.arrayContaining(['unsubscribed', 'subscribedAgain']),
    )
  })

  it.each([
    ['a form', FORM, 'List-Unsubscribe=One-Click'],
    [
      'a form in parts',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('unsubscribes with one click in an email client (RFC 8058), sent as %s', async (_how, headers, body) => {
    const { person, id, email, mail } = await sent()
    const url = (headersOf(mail)['list-unsubscribe'] ?? '').slice(1, -1)
    const response = await post(url.replace(world.url, ''), body, headers)
    expect([response.status, response.headers.get('location'), await response.text()]).toEqual([
      200,
      null,
      'Unsubscribed\n',
    ])
    expect(await listOf(person)).toMatchObject([{ email, reason: 'unsubscribed' }])
    expect(await campaignOf(person, id)).toMatchObject({ unsubscribedCount: 1 })
  })

  it('counts a recipient once for twenty simultaneous clicks', async () => {
    const { person, id, mail } = await sent()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(mail.unsubscribe, 'List-Unsubscribe=One-Click')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await listOf(person)).toHaveLength(1)
    expect(await campaignOf(person, id)).toMatchObject({ unsubscribedCount: 1, deliveredCount: 1 })
  })

  it('ignores a POST without a valid action, or with several', async () => {
    const { person, mail } = await sent()
    for (const body of ['', 'action=delete', 'List-Unsubscribe=Two-Click', 'x'.repeat(20_000)]) {
      const { status } = await post(mail.unsubscribe, body)
      expect(status).toBe(body.length > 8_192 ? 413 : 200)
    }
    expect(await listOf(person)).toEqual([])
  })

  it('works after the campaign was deleted', async () => {
    const { person, id, email, mail } = await sent()
    expect((await person.rest('DELETE', `/api/campaigns/${id}`)).status).toBe(200)
    expect(await (await visit(world, mail.unsubscribe)).text()).toContain(email)
    expect((await post(mail.unsubscribe, 'List-Unsubscribe=One-Click')).status).toBe(200)
    expect(await listOf(person)).toMatchObject([{ email, reason: 'unsubscribed' }])
    expect((await visit(world, mail.pixel)).status).toBe(200)
    expect((await visit(world, mail.links['Shop'] ?? '')).status).toBe(404)
  })

  it('offers no undo for an address that was suppressed for another reason', async () => {
    const { person, email, mail } = await sent()
    await person.graphql(
      `mutation ($emails: [String!]!) { addSuppressions(input: { emails: $emails, reason: BOUNCED }) { added errors { code field message } } }`,
      {
        emails: [email],
      },
    )
    const page = await (await visit(world, mail.unsubscribe)).text()
    expect(page).toContain('No more emails')
    expect(page).not.toContain('value="subscribe"')
    await post(mail.unsubscribe, 'action=subscribe')
    expect(await listOf(person)).toMatchObject([{ email, reason: 'bounced' }])
  })

  it('of one workspace changes nothing in another, and cannot be forged', async () => {
    const [mine, theirs] = [await sent(), await sent()]
    const forged = world.app.links.unsubscribe(
      { tenantId: theirs.person.tenantId, logId: theirs.person.userId },
      mine.email,
    )
    await post(mine.mail.unsubscribe, 'List-Unsubscribe=One-Click')
    expect(await listOf(theirs.person)).toEqual([])
    expect(await campaignOf(theirs.person, theirs.id)).toMatchObject({ unsubscribedCount: 0 })
    const cut = `/u/${forged.slice(0, -2)}`
    expect((await post(cut, 'List-Unsubscribe=One-Click')).status).toBe(404)
    const gone = world.app.links.unsubscribe(
      { tenantId: '019a0000-0000-7000-8000-00000000000a', logId: theirs.person.userId },
      mine.email,
    )
    expect((await post(`/u/${gone}`, 'List-Unsubscribe=One-Click')).status).toBe(404)
  })

  it('cancels emails to the address that wait in running campaigns', async () => {
    const { person, email, mail } = await sent()
    const contacts = (await person.rest('GET', '/api/contacts')).body.map(({ id }: { id: string }) => id)
    const { body } = await person.rest('POST', '/api/campaigns', {
      name: 'Later',
      subject: 'S',
      content: CONTENT,
      selectedContacts: contacts,
    })
    await world.app.database.asSystem((em) =>
      em.execute(
        `update email_settings set enable_throttling = true, emails_per_interval = 1, interval_seconds = 3600, daily_limit = 1
         where tenant_id = ?`,
        [person.tenantId],
      ),
    )
    expect((await person.rest('POST', `/api/campaigns/${body.id}/send`)).status).toBe(200)
    expect(await campaignOf(person, body.id)).toMatchObject({ status: 'sending', pendingCount: 1 })
    await post(mail.unsubscribe, 'List-Unsubscribe=One-Click')
    const after = await eventually('the mail has failed', async () => {
      const now = await campaignOf(person, body.id)
      return now.failedCount === 1 && now
    })
    expect(after).toMatchObject({ pendingCount: 0, sentCount: 0 })
    const { data } = await person.graphql(
      `query ($id: ID!) { campaign(id: $id) { emailLogs(first: 1) { edges { node { contactEmail error } } } } }`,
      { id: body.id },
    )
    expect(data.campaign.emailLogs.edges[0].node).toEqual({ contactEmail: email, error: 'SUPPRESSED: unsubscribed' })
  })

  it('of a test email or a preview says that it is a sample', async () => {
    for (const method of ['GET', 'POST']) {
      const response = await visit(world, '/u/sample', { method })
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Only a sample')])
    }
  })

  it('appears only where the author placed it', async () => {
    const content = '<p>Hello <a href="{unsubscribeUrl}">No more, please</a></p>'
    const { mail } = await sent('google', { content, useHtmlBuilder: true })
    expect(mail.links['No more, please']).toMatch(/^\/u\/./)
    expect(mail.links['Unsubscribe']).toBeUndefined()
  })
})
