import { createServer, type TLSSocket } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { identityOf } from '#sandbox/smtp/certificate.ts'
import type { Store } from '#sandbox/sandbox-store.ts'

/** Behavior of a server at one step of an SMTP transaction: its answer, or nothing for the usual one. */
type Script = Partial<
  Record<'MAIL' | 'RCPT' | 'DATA' | 'message' | 'accepted', (socket: TLSSocket, text: string) => string | null>
>

/**
 * An SMTP submission server that answers untruthfully as a test tells it. It offers PIPELINING and accepts any
 * password.
 */
export interface LyingServer {
  port: number
  certificate: string
  /** behavior of the next transactions; the last one is repeated */
  scripts: Script[]
  /** texts of the messages that it accepted, by the word after `Subject:` */
  taken: string[]
  /** returns the number of connections made so far */
  connections(): number
  close(): Promise<void>
}

const NO_STORE = { get: () => undefined, run: () => undefined } as unknown as Store

/** Starts an untruthful SMTP server. The answer `null` means that the server stays silent. */
export async function startLyingServer(): Promise<LyingServer> {
  const identity = identityOf(NO_STORE)
  const scripts: Script[] = []
  const taken: string[] = []
  const sockets = new Set<TLSSocket>()
  let connections = 0
  const server = createServer({ key: identity.key, cert: identity.certificate }, (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.setNoDelay(true)
    socket.write('220 liar ESMTP\r\n')
    let script: Script = {}
    let text = ''
    let message: string | null = null
    const say = (answer: string | null) => {
      if (answer !== null && socket.writable) socket.write(`${answer}\r\n`)
    }
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1')
      for (;;) {
        if (message === null) {
          const end = text.indexOf('\r\n')
          if (end < 0) return
          const line = text.slice(0, end)
          text = text.slice(end + 2)
          const [verb = ''] = line.split(/[ :]/)
          switch (verb) {
            case 'EHLO':
              say('250-liar\r\n250-PIPELINING\r\n250-SIZE 1000000\r\n250-AUTH PLAIN\r\n250 8BITMIME')
              break
            case 'AUTH':
              say('235 2.7.0 ok')
              break
            case 'MAIL':
              script = (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? {}
              say((script.MAIL ?? (() => '250 2.1.0 ok'))(socket, line))
              break
            case 'RCPT':
              say((script.RCPT ?? (() => '250 2.1.5 ok'))(socket, line))
              break
            case 'DATA': {
              const answer = (script.DATA ?? (() => '354 go on'))(socket, line)
              say(answer)
              if (answer?.startsWith('354')) message = ''
              break
            }
            case 'RSET':
              say('250 2.0.0 ok')
              break
            case 'QUIT':
              socket.end('221 bye\r\n')
              break
          }
        } else {
          const end = text.indexOf('\r\n.\r\n')
          if (end < 0) return
          message = text.slice(0, end)
          text = text.slice(end + 5)
          const take = () => taken.push(/^Subject: (\S+)/m.exec(message ?? '')?.[1] ?? '')
          if (script.accepted) {
            take()
            say(script.accepted(socket, message))
          } else if (script.message) say(script.message(socket, message))
          else {
            take()
            say('250 2.0.0 queued')
          }
          message = null
        }
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    certificate: identity.certificate,
    scripts,
    taken,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
