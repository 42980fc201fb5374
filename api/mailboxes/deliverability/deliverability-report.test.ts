import { describe, expect, it } from 'vitest'
import { configureSending } from '#tests/support/campaigns.ts'
import { clockedWorld } from '#tests/support/clocked-world.ts'
import type { TestPerson } from '#tests/support/world.ts'
import type { Dns } from './dns-resolver.ts'

const clocked = clockedWorld()

const REPORT = 'domain checkedAt findings { code verdict text record { type name value } }'

async function reportOf(person: TestPerson, fresh = false) {
  const { mailboxes } = (await person.graphql('{ mailboxes { id } }')).data
  const { data, errors } = await person.graphql(
    `query ($id: ID!, $fresh: Boolean) { landing(id: $id, fresh: $fresh) { ${REPORT} } }`,
    { id: mailboxes[0].id, fresh },
  )
  expect(errors).toBeUndefined()
  return data.landing as {
    domain: string
    checkedAt: string
    findings: { code: string; verdict: string; record: { name: string; value: string } | null }[]
  }
}

async function personWith(email: string): Promise<TestPerson> {
  const person = await clocked.world.signUp({ unlimited: true })
  await clocked.world.connect(person, 'microsoft', email)
  return person
}

const verdicts = ({ findings }: Awaited<ReturnType<typeof reportOf>>) =>
  Object.fromEntries(findings.map(({ code, verdict }) => [code, verdict]))

describe('the deliverability report of a mailbox', () => {
  it('says that a correctly configured domain meets every requirement', async () => {
    const report = await reportOf(await personWith('ada@fine.test'))
    expect(report.domain).toBe('fine.test')
    const { POSTAL_ADDRESS: postal, ...others } = verdicts(report)
    expect([postal, new Set(Object.values(others))]).toEqual(['warning', new Set(['ok'])])
  })

  it('warns until the workspace has a postal address', async () => {
    const person = await personWith('ada@postal.test')
    expect(verdicts(await reportOf(person))).toMatchObject({ POSTAL_ADDRESS: 'warning' })
    await configureSending(person, { postalAddress: 'Larkspur Books, 1 Mill Lane, Galway' })
    expect(verdicts(await reportOf(person))).toMatchObject({ POSTAL_ADDRESS: 'ok' })
  })

  it('lists problems first, with the DNS record to add', async () => {
    const { findings } = await reportOf(await personWith('ada@nodmarc.test'))
    expect(findings[0]).toMatchObject({
      code: 'DMARC',
      verdict: 'error',
      record: { name: '_dmarc.nodmarc.test', value: 'v=DMARC1; p=none; rua=mailto:postmaster@nodmarc.test' },
    })
  })

  it('says "unknown" when DNS does not answer', async () => {
    expect(verdicts(await reportOf(await personWith('ada@dnsdown.test')))).toMatchObject({
      SPF: 'unknown',
      DKIM: 'unknown',
      DMARC: 'unknown',
    })
  })

  it('asks DNS once in ten minutes, and on demand once in ten seconds, for all callers together', async () => {
    const asked: string[] = []
    const usual = clocked.world.app.dns
    const counting: Dns = { ...usual, txt: async (name) => (asked.push(name), usual.txt(name)) }
    clocked.world.app.dns = counting
    try {
      const [ada, bob] = [await personWith('ada@counted.test'), await personWith('bob@counted.test')]
      const first = await reportOf(ada)
      const once = asked.length
      expect(once).toBeGreaterThan(0)
      clocked.now += 5_000
      expect((await reportOf(bob, true)).checkedAt).toBe(first.checkedAt)
      clocked.now += 60_000
      await reportOf(bob)
      expect(asked.length).toBe(once)
      await reportOf(bob, true)
      expect(asked.length).toBe(2 * once)
      clocked.now += 600_000
      await reportOf(ada)
      expect(asked.length).toBe(3 * once)
    } finally {
      clocked.world.app.dns = usual
    }
  })
})
