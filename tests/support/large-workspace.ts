import { Client } from 'pg'
import { expect } from 'vitest'
import { startEmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import { startFreshProduct, type Product } from './product.ts'
import { SENT_CAMPAIGN_ROWS } from '../bench/sent-campaign-rows.ts'

/** contacts in the large workspace, c1@lists.example and so on: many times a page, a batch or a screen */
export const CONTACTS = 100_000
/** Number of all contacts of the large workspace, as formatted on screen. */
export const ALL = count(1)
/** The user of the large workspace. */
export const OWNER = { username: 'nora', password: 'twelve white swans' }
const SIGN_UP = {
  ...OWNER,
  companyName: 'Great Lists',
  fullName: 'Nora Byrne',
  email: 'nora@lists.example',
  confirmPassword: OWNER.password,
}
const CITIES = `case n % 3 when 0 then 'Cork' when 1 then 'Galway' else 'Limerick' end`

/** A share of the contacts, as formatted on screen. */
export function count(share: number): string {
  return Math.round(CONTACTS * share).toLocaleString('en-GB')
}

/**
 * Starts a product with a workspace of {@link CONTACTS} contacts for the running test, optionally with a campaign sent
 * to all of them.
 */
export async function startLargeWorkspace({ campaign }: { campaign?: string } = {}): Promise<Product> {
  const product = await startFreshProduct()
  const registered = await fetch(`${product.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SIGN_UP),
  })
  expect(registered.status).toBe(201)
  const postgres = await startEmbeddedPostgres({ dataDir: product.dataDir, log: () => undefined })
  const owner = new Client({ connectionString: postgres.url })
  try {
    await owner.connect()
    const { rows } = await owner.query<{ id: string }>(
      `update tenants set max_contacts = 999999 where name = $1 returning id`,
      [SIGN_UP.companyName],
    )
    const id = rows[0]?.id
    await owner.query(
      `insert into contacts (tenant_id, id, first_name, last_name, email, fields)
       select $1, uuidv7(), 'First' || n, 'Last' || n % 1000, 'c' || n || '@lists.example',
         jsonb_build_object('City', ${CITIES})
       from generate_series(1, $2) as n returning 1`,
      [id, CONTACTS],
    )
    if (campaign !== undefined) for (const step of SENT_CAMPAIGN_ROWS) await owner.query(step, [id, campaign])
  } finally {
    await owner.end()
    await postgres.stop()
  }
  return product
}
