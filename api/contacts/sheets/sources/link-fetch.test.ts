import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, startReceiver, type Receiver } from '#tests/support/webhooks.ts'
import { createFetchLink } from './link-fetch.ts'

let server: Receiver
beforeEach(async () => {
  server = await startReceiver(answerWith(200, 'Email\nada@example.com', { 'content-type': 'text/csv', etag: '"1"' }))
})
afterEach(() => server.close())

describe('fetchLink, for a file behind a link that a user entered,', () => {
  it('fetches it with its ETag, also after redirects', async () => {
    const file = server.answer
    server.answer = (response, request) =>
      request.path === '/hook' ? answerWith(307, '', { location: '/file' })(response, request) : file(response, request)
    const { bytes, etag } = await createFetchLink({ publicOnly: false })(server.url, null)
    expect([Buffer.from(bytes ?? []).toString(), etag]).toEqual(['Email\nada@example.com', '"1"'])
  })

  it('fetches nothing from this machine or a private network, whatever the host name resolves to', async () => {
    const fetchLink = createFetchLink({
      publicOnly: true,
      resolve: (_name, _options, done) => done(null, [{ address: '10.0.0.5', family: 4 }]),
    })
    for (const url of ['https://127.0.0.1/x.csv', 'https://[::1]/x.csv', 'https://inside.example.com/x.csv']) {
      await expect(fetchLink(url, null), url).rejects.toMatchObject({
        state: 'unreadable',
        message: expect.stringContaining('private'),
      })
    }
    expect(server.requests).toEqual([])
  })

  it('fetches nothing without encryption', async () => {
    await expect(createFetchLink({ publicOnly: true })('http://example.com/x.csv', null)).rejects.toMatchObject({
      message: expect.stringContaining('https'),
    })
  })

  it('fetches from the sandbox although that is on this machine', async () => {
    const fetchLink = createFetchLink({ publicOnly: true, ownOrigin: new URL(server.url).origin })
    expect((await fetchLink(server.url, null)).bytes).not.toBeNull()
  })

  it('gives up beyond 10 MB', async () => {
    server.answer = answerWith(200, 'x'.repeat(11 * 1_048_576), { 'content-type': 'text/csv' })
    await expect(createFetchLink({ publicOnly: false })(server.url, null)).rejects.toMatchObject({
      ...{ state: 'unreadable', message: expect.stringContaining('10 MB') },
    })
  })
})
