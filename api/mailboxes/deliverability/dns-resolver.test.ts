import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { createDns, type Dns } from './dns-resolver.ts'

/** Response codes (RFC 1035, 4.1.1). */
const [OK, SERVER_FAILED, NO_SUCH_NAME] = [0, 2, 3]

let server: Socket
afterEach(() => server.close())

/** DNS of a server on this machine that answers every question with this code and these TXT records, each in its parts. */
async function dnsAnswering(code: number, records: readonly string[][] = []): Promise<Dns> {
  server = createSocket('udp4')
  server.on('message', (query, { port, address }) => server.send(answerTo(query, code, records), port, address))
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return createDns([`127.0.0.1:${server.address().port}`])
}

function answerTo(query: Buffer, code: number, records: readonly string[][]): Buffer {
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const header = Buffer.from([0, 0, 0x81, 0x80 | code, 0, 1, 0, records.length, 0, 0, 0, 0])
  query.copy(header, 0, 0, 2)
  const answers = records.map((parts) => {
    const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])))
    // The name of the question, TXT, Internet, 60 s.
    const about = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff])
    return Buffer.concat([about, data])
  })
  return Buffer.concat([header, question, ...answers])
}

describe('the DNS client', () => {
  it('reads TXT records from the configured server, joined from their parts', async () => {
    const dns = await dnsAnswering(OK, [['v=spf1 include:a', '.test -all'], ['hello']])
    expect(await dns.txt('contoso.test')).toEqual(expect.arrayContaining(['v=spf1 include:a.test -all', 'hello']))
  })

  it.each([
    ['a name without records', OK],
    ['a name that does not exist', NO_SUCH_NAME],
  ])('reports no records for %s', async (_, code) => {
    const dns = await dnsAnswering(code)
    expect(await dns.txt('contoso.test')).toEqual([])
  })

  it('throws if the DNS server failed', async () => {
    const dns = await dnsAnswering(SERVER_FAILED)
    await expect(dns.txt('contoso.test')).rejects.toThrow('ESERVFAIL')
  })
})
