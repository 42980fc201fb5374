import { Router } from 'express'
import { z } from 'zod'
import { ADDRESS_STATES, otherAddresses, setAddress } from './mailbox-addresses.ts'
import { findAccount } from './oauth-grants.ts'
import { sendReply } from './http-responses.ts'
import { readBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'
import { VENDORS } from './provider-names.ts'

const change = z.object({
  vendor: z.enum(VENDORS),
  email: z.string(),
  address: z.string(),
  state: z.enum(ADDRESS_STATES),
})

/** `POST /sandbox/addresses` with `{vendor, email, address, state}` changes an address of a mailbox; answers with all. */
export function addressRoutes(sandbox: Sandbox): Router {
  const router = Router()
  router.post('/sandbox/addresses', async (req, res) => {
    const body = await readBody(req, 10_000)
    const asked = change.safeParse(body === 'too-large' ? undefined : jsonIn(body))
    const account = asked.success ? findAccount(sandbox, asked.data.vendor, asked.data.email) : undefined
    if (!asked.success || !account) {
      const error = 'Name the vendor and email of a mailbox, an address, and its state.'
      return sendReply(res, { status: 400, json: { error } })
    }
    setAddress(sandbox, account, asked.data.address, asked.data.state)
    sendReply(res, { status: 200, json: { addresses: otherAddresses(sandbox, account) } })
  })
  return router
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
