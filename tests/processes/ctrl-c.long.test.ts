import { describe, expect, it, onTestFinished } from 'vitest'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { makeDataDir, processesOn, startProduct, type Product } from '../support/product.ts'
import { person } from '../support/world.ts'

async function contactsOf(product: Product): Promise<unknown[]> {
  const { username, password } = DEMO
  const anybody = person(product.url, '', '', '')
  const { body } = await anybody.rest('POST', '/api/login', { username, password })
  return (await person(product.url, body.sessionToken, '', '').rest('GET', '/api/contacts')).body
}

// Finding a product's processes relies on /proc.
describe.runIf(process.platform === 'linux')('the product under "npm start"', () => {
  it('ends with exit code 0 and nothing left behind on a Ctrl-C, and has its data at the next start', async () => {
    const { dataDir, remove } = await makeDataDir()
    onTestFinished(remove)
    const first = await startProduct({ dataDir, npm: true })
    const contacts = await contactsOf(first)
    expect(contacts.length).toBeGreaterThan(0)
    expect((await processesOn(dataDir)).length).toBeGreaterThan(1)
    expect(await first.interrupt()).toBe(0)
    expect(await processesOn(dataDir)).toEqual([])

    const second = await startProduct({ dataDir, npm: true })
    expect(second.printed()).not.toContain('Creating a database')
    expect(await contactsOf(second)).toEqual(contacts)
    expect(await second.interrupt()).toBe(0)
    expect(await processesOn(dataDir)).toEqual([])
  })
})
