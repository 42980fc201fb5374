import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, it } from 'vitest'
import { createServer } from '#api/server.ts'
import { openMuteSocket } from '#tests/support/silent-websocket.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

it('a stopping server closes a socket whose client does not answer the close frame', async () => {
  const { server, close } = createServer(world.app, { webDir: null })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await openMuteSocket(port)
  await close()
})
