import { createSocket } from 'node:dgram'

/** A name server (RFC 1035) with records that a test sets: TXT, CNAME and A by name. Other names do not exist. */
export interface DnsStandIn {
  /** host and port of the server, for the setting DNS_SERVERS */
  address: string
  records: Map<string, { TXT?: string[]; CNAME?: string; A?: string }>
  close(): void
}

const TYPES: Record<number, 'TXT' | 'CNAME' | 'A'> = { 1: 'A', 5: 'CNAME', 16: 'TXT' }

const nameBytes = (name: string) =>
  Buffer.concat([...name.split('.').map((part) => Buffer.from([part.length, ...Buffer.from(part)])), Buffer.from([0])])

function dataOf(type: string, value: string): Buffer {
  if (type === 'TXT') return Buffer.from([value.length, ...Buffer.from(value)])
  return type === 'A' ? Buffer.from(value.split('.').map(Number)) : nameBytes(value)
}

export async function startDns(): Promise<DnsStandIn> {
  const records: DnsStandIn['records'] = new Map()
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const parts: string[] = []
    let at = 12
    while (query[at]) {
      parts.push(query.subarray(at + 1, at + 1 + (query[at] ?? 0)).toString())
      at += (query[at] ?? 0) + 1
    }
    const question = query.subarray(12, at + 5)
    const type = TYPES[query.readUInt16BE(at + 1)] ?? 'none'
    const found = records.get(parts.join('.').toLowerCase())
    const values = type === 'none' ? [] : [found?.[type] ?? []].flat()
    const rows = values.map((value) => {
      const data = dataOf(type, value)
      const head = Buffer.from([0xc0, 12, 0, query[at + 2] ?? 0, 0, 1, 0, 0, 0, 60, 0, data.length])
      return Buffer.concat([head, data])
    })
    const flags = [0x84 | ((query[2] ?? 0) & 1), found ? 0x80 : 0x83]
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, ...flags, 0, 1, 0, rows.length, 0, 0, 0, 0])
    socket.send(Buffer.concat([head, question, ...rows]), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => socket.close(),
  }
}
