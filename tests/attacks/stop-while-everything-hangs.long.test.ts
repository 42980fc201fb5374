import { expect, it, onTestFinished } from 'vitest'
import { openMuteSocket } from '../support/silent-websocket.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { makeDataDir, spawnProduct } from '../support/product.ts'
import { freePort, startTcpProxy } from '../support/tcp-proxy.ts'

it('the product waits for its database at the start, and stops on request even when the database and a browser hang', async () => {
  const database = await createTestDatabase()
  const { dataDir, remove } = await makeDataDir()
  onTestFinished(async () => {
    await remove()
    await database.drop()
  })
  const direct = new URL(database.url)
  const proxied = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(await freePort()) })
  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: proxied.href,
    SECRET_KEY: 'a secret of thirty-two characters!',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
  }
  const { child, ended, output } = spawnProduct({ dataDir, env, args: ['--behind-vite'] })
  await output.until(/Waiting for the database/)
  const proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port) }, Number(proxied.port))
  onTestFinished(proxy.close)
  await output.until(/is ready at/)

  await openMuteSocket(port)

  proxy.freeze()
  const authorization = 'some-token'
  const blocked = fetch(`http://127.0.0.1:${port}/api/user`, { headers: { authorization } }).catch(() => null)
  child.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  expect(output.text()).toMatch(/Stopped without waiting for: .*\. Nothing is lost/)
  await blocked
})
