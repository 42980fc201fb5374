import type { AddressInfo } from 'node:net'
import express from 'express'
import { Pool } from 'pg'

/**
 * The bound of the GraphQL bench: Express that sends a hundred contacts of a workspace as JSON. Takes a database and a
 * workspace, runs in its own process and prints its port.
 */
const [, , connectionString, tenantId] = process.argv
const pool = new Pool({ connectionString })
const app = express()
app.get('/rows', async (_, response) => {
  const { rows } = await pool.query(
    `select id, first_name, last_name, email, serial_number, external_id, fields, created_at, updated_at, import_id
     from contacts where tenant_id = $1 order by id desc limit 100`,
    [tenantId],
  )
  response.json(rows)
})
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.on('disconnect', () => process.exit())
