import { expect, it, onTestFinished } from 'vitest'
import { Tenant } from '#api/tenants/tenant.ts'
import { refuseDemoPasswords, seedDemo } from '#api/demo/demo-data.ts'
import { saveSuperAdmin } from '#api/super-admins/super-admins.ts'
import { createWorld } from '../support/world.ts'

async function world() {
  const made = await createWorld({ send: false })
  onTestFinished(() => made.close())
  return made
}

it('the product creates no user with a well-known password when other workspaces exist', async () => {
  const { app, signUp } = await world()
  await signUp()
  expect(await seedDemo(app)).toBe(false)
  expect(await app.database.asSystem((em) => em.count(Tenant, { slug: 'demo' }))).toBe(0)
})

it('the product refuses to start in production with the local defaults until the passwords are changed', async () => {
  const { app } = await world()
  await refuseDemoPasswords(app.database)
  expect(await seedDemo(app)).toBe(true)
  expect(await seedDemo(app)).toBe(true)
  await expect(refuseDemoPasswords(app.database)).rejects.toThrow('superadmin and demo still have passwords')
  await saveSuperAdmin(app.database, { username: 'superadmin', name: 'S', password: 'another password' })
  await expect(refuseDemoPasswords(app.database)).rejects.toThrow('demo still has a password')
})
