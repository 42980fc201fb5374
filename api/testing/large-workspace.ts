import { expect, onTestFinished } from 'vitest'
import { openDatabase } from '../database.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/supervisor.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { makeDataDir, startProduct, type Product } from './product.ts'
import { SENT_CAMPAIGN_ROWS } from './sent-campaign-rows.ts'

/** contacts of the large workspace, c1@lists.example and so on */
export const CONTACTS = 100_000
/** Who signs in to the large workspace. */
export const OWNER = { username: 'nora', password: 'twelve white swans' }
const SIGN_UP = {
  ...OWNER,
  companyName: 'Great Lists',
  fullName: 'Nora Byrne',
  email: 'nora@lists.example',
  confirmPassword: OWNER.password,
}
const CITIES = `case n % 3 when 0 then 'Cork' when 1 then 'Galway' else 'Limerick' end`

/** A product for the running test with a workspace of {@link CONTACTS} contacts; with a campaign that was sent to all of them if asked. */
export async function startLargeWorkspace({ campaign }: { campaign?: string } = {}): Promise<Product> {
  const { dataDir, remove } = await makeDataDir()
  onTestFinished(remove)
  const product = await startProduct({ dataDir })
  const registered = await fetch(`${product.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SIGN_UP),
  })
  expect(registered.status).toBe(201)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  const prepared = { secretKey: null, oldSecretKeys: [], dataDir, migrateUrl: null }
  const { systemSecret } = await prepareDatabase(prepared, postgres.url)
  const database = await openDatabase(postgres.url, { systemSecret })
  try {
    await database.asSystem(async (em) => {
      const [{ id }] = await em.execute<[{ id: string }]>(
        `update tenants set max_contacts = 999999 where name = ? returning id`,
        [SIGN_UP.companyName],
      )
      await em.execute(
        `insert into contacts (tenant_id, id, first_name, last_name, email, fields)
         select ?, uuidv7(), 'First' || n, 'Last' || n % 1000, 'c' || n || '@lists.example',
           jsonb_build_object('City', ${CITIES})
         from generate_series(1, ?) as n`,
        [id, CONTACTS],
      )
      if (campaign !== undefined) for (const step of SENT_CAMPAIGN_ROWS) await em.execute(step, [id, campaign])
    })
  } finally {
    await database.close()
    await postgres.stop()
  }
  return product
}
