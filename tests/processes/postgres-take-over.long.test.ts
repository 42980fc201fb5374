import { afterEach, describe, expect, it } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { makeDataDir, processesOn, startProduct, type Product } from '../support/product.ts'
import { person, type TestPerson } from '../support/world.ts'

/** ms; two starts on a busy machine */
const PATIENCE = 360_000

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function signIn(product: Product): Promise<TestPerson> {
  const { username, password } = DEMO
  const { body } = await person(product.url, '', '', '').rest('POST', '/api/login', { username, password })
  return person(product.url, body.sessionToken, '', '')
}

// Finding a product's processes relies on /proc.
describe.runIf(process.platform === 'linux')('the product as its own processes', () => {
  it(
    'takes over the PostgreSQL that kept running after a kill -9 of node',
    async () => {
      const { dataDir, remove } = await makeDataDir()
      endings.push(remove)
      const first = await startProduct({ dataDir })
      const made = await (
        await signIn(first)
      ).rest('POST', '/api/templates', {
        name: 'Kept',
        subject: 'Kept',
        content: 'Kept',
      })
      await first.killNode()
      const left = await processesOn(dataDir)
      expect(left.length).toBeGreaterThan(0)

      const second = await startProduct({ dataDir })
      expect(await processesOn(dataDir)).toEqual(expect.arrayContaining([Math.min(...left)]))
      expect((await (await signIn(second)).rest('GET', '/api/templates')).body).toMatchObject([{ id: made.body.id }])
      expect(await second.interrupt()).toBe(0)
      expect(await processesOn(dataDir)).toEqual([])
    },
    PATIENCE,
  )
})
