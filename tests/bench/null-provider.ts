import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inboxAnswer } from './inbox-pages.ts'

/**
 * A fake of both providers that accepts every email at once, so that only our own cost is measured. Runs in its own
 * process and prints its port. GET /taken returns the number of emails and bytes since the last call, GET /inbox?messages=N the
 * number of calls about the inbox, which holds N messages from then on.
 */
let number = 0
const taken = { mails: 0, bytes: 0 }

const server = createServer((request, response) => {
  const path = request.url ?? ''
  const read = request.method === 'GET' ? inboxAnswer(new URL(path, `http://${request.headers.host}`)) : null
  if (read) {
    response.writeHead(read.status, { 'content-type': 'application/json' })
    response.end(read.body)
    return
  }
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
  })
  request.on('end', () => {
    number += 1
    const left = /\/(sendMail|send)(\?|$)/.test(path)
    if (left) taken.mails += 1
    taken.bytes += bytes
    if (path === '/taken') {
      const answer = JSON.stringify(taken)
      Object.assign(taken, { mails: 0, bytes: 0 })
      return response.end(answer)
    }
    if (path.endsWith('/createUploadSession')) {
      response.writeHead(201, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ uploadUrl: `http://${request.headers.host}/parts/${number}` }))
    }
    if (request.method === 'PUT') return response.writeHead(200).end('{}')
    const graph = path.startsWith('/v1.0/')
    const status = !graph || request.method === 'PATCH' ? 200 : left ? 202 : 201
    if (status === 202) return response.writeHead(202).end()
    response.writeHead(status, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ id: `n${number}`, threadId: `t${number}`, message: { id: `m${number}` } }))
  })
})
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
process.on('disconnect', () => process.exit())
