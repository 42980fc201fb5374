import type { AddressInfo } from 'node:net'
import express from 'express'
import { Pool } from 'pg'

/**
 * The bounds of benches over HTTP: Express that sends a hundred contacts of a workspace as JSON, or answers after one query. Takes a database and a
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
// The bound of what recipients open: one row by its key, then a small page or a redirect.
app.get('/email/:id', async (request, response) => {
  const { rows } = await pool.query('select id, contact_email from email_logs where tenant_id = $1 and id = $2', [
    tenantId,
    request.params.id,
  ])
  if (request.query['status'] === '302') response.redirect(302, 'https://lists.example/')
  else response.send(`<!doctype html><title>Emails</title><p>${rows[0]?.contact_email}</p>`)
})
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.on('disconnect', () => process.exit())
