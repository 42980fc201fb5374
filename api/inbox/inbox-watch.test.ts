import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMailboxLocks } from '#api/mailboxes/mailbox-locks.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import { openMailbox } from '#api/mailboxes/open-mailbox.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { InboxWatch } from './inbox-watch.ts'
import { readMailbox } from './read-mailbox.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false, mailHost: true })
})
afterAll(() => world.close())

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

let count = 0

/** Returns a watch as one process has it, and the inboxes that it has read. */
function watching() {
  const read: MailboxKey[] = []
  const jobs = { addAll: async (_queue: unknown, keys: MailboxKey[]) => void read.push(...keys) }
  const locks = createMailboxLocks(world.databaseUrl, world.app.log, async ({ mailboxId }) => mailboxId)
  const watch = new InboxWatch({ ...world.app, jobs: jobs as unknown as World['app']['jobs'] }, locks)
  closing.push(async () => {
    await watch.stop()
    await locks.close()
  })
  return { watch, read }
}

/** Connects a mailbox that was read a moment ago, and one that writes to it. */
async function workspace() {
  const person = await world.signUp()
  const email = `watched${(count += 1)}@sandbox.test`
  await world.connect(person, 'smtp', email, undefined, { reading: true })
  const key = await mailboxOf(world, person)
  const account = () =>
    world.app.database.inTenant(person.tenantId, (em) => em.findOneOrFail(Mailbox, { id: key.mailboxId }))
  await readMailbox(world.app, key)
  const box = openMailbox(world.app, await account())!
  const writeToSelf = () =>
    box.send({
      ...{ from: { name: '', address: email }, to: { name: '', address: email }, subject: 'News' },
      ...{ html: '<p>News</p>', text: 'News', headers: [], attachments: [] },
    })
  return { key, email, writeToSelf }
}

describe('InboxWatch, which is notified of new emails,', () => {
  it('has an inbox read as soon as an email arrives', async () => {
    const { key, writeToSelf } = await workspace()
    const { watch, read } = watching()
    await watch.refresh()
    await expect.poll(async () => (await writeToSelf(), read), { timeout: 10_000, interval: 500 }).toContainEqual(key)
  })

  it('listens in one process only, and in another once that one has stopped', async () => {
    const { key, writeToSelf } = await workspace()
    const [one, other] = [watching(), watching()]
    await one.watch.refresh()
    await other.watch.refresh()
    await expect
      .poll(async () => (await writeToSelf(), one.read), { timeout: 10_000, interval: 500 })
      .toContainEqual(key)
    expect(other.read).not.toContainEqual(key)
    await one.watch.stop()
    await other.watch.refresh()
    await expect
      .poll(async () => (await writeToSelf(), other.read), { timeout: 10_000, interval: 500 })
      .toContainEqual(key)
  })

  it('does not try a refused password again before the inbox has been read', async () => {
    const { email } = await workspace()
    const { watch } = watching()
    const fault = await world.fault({ vendor: 'smtp', email, kind: 'refused', operation: 'signIn', count: 3 })
    await watch.refresh()
    await expect.poll(() => world.faultLeft(fault)).toBe(2)
    await watch.refresh()
    await watch.refresh()
    await watch.stop()
    expect(await world.faultLeft(fault)).toBe(2)
  })
})
