import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer as createSocket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createServer } from '#api/server.ts'
import { newHost, testDns, workingDomain } from '#tests/support/link-domains.ts'
import { createWorld, eventually, type World } from '#tests/support/world.ts'

/** deploy/caddy/Caddyfile in a real Caddy, with its own authority instead of Let's Encrypt. */

const hasCaddy = () => {
  try {
    execFileSync('caddy', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const TOKEN = 'a_token_of_certificates'

let world: World
let host = ''
beforeAll(async () => {
  world = await createWorld({ send: false })
  host = await workingDomain(testDns(world), await world.signUp())
})
afterAll(() => world.close())

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return port
}

/** Runs Caddy with the example; returns its port for TLS. */
async function caddy(change: (text: string) => string): Promise<number> {
  const [https, http] = [await freePort(), await freePort()]
  const dir = mkdtempSync(join(tmpdir(), 'caddy-'))
  const example = readFileSync(new URL('../../deploy/caddy/Caddyfile', import.meta.url), 'utf8')
  const own = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n\tstorage file_system ${dir}`
  writeFileSync(join(dir, 'Caddyfile'), change(example.replace(/^\{/m, own)))
  const child = spawn('caddy', ['run', '--config', join(dir, 'Caddyfile')], {
    stdio: 'ignore',
    env: { ...process.env, HOME: dir, CERTIFICATE_TOKEN: TOKEN },
  })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  })
  await eventually('Caddy answers', () =>
    ask(https, 'mail.example.com').then(
      () => true,
      () => false,
    ),
  )
  return https
}

/** Asks by TLS for a path at a host; rejects if there is no certificate for it. */
function ask(port: number, name: string, path = '/robots.txt') {
  return new Promise<{ status: number; names: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, servername: name, rejectUnauthorized: false, agent: false }
    const sent = request({ ...options, headers: { host: name } }, (response) => {
      const { socket } = response
      const names = socket instanceof TLSSocket ? (socket.getPeerCertificate().subjectaltname ?? '') : ''
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, names }))
    })
    sent.on('error', reject).end()
  })
}

describe.skipIf(!hasCaddy())('Caddy with the example configuration', () => {
  it('obtains certificates for verified link domains only, and passes on their requests', async () => {
    const port = await caddy((text) => text.replaceAll('127.0.0.1:4000', new URL(world.url).host))
    expect(await ask(port, host, '/u/nobody')).toEqual({ status: 404, names: `DNS:${host}` })
    await expect(ask(port, newHost())).rejects.toThrow(/alert/i)
    expect((await ask(port, host, '/certificates/ask?domain=x')).status).toBe(404)
    expect((await ask(port, host, '/login')).status).toBe(404)
  })

  it('asks the product for permission with the token that both programs know', async () => {
    const { server, close } = createServer(world.app, { webDir: null, certificateToken: TOKEN })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(close)
    const own = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const withToken = (text: string) =>
      text
        .replace('ask http://127.0.0.1:4000/', `ask http://caddy:{env.CERTIFICATE_TOKEN}@${own}/`)
        .replaceAll('127.0.0.1:4000', own)
    expect((await ask(await caddy(withToken), host, '/u/nobody')).names).toBe(`DNS:${host}`)
    const without = await caddy((text) => text.replaceAll('127.0.0.1:4000', own))
    await expect(ask(without, host)).rejects.toThrow(/alert/i)
  })
})
