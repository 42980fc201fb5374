import { afterAll, beforeAll, expect } from 'vitest'
import { v7 as newId } from 'uuid'
import { runRepeats } from '#api/campaigns/repeats/repeat-run.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { draftCampaign } from './campaigns.ts'
import { mutate } from './mutate.ts'
import { createWorld, type World } from './world.ts'

/** Start time of the tests, in ms: a Monday noon in Berlin. */
const START = Date.parse('2027-03-01T11:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A product without a worker, whose clock the test moves. */
export interface RepeatingWorld {
  world: World
  /** the product's clock, ms since the epoch */
  now: number
}

/** Starts a product for the tests of a file about repeating campaigns; they must take turns. */
export function repeatingWorld(): RepeatingWorld {
  const clocked = { now: START } as RepeatingWorld
  beforeAll(async () => {
    clocked.world = await createWorld({ send: false })
    clocked.world.app.clock = () => new Date(clocked.now)
  })
  afterAll(() => clocked.world.close())
  return clocked
}

/** Repeat rule for every day at nine to new contacts, whose fields a test overrides. */
export const RULE = { kind: 'new_contact', timeOfDay: '09:00', timeZone: 'Europe/Berlin' }

/** A workspace with a mailbox and a draft that can repeat, at {@link START}. */
export async function repeatingDraft(clocked: RepeatingWorld) {
  const { world } = clocked
  clocked.now = START
  await world.app.database.asSystem((em) => em.execute('update campaign_repeats set is_on = false returning 1'))
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const { tenantId } = person
  const sql = <Row>(text: string, values: Record<string, unknown> = {}) =>
    world.app.database.inTenant(tenantId, (em) => em.execute<Row[]>(text, { tenantId, ...values }))
  /** Renews the sessions, so that nobody is signed out when the clock moves. */
  const stay = () =>
    sql('update sessions set last_used_at = :now, expires_at = :later where tenant_id = :tenantId returning 1', {
      now: new Date(clocked.now),
      later: new Date(clocked.now + DAY),
    })
  await stay()
  const id = await draftCampaign(world, person, 0, { name: 'Welcome', selectedContacts: undefined })
  const act = async (name: string, input: object, selection = '{ id }') => {
    await stay()
    const { data, errors } = await mutate(person, name, input, selection)
    return errors ? { code: errors[0].extensions.code, message: errors[0].message } : data[name]
  }
  const ask = async (selection: string) => {
    await stay()
    const { data, errors } = await person.graphql(`query ($id: ID!) { campaign(id: $id) { ${selection} } }`, { id })
    expect(errors).toBeUndefined()
    return data.campaign
  }
  return {
    ...{ person, id, sql, act, stay, ask },
    repeat: (rule: object | null = {}, more: object = {}) =>
      act('repeatCampaign', { id, rule: rule && { ...RULE, ...rule }, ...more }),
    state: async () =>
      (await ask('repeat { isOn nextRunAt lastRunAt offBecause skippedCount runCount sentCount }')).repeat,
    /** Adds a contact at the present time of the clock. */
    add: async (email: string, { label, fields = {} }: { label?: string; fields?: Record<string, string> } = {}) => {
      const contactId = newId()
      await sql(
        `insert into contacts (tenant_id, id, first_name, last_name, email, fields, created_at)
         values (:tenantId, :contactId, 'Ann', 'Lee', :email, :fields::jsonb, :now)`,
        { contactId, email, fields: JSON.stringify(fields), now: new Date(clocked.now) },
      )
      if (label)
        await sql('insert into contact_tags (tenant_id, contact_id, tag) values (:tenantId, :contactId, :label)', {
          contactId,
          label,
        })
      return contactId
    },
    give: (contactId: string, label: string) =>
      sql('insert into contact_tags (tenant_id, contact_id, tag) values (:tenantId, :contactId, :label)', {
        contactId,
        label,
      }),
    /** Moves the clock hour by hour, or in larger steps, and runs the due campaigns each time. */
    live: async (hours: number, step = 1) => {
      for (const end = clocked.now + hours * HOUR; clocked.now < end;) {
        clocked.now += step * HOUR
        await runRepeats(world.app)
      }
    },
    /** Moves the clock ahead as if the product was stopped meanwhile. */
    sleep: (hours: number) => {
      clocked.now += hours * HOUR
    },
    runs: () =>
      sql<{ name: string; status: string; to: string[]; at: Date }>(
        `select c.name, c.status, c.repeat_at as at, array(select l.contact_email from email_logs l
           where l.tenant_id = :tenantId and l.campaign_id = c.id order by 1) as "to"
         from campaigns c where c.tenant_id = :tenantId and c.repeat_of = :source order by c.created_at, c.id`,
        { source: uuidOf('Campaign', id) },
      ),
  }
}

export type RepeatingDraft = Awaited<ReturnType<typeof repeatingDraft>>

/** The recipients of each run, in the order of the runs. */
export const sentTo = async ({ runs }: RepeatingDraft) => (await runs()).map(({ to }) => to)
