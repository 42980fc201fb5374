import { request, type IncomingHttpHeaders } from 'node:http'
import { mutate } from './mutate.ts'
import type { TestPerson, World } from './world.ts'

const SELECTION = '{ host works problem advice cname { name value } txt { name value } checkedAt }'

/** DNS that a test sets records of: TXT and CNAME by name. `down`: no server answers. */
export interface TestDns {
  txt: Map<string, string[]>
  cname: Map<string, string[]>
  down: boolean
}

/** Replaces the DNS of a world. */
export function testDns(world: World): TestDns {
  const records: TestDns = { txt: new Map(), cname: new Map(), down: false }
  const look = (kind: 'txt' | 'cname') => async (name: string) => {
    if (records.down) throw new Error('SERVFAIL')
    return records[kind].get(name) ?? []
  }
  world.app.dns = { txt: look('txt'), cname: look('cname') }
  return records
}

let count = 0
/** A host name that no other test uses. */
export const newHost = () => `links.firm${(count += 1)}-${process.pid}.example`

async function nounOf(answer: Promise<any>) {
  const { data, errors } = await answer
  return errors ? { code: errors[0].extensions.code, message: errors[0].message } : Object.values(data)[0]
}

export const setDomain = (who: TestPerson, host: string): Promise<any> =>
  nounOf(mutate(who, 'setLinkDomain', { host }, SELECTION))
export const checkDomain = (who: TestPerson): Promise<any> => nounOf(mutate(who, 'checkLinkDomain', {}, SELECTION))
export const domainOf = async (who: TestPerson): Promise<any> =>
  (await who.graphql(`{ linkDomain ${SELECTION} }`)).data.linkDomain

/** Sets both records of a link domain that a workspace named. */
export function publish(dns: TestDns, { txt, cname }: { txt: Named; cname: Named }): void {
  dns.txt.set(txt.name, ['another record', txt.value])
  dns.cname.set(cname.name, [`${cname.value}.`])
}
interface Named {
  name: string
  value: string
}

/** Gives a workspace a link domain that works. @returns its host */
export async function workingDomain(dns: TestDns, who: TestPerson, host = newHost()): Promise<string> {
  publish(dns, await setDomain(who, host))
  const { works, problem } = await checkDomain(who)
  if (!works) throw new Error(`${host} does not work: ${problem}`)
  return host
}

export interface HostAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends a request with this Host header to the server of a world (a test's product). */
export function requestAt(
  world: World,
  host: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<HostAnswer> {
  const { hostname, port } = new URL(world.url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { ...headers, host } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
